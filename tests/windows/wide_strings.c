/* The wide functions for 16-bit characters, and the formats of Windows. <tchar.h> declares them
   in every kind of build. */
#include <errno.h>
#include <tchar.h>
#include <windows.h>

#include "check.h"

#define CHECK_TEXT(got, wanted) CHECK_EQ(_tcscmp((got), (wanted)), 0)

static void searching_and_copying(void) {
  TCHAR text[32];
  CHECK_EQ(_tcslen(_T("Processor")), 9);
  CHECK_TEXT(_tcscat(_tcscpy(text, _T("ab")), _T("cd")), _T("abcd"));
  CHECK(_tcscmp(_T("a"), _T("b")) < 0 && _tcscmp(_T("b"), _T("a")) > 0 &&
        _tcscmp(_T("ab"), _T("a")) > 0);
  CHECK_EQ(_tcsicmp(_T("PROCESSOR"), _T("processor")), 0);
  CHECK(_tcschr(text, _T('c')) == text + 2);
  CHECK(_tcschr(text, 0) == text + 4);
  CHECK(_tcschr(text, _T('x')) == NULL);
  CHECK(_tcsstr(text, _T("cd")) == text + 2);
  CHECK(_tcsstr(text, _T("")) == text);
  CHECK(_tcsstr(text, _T("ce")) == NULL);
}

static LONG number(LPCWSTR text, int base, int wanted_end) {
  LPWSTR end = NULL;
  const LONG value = openperflib_wcstol(text, &end, base);
  CHECK_EQ(end - text, wanted_end);
  return value;
}

static void numbers_have_32_bits(void) {
  CHECK_EQ(number(WIDE(" -12x"), 10, 4), -12);
  CHECK_EQ(number(WIDE("0x1F"), 0, 4), 31);
  CHECK_EQ(number(WIDE("0x1F"), 16, 4), 31);
  CHECK_EQ(number(WIDE("0xg"), 16, 1), 0);
  CHECK_EQ(number(WIDE("017"), 0, 3), 15);
  CHECK_EQ(number(WIDE("zZ"), 36, 2), 1295);
  CHECK_EQ(number(WIDE("abc"), 10, 0), 0);
  CHECK_EQ(number(WIDE("-"), 10, 0), 0);
  errno = 0;
  CHECK_EQ(number(WIDE("-2147483648"), 10, 11), -2147483647L - 1);
  CHECK_EQ(errno, 0);
  CHECK_EQ(number(WIDE("2147483648"), 10, 10), 2147483647);
  CHECK_EQ(errno, ERANGE);
  CHECK_EQ(number(WIDE("5"), 37, 0), 0);
  CHECK_EQ(errno, EINVAL);
}

static WCHAR formatted[128];
#define CHECK_FORMAT(wanted, ...)                                                  \
  do {                                                                             \
    CHECK_EQ(openperflib_swprintf(formatted, 128, __VA_ARGS__), lstrlenW(wanted)); \
    CHECK_EQ(lstrcmpW(formatted, wanted), 0);                                      \
  } while (0)

static void s_is_wide_in_a_wide_format(void) {
  CHECK_FORMAT(WIDE("ab cd ef gh ij"), WIDE("%s %S %hs %ls %ws"), WIDE("ab"), "cd", "ef",
               WIDE("gh"), WIDE("ij"));
  CHECK_FORMAT(WIDE("a b c d"), WIDE("%c %C %hc %lc"), L'a', 'b', 'c', L'd');
  CHECK_FORMAT(WIDE("[   ab][ab   ][a]"), WIDE("[%5s][%-5s][%.1s]"), WIDE("ab"), WIDE("ab"),
               WIDE("ab"));
  CHECK_FORMAT(WIDE("[  a]"), WIDE("[%*.*s]"), 3, 1, WIDE("abc"));
  CHECK_FORMAT(WIDE("(null)"), WIDE("%s"), (WCHAR*)NULL);
  CHECK_FORMAT(WIDE("\x00fc"), WIDE("%S"), "\xc3\xbc"); /* narrow texts are UTF-8 */
}

static void l_is_32_bits(void) {
  CHECK_FORMAT(WIDE("4294967295 -1"), WIDE("%lu %ld"), 0xFFFFFFFFu, (LONG)-1);
  CHECK_FORMAT(WIDE("18446744073709551615"), WIDE("%I64u"), (ULONGLONG)-1);
  CHECK_FORMAT(WIDE("-5 5 0x1f"), WIDE("%lld %I64d %#I64x"), (LONGLONG)-5, (LONGLONG)5,
               (ULONGLONG)31);
  CHECK_FORMAT(WIDE("7 8"), WIDE("%Iu %I32d"), (SIZE_T)7, 8);
  CHECK_FORMAT(WIDE("+007 FF 255 -1"), WIDE("%+.3d %hX %hhu %hd"), 7, 0xFF00FF & 0xFFFF00FF, 0xFFFF,
               0xFFFF);
  CHECK_FORMAT(WIDE("1.500 2.5e+10 100%"), WIDE("%.3f %.1e %g%%"), 1.5, 2.5e10, 100.0);
  CHECK_FORMAT(WIDE("000000000000ABCD"), WIDE("%p"), (void*)0xABCD);
}

static void narrow_formats_turn_it_round(void) {
  char text[32];
  CHECK_EQ(sprintf_s(text, 32, "%s %S %ls %I64u", "ab", WIDE("c\x00fc"), WIDE("d"), (ULONGLONG)9),
           10);
  CHECK_EQ(strcmp(text, "ab c\xc3\xbc d 9"), 0);
}

static void wrong_formats(void) {
  WCHAR four[4];
  int written = -5;
  CHECK_EQ(openperflib_swprintf(four, 4, WIDE("12345")), -1);
  CHECK_EQ(lstrcmpW(four, WIDE("123")), 0);
  CHECK_EQ(openperflib_swprintf(four, 4, WIDE("a%n"), &written), -1);
  CHECK_EQ(written, -5);
  CHECK_EQ(openperflib_swprintf(four, 4, WIDE("%y")), -1);
  CHECK_EQ(openperflib_swprintf(four, 4, WIDE("a%")), -1);
  CHECK_EQ(openperflib_swprintf(four, 4, NULL), -1);
  CHECK_EQ(openperflib_swprintf(NULL, 4, WIDE("a")), -1);
  four[0] = 'x';
  CHECK_EQ(openperflib_swprintf(four, 0, WIDE("a")), -1);
  CHECK_EQ(four[0], 'x');
}

static void printing_is_utf8_and_mixes(void) {
  char bytes[64];
  FILE* file = tmpfile();
  CHECK_EQ(openperflib_fwprintf(file, WIDE("%s\n"), WIDE("\x4e2d\xd83d\xde00")), 4);
  fputs("narrow\n", file);
  CHECK_EQ(openperflib_fputws(WIDE("wide\n"), file), 0);
  CHECK_EQ(openperflib_fputws(NULL, file), -1);
  CHECK_EQ(openperflib_fwprintf(NULL, WIDE("a")), -1);
  rewind(file);
  bytes[fread(bytes, 1, 63, file)] = 0;
  fclose(file);
  CHECK_EQ(strcmp(bytes, "\xe4\xb8\xad\xf0\x9f\x98\x80\nnarrow\nwide\n"), 0);
  CHECK_EQ(_tprintf(_T("printed %d\n"), 5), 10);
}

static void conversions_of_c(void) {
  WCHAR wide[8];
  char bytes[8];
  const WCHAR half[] = {'a', 0xD83D, 'b', 0}, end[] = {0xDE00, 0};
  CHECK_EQ(openperflib_mbstowcs(NULL, "a\xC3\xBC\xF0\x9F\x98\x80", 0), 4);
  CHECK_EQ(openperflib_mbstowcs(wide, "a\xC3\xBC\xF0\x9F\x98\x80", 8), 4);
  CHECK_EQ(lstrcmpW(wide, WIDE("a\u00FC\U0001F600")), 0);
  wide[2] = 'x';
  CHECK_EQ(openperflib_mbstowcs(wide, "a\xC3\xBC", 2), 2); /* without a NUL */
  CHECK_EQ(wide[2], 'x');
  CHECK_EQ(openperflib_mbstowcs(wide, "b\xF0\x9F\x98\x80", 2), 1); /* the pair is not split */
  CHECK(wide[0] == 'b' && wide[1] == 0xFC);
  errno = 0;
  CHECK(openperflib_mbstowcs(wide,
                             "\xC3"
                             "a",
                             8) == (size_t)-1 &&
        errno == EILSEQ);
  CHECK(openperflib_mbstowcs(wide, "\x80", 8) == (size_t)-1);
  CHECK(openperflib_mbstowcs(wide, "\xE2\x82", 8) == (size_t)-1);
  errno = 0;
  CHECK(openperflib_mbstowcs(wide, NULL, 8) == (size_t)-1 && errno == EINVAL);
  CHECK_EQ(openperflib_wcstombs(NULL, WIDE("a\u00FC\U0001F600"), 0), 7);
  CHECK_EQ(openperflib_wcstombs(bytes, WIDE("a\u00FC\U0001F600"), 8), 7);
  CHECK_EQ(strcmp(bytes, "a\xC3\xBC\xF0\x9F\x98\x80"), 0);
  bytes[1] = 'x';
  CHECK_EQ(openperflib_wcstombs(bytes, WIDE("b\u00FC"), 2), 1);
  CHECK(bytes[0] == 'b' && bytes[1] == 'x');
  CHECK_EQ(openperflib_wcstombs(bytes, WIDE(""), 8), 0);
  CHECK_EQ(bytes[0], 0);
  errno = 0;
  CHECK(openperflib_wcstombs(bytes, half, 8) == (size_t)-1 && errno == EILSEQ);
  CHECK(openperflib_wcstombs(bytes, end, 8) == (size_t)-1);
  CHECK(openperflib_wcstombs(bytes, NULL, 8) == (size_t)-1);
}

#if defined(__SIZEOF_WCHAR_T__) && __SIZEOF_WCHAR_T__ == 2
/* The names of the C library, where wchar_t has 16 bits. */
static void names_of_c(void) {
  wchar_t text[16];
  wchar_t* end;
  CHECK_EQ(wcslen(L"abc"), 3);
  CHECK_EQ(wcscmp(wcscat(wcscpy(text, L"a"), L"b"), L"ab"), 0);
  CHECK(wcschr(text, L'b') == text + 1 && wcsstr(text, L"b") == text + 1);
  CHECK_EQ(_wcsicmp(L"A", L"a"), 0);
  CHECK_EQ(wcstol(L"12 ", &end, 10), 12);
  CHECK_EQ(swprintf(text, 16, L"%s=%lu", L"a", 5u), 3);
  CHECK_EQ(wcscmp(text, L"a=5"), 0);
  CHECK_EQ(wprintf(L"wprintf %s\n", L"x"), 10);
  CHECK_EQ(fputws(L"fputws\n", stdout), 0);
  end = wcsdup(L"copy");
  CHECK(end != NULL && wcscmp(end, L"copy") == 0);
  free(end);
  CHECK(mbstowcs(text, "ab", 16) == 2 && wcscmp(text, L"ab") == 0);
  CHECK(wcstombs(NULL, L"abc", 0) == 3);
}
#else
static void names_of_c(void) {}
#endif

int main(void) {
  searching_and_copying();
  numbers_have_32_bits();
  s_is_wide_in_a_wide_format();
  l_is_32_bits();
  narrow_formats_turn_it_round();
  wrong_formats();
  printing_is_utf8_and_mixes();
  conversions_of_c();
  names_of_c();
  return finish("wide_strings");
}
