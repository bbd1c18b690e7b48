#include "openperflib/titles/manifest/language_xml.h"

#include <string>
#include <string_view>
#include <utility>

#include "openperflib/titles/language/language_columns_internal.h"
#include "openperflib/titles/manifest/xml_file.h"

namespace openperflib {
namespace {

// The texts of the attributes of an element, each with the name of its language.
struct NamesOfElement {
  std::string english;  // empty: it has none
  std::vector<std::pair<std::string_view, std::string>> local;
};

NamesOfElement names_in_element(pugi::xml_node element) {
  NamesOfElement names;
  for (const pugi::xml_attribute attribute : element.attributes()) {
    const std::string_view language = attribute.name();
    std::string text = xml_text_of(attribute.value()).text;
    if (means_english(language)) {
      names.english = std::move(text);
    } else if (names.local.size() < kMostLanguages) {
      names.local.emplace_back(language, std::move(text));
    }
  }
  return names;
}

}  // namespace

ReadLanguages languages_of_xml(Bytes bytes) {
  XmlFile file;
  if (const auto fault = file.parse(bytes)) {
    return std::unexpected(
        TitleRemarks{{TitleFile::language, fault->line, fault->rule, fault->subject}});
  }
  LanguageColumns languages;
  for (const pugi::xml_node object : file.root().children()) {
    const NamesOfElement names = names_in_element(object);
    for (const auto& [language, local] : names.local) {
      LanguageNames* const of = languages.of(language);
      if (of != nullptr) of->add_object(names.english, local);
    }
    for (const pugi::xml_node counter : object.children()) {
      const NamesOfElement its = names_in_element(counter);
      for (const auto& [language, local] : its.local) {
        LanguageNames* const of = languages.of(language);
        if (of != nullptr) of->add_counter(names.english, its.english, local);
      }
    }
  }
  return languages.take();
}

}  // namespace openperflib
