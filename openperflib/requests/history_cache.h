// HistoryCache: the columns that pictures of logs were drawn from, so that another picture of them
// does not read the log again, and readings that have not ended, so that they can be continued.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/jobs/chart/history_job.h"
#include "openperflib/view/chart/chart_history.h"

namespace openperflib {

// The columns of one path of a log.
struct HeldPath {
  std::shared_ptr<const HistoryRecords> records;
  std::shared_ptr<const PathHistory> path;
};

// A reading of paths of a log. Resource, movable.
struct HistoryReading {
  std::string log;
  std::vector<std::string> paths;  // of the job, in its order
  HistoryJob job;

  [[nodiscard]] bool has_all(const std::vector<std::string>& some) const;
};

// Resource. Bounded: the paths and the readings that were not used for longest are dropped.
class HistoryCache {
 public:
  explicit HistoryCache(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  // Returns the columns of a path of a log, which counts as a use; without a path: there are none.
  [[nodiscard]] HeldPath find(std::string_view log, std::string_view path);
  // Keeps the columns of the paths of a log, and returns them in their order, whether or not they
  // have room. If a log has other records than before, its other paths are dropped.
  [[nodiscard]] std::vector<HeldPath> add(std::string_view log, ChartHistory history);

  // Keeps a reading that has not ended, if it has room.
  void keep(HistoryReading reading);
  // Takes a reading of the log out that has all of these paths; nullopt: there is none.
  [[nodiscard]] std::optional<HistoryReading> take(std::string_view log,
                                                   const std::vector<std::string>& paths);

  // Returns how much memory all of it takes; what two paths share counts twice.
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

  // A reading has its files open.
  static constexpr std::size_t kMostReadings = 8;

 private:
  struct Entry {
    std::string log;
    HeldPath held;
    std::size_t bytes = 0;
    std::uint64_t used = 0;  // when
  };
  struct Kept {
    HistoryReading reading;
    std::size_t bytes = 0;
    std::uint64_t used = 0;  // when
  };

  [[nodiscard]] Entry* entry_of(std::string_view log, std::string_view path) noexcept;
  void remove_entry(std::size_t place);
  void remove_reading(std::size_t place);
  void remove_finished_readings(std::string_view log);
  void make_room();

  std::vector<Entry> entries_;
  std::vector<Kept> readings_;
  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::uint64_t uses_ = 0;
};

}  // namespace openperflib
