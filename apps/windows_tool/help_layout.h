// How the drop-in tools lay out what -? prints.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace openperflib::windows_tool {

// One line below "Options:" or "Parameters:".
struct HelpRow {
  std::string_view option;
  std::string_view meaning;
};

// A line a row: two blanks, the option, its meaning from column 32 on; lines end CR LF.
[[nodiscard]] std::string help_rows(std::span<const HelpRow> rows);

// A line an example: two blanks, the example; lines end CR LF.
[[nodiscard]] std::string help_examples(std::span<const std::string_view> examples);

// The full path of the running program; `name` where it cannot be told.
[[nodiscard]] std::string program_path(std::string_view name);

}  // namespace openperflib::windows_tool
