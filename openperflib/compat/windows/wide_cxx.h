/* Included before all other headers (-include) in programs that link OpenPerflib::windows: makes
   std::wstring and std::wstring_view right for a wchar_t of 16 bits. Nothing in C, with a wchar_t
   of 32 bits, and with another C++ library than libstdc++.

   libstdc++ is compiled for 32 bits, and what it has for wchar_t calls functions that read twice as
   much. Without _GLIBCXX_USE_WCHAR_T its general templates are compiled in the program instead.
   What needs the compiled library (wcout, streams, std::stoi of a wstring) is a compiler error. */
#pragma once

#if defined(__cplusplus) && defined(__SIZEOF_WCHAR_T__) && __SIZEOF_WCHAR_T__ == 2
#if __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_USE_WCHAR_T
#include <iosfwd>
#include <string>
#if __cplusplus >= 201703L
#include <string_view>
#endif

namespace std {
/* Takes numbers of all types, whose digits are ASCII. */
template <typename Number>
wstring to_wstring(Number number) {
  const string digits = to_string(number);
  return wstring(digits.begin(), digits.end());
}

/* Declared and never defined, so that no program compiles that uses them. */
template <>
class basic_streambuf<wchar_t>;
template <>
class basic_ios<wchar_t>;
template <>
class ctype<wchar_t>;
template <>
class codecvt<wchar_t, char, mbstate_t>;
} /* namespace std */
#endif
#endif
