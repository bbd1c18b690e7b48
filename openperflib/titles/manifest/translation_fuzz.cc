// Any bytes as a translation: what is read is valid text, each id comes once, and each remark names
// a line.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <span>
#include <string_view>

#include "openperflib/text/utf16.h"
#include "openperflib/titles/manifest/translation.h"

namespace openperflib {
namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

void read(Bytes bytes) {
  const Translation translation = read_translation(bytes);
  std::set<std::uint32_t> ids;
  for (const TranslatedText& text : translation.texts) {
    check(ids.insert(text.id).second);
    check(text.line >= 1 && text.line <= bytes.size() + 1);
    check(valid_utf8(text.text).replaced == 0);
  }
  check(std::ranges::is_sorted(translation.remarks, {}, &TitleRemark::line));
  for (const TitleRemark& remark : translation.remarks) {
    check(remark.line >= 1 && remark.line <= bytes.size() + 1);
    check(valid_utf8(describe(remark)).replaced == 0);
  }
}

}  // namespace
}  // namespace openperflib

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  openperflib::read(std::as_bytes(std::span(data, size)));
  return 0;
}
