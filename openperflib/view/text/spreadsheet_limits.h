// What spreadsheets can open.
#pragma once

#include <cstdint>
#include <string>

namespace openperflib {

inline constexpr std::uint64_t kMostSheetColumns = 16'384;
inline constexpr std::uint64_t kMostSheetRows = 1'048'576;

// Why a spreadsheet cannot open a text file of that many columns and rows, its header and its times
// included, with `remedy` after it; empty: it can.
[[nodiscard]] std::string too_large_for_sheets(std::uint64_t columns, std::uint64_t rows,
                                               const std::string& remedy);

}  // namespace openperflib
