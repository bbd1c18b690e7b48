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

}  // namespace openperflib::drop_in
