// CheckedTitles: what an .ini and its symbol header say together, or all that is wrong in them.
//
// Value. Source: docs/formats/ini.md, section Rules.
#pragma once

#include <expected>

#include "openperflib/titles/ini_file.h"
#include "openperflib/titles/service_titles.h"
#include "openperflib/titles/symbol_header.h"
#include "openperflib/titles/title_remark.h"

namespace openperflib {

// Value: titles without mistakes, and what is strange in the two files.
struct CheckedTitles {
  ServiceTitles titles;
  TitleRemarks notes;
};

// Errors: all mistakes of both files and in what they say together, and the notes; those of the
// .ini first, each file's by line.
[[nodiscard]] std::expected<CheckedTitles, TitleRemarks> check_titles(const IniFile& ini,
                                                                      const SymbolHeader& header);

}  // namespace openperflib
