#include <algorithm>
#include <span>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/text/text_log_cells_internal.h"
#include "openperflib/log/text/text_log_encoding_internal.h"
#include "openperflib/log/text/text_log_fields_internal.h"
#include "openperflib/log/text/text_log_header_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::string_view kSeparators = ",\t;";

// The place of the separator before the first path, which begins with a backslash; blanks and a
// quote may stand between them. npos: there is none.
std::size_t separator_before_path(std::string_view line) {
  std::size_t at = line.find('\\');
  if (at == std::string_view::npos) return at;
  while (at != 0 && (line[at - 1] == ' ' || line[at - 1] == '"')) --at;
  return at != 0 && kSeparators.contains(line[at - 1]) ? at - 1 : std::string_view::npos;
}

// The character after the first cell. Without quotes, the character before the first path: zones
// may contain commas.
char separator_in(std::string_view line) {
  const std::size_t quote = after_spaces(line, 0);
  const std::size_t close = line.find('"', quote + 1);
  if (line.substr(quote).starts_with('"') && close != std::string_view::npos) {
    const std::size_t next = after_spaces(line, close + 1);
    if (next < line.size() && kSeparators.contains(line[next])) return line[next];
  }
  const std::size_t before_path = separator_before_path(line);
  if (before_path != std::string_view::npos) return line[before_path];
  return line.find('\t') != std::string_view::npos ? '\t' : ',';
}

// A first cell without quotes may contain the separator in its zone: it ends where the paths begin.
TextCell first_cell(std::string_view line, TextCells& cells, char separator) {
  TextCell cell;
  if (!cells.next(cell) || cell.is_quoted) return cell;
  const std::size_t end = separator_before_path(line);
  if (end == std::string_view::npos || line[end] != separator) return cell;
  cell.text = line.substr(0, end);
  cell.end = end;
  cells.set_at(end + 1);
  return cell;
}

// Returns the mark of a sheet of convert --excel whose zone is not known. Only the path after its
// "time" tells it from the table of another program.
std::optional<TextLogMark> mark_without_zone(std::string_view first, std::string_view line) {
  if (first != "time" || separator_before_path(line) == std::string_view::npos) return std::nullopt;
  return TextLogMark{
      .format = TextLogFormat::csv, .zone_name = {}, .bias = std::nullopt, .is_sheet = true};
}

// Without titles, only what is a child on every machine is known to have parents.
ObjectParents parents_of(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos) return ObjectParents::none;
  const std::size_t begin = text.rfind('\\', open) + 1;  // npos + 1 is 0
  return is_child_object(text.substr(begin, open - begin)) ? ObjectParents::possible
                                                           : ObjectParents::none;
}

void parse_path(TextLogColumn& column) {
  auto path = CounterPath::parse(column.text, parents_of(column.text));
  column.path.reset();
  if (path.has_value()) column.path = *std::move(path);
}

TextLogColumn column_of(const TextCell& cell, const TextLogEncoding& encoding) {
  TextLogColumn column;
  column.text = decoded(unquoted(cell), encoding);
  if (!cell.is_quoted) column.text = without_outer_spaces(column.text);
  column.offset = cell.offset;
  parse_path(column);
  return column;
}

// "SRV" of "\SRV\Memory\Available MBytes": the first of three parts. Empty for any other text; the
// name of an object with an instance is not a machine.
std::string_view machine_after_one_backslash(std::string_view text) {
  if (!text.starts_with('\\') || text.starts_with("\\\\")) return {};
  const std::size_t object = text.find('\\', 1);
  if (object == std::string_view::npos || text.find('\\', object + 1) == std::string_view::npos) {
    return {};
  }
  const std::string_view machine = text.substr(1, object - 1);
  return machine.contains('(') ? std::string_view() : machine;
}

// Scripts and spreadsheets take the first of two backslashes away. That they did is certain where
// all paths have three parts and the same first one; the last column may be a caption.
bool has_one_backslash(std::span<const TextLogColumn> columns) {
  if (!columns.empty() && !columns.back().text.starts_with('\\')) {
    columns = columns.first(columns.size() - 1);
  }
  if (columns.empty()) return false;
  const std::string_view machine = machine_after_one_backslash(columns.front().text);
  return !machine.empty() && std::ranges::all_of(columns, [&](const TextLogColumn& column) {
    return equal_ignoring_case(machine_after_one_backslash(column.text), machine);
  });
}

}  // namespace

std::expected<TextLogFirstLine, Error> parse_text_log_header(
    std::string_view line, std::optional<TextLogEncoding> encoding, const TextLogOptions& options) {
  TextLogFirstLine header;
  header.separator = separator_in(line);
  TextCells cells(line, header.separator);
  const TextCell first = first_cell(line, cells, header.separator);
  header.encoding = encoding.value_or(TextLogEncoding{});
  if (!encoding.has_value()) header.encoding = encoding_by_letters(line, options.code_page);
  const std::string first_text = decoded(unquoted(first), header.encoding);
  auto mark = parse_text_log_mark(first_text);
  if (!mark.has_value()) mark = mark_without_zone(first_text, line);
  if (!mark.has_value()) {
    return std::unexpected(text_log_error(Errc::wrong_value, TextLogField::first_cell, 0));
  }
  header.mark = *std::move(mark);
  if (header.mark.is_sheet && header.separator == '\t') header.mark.format = TextLogFormat::tsv;
  TextCell cell;
  while (cells.next(cell)) {
    if (!cell.is_closed) {
      header.is_cut = true;
    } else if (header.columns.size() == options.limits.columns) {
      return std::unexpected(text_log_error(Errc::over_limit, TextLogField::column, cell.offset,
                                            options.limits.columns));
    } else {
      header.columns.push_back(column_of(cell, header.encoding));
    }
  }
  header.has_one_backslash = has_one_backslash(header.columns);
  for (TextLogColumn& column : header.columns) {
    if (!header.has_one_backslash || !column.text.starts_with('\\')) continue;
    column.text.insert(0, 1, '\\');
    parse_path(column);
  }
  return header;
}

// "sep=;" tells a spreadsheet the separator, and stands before the header.
bool is_separator_line(std::string_view line) {
  line = without_outer_spaces(line);
  if (line.starts_with('"') && line.ends_with('"')) line = line.substr(1, line.size() - 2);
  constexpr std::string_view kWord = "sep=";
  return line.size() == kWord.size() + 1 &&
         equal_ignoring_case(line.substr(0, kWord.size()), kWord);
}

}  // namespace openperflib
