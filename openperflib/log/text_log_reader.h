// TextLogReader: the values of a CSV or TSV performance log, row by row.
//
// Source: docs/formats/text_log.md.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "openperflib/log/log_reader.h"
#include "openperflib/log/text_log_encoding.h"
#include "openperflib/os/unique_fd.h"

namespace openperflib {

// Resource: owns its descriptor. Memory is one line of the file, its header and a piece of 128 KiB.
// A row's values are those of the file: a blank is no_data, a text that is no number invalid_data,
// and neither is ever 0. Offsets are in bytes of the file, lines are counted from 1.
class TextLogReader final : public LogReader {
 public:
  // Reads the header of the log in `fd`, a file or a pipe, and looks at its first rows (of a file
  // at its last ones too) to tell the order of its dates. `shown_name` stands in faults. Errors:
  // the system's; missing for a file without a line; wrong_value where the first line is not that
  // of a text log; over_limit.
  [[nodiscard]] static std::expected<std::unique_ptr<TextLogReader>, SourceFault> open(
      UniqueFd fd, std::string shown_name, const TextLogOptions& options = {});
  ~TextLogReader() override;

  // As LogReader says.
  [[nodiscard]] const LogHeader& header() const noexcept override;
  [[nodiscard]] const SeriesCatalog& catalog() const noexcept override;
  // Fills time_local, offset and row. Where nobody knows the bias, row.time_utc is the local time.
  [[nodiscard]] std::expected<ReadResult, SourceFault> read(LogRecord& into) override;
  [[nodiscard]] std::span<const LogOddity> oddities() const noexcept override;
  [[nodiscard]] std::uint64_t oddity_count() const noexcept override;
  [[nodiscard]] std::uint64_t position() const noexcept override;
  [[nodiscard]] std::uint64_t size() const noexcept override;

  // The letters of the file, and who says so.
  [[nodiscard]] const TextLogEncoding& encoding() const noexcept;
  // What stands first in its dates.
  [[nodiscard]] DateOrder date_order() const noexcept;
  // A column's text as the header has it; the same order as catalog().series().
  [[nodiscard]] std::string_view column_text(std::size_t series) const noexcept;
  // The words that typeperf says beside its rows ("The command completed successfully.").
  [[nodiscard]] std::uint64_t spoken_lines() const noexcept;

 private:
  struct State;
  // By open() alone.
  explicit TextLogReader(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
