#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <utility>

#include "openperflib/log/text/text_log_append_internal.h"
#include "openperflib/log/text/text_log_cells_internal.h"
#include "openperflib/log/text/text_log_date_internal.h"
#include "openperflib/log/text/text_log_encoding_internal.h"
#include "openperflib/log/text/text_log_fields_internal.h"
#include "openperflib/log/text/text_log_header_internal.h"
#include "openperflib/log/text/text_log_lines_internal.h"
#include "openperflib/log/time/local_clock.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// The first column, counted from 1, in which two headers differ, and its byte in the file; column 0
// is the first cell.
struct Difference {
  bool found = false;
  std::size_t column = 0;
  std::uint64_t offset = 0;
};

SourceFault unmatched(const std::string& shown_name, const Difference& difference) {
  return {.errno_value = 0,
          .file = shown_name,
          .error = text_log_error(Errc::disagrees, TextLogField::append, difference.offset,
                                  static_cast<std::uint32_t>(difference.column))};
}

Difference difference(const TextLogFirstLine& ours, const TextLogFirstLine& theirs) {
  const bool alike = theirs.mark.format == ours.mark.format &&
                     theirs.mark.is_sheet == ours.mark.is_sheet &&
                     theirs.separator == ours.separator && theirs.mark.bias.has_value() &&
                     theirs.encoding.kind == TextLogEncoding::Kind::utf8 &&
                     theirs.encoding.how != TextLogEncoding::How::unknown;
  if (!alike) return {.found = true};
  const std::size_t most = std::max(ours.columns.size(), theirs.columns.size());
  for (std::size_t i = 0; i < most; ++i) {
    const bool both = i < ours.columns.size() && i < theirs.columns.size();
    if (both && equal_ignoring_case(ours.columns[i].text, theirs.columns[i].text)) continue;
    return {.found = true,
            .column = i + 1,
            .offset = i < theirs.columns.size() ? theirs.columns[i].offset : 0};
  }
  return {};
}

// The header of a file, and its first time, if that has the form of Windows.
struct TextLogBeginning {
  TextLogFirstLine header;
  std::optional<FileTime> first_local;
};

// The time of the next row.
std::expected<std::optional<FileTime>, int> read_first_time(TextLogLines& lines, char separator) {
  TextLine line;
  const auto found = lines.next(line);
  if (!found.has_value()) return std::unexpected(found.error());
  TextCells cells(line.text, separator);
  TextCell cell;
  if (!*found || !cells.next(cell)) return std::nullopt;
  const auto date = parse_text_date(cell.text);
  if (!date.has_value() || !date->as_windows) return std::nullopt;
  return file_time_of(*date, DateOrder::month_day_year);
}

// The zone by whose rules the file is read.
const WindowsZone* rules_of_rows(const TextLogBeginning& file) {
  if (!file.first_local.has_value()) return nullptr;
  LocalClock clock(file.header.mark.zone_name, file.header.mark.bias);
  (void)clock.to_utc(*file.first_local);
  return clock.zone();
}

// nullopt if the first line of the file is not a header.
std::expected<std::optional<TextLogBeginning>, int> read_header(const ByteSource& file) {
  const TextLogOptions options;
  TextLogLines lines(file, 0, options.limits.line_bytes);
  const auto beginning = lines.beginning();
  if (!beginning.has_value()) return std::unexpected(beginning.error());
  const auto encoding = encoding_by_beginning(*beginning);
  if (encoding.has_value()) lines.set_encoding(*encoding);
  TextLine line;
  auto found = lines.next(line);
  if (found.value_or(false) && is_separator_line(line.text)) found = lines.next(line);
  if (!found.has_value()) return std::unexpected(found.error());
  auto header = parse_text_log_header(line.text, encoding, options);
  if (!*found || !header.has_value()) return std::nullopt;
  for (TextLogColumn& column : header->columns) column.offset += line.offset;
  const auto first = read_first_time(lines, header->separator);
  if (!first.has_value()) return std::unexpected(first.error());
  return TextLogBeginning{.header = *std::move(header), .first_local = *first};
}

bool ends_in_line_end(const ByteSource& file, std::uint64_t size) noexcept {
  std::byte last{};
  return file.read(size - 1, {&last, 1}).value_or(0) == 1 && last == std::byte{'\n'};
}

}  // namespace

std::expected<TextLogSoFar, SourceFault> match_for_append(int fd, const std::string& shown_name,
                                                          std::string_view header) {
  const auto refused = [&](int errno_value) {
    return std::unexpected(
        SourceFault{.errno_value = errno_value, .file = shown_name, .error = std::nullopt});
  };
  const ByteSource file = ByteSource::of_descriptor(fd);
  const auto facts = file.facts();
  if (!facts.has_value()) return refused(facts.error());
  if (facts->size == 0) return TextLogSoFar{};
  const auto theirs = read_header(file);
  if (!theirs.has_value()) return refused(theirs.error());
  const auto ours = parse_text_log_header(header, std::nullopt, {});
  if (!theirs->has_value() || !ours.has_value()) {
    return std::unexpected(unmatched(shown_name, {.found = true}));
  }
  const Difference differs = difference(*ours, (*theirs)->header);
  if (differs.found) return std::unexpected(unmatched(shown_name, differs));
  if (::lseek(fd, 0, SEEK_END) < 0) return refused(errno);
  const TextLogMark& mark = (*theirs)->header.mark;
  return TextLogSoFar{.has_rows = true,
                      .ends_in_line_end = ends_in_line_end(file, facts->size),
                      .zone = {.name = mark.zone_name, .bias_minutes = *mark.bias},
                      .rules = rules_of_rows(**theirs)};
}

}  // namespace openperflib
