// ConsoleRows: rows as typeperf prints them, byte for byte: CR LF stands in front of each line,
// numbers have six decimals, what is missing is -1.
//
// Source: docs/typeperf.md.
#pragma once

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/typeperf/fixed_columns.h"
#include "openperflib/log/text/text_log_writer.h"
#include "openperflib/query/row_sink.h"

namespace openperflib::typeperf {

// Where the times of rows belong.
enum class RowZone : std::uint8_t { local, utc };

// Resource. The columns are those of the first begin(). Each line is written at once: readers wait
// for it.
class ConsoleRows final : public RowSink {
 public:
  // Writes to `fd`, which it does not own; a terminal gets names that are printable(). `paths`: as
  // they were written, by their number in the query.
  ConsoleRows(int fd, TextLogFormat format, RowZone zone, std::vector<std::string> paths);

  // The first call writes the header. Errors: the system's, on writing.
  [[nodiscard]] std::expected<void, SourceFault> begin(const Binding& binding,
                                                       std::span<const std::size_t> shown) override;
  [[nodiscard]] std::expected<void, SourceFault> write(const Sample& sample,
                                                       const Row& row) override;
  [[nodiscard]] std::expected<void, SourceFault> end() override { return {}; }

 private:
  // Adds a cell to line_, in quotes; those within it are doubled.
  void append_cell(std::string_view text);
  // In the rows' zone: "MM/DD/YYYY HH:MM:SS.mmm".
  void append_time(FileTime time_utc);
  // Writes line_. Errors: the system's.
  [[nodiscard]] std::expected<void, SourceFault> write_line();

  int fd_;
  TextLogFormat format_;
  RowZone zone_;
  std::vector<std::string> paths_;
  std::optional<FixedColumns> columns_;
  std::string line_;
  std::string cell_;
};

}  // namespace openperflib::typeperf
