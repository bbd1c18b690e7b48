// HistoryCache: the columns that pictures of logs were drawn from, so that another picture of them
// does not read the log again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/view/chart/chart_history.h"

namespace openperflib {

// The columns of one path of a log.
struct HeldPath {
  std::shared_ptr<const HistoryRecords> records;
  std::shared_ptr<const PathHistory> path;
};

// Resource. Bounded: the paths that were not used for longest are dropped.
class HistoryCache {
 public:
  explicit HistoryCache(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  // Returns the columns of a path of a log, which counts as a use; without a path: there are none.
  [[nodiscard]] HeldPath find(std::string_view log, std::string_view path);
  // Keeps the columns of the paths of a log, and returns them in their order, whether or not they
  // have room. If a log has other records than before, its other paths are dropped.
  [[nodiscard]] std::vector<HeldPath> add(std::string_view log, ChartHistory history);

  // Returns how much memory all columns take; what two paths share counts twice.
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

 private:
  struct Entry {
    std::string log;
    HeldPath held;
    std::size_t bytes = 0;
    std::uint64_t used = 0;  // when
  };

  [[nodiscard]] Entry* entry_of(std::string_view log, std::string_view path) noexcept;
  void remove(std::size_t place);
  void make_room();

  std::vector<Entry> entries_;
  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::uint64_t uses_ = 0;
};

}  // namespace openperflib
