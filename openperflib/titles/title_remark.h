// TitleRemark: what is wrong in a file that registers or saves titles, and in which line.
//
// Value. Source: docs/formats/ini.md, backup.md, manifest.md and language_names.md, which list the
// rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "openperflib/titles/title_rule.h"

namespace openperflib {

// Which of the files.
enum class TitleFile : std::uint8_t { ini, header, backup, manifest, translation, language };

// Value: a rule that a line breaks. See above.
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
