#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "openperflib/log/text/text_log_cells_internal.h"
#include "openperflib/log/text/text_log_row_internal.h"

namespace openperflib {
namespace {

// One cell as stored.
struct ValueCell {
  std::string_view text;
  std::size_t end = 0;   // after it, in the line
  bool is_whole = true;  // false: the line ends inside the cell
};

ValueCell cell_at(std::string_view line, std::size_t at, bool has_end, char separator) {
  if (const std::size_t quote = after_spaces(line, at); line.substr(quote).starts_with('"')) {
    const std::size_t close = line.find('"', quote + 1);  // numbers contain no quotes
    if (close == std::string_view::npos) return {line.substr(quote + 1), line.size(), false};
    return {line.substr(quote + 1, close - quote - 1), after_spaces(line, close + 1), true};
  }
  const std::size_t end = std::min(line.find(separator, at), line.size());
  return {line.substr(at, end - at), end, has_end || end != line.size()};
}

// Passes the digits from `at` on, eight at a time; less than eight bytes before `end` it stops.
const char* after_digits(const char* at, const char* end) noexcept {
  constexpr std::uint64_t kZeros = 0x3030'3030'3030'3030;
  constexpr std::uint64_t kToHighBit = 0x7676'7676'7676'7676;  // what makes 128 of 10
  constexpr std::uint64_t kHighBits = 0x8080'8080'8080'8080;
  while (end - at >= 8) {
    std::uint64_t word;
    std::memcpy(&word, at, sizeof word);
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    const std::uint64_t digits = word ^ kZeros;  // 0 to 9 of a digit
    const std::uint64_t others = (((digits & ~kHighBits) + kToHighBit) | digits) & kHighBits;
    if (others != 0) return at + std::countr_zero(others) / 8;
    at += sizeof word;
  }
  return at;
}

// Reads cells that are not in the number format of Windows, and records their kind.
class RowReader {
 public:
  RowReader(std::string_view line, bool has_end, const TextRowStyle& style, TextRow& row)
      : line_(line), has_end_(has_end), style_(style), row_(row) {}

  // Reads a complete, quoted number cell in one pass; false: another kind of cell.
  [[nodiscard]] bool read_plain(std::size_t& at, Value& value) const {
    const char* const begin = line_.data() + at;
    const char* const end = line_.data() + line_.size();
    if (end - begin < 3 || *begin != '"') return false;
    const auto [stop, error] = std::from_chars(begin + 1, end, value.number);
    if (error != std::errc{} || stop == end || *stop != '"') return false;
    if (stop + 1 != end && stop[1] != style_.separator) return false;
    if (!std::isfinite(value.number) || is_minus_one({begin + 1, stop})) return false;
    value.status = CStatus::valid_data;
    at = static_cast<std::size_t>(stop + 1 - line_.data());
    return true;
  }

  // Passes a complete, quoted cell of digits with at most one point between them: read_plain()
  // would read it. False: it is looked at in another way.
  [[nodiscard]] bool pass_digits(std::size_t& at) const noexcept {
    constexpr std::ptrdiff_t kSurelyFinite = 64;
    const char* const begin = line_.data() + at;
    const char* const end = line_.data() + line_.size();
    if (begin == end || *begin != '"') return false;
    const char* const whole = after_digits(begin + 1, end);
    const char* stop = whole;
    if (stop != end && *stop == '.') stop = after_digits(stop + 1, end);
    const bool has_digits = whole != begin + 1 && (stop == whole || stop != whole + 1);
    if (!has_digits || stop - begin > kSurelyFinite || stop == end || *stop != '"') return false;
    if (stop + 1 != end && stop[1] != style_.separator) return false;
    at = static_cast<std::size_t>(stop + 1 - line_.data());
    return true;
  }

  // Reads any other cell; returns where it ends.
  std::size_t read_any(std::size_t at, Value& value) {
    const ValueCell cell = cell_at(line_, at, has_end_, style_.separator);
    value = cell.is_whole ? value_of(cell.text, at) : Value::unusable(CStatus::no_data);
    row_.is_cut = row_.is_cut || !cell.is_whole;
    return cell.end;
  }

 private:
  [[nodiscard]] bool is_minus_one(std::string_view text) const {
    return style_.minus_one_is_missing && text == "-1";
  }

  static void note(std::size_t& count, std::size_t& first, std::size_t at) {
    if (count++ == 0) first = at;
  }

  Value value_of(std::string_view text, std::size_t at) {
    if (is_minus_one(text)) {
      note(row_.minus_ones, row_.first_minus_one, at);
      return Value::unusable(CStatus::no_data);
    }
    Value value;
    const CellForm form = parse_number(text, value.number);
    if (form == CellForm::blank) return Value::unusable(CStatus::no_data);
    if (form == CellForm::damaged) {
      note(row_.damaged, row_.first_damaged, at);
      return Value::unusable(CStatus::invalid_data);
    }
    if (form == CellForm::decimal_comma) note(row_.decimal_commas, row_.first_comma, at);
    value.status = CStatus::valid_data;
    return value;
  }

  std::string_view line_;
  bool has_end_;
  TextRowStyle style_;
  TextRow& row_;
};

bool is_blank_cell(std::string_view text) {
  return text.find_first_not_of(' ') == std::string_view::npos;
}

// Counts the cells after the last column. They may be texts: a quote inside is doubled.
void count_surplus(std::string_view line, std::size_t at, char separator, TextRow& row) {
  row.broken_at = at;
  if (at == line.size()) return;
  row.is_broken = line[at] != separator;
  if (row.is_broken) return;
  TextCells cells(line, separator);
  cells.set_at(at + 1);
  TextCell cell;
  while (cells.next(cell)) {
    ++row.cells;
    if (!is_blank_cell(cell.text) && row.surplus++ == 0) row.first_surplus = cell.offset;
    if (cell.is_closed || !cell.has_quotes) continue;
    row.is_broken = true;
    row.broken_at = cell.offset;
  }
}

}  // namespace

TextRow parse_text_row(std::string_view line, std::size_t at, bool has_end,
                       const TextRowStyle& style, std::span<Value> values) {
  TextRow row;
  RowReader reader(line, has_end, style, row);
  std::size_t column = 0;
  while (column < values.size() && at < line.size() && line[at] == style.separator) {
    ++at;
    Value& value = values[column++];
    if (!reader.read_plain(at, value)) at = reader.read_any(at, value);
  }
  row.cells = column;
  for (; column < values.size(); ++column) values[column] = Value::unusable(CStatus::no_data);
  count_surplus(line, at, style.separator, row);
  return row;
}

TextRow check_text_row(std::string_view line, std::size_t at, bool has_end,
                       const TextRowStyle& style, std::size_t columns) {
  TextRow row;
  RowReader reader(line, has_end, style, row);
  Value unused;
  while (row.cells < columns && at < line.size() && line[at] == style.separator) {
    ++at;
    ++row.cells;
    if (reader.pass_digits(at) || reader.read_plain(at, unused)) continue;
    at = reader.read_any(at, unused);
  }
  count_surplus(line, at, style.separator, row);
  return row;
}

}  // namespace openperflib
