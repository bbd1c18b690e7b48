// Tables with a row for each name and a column for each language.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "openperflib/text/utf16.h"
#include "openperflib/titles/file_text_internal.h"
#include "openperflib/titles/language/language_columns_internal.h"
#include "openperflib/titles/language/language_forms_internal.h"
#include "openperflib/titles/language_id.h"

namespace openperflib {
namespace {

// The cells of a line; a cell in double quotes may have the separator in it, and two double quotes
// for one.
std::vector<std::string> cells_of_row(std::string_view line, char separator) {
  std::vector<std::string> cells(1);
  bool is_quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && is_quoted && i + 1 < line.size() && line[i + 1] == '"') {
      cells.back() += line[++i];
    } else if (c == '"' && (is_quoted || cells.back().empty())) {
      is_quoted = !is_quoted;
    } else if (c == separator && !is_quoted) {
      if (cells.size() == kMostLanguages) break;
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  for (std::string& cell : cells) cell = trimmed(cell);
  return cells;
}

// The first of tab, semicolon and comma that the first line has.
std::optional<char> separator_of(std::string_view first_line) {
  for (const char separator : {'\t', ';', ','}) {
    if (first_line.contains(separator)) return separator;
  }
  return std::nullopt;
}

using Cells = std::vector<std::string>;

// The rows of a table, one after the other; empty lines are none.
class TableRows {
 public:
  explicit TableRows(std::string_view text) : lines_(text) {}

  std::optional<Cells> next() {
    std::optional<TextLine> line;
    do {
      line = lines_.next();
      if (!line.has_value()) return std::nullopt;
    } while (trimmed(line->text).empty());
    if (!separator_.has_value()) separator_ = separator_of(line->text);
    if (!separator_.has_value()) return std::nullopt;
    return cells_of_row(line->text, *separator_);
  }

 private:
  LineReader lines_;
  std::optional<char> separator_;
};

// The column with the most cells that are fixed titles in English; nullopt: none has one.
std::optional<std::size_t> english_column_of(std::string_view text) {
  std::array<std::size_t, kMostLanguages> counts{};
  TableRows rows(text);
  while (const auto row = rows.next()) {
    for (std::size_t i = 0; i < row->size(); ++i) {
      if (!fixed_titles().positions((*row)[i]).empty()) ++counts[i];
    }
  }
  const auto most = std::ranges::max_element(counts);
  return *most == 0 ? std::nullopt : std::optional(static_cast<std::size_t>(most - counts.begin()));
}

}  // namespace

bool means_english(std::string_view word) {
  std::string letters;
  for (const char c : word) {
    if (c != '-' && c != '_' && c != ' ') letters += c;
  }
  const std::string lower = folded(letters);
  constexpr std::size_t kOfLocale = std::string_view("enus").size();
  return lower == "en" || lower.starts_with("english") || language_of(lower) == kEnglish ||
         (lower.starts_with("en") && lower.size() == kOfLocale);
}

ReadLanguages languages_of_rows(std::string_view text, std::string_view name) {
  TableRows rows(text);
  std::optional<Cells> row = rows.next();
  if (!row.has_value()) return Languages();
  const auto header = std::ranges::find_if(*row, means_english);
  const bool has_header = header != row->end();
  const auto english = has_header ? std::optional(static_cast<std::size_t>(header - row->begin()))
                                  : english_column_of(text);
  if (!english.has_value()) return Languages();
  const Cells columns = has_header ? *row : Cells(row->size(), std::string(name));
  if (has_header) row = rows.next();
  LanguageColumns languages;
  for (; row.has_value(); row = rows.next()) {
    if (*english >= row->size()) continue;
    for (std::size_t i = 0; i < std::min(row->size(), columns.size()); ++i) {
      LanguageNames* const language = i == *english ? nullptr : languages.of(columns[i]);
      if (language != nullptr) language->add_name((*row)[*english], (*row)[i]);
    }
  }
  return languages.take();
}

}  // namespace openperflib
