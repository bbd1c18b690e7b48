// The options of the drop-in tools, as Windows' tools take them: -x or /x in any case, a value as
// the next word; or the same in a settings file (-config): a line [x], then its values, one per
// line. -h and --help are -? .
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/drop_in/failure.h"
#include "apps/drop_in/text_lines.h"

namespace openperflib::drop_in {

// How many values follow an option.
enum class Takes : std::uint8_t { nothing, one, one_or_nothing, some };

// An option of a tool. The rows of a tool's table are of a type derived from this one.
struct OptionRow {
  std::string_view name;  // in lower case, without - or /
  Takes takes;
};

// The row of an option's name in lower case; null: the tool has no such option.
using FindOption = const OptionRow* (*)(std::string_view name);

// One option with one value, or a word that belongs to no option.
struct GivenOption {
  const OptionRow* row;              // null: the word belongs to no option
  std::optional<std::string> value;  // nullopt: none was given
  std::string place;                 // "FILE:LINE", for messages; "" on the command line
};

// Reads the words of a command line after the name of the program. An option with several values
// becomes one entry for each. Errors: an unknown option, a missing value.
[[nodiscard]] std::expected<std::vector<GivenOption>, Failure> read_arguments(
    std::span<char* const> arguments, FindOption find);

// Reads the lines of a settings file of that name. Errors: as above, and a line that does not
// belong to an option, each with FILE:LINE.
[[nodiscard]] std::expected<std::vector<GivenOption>, Failure> read_settings(
    const std::string& file, std::span<const TextLine> lines, FindOption find);

// Whether it is the option with that name.
[[nodiscard]] bool is_called(const GivenOption& given, std::string_view name) noexcept;

// Reads the settings files that -config names on the command line. Errors: those of read_settings,
// a file that cannot be read, and a settings file that names another one.
[[nodiscard]] std::expected<std::vector<GivenOption>, Failure> read_settings_files(
    std::span<const GivenOption> command_line, FindOption find);

// "PLACE: -OPTION VALUE: WHY", with PDH_INVALID_ARGUMENT.
[[nodiscard]] std::unexpected<Failure> wrong_value(const GivenOption& given, std::string_view why);

// `text` without the double quotes around it, if it has them, as lines of lists do that were
// written for a shell.
[[nodiscard]] std::string without_quotes(const std::string& text);

// "FILE:LINE: TEXT", or only TEXT if there is no place.
[[nodiscard]] std::string at_place(std::string_view place, std::string_view text);

}  // namespace openperflib::drop_in
