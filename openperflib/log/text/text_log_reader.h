// TextLogReader reads the values of a CSV or TSV performance log, row by row.
//
// Source: docs/formats/text_log.md.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "openperflib/log/reader/log_reader.h"
#include "openperflib/log/text/text_log_encoding.h"
#include "openperflib/os/portable/byte_source.h"

namespace openperflib {

// Resource: owns its descriptor. Memory: one line of the file, its header and a piece of 128 KiB. A
// row has the values of the file: a blank is no_data, a text that is not a number is invalid_data,
// and neither is ever 0. Offsets are in bytes of the file, lines are counted from 1.
class TextLogReader final : public LogReader {
 public:
  // Reads the header of the log in `file`, which may be a pipe, and its first rows (of a file also
  // the last ones) to detect the order of its dates. `shown_name` is used in faults. Where
  // `readings` are left out, rows have their time only, and what is wrong with their values is not
  // noted. Errors: those of the system; missing for a file without a line; wrong_value if the first
  // line is not that of a text log; over_limit if the header is too long.
  [[nodiscard]] static std::expected<std::unique_ptr<TextLogReader>, SourceFault> open(
      ByteSource file, std::string shown_name, const TextLogOptions& options = {},
      LogReadings readings = LogReadings::by_series);
  ~TextLogReader() override;

  // See LogReader.
  [[nodiscard]] const LogHeader& header() const noexcept override;
  [[nodiscard]] const Catalog& catalog() const noexcept override;
  // Fills time_local, offset, row and comment. If the bias is unknown, row.time_utc is the local
  // time.
  [[nodiscard]] std::expected<ReadResult, SourceFault> read(LogRecord& into) override;
  [[nodiscard]] Bytes stored_record() const noexcept override;
  [[nodiscard]] std::span<const LogAnomaly> anomalies() const noexcept override;
  [[nodiscard]] std::uint64_t anomaly_count() const noexcept override;
  [[nodiscard]] std::uint64_t position() const noexcept override;
  [[nodiscard]] std::uint64_t size() const noexcept override;

  // The encoding of the file, and how it is known.
  [[nodiscard]] const TextLogEncoding& encoding() const noexcept;
  // The order of its dates.
  [[nodiscard]] DateOrder date_order() const noexcept;
  // The text of a column in the header, in the order of catalog().series().
  [[nodiscard]] std::string_view column_text(std::size_t series) const noexcept;
  // The number of messages of typeperf between its rows ("The command completed successfully.").
  [[nodiscard]] std::uint64_t spoken_lines() const noexcept;

 private:
  struct State;
  // Only for open().
  explicit TextLogReader(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
