#include "openperflib/view/text/spreadsheet_limits.h"

#include <fmt/core.h>

namespace openperflib {

std::string too_large_for_sheets(std::uint64_t columns, std::uint64_t rows,
                                 const std::string& remedy) {
  const auto text = [&](std::uint64_t number, const char* what, std::uint64_t most) {
    return fmt::format("has {} {}, and spreadsheets open at most {}; {}", number, what, most,
                       remedy);
  };
  if (columns > kMostSheetColumns) return text(columns, "columns", kMostSheetColumns);
  if (rows > kMostSheetRows) return text(rows, "rows", kMostSheetRows);
  return {};
}

}  // namespace openperflib
