// The forms of a file with names in another language; each reads one, and returns no language if
// the file has another form. Errors: mistakes by line; more names than kMostLanguageNames.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/titles/language/language_names.h"
#include "openperflib/titles/name_file.h"
#include "openperflib/titles/title_remark.h"

namespace openperflib {

using Languages = std::vector<LanguageNames>;
using ReadLanguages = std::expected<Languages, TitleRemarks>;

// The most names that a file may have, in all its languages: they take some 200 bytes each.
inline constexpr std::size_t kMostLanguageNames = 1'000'000;
[[nodiscard]] std::unexpected<TitleRemarks> too_many_language_names();

// A table of one language, as the registry has it: names and help texts.
struct TableOfTitles {
  std::string language;
  bool is_english = false;
  std::vector<NameFile::Entry> titles;
};

// The languages of tables by index. An index has its English name from an English table among them,
// otherwise from the fixed titles; one without any is left out.
[[nodiscard]] ReadLanguages languages_of(const std::vector<TableOfTitles>& tables);

// A backup that lodctr /S wrote: [PerfStrings_LANGUAGE]. All else in it is passed over.
[[nodiscard]] ReadLanguages languages_of_backup(std::string_view text);
// Registry files (`reg export`), the output of `reg query`, and the values themselves: an index and
// a text in turn, each ended by a NUL or a line end.
[[nodiscard]] ReadLanguages languages_of_tables(Bytes bytes, std::string_view text,
                                                std::string_view name);
// Rows with the English name and the others, separated by tabs, semicolons or commas; the first row
// may name the columns.
[[nodiscard]] ReadLanguages languages_of_rows(std::string_view text, std::string_view name);

// Whether a word means English: "009", "en", "en-US", "enUS", "English", "English name".
[[nodiscard]] bool means_english(std::string_view word);

}  // namespace openperflib
