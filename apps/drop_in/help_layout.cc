#include "apps/drop_in/help_layout.h"

#include <fmt/core.h>

#include <iterator>

namespace openperflib::drop_in {

std::string help_rows(std::span<const HelpRow> rows) {
  std::string text;
  for (const HelpRow& row : rows) {
    fmt::format_to(std::back_inserter(text), "  {:<30}{}\r\n", row.option, row.meaning);
  }
  return text;
}

std::string help_examples(std::span<const std::string_view> examples) {
  std::string text;
  for (const std::string_view example : examples) {
    fmt::format_to(std::back_inserter(text), "  {}\r\n", example);
  }
  return text;
}

}  // namespace openperflib::drop_in
