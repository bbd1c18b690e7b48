#include "openperflib/compat/windows/text/languages.h"

#include "openperflib/compat/windows/core/last_error_internal.h"
#include "openperflib/compat/windows/text/text_internal.h"

namespace openperflib::compat {
namespace {

constexpr LANGID kEnglishUs = MAKELANGID(LANG_ENGLISH, SUBLANG_ENGLISH_US);
constexpr LCID kEnglishUsLocale = MAKELCID(kEnglishUs, SORT_DEFAULT);

int give_locale_name(WCHAR* name, int room) {
  constexpr Text<WCHAR> kName = u"en-US";
  constexpr int kLength = 6;  // with its NUL
  if (name == nullptr) return fail(ERROR_INVALID_PARAMETER, 0);
  if (room < kLength) return fail(ERROR_INSUFFICIENT_BUFFER, 0);
  (void)copy_cut(kName, name, static_cast<std::size_t>(room));
  return kLength;
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

LANGID GetUserDefaultLangID() { return kEnglishUs; }
LANGID GetSystemDefaultLangID() { return kEnglishUs; }
LANGID GetUserDefaultUILanguage() { return kEnglishUs; }
LANGID GetSystemDefaultUILanguage() { return kEnglishUs; }
LANGID GetThreadUILanguage() { return kEnglishUs; }
LANGID SetThreadUILanguage(LANGID language) {
  return language == 0 || language == kEnglishUs ? kEnglishUs : LANGID{0};
}
LCID GetUserDefaultLCID() { return kEnglishUsLocale; }
LCID GetSystemDefaultLCID() { return kEnglishUsLocale; }
LCID GetThreadLocale() { return kEnglishUsLocale; }
int GetUserDefaultLocaleName(LPWSTR name, int room) { return give_locale_name(name, room); }
int GetSystemDefaultLocaleName(LPWSTR name, int room) { return give_locale_name(name, room); }
