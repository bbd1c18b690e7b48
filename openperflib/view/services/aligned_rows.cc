#include "openperflib/view/services/aligned_rows.h"

#include <algorithm>

#include "openperflib/text/printable.h"

namespace openperflib {
namespace {

using Row = std::vector<std::string>;

std::string line_of(const Row& cells, const std::vector<std::size_t>& widths) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    line += cells[i] + std::string(widths[i] - display_width(cells[i]) + 2, ' ');
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

std::string aligned_rows(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.empty() ? 0 : rows.front().size());
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  }
  std::string table;
  for (const Row& row : rows) table += line_of(row, widths);
  return table;
}

}  // namespace openperflib
