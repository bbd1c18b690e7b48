// Rows of a table for people, whose columns are as wide as their widest cell.
#pragma once

#include <string>
#include <vector>

namespace openperflib {

// Each row ends with a line end and has no blanks before it. All rows have as many cells.
[[nodiscard]] std::string aligned_rows(const std::vector<std::vector<std::string>>& rows);

}  // namespace openperflib
