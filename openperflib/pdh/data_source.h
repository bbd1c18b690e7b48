// DataSource: what a query, an enumeration or a log handle of PDH reads from.
//
// Value:  owns its names. Nothing is opened by it: each query and each enumeration opens its own
//         reader, so that the handle that a source came from may be closed first.
// Source: docs/pdh.md.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace openperflib {

// This machine, or logs that are read as one.
class DataSource {
 public:
  // This machine.
  DataSource() = default;
  // One log, by the name that PdhOpenQuery takes: a file in any format that open_log() reads, the
  // folder of a ring, or a set in a database ("SQL:DSN!set"). Any text is accepted: opening it says
  // what is wrong with it, also with "".
  [[nodiscard]] static DataSource of_log(std::string_view name) {
    return of_logs({std::string(name)});
  }
  // Several logs, as PdhBindInputDataSource binds them; none: this machine.
  [[nodiscard]] static DataSource of_logs(std::vector<std::string> names) {
    DataSource source;
    source.logs_ = std::move(names);
    return source;
  }

  // Whether it is this machine, as it is when it is asked.
  [[nodiscard]] bool is_real_time() const noexcept { return logs_.empty(); }
  // The names of the logs, in the order in which they were given; none for this machine.
  [[nodiscard]] std::span<const std::string> logs() const noexcept { return logs_; }

  bool operator==(const DataSource&) const = default;

 private:
  std::vector<std::string> logs_;
};

}  // namespace openperflib
