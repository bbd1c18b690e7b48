// LogAnomalies keeps the anomalies that a reader of logs found: the first ones, and the number of
// all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/base/error.h"
#include "openperflib/log/reader/log_reader.h"

namespace openperflib {

// Resource. Memory is bounded, however damaged a file is.
class LogAnomalies {
 public:
  // What was lost by an anomaly.
  struct Loss {
    std::uint64_t bytes = 0;
    std::uint64_t records = 0;
  };

  // `shown_name` is the file name in each anomaly.
  explicit LogAnomalies(std::string shown_name) : file_(std::move(shown_name)) {}

  // Odd, but read nevertheless. `line`: of a text, from 1; otherwise 0.
  void note(const Error& error, std::uint64_t line = 0);
  // Readings are missing.
  void lose(const Error& error, Loss loss, std::uint64_t line = 0);
  // Moves its anomalies to another list.
  void move_to(LogAnomalies& other);
  // Readings are missing in a source without bytes, such as rows of a database: what is wrong, in
  // words.
  void lose(std::string said, Loss loss);
  // Removes them and their number.
  void clear() noexcept;

  // The first LogReader::kMostAnomalies; valid until the next note(), lose() or clear().
  [[nodiscard]] std::span<const LogAnomaly> items() const noexcept { return items_; }
  [[nodiscard]] std::uint64_t count() const noexcept {
    return count_;
  }  // of all, including those not kept
  // The shown name.
  [[nodiscard]] const std::string& file() const noexcept { return file_; }
  // The fault with its file for display: "log.csv, line 7".
  [[nodiscard]] SourceFault fault(const Error& error, std::uint64_t line = 0) const;

 private:
  // Counts it, and keeps it while there is room.
  void add(const Error& error, Loss loss, std::uint64_t line, bool is_loss);
  std::string file_;
  std::vector<LogAnomaly> items_;  // at most LogReader::kMostAnomalies
  std::uint64_t count_ = 0;
};

}  // namespace openperflib
