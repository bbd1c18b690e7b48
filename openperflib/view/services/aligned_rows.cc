#include "openperflib/view/services/aligned_rows.h"

#include <algorithm>

#include "openperflib/text/printable.h"

namespace openperflib {
namespace {

using Cells = std::vector<std::string>;

std::string line_of(const Cells& cells, const std::vector<std::size_t>& widths) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    line += cells[i] + std::string(widths[i] - display_width(cells[i]) + 2, ' ');
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

std::string aligned_rows(const std::vector<Cells>& rows) {
  std::vector<std::size_t> widths(rows.empty() ? 0 : rows.front().size());
  for (const Cells& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  }
  std::string table;
  for (const Cells& row : rows) table += line_of(row, widths);
  return table;
}

}  // namespace openperflib
