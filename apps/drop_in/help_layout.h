// The layout of the help of the drop-in tools.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace openperflib::drop_in {

// One line below "Options:" or "Parameters:".
struct HelpRow {
  std::string_view option;
  std::string_view meaning;
};

// One line per row: two blanks, the option, its meaning from column 32 on; lines end with CR LF.
[[nodiscard]] std::string help_rows(std::span<const HelpRow> rows);

// One line per example, after two blanks; lines end with CR LF.
[[nodiscard]] std::string help_examples(std::span<const std::string_view> examples);

// The full path of the running program; `name` if it is not known.
[[nodiscard]] std::string program_path(std::string_view name);

}  // namespace openperflib::drop_in
