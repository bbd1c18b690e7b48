// ServiceTitles: the names and help texts that a service installs, before they have indices.
//
// Value. Source: docs/formats/ini.md; the .ini and the symbol header of a performance module.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "openperflib/titles/language_id.h"

namespace openperflib {

// The texts of one symbol in one language.
struct SymbolText {
  std::uint32_t distance = 0;  // the symbol's number: even, added to the service's first index
  std::string name = {};       // UTF-8; never empty
  std::string help = {};       // UTF-8; empty: none
  bool operator==(const SymbolText&) const = default;
};

// All texts in one language.
struct LanguageTexts {
  LanguageId language = kEnglish;
  std::vector<SymbolText> texts = {};  // ascending by distance
  bool operator==(const LanguageTexts&) const = default;
};

// What an .ini and its symbol header say together.
struct ServiceTitles {
  std::string driver_name = {};             // the service: Services\NAME
  std::vector<std::uint32_t> objects = {};  // distances of the objects, ascending
  bool has_objects = false;         // whether [objects] names any; without, every query calls
  bool is_trusted = false;          // whether [info] has `trusted`
  std::uint32_t last_distance = 0;  // of the highest symbol that has a text
  // Ascending by language. English is always there: the first language of a file without English
  // texts is there twice.
  std::vector<LanguageTexts> languages = {};
  bool operator==(const ServiceTitles&) const = default;
};

}  // namespace openperflib
