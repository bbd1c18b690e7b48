// The options of the drop-in tools, as Windows' tools take them: -x or /x in any case, a value as
// the next word; or the same in a settings file (-config): a line [x], then its values, a line
// each.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/windows_tool/failure.h"
#include "apps/windows_tool/text_lines.h"

namespace openperflib::windows_tool {

// How many values follow an option.
enum class Takes : std::uint8_t { nothing, one, one_or_nothing, some };

// An option of a tool. A tool's table has rows of a type of its own that begins with this.
struct OptionRow {
  std::string_view name;  // in lower case, without - or /
  Takes takes;
};

// The row of an option's name in lower case; null: the tool has no such option.
using FindOption = const OptionRow* (*)(std::string_view name);

// One option with one value, or one word that belongs to none.
struct GivenOption {
  const OptionRow* row;              // null: a word of its own
  std::optional<std::string> value;  // nullopt: none was given
  std::string place;  // "FILE:LINE", what messages begin with; "" on the command line
};

// The words of a command line, without the program's name. An option that takes some values gives
// one entry for each. Errors: an unknown option, a missing value.
[[nodiscard]] std::expected<std::vector<GivenOption>, Failure> read_arguments(
    std::span<char* const> arguments, FindOption find);

// The lines of a settings file of that name. Errors: as above, and a line that has no place in it,
// each with FILE:LINE.
[[nodiscard]] std::expected<std::vector<GivenOption>, Failure> read_settings(
    const std::string& file, std::span<const TextLine> lines, FindOption find);

// Whether it is the option of that name.
[[nodiscard]] bool is_called(const GivenOption& given, std::string_view name) noexcept;

// The settings of all files that -config names on the command line. Errors: those of read_settings,
// a file that cannot be read, and a settings file that names another one.
[[nodiscard]] std::expected<std::vector<GivenOption>, Failure> read_settings_files(
    std::span<const GivenOption> command_line, FindOption find);

// "PLACE: -OPTION VALUE: WHY", with PDH_INVALID_ARGUMENT.
[[nodiscard]] std::unexpected<Failure> wrong_value(const GivenOption& given, std::string_view why);

// Lines of lists are sometimes quoted, as a shell wants the same text.
[[nodiscard]] std::string without_quotes(const std::string& text);

// "FILE:LINE: TEXT", or TEXT alone where there is no place.
[[nodiscard]] std::string at_place(std::string_view place, std::string_view text);

}  // namespace openperflib::windows_tool
