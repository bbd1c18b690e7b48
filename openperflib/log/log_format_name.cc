#include "openperflib/log/log_format_name.h"

#include <algorithm>
#include <array>

#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr auto kNames = std::to_array<LogFormatName>({
    // clang-format off
    {LogFormat::csv,       "csv",     "csv", "CSV"},
    {LogFormat::tsv,       "tsv",     "tsv", "TSV"},
    {LogFormat::blg,       "blg",     "bin", "Binary"},
    {LogFormat::recording, "perfrec", "",    "Recording"},
    {LogFormat::sql,       "",        "sql", "SQL"},
});  // clang-format on

std::optional<LogFormat> format_in(std::string_view LogFormatName::* column,
                                   std::string_view text) {
  const auto row = std::ranges::find(kNames, text, column);
  if (text.empty() || row == kNames.end()) return std::nullopt;
  return row->format;
}

}  // namespace

std::span<const LogFormatName> log_format_names() noexcept { return kNames; }

const LogFormatName& name_of(LogFormat format) noexcept {
  return *std::ranges::find(kNames, format, &LogFormatName::format);
}

std::optional<LogFormat> format_of_extension(std::string_view extension) noexcept {
  return format_in(&LogFormatName::extension, extension);
}

std::optional<LogFormat> format_of_file_name(std::string_view name) {
  const std::size_t point = name.rfind('.');
  if (point == std::string_view::npos) return std::nullopt;
  return format_of_extension(folded(name.substr(point + 1)));
}

std::optional<LogFormat> format_of_word(std::string_view word) {
  return format_in(&LogFormatName::word, folded(word));
}

}  // namespace openperflib
