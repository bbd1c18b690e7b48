// Any bytes as a file with the names of other languages: each language has a name, and what looking
// one up gives is valid text.
#include <cstdint>
#include <span>
#include <string>

#include "openperflib/testing/title_checks.h"
#include "openperflib/titles/language/language_file.h"
#include "openperflib/titles/manifest/language_xml.h"

namespace openperflib {
namespace {

void read(Bytes bytes) {
  const auto languages = read_language_file(bytes, "name", &languages_of_xml);
  if (!languages.has_value()) {
    check(has_mistakes(languages.error()));
    check_remarks(languages.error(), bytes.size());
    return;
  }
  check(!languages->empty());
  for (const LanguageNames& language : *languages) {
    check(language.size() > 0);
    check_valid(language.language());
    for (const char* local : {"Prozessor", "6", "x"}) {
      for (const std::string_view object : language.objects(local)) {
        check_valid(object);
        for (const std::string_view counter : language.counters(object, local)) {
          check_valid(counter);
        }
      }
    }
  }
}

}  // namespace
}  // namespace openperflib

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  openperflib::read(std::as_bytes(std::span(data, size)));
  return 0;
}
