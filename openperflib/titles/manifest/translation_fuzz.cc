// Any bytes as a translation: what is read is valid text, each id comes once, and each remark names
// a line.
#include <cstdint>
#include <set>
#include <span>

#include "openperflib/testing/title_checks.h"
#include "openperflib/titles/manifest/translation.h"

namespace openperflib {
namespace {

void read(Bytes bytes) {
  const Translation translation = read_translation(bytes);
  std::set<std::uint32_t> ids;
  for (const TranslatedText& text : translation.texts) {
    check(ids.insert(text.id).second);
    check(text.line >= 1 && text.line <= bytes.size() + 1);
    check_valid(text.text);
  }
  check_remarks(translation.remarks, bytes.size());
}

}  // namespace
}  // namespace openperflib

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  openperflib::read(std::as_bytes(std::span(data, size)));
  return 0;
}
