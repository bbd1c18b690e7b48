#include <fmt/core.h>

#include <set>

#include "openperflib/loading/written_sources_internal.h"

namespace openperflib {
namespace {

std::string text_lines(const LanguageTexts& language) {
  const std::string id = language_text(language.language);
  std::string lines;
  for (const SymbolText& text : language.texts) {
    lines += fmt::format("S{}_{}_NAME={}\r\n", text.distance, id, text.name);
    if (!text.help.empty()) {
      lines += fmt::format("S{}_{}_HELP={}\r\n", text.distance, id, text.help);
    }
  }
  return lines;
}

}  // namespace

std::string ini_text_of(const ServiceTitles& titles) {
  constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
  std::string text = fmt::format("{}[info]\r\ndrivername={}\r\nsymbolfile=symbols.h\r\n", kUtf8Mark,
                                 titles.driver_name);
  if (titles.is_trusted) text += "trusted=\r\n";
  if (titles.has_objects) text += "[objects]\r\n";
  for (const std::uint32_t object : titles.objects) {
    text += fmt::format("S{}_{}_NAME=\r\n", object, language_text(kEnglish));
  }
  text += "[languages]\r\n";
  for (const LanguageTexts& language : titles.languages) {
    const std::string id = language_text(language.language);
    text += fmt::format("{}={}\r\n", id, id);
  }
  text += "[text]\r\n";
  for (const LanguageTexts& language : titles.languages) text += text_lines(language);
  return text;
}

std::string header_text_of(const ServiceTitles& titles) {
  std::set<std::uint32_t> numbers;
  for (const LanguageTexts& language : titles.languages) {
    for (const SymbolText& text : language.texts) numbers.insert(text.distance);
  }
  std::string text;
  for (const std::uint32_t number : numbers) text += fmt::format("#define S{0} {0}\r\n", number);
  return text;
}

}  // namespace openperflib
