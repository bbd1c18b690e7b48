// Each narrow function and its wide twin are one template.
#include "openperflib/compat/windows/text/string_edits.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "openperflib/compat/windows/text/text_internal.h"
#include "openperflib/os/process/made_once.h"

namespace openperflib::compat {
namespace {

template <typename Char>
Char* duplicate(const Char* text) {
  if (text == nullptr) return nullptr;
  const std::size_t bytes = (Text<Char>(text).size() + 1) * sizeof(Char);
  auto* copy = static_cast<Char*>(std::malloc(bytes));
  if (copy != nullptr) std::memcpy(copy, text, bytes);
  return copy;
}

// The lower case of one character by the rules of folded(); the character itself if it has none.
std::u16string lower(std::u16string_view character) {
  return utf16_from_utf8(folded(utf8_from(character)));
}

// The capital letter for a small one. All letters that folded() changes are below U+0530.
char16_t upper(char16_t small) {
  constexpr char16_t kEnd = 0x530;
  const auto& capitals = made_once([] {
    auto* const made = new std::array<char16_t, kEnd>();
    for (char16_t capital = 1; capital < kEnd; ++capital) {
      const std::u16string folded_one = lower({&capital, 1});
      const bool is_pair = folded_one.size() == 1 && folded_one[0] != capital;
      if (is_pair && folded_one[0] < kEnd) made->at(folded_one[0]) = capital;
    }
    return made;
  });
  return small < kEnd && capitals.at(small) != 0 ? capitals.at(small) : small;
}

enum class Case { lower, upper };

std::u16string changed(std::u16string_view text, Case wanted) {
  if (wanted == Case::lower) return lower(text);
  std::u16string out(text);
  std::ranges::transform(out, out.begin(), upper);
  return out;
}

WCHAR* change_case(WCHAR* text, Case wanted) {
  if (text == nullptr) return nullptr;
  const std::u16string out = changed(text, wanted);
  if (out.size() == Text<WCHAR>(text).size()) std::ranges::copy(out, text);
  return text;
}

CHAR* change_case(CHAR* text, Case wanted) {
  if (text == nullptr) return nullptr;
  const std::string out = utf8_from(Text<WCHAR>(changed(utf16_from_utf8(text), wanted)));
  if (out.size() == Text<CHAR>(text).size()) {
    std::ranges::copy(out, text);
  } else {  // some letter would change its length: change ASCII letters only
    const auto change_one = [wanted](char one) {
      const bool is_letter =
          wanted == Case::lower ? one >= 'A' && one <= 'Z' : one >= 'a' && one <= 'z';
      return is_letter ? static_cast<char>(one ^ 0x20) : one;
    };
    std::transform(text, text + Text<CHAR>(text).size(), text, change_one);
  }
  return text;
}

template <typename Char>
errno_t change_case_safely(Char* text, std::size_t room, Case wanted) {
  if (text == nullptr || room == 0) return EINVAL;
  if (std::find(text, text + room, Char{0}) == text + room) {
    *text = 0;
    return EINVAL;
  }
  (void)change_case(text, wanted);
  return 0;
}

template <typename Char>
Char* reverse(Char* text) {
  if (text != nullptr) std::reverse(text, text + Text<Char>(text).size());
  return text;
}

errno_t check_copy(const void* to, std::size_t room, const void* from, std::size_t count) {
  if (count == 0) return 0;
  if (to == nullptr || from == nullptr) return EINVAL;
  return room < count ? ERANGE : 0;
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

LPSTR _strdup(LPCSTR text) { return duplicate(text); }
LPWSTR _wcsdup(LPCWSTR text) { return duplicate(text); }
LPSTR _strlwr(LPSTR text) { return change_case(text, Case::lower); }
LPWSTR _wcslwr(LPWSTR text) { return change_case(text, Case::lower); }
LPSTR _strupr(LPSTR text) { return change_case(text, Case::upper); }
LPWSTR _wcsupr(LPWSTR text) { return change_case(text, Case::upper); }
LPSTR _strrev(LPSTR text) { return reverse(text); }
LPWSTR _wcsrev(LPWSTR text) { return reverse(text); }
errno_t _strlwr_s(LPSTR text, size_t room) { return change_case_safely(text, room, Case::lower); }
errno_t _wcslwr_s(LPWSTR text, size_t room) { return change_case_safely(text, room, Case::lower); }
errno_t _strupr_s(LPSTR text, size_t room) { return change_case_safely(text, room, Case::upper); }
errno_t _wcsupr_s(LPWSTR text, size_t room) { return change_case_safely(text, room, Case::upper); }

errno_t memcpy_s(void* to, size_t room, const void* from, size_t count) {
  const errno_t result = check_copy(to, room, from, count);
  if (result == 0 && count != 0) std::memmove(to, from, count);
  if (result != 0 && to != nullptr) std::memset(to, 0, room);
  return result;
}
errno_t memmove_s(void* to, size_t room, const void* from, size_t count) {
  const errno_t result = check_copy(to, room, from, count);
  if (result == 0 && count != 0) std::memmove(to, from, count);
  return result;
}
errno_t wmemcpy_s(LPWSTR to, size_t room, LPCWSTR from, size_t count) {
  if (count > room && to != nullptr && from != nullptr) {
    std::fill_n(to, room, WCHAR{0});
    return ERANGE;
  }
  return memcpy_s(to, room * sizeof(WCHAR), from, count * sizeof(WCHAR));
}
errno_t wmemmove_s(LPWSTR to, size_t room, LPCWSTR from, size_t count) {
  if (count > room) return to == nullptr || from == nullptr ? EINVAL : ERANGE;
  return memmove_s(to, room * sizeof(WCHAR), from, count * sizeof(WCHAR));
}
errno_t strerror_s(LPSTR to, size_t room, int number) {
  if (to == nullptr || room == 0) return EINVAL;
  const char* text = ::strerrordesc_np(number);
  (void)copy_cut(Text<CHAR>(text == nullptr ? "Unknown error" : text), to, room);
  return 0;
}
