#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "openperflib/log/text/text_log_cells_internal.h"

namespace openperflib {
namespace {

constexpr std::size_t kLongestNumber = 64;  // %.20g of the longest double has 28 characters

bool is_number(std::string_view text, double& number) noexcept {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && stop == end && std::isfinite(number);
}

}  // namespace

// The quote that closes a cell: not doubled, and followed by the end of the cell.
std::size_t TextCells::closing_quote(std::size_t from, TextCell& cell) const noexcept {
  for (std::size_t at = line_.find('"', from); at != std::string_view::npos;
       at = line_.find('"', at)) {
    const std::size_t next = after_spaces(line_, at + 1);
    if (next == line_.size() || line_[next] == separator_) return at;
    cell.has_quotes = true;
    at += line_[at + 1] == '"' ? 2U : 1U;
  }
  return std::string_view::npos;
}

bool TextCells::next(TextCell& cell) noexcept {
  if (is_done_ || (at_ == 0 && line_.empty())) return false;
  const std::size_t quote = after_spaces(line_, at_);
  cell = {.text = {}, .offset = at_, .is_quoted = line_.substr(quote).starts_with('"')};
  if (cell.is_quoted) {
    const std::size_t close = closing_quote(quote + 1, cell);
    cell.offset = quote;
    cell.is_closed = close != std::string_view::npos;
    cell.text =
        line_.substr(quote + 1, cell.is_closed ? close - quote - 1 : std::string_view::npos);
    cell.end = cell.is_closed ? after_spaces(line_, close + 1) : line_.size();
  } else {
    cell.end = std::min(line_.find(separator_, at_), line_.size());
    cell.text = line_.substr(at_, cell.end - at_);
  }
  is_done_ = cell.end == line_.size();
  at_ = is_done_ ? cell.end : cell.end + 1;
  return true;
}

std::size_t after_spaces(std::string_view line, std::size_t at) noexcept {
  while (at < line.size() && line[at] == ' ') ++at;
  return at;
}

std::string_view without_outer_spaces(std::string_view text) noexcept {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::string unquoted(const TextCell& cell) {
  std::string text;
  for (std::size_t i = 0; i < cell.text.size(); ++i) {
    text += cell.text[i];
    if (cell.is_quoted && cell.text.substr(i).starts_with("\"\"")) ++i;
  }
  return text;
}

CellForm parse_number(std::string_view text, double& number) noexcept {
  text = without_outer_spaces(text);
  if (text.empty()) return CellForm::blank;
  if (is_number(text, number)) return CellForm::number;
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos || text.size() > kLongestNumber) return CellForm::damaged;
  std::array<char, kLongestNumber> with_point;
  std::ranges::copy(text, with_point.begin());
  with_point[comma] = '.';
  return is_number({with_point.data(), text.size()}, number) ? CellForm::decimal_comma
                                                             : CellForm::damaged;
}

}  // namespace openperflib
