#include "openperflib/base/try_internal.h"
#include "openperflib/log/text/text_log_cells_internal.h"
#include "openperflib/log/text/text_log_encoding_internal.h"
#include "openperflib/log/text/text_log_fields_internal.h"
#include "openperflib/log/text/text_log_header_internal.h"

namespace openperflib {
namespace {

constexpr std::string_view kSeparators = ",\t;";

// The character after the first cell. Without quotes, the character before the first path, which
// begins with a backslash: zones may contain commas.
char separator_in(std::string_view line) {
  const std::size_t close = line.find('"', 1);
  if (line.starts_with('"') && close != std::string_view::npos && close + 1 < line.size() &&
      kSeparators.contains(line[close + 1])) {
    return line[close + 1];
  }
  std::size_t path = line.find('\\');
  if (path != std::string_view::npos && path != 0 && line[path - 1] == '"') --path;
  if (path != std::string_view::npos && path != 0 && kSeparators.contains(line[path - 1]))
    return line[path - 1];
  return line.find('\t') != std::string_view::npos ? '\t' : ',';
}

// A first cell without quotes may contain the separator in its zone: it ends where the paths begin.
TextCell first_cell(std::string_view line, TextCells& cells, char separator) {
  TextCell cell;
  if (!cells.next(cell) || cell.is_quoted) return cell;
  const std::size_t path = line.find('\\');
  if (path == std::string_view::npos || path == 0 || line[path - 1] != separator) return cell;
  cell.text = line.substr(0, path - 1);
  cells.set_at(path);
  return cell;
}

// Without titles, only what is a child on every machine is known to have parents.
ObjectParents parents_of(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos) return ObjectParents::none;
  const std::size_t begin = text.rfind('\\', open) + 1;  // npos + 1 is 0
  return is_child_object(text.substr(begin, open - begin)) ? ObjectParents::possible
                                                           : ObjectParents::none;
}

TextLogColumn column_of(const TextCell& cell, const TextLogEncoding& encoding) {
  TextLogColumn column;
  column.text = decoded(unquoted(cell), encoding);
  column.offset = cell.offset;
  auto path = CounterPath::parse(column.text, parents_of(column.text));
  if (path.has_value()) column.path = *std::move(path);
  return column;
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
  auto mark = parse_text_log_mark(decoded(unquoted(first), header.encoding));
  if (!mark.has_value()) {
    return std::unexpected(text_log_error(Errc::wrong_value, TextLogField::first_cell, 0));
  }
  header.mark = *std::move(mark);
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
  return header;
}

}  // namespace openperflib
