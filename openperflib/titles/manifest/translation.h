// Translation: a STEM.LANGID.rc: the texts of a manifest's resource ids in another language.
//
// Value: owns its texts, and its mistakes.
// Source: docs/formats/manifest.md, section Translations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/titles/title_remark.h"

namespace openperflib {

// Value: a string of a STRINGTABLE.
struct TranslatedText {
  std::uint32_t id = 0;
  std::string text = {};  // UTF-8
  std::size_t line = 1;
  bool operator==(const TranslatedText&) const = default;
};

// Value: the strings of all tables of a file, as far as they could be read.
struct Translation {
  std::vector<TranslatedText> texts = {};  // in the order of the file
  TitleRemarks remarks = {};               // by line
  bool operator==(const Translation&) const = default;
};

// Reads as much as can be read. Time and memory are linear in the size, of at most
// kMostTitleFileBytes.
[[nodiscard]] Translation read_translation(Bytes bytes);

}  // namespace openperflib
