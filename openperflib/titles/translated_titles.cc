#include "openperflib/titles/translated_titles.h"

namespace openperflib {

std::vector<Title> translated_titles(std::span<const Title> english,
                                     std::span<const Title> translations) {
  std::vector<Title> titles(english.begin(), english.end());
  auto translation = translations.begin();
  for (Title& title : titles) {
    while (translation != translations.end() && translation->index < title.index) ++translation;
    if (translation == translations.end()) break;
    if (translation->index == title.index && !translation->text.empty()) title = *translation;
  }
  return titles;
}

}  // namespace openperflib
