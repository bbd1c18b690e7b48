#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <span>
#include <string>

#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

RC_GTEST_PROP(Utf16, TextOfAnyBytes_IsValidAfterOnePass, (const std::string& text)) {
  const Utf8Text once = valid_utf8(text);
  RC_ASSERT(valid_utf8(once.text) == (Utf8Text{once.text, 0}));
}

RC_GTEST_PROP(Utf16, ValidTextThereAndBack_IsTheSameText, (const std::string& text)) {
  std::string valid = valid_utf8(text).text;
  std::erase(valid, '\0');  // a NUL ends a text
  const std::u16string utf16 = utf16_from_utf8(valid);
  RC_ASSERT(utf8_from_utf16(std::as_bytes(std::span(utf16))) == (Utf8Text{valid, 0}));
}

RC_GTEST_PROP(EqualIgnoringCase, IsEqualityOfTheFoldedTexts,
              (const std::string& a, const std::string& b)) {
  RC_ASSERT(equal_ignoring_case(a, b) == (folded(a) == folded(b)));
  RC_ASSERT(equal_ignoring_case(a, folded(a)));
}

}  // namespace
}  // namespace openperflib
