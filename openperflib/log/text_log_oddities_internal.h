// What a reader of text logs found odd: each is counted, the first of them are kept.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "openperflib/log/log_reader.h"
#include "openperflib/log/text_log_fields_internal.h"
#include "openperflib/log/text_log_lines_internal.h"

namespace openperflib {

class TextLogOddities {
 public:
  explicit TextLogOddities(std::string shown_name) : shown_name_(std::move(shown_name)) {}

  // Something odd that costs nothing.
  void note(const TextLine& line, const Error& error) { add(line, error, {}); }
  // Values of a row that is read all the same.
  void lose_values(const TextLine& line, const Error& error) {
    add(line, error, {.what = {}, .is_loss = true});
  }
  // A line that is not read.
  void lose_line(const TextLine& line, const Error& error, std::uint64_t records) {
    add(line, error,
        {.what = {}, .skipped_bytes = line.bytes, .skipped_records = records, .is_loss = true});
  }

  [[nodiscard]] std::span<const LogOddity> kept() const noexcept { return kept_; }
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  // "log.csv, line 7"
  [[nodiscard]] SourceFault fault(const TextLine& line, const Error& error) const;

 private:
  void add(const TextLine& line, const Error& error, LogOddity oddity);

  std::string shown_name_;
  std::vector<LogOddity> kept_;
  std::uint64_t count_ = 0;
};

}  // namespace openperflib
