#include <algorithm>

#include "openperflib/log/text/text_log_cells_internal.h"
#include "openperflib/log/text/text_log_date_internal.h"
#include "openperflib/log/text/text_log_lines_internal.h"

namespace openperflib {
namespace {

constexpr std::uint64_t kLook = 64U << 10;  // even, so that a unit of UTF-16 is not split

// Whether the lines begin at the start of a row or somewhere in one.
enum class Start : std::uint8_t { at_a_row, inside };

// Feeds the dates of the rows that begin in [begin, end). Unreadable dates are ignored.
void look_at(const DateRange& range, std::uint64_t begin, std::uint64_t end, Start start,
             DateOrderEvidence& evidence) {
  TextLogLines lines(range.file, begin, range.most_line_bytes);
  TextLogEncoding encoding = range.encoding;
  encoding.mark_bytes = 0;  // only the file's first bytes have one
  if (!lines.beginning().has_value()) return;
  lines.set_encoding(encoding);
  TextLine line;
  if (start == Start::inside && !lines.next(line).value_or(false)) return;
  while (lines.position() < end && lines.next(line).value_or(false)) {
    TextCells cells(line.text, range.separator);
    TextCell cell;
    if (!cells.next(cell) || !cell.is_closed) continue;
    if (const auto date = parse_text_date(cell.text)) evidence.add(*date);
  }
}

}  // namespace

DateOrderEvidence::Verdict order_of_dates(const TextDate& first, const DateRange& range) {
  DateOrderEvidence evidence;
  if (range.end <= range.begin) {
    evidence.add(first);
  } else if (!first.as_windows || range.end - range.begin <= 2 * kLook) {
    look_at(range, range.begin, range.end, Start::at_a_row, evidence);
  } else {
    look_at(range, range.begin, range.begin + kLook, Start::at_a_row, evidence);
    const std::uint64_t parity = range.begin % 2;
    look_at(range, ((range.end - kLook) & ~std::uint64_t{1}) + parity, range.end, Start::inside,
            evidence);
  }
  return range.asked.has_value() ? evidence.verdict(*range.asked)
                                 : evidence.verdict(range.has_decimal_commas);
}

}  // namespace openperflib
