// What the formats of logs are called: extensions of files, and words of the tools of Windows.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "openperflib/log/reader/log_reader.h"

namespace openperflib {

// A row of the one table of names. Value.
struct LogFormatName {
  LogFormat format;
  std::string_view extension;  // in lower case, without the point; empty: it is not in files
  std::string_view word;       // of -f in the tools of Windows, in lower case; empty: they lack it
  std::string_view title;      // in what these tools print about a log
};

// The whole table; it lives as long as the program.
[[nodiscard]] std::span<const LogFormatName> log_format_names() noexcept;

// Every format has a row.
[[nodiscard]] const LogFormatName& name_of(LogFormat format) noexcept;

// The format of files with that extension (without the point). Case counts.
[[nodiscard]] std::optional<LogFormat> format_of_extension(std::string_view extension) noexcept;

// The format of the extension of a file's name, ignoring case; nullopt for others.
[[nodiscard]] std::optional<LogFormat> format_of_file_name(std::string_view name);

// The format of a word of -f, ignoring case.
[[nodiscard]] std::optional<LogFormat> format_of_word(std::string_view word);

}  // namespace openperflib
