// Title tables by index: backups, registry files, the output of reg, and lists of index and text.
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "openperflib/base/whole_number_internal.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/file_text_internal.h"
#include "openperflib/titles/language/language_forms_internal.h"
#include "openperflib/titles/language_id.h"
#include "openperflib/titles/name_file.h"
#include "openperflib/titles/section_reader_internal.h"

namespace openperflib {
namespace {

constexpr TitleIndex kFirstName = 2;
constexpr std::string_view kCounterValue = "Counter";
constexpr std::string_view kMultiString = "REG_MULTI_SZ";

bool is_name_index(TitleIndex index) noexcept { return index >= kFirstName && index % 2 == 0; }

// The last part of a registry key, which is the number of a language; otherwise `name`.
std::string language_of_key(std::string_view key, std::string_view name) {
  const std::string_view last = key.substr(key.rfind('\\') + 1);  // all of it if there is none
  const auto language = language_of(last);
  return language.has_value() ? language_text(*language) : std::string(name);
}

TableOfTitles table_of_key(std::string_view key, std::string_view name,
                           std::vector<NameFile::Entry> titles) {
  std::string language = language_of_key(key, name);
  const bool is_english = means_english(language);
  return {.language = std::move(language), .is_english = is_english, .titles = std::move(titles)};
}

// The bytes of "31,00,32,00" up to the first part that has other characters.
std::vector<std::byte> bytes_of_hex(std::string_view hex) {
  std::vector<std::byte> bytes;
  for (std::size_t at = 0; at + 1 < hex.size();) {
    if (hex[at] == ',') {
      ++at;
      continue;
    }
    const auto byte = whole_number<std::uint8_t>(hex.substr(at, 2), 16);
    if (!byte.has_value()) break;
    bytes.push_back(std::byte{*byte});
    at += 2;
  }
  return bytes;
}

// Lines of a registry file; one that ends in a backslash goes on in the next.
class RegistryLines {
 public:
  explicit RegistryLines(std::string_view text) : lines_(text) {}

  // The next whole line, without the blanks around its parts.
  std::optional<std::string> next() {
    std::optional<std::string> whole;
    while (const auto line = lines_.next()) {
      std::string_view part = trimmed(line->text);
      const bool goes_on = part.ends_with('\\');
      if (goes_on) part.remove_suffix(1);
      whole = whole.value_or("").append(part);
      if (!goes_on) break;
    }
    return whole;
  }

 private:
  LineReader lines_;
};

std::vector<TableOfTitles> tables_of_registry_file(std::string_view text, std::string_view name) {
  constexpr std::string_view kValue = "\"Counter\"=hex(7):";
  std::vector<TableOfTitles> tables;
  std::string key;
  RegistryLines lines(text);
  while (const auto line = lines.next()) {
    if (line->starts_with('[') && line->ends_with(']')) key = line->substr(1, line->size() - 2);
    if (!equal_ignoring_case(std::string_view(*line).substr(0, kValue.size()), kValue)) continue;
    const auto bytes = bytes_of_hex(std::string_view(*line).substr(kValue.size()));
    auto file = NameFile::read(bytes);
    if (file.has_value()) tables.push_back(table_of_key(key, name, std::move(file->entries)));
  }
  return tables;
}

// Takes what is before the next \0, as `reg query` writes each NUL, and the \0.
std::string_view take_part(std::string_view& value) {
  constexpr std::string_view kNul = "\\0";
  const std::size_t end = std::min(value.find(kNul), value.size());
  const std::string_view part = value.substr(0, end);
  value.remove_prefix(std::min(end + kNul.size(), value.size()));
  return part;
}

std::vector<NameFile::Entry> texts_of_query(std::string_view value) {
  std::vector<NameFile::Entry> titles;
  while (!value.empty()) {
    const auto index = whole_number<TitleIndex>(take_part(value));
    if (!index.has_value()) break;
    titles.push_back({*index, std::string(take_part(value))});
  }
  return titles;
}

std::vector<TableOfTitles> tables_of_query(std::string_view text, std::string_view name) {
  std::vector<TableOfTitles> tables;
  std::string key;
  LineReader lines(text);
  while (const auto line = lines.next()) {
    std::string_view rest = trimmed(line->text);
    if (rest.starts_with("HKEY_")) key = rest;
    if (!rest.starts_with(kCounterValue)) continue;
    rest = trimmed(rest.substr(kCounterValue.size()));
    if (!rest.starts_with(kMultiString)) continue;
    rest = trimmed(rest.substr(kMultiString.size()));
    tables.push_back(table_of_key(key, name, texts_of_query(rest)));
  }
  return tables;
}

// Lines with an index and a text in turn; none if a line that should be an index is not.
std::vector<NameFile::Entry> texts_of_lines(std::string_view text) {
  std::vector<NameFile::Entry> titles;
  LineReader lines(text);
  while (const auto line = lines.next()) {
    const std::string_view word = trimmed(line->text);
    if (word.empty()) continue;
    const auto index = whole_number<TitleIndex>(word);
    const auto next = index.has_value() ? lines.next() : std::nullopt;
    if (!next.has_value()) return {};
    titles.push_back({*index, std::string(trimmed(next->text))});
  }
  return titles;
}

// A text without any NUL is not a list of pairs.
std::vector<NameFile::Entry> texts_of_value(Bytes bytes, std::string_view text) {
  auto file = NameFile::read(bytes);
  const bool has_pairs = file.has_value() && !file->entries.empty();
  return has_pairs ? std::move(file->entries) : texts_of_lines(text);
}

// The language of a section of a backup with titles; nullopt: it is another section.
std::optional<LanguageId> language_of_section(std::string_view name) {
  constexpr std::string_view kBegin = "PerfStrings_";
  if (!equal_ignoring_case(name.substr(0, kBegin.size()), kBegin)) return std::nullopt;
  return language_of(name.substr(kBegin.size()));
}

}  // namespace

ReadLanguages languages_of(const std::vector<TableOfTitles>& tables) {
  std::map<TitleIndex, std::string_view> english;
  for (const TableOfTitles& table : tables) {
    if (!table.is_english) continue;
    for (const NameFile::Entry& title : table.titles) english.emplace(title.index, title.text);
  }
  Languages languages;
  std::size_t count = 0;
  for (const TableOfTitles& table : tables) {
    if (table.is_english) continue;
    count += table.titles.size();
    if (count > kMostLanguageNames) return too_many_language_names();
    LanguageNames& names = languages.emplace_back(table.language);
    for (const NameFile::Entry& title : table.titles) {
      if (!is_name_index(title.index)) continue;
      const auto known = english.find(title.index);
      names.add_name(
          known != english.end() ? known->second : fixed_titles().name(title.index).value_or(""),
          title.text);
    }
  }
  return languages;
}

ReadLanguages languages_of_backup(std::string_view text) {
  std::vector<TableOfTitles> tables;
  bool is_in_language = false;
  SectionReader reader(text);
  while (const auto line = reader.next()) {
    if (line->kind == SectionLine::Kind::section) {
      const auto language = language_of_section(line->key);
      is_in_language = language.has_value();
      if (is_in_language) {
        tables.push_back({.language = language_text(*language),
                          .is_english = *language == kEnglish,
                          .titles = {}});
      }
    }
    if (!is_in_language || line->kind != SectionLine::Kind::entry) continue;
    const auto index = whole_number<TitleIndex>(line->key);
    if (index.has_value()) {
      tables.back().titles.push_back({*index, std::string(trimmed(line->value))});
    }
  }
  return languages_of(tables);
}

ReadLanguages languages_of_tables(Bytes bytes, std::string_view text, std::string_view name) {
  if (text.starts_with("Windows Registry Editor") || text.starts_with("REGEDIT4")) {
    return languages_of(tables_of_registry_file(text, name));
  }
  if (text.contains(kMultiString)) return languages_of(tables_of_query(text, name));
  std::vector<TableOfTitles> tables(1);
  tables.front().language = name;
  tables.front().titles = texts_of_value(bytes, text);
  return languages_of(tables);
}

}  // namespace openperflib
