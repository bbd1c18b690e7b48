// LogTarget: where a log is written, and in which format.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>

#include "openperflib/log/reader/log_reader.h"
#include "openperflib/log/sql_log_name.h"

namespace openperflib {

// Why a name is not a target.
struct LogTargetFault {
  enum class Kind : std::uint8_t {
    no_format,         // none was given, and the name has no extension that says it
    binary_to_output,  // a format that cannot be written to standard output
    set_is_no_file,    // the name is that of a log set, and the format is one of files
    file_is_no_set,    // the reverse
    invalid_set,       // the name begins like that of a log set, but does not name one
  };
  Kind kind = Kind::no_format;
  std::string reason;  // of invalid_set
  bool operator==(const LogTargetFault&) const = default;
};

// Value.
struct LogTarget {
  LogFormat format = LogFormat::blg;
  std::string name = {};  // as given: a file or SQL:DATABASE!SET; "-": standard output
  std::optional<SqlLogName> set = std::nullopt;  // where the log is in a database
  bool is_standard_output = false;

  // A file or a log set, in the given format or else in that of its extension. Nothing is opened.
  [[nodiscard]] static std::expected<LogTarget, LogTargetFault> parse(
      const std::string& name, std::optional<LogFormat> format = std::nullopt);

  // Returns standard output in a text format. Errors: no_format without a format, binary_to_output
  // for one that is not text.
  [[nodiscard]] static std::expected<LogTarget, LogTargetFault> standard_output(
      std::optional<LogFormat> format);

  // Whether it is a log set in a database.
  [[nodiscard]] bool is_set() const noexcept { return set.has_value(); }
  // The name for messages: without passwords.
  [[nodiscard]] const std::string& shown() const noexcept { return is_set() ? set->shown : name; }
  bool operator==(const LogTarget&) const = default;
};

// Whether the target is a log set that exists and is one of these logs: it would be appended to
// itself.
[[nodiscard]] bool is_set_among(const LogTarget& target, std::span<const std::string> logs);

// Whether the logs of a format are samples as they are, so that nothing has to be chosen.
[[nodiscard]] constexpr bool holds_blocks(LogFormat format) noexcept {
  return format == LogFormat::recording;
}
// Whether the logs of a format are completed at their beginning, so that they need a regular file.
[[nodiscard]] constexpr bool is_binary(LogFormat format) noexcept {
  return format == LogFormat::blg || format == LogFormat::recording;
}

}  // namespace openperflib
