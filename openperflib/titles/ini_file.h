// IniFile: an .ini of lodctr: which service has which names and help texts, by symbol.
//
// Value: owns its texts, and its mistakes.
// Source: docs/formats/ini.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/code_page_decoder.h"
#include "openperflib/titles/language_id.h"
#include "openperflib/titles/title_remark.h"

namespace openperflib {

// The most bytes of an .ini and of a symbol header.
inline constexpr std::size_t kMostTitleFileBytes = std::size_t{16} << 20U;

// A line of [text].
struct IniText {
  // By the end of the key: SYMBOL_009_NAME or SYMBOL_009_HELP.
  enum class Kind : std::uint8_t { name, help };
  std::string symbol;
  LanguageId language = kEnglish;  // or kNeutral
  Kind kind = Kind::name;
  std::string text;  // UTF-8
  std::size_t line = 1;
  bool operator==(const IniText&) const = default;
};

// A symbol of [objects].
struct IniObject {
  std::string symbol;
  std::size_t line = 1;
  bool operator==(const IniObject&) const = default;
};

// A line of [languages].
struct IniLanguage {
  LanguageId language = kEnglish;  // or kNeutral
  std::size_t line = 1;
  bool operator==(const IniLanguage&) const = default;
};

// Value: an .ini as far as it could be read. See above.
struct IniFile {
  // Where the sections begin, for remarks on what they lack; 1: they are missing.
  struct Lines {
    std::size_t info = 1;
    std::size_t objects = 1;
    std::size_t languages = 1;
    std::size_t text = 1;
    bool operator==(const Lines&) const = default;
  };

  std::string driver_name = {};  // empty: missing
  std::string symbol_file = {};  // the name of the header, without a folder; empty: missing
  bool is_trusted = false;
  std::vector<IniObject> objects = {};      // in the order of the file
  std::vector<IniLanguage> languages = {};  // in the order of the file
  std::vector<IniText> texts = {};          // in the order of the file
  Lines lines = {};
  TitleRemarks remarks = {};  // by line; texts with mistakes are in `texts` where they have a key

  // Reads as much as can be read. Time and memory are linear in the size. `decode` is for files
  // without a byte order mark that are not UTF-8: null knows only Windows-1252.
  [[nodiscard]] static IniFile read(Bytes bytes, CodePageDecoder decode = nullptr);
  bool operator==(const IniFile&) const = default;
};

// Whether this can be the name of the key Services\NAME: 1 to 256 characters, neither \ nor / nor
// control characters, and not "." or "..".
[[nodiscard]] bool is_service_name(std::string_view utf8) noexcept;

}  // namespace openperflib
