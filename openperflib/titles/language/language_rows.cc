// Tables with a row for each name and a column for each language, and XML with an attribute for
// each.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "openperflib/text/utf16.h"
#include "openperflib/titles/file_text_internal.h"
#include "openperflib/titles/language/language_forms_internal.h"
#include "openperflib/titles/language_id.h"
#include "openperflib/titles/manifest/xml_file_internal.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostColumns = 256;

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
      if (cells.size() == kMostColumns) break;
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
  std::array<std::size_t, kMostColumns> counts{};
  TableRows rows(text);
  while (const auto row = rows.next()) {
    for (std::size_t i = 0; i < row->size(); ++i) {
      if (!fixed_titles().positions((*row)[i]).empty()) ++counts[i];
    }
  }
  const auto most = std::ranges::max_element(counts);
  return *most == 0 ? std::nullopt : std::optional(static_cast<std::size_t>(most - counts.begin()));
}

// The languages by the names of the columns or attributes, in the order of the first of each.
class LanguageColumns {
 public:
  // Null: there are too many.
  LanguageNames* of(std::string_view name) {
    if (++names_ > kMostLanguageNames) return nullptr;
    const auto found = std::ranges::find(all_, name, &LanguageNames::language);
    if (found != all_.end()) return &*found;
    return all_.size() == kMostColumns ? nullptr : &all_.emplace_back(std::string(name));
  }
  // Errors: there are more names than a file may have.
  ReadLanguages take() {
    if (names_ > kMostLanguageNames) return too_many_language_names();
    return std::exchange(all_, {});
  }

 private:
  Languages all_;
  std::size_t names_ = 0;
};

// The texts of the attributes of an element, each with the name of its language.
struct NamesOfElement {
  std::string english;  // empty: it has none
  std::vector<std::pair<std::string_view, std::string>> local;
};

NamesOfElement names_in_element(pugi::xml_node element) {
  NamesOfElement names;
  for (const pugi::xml_attribute attribute : element.attributes()) {
    const std::string_view language = attribute.name();
    std::string text = xml_text_of(attribute.value()).text;
    if (means_english(language)) {
      names.english = std::move(text);
    } else if (names.local.size() < kMostColumns) {
      names.local.emplace_back(language, std::move(text));
    }
  }
  return names;
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

ReadLanguages languages_of_xml(Bytes bytes) {
  XmlFile file;
  if (const auto fault = file.parse(bytes)) {
    return std::unexpected(
        TitleRemarks{{TitleFile::language, fault->line, fault->rule, fault->subject}});
  }
  LanguageColumns languages;
  for (const pugi::xml_node object : file.root().children()) {
    const NamesOfElement names = names_in_element(object);
    for (const auto& [language, local] : names.local) {
      LanguageNames* const of = languages.of(language);
      if (of != nullptr) of->add_object(names.english, local);
    }
    for (const pugi::xml_node counter : object.children()) {
      const NamesOfElement its = names_in_element(counter);
      for (const auto& [language, local] : its.local) {
        LanguageNames* const of = languages.of(language);
        if (of != nullptr) of->add_counter(names.english, its.english, local);
      }
    }
  }
  return languages.take();
}

}  // namespace openperflib
