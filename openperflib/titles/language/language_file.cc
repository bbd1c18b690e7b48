#include "openperflib/titles/language/language_file.h"

#include <algorithm>
#include <utility>

#include "openperflib/titles/file_text_internal.h"
#include "openperflib/titles/language/language_forms_internal.h"

namespace openperflib {
namespace {

constexpr std::string_view kBackupSection = "[PerfStrings_";

std::unexpected<TitleRemarks> language_file_refused(TitleRule rule, std::string subject = {}) {
  return std::unexpected(TitleRemarks{{TitleFile::language, 1, rule, std::move(subject)}});
}

bool no_names_in(const Languages& languages) {
  return std::ranges::all_of(languages, [](const LanguageNames& one) { return one.size() == 0; });
}

ReadLanguages languages_in(Bytes bytes, std::string_view name, LanguageXmlReader read_xml) {
  const FileText file = edited_text_of(bytes);
  const std::size_t begin = std::min(file.text.find_first_not_of(" \t\r\n"), file.text.size());
  const std::string_view text = std::string_view(file.text).substr(begin);
  if (text.starts_with('<') && read_xml != nullptr) return read_xml(bytes);
  if (text.contains(kBackupSection)) return languages_of_backup(text);
  ReadLanguages found = languages_of_tables(bytes, text, name);
  if (found.has_value() && no_names_in(*found)) return languages_of_rows(text, name);
  return found;
}

}  // namespace

std::unexpected<TitleRemarks> too_many_language_names() {
  return language_file_refused(TitleRule::file_too_large, "1,000,000 names");
}

std::expected<std::vector<LanguageNames>, TitleRemarks> read_language_file(
    Bytes bytes, std::string_view name, LanguageXmlReader read_xml) {
  if (bytes.size() > kMostLanguageFileBytes) {
    return language_file_refused(TitleRule::file_too_large, "64 MiB");
  }
  ReadLanguages languages = languages_in(bytes, name, read_xml);
  if (!languages.has_value()) return languages;
  std::erase_if(*languages, [](const LanguageNames& one) { return one.size() == 0; });
  if (languages->empty()) return language_file_refused(TitleRule::no_language_names);
  return languages;
}

}  // namespace openperflib
