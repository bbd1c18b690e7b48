// TitleRemark: what is wrong in an .ini, a symbol header or a backup of titles, and in which line.
//
// Value. Source: docs/formats/ini.md and docs/formats/backup.md, which list the rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace openperflib {

// The rules of the three files. Only describe() has their texts.
enum class TitleRule : std::uint8_t {
  // of every file
  file_too_large,
  too_many_mistakes,
  section_not_closed,
  before_first_section,
  no_equals_sign,
  given_twice,
  undecodable,
  control_character,
  language_invalid,
  // of the .ini
  driver_name_missing,
  driver_name_invalid,
  symbol_file_missing,
  symbol_file_invalid,
  text_key_invalid,
  object_key_invalid,
  name_empty,
  name_too_long,
  no_names,
  // of the symbol header
  comment_not_closed,
  number_invalid,
  number_odd,
  number_too_large,
  number_shared,
  symbol_redefined,
  // of both together
  symbol_undefined,
  name_missing,
  object_without_name,
  // of the backup
  value_missing,
  value_not_a_number,
  index_invalid,
  service_invalid,
  range_invalid,
  // notes
  section_unknown,
  key_unknown,
  no_objects,
  no_english,
  language_not_listed,
  language_without_texts,
  symbol_without_name,
};

// Which of the files.
enum class TitleFile : std::uint8_t { ini, header, backup };

struct TitleRemark {
  TitleFile file = TitleFile::ini;
  std::size_t line = 1;  // from 1
  TitleRule rule = TitleRule::file_too_large;
  std::string subject = {};  // the symbol, name or key in question; printable, cut to 80 columns
  bool operator==(const TitleRemark&) const = default;
};
using TitleRemarks = std::vector<TitleRemark>;

// Whether a file with such a remark is still good.
[[nodiscard]] bool is_note(TitleRule rule) noexcept;

// Whether any of them is more than a note.
[[nodiscard]] bool has_mistakes(const TitleRemarks& remarks) noexcept;

// "the symbol QRATE is not defined in the symbol header": without the file and the line.
[[nodiscard]] std::string describe(const TitleRemark& remark);

}  // namespace openperflib
