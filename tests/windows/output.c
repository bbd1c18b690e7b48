/* Formatted output to texts and files, narrow and wide, and reading of lines. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* strdup */
#endif
#include <errno.h>
#include <tchar.h>
#include <windows.h>

#include "check.h"

#define CHECK_TEXT(got, wanted) CHECK_EQ(_tcscmp((got), (wanted)), 0)
#define CHECK_NARROW(wanted, ...)                                           \
  do {                                                                      \
    CHECK_EQ(openperflib_snprintf(text, 128, __VA_ARGS__), strlen(wanted)); \
    CHECK_EQ(strcmp(text, wanted), 0);                                      \
  } while (0)

static char text[128];

/* A long has 32 bits, S is wide, I64 means 64 bits: as programs for Windows write it. */
static void narrow_formats_follow_windows(void) {
  const DWORD dword = 4294967295u;
  const LONG negative = -5;
  const ULONGLONG large = 12345678901234ULL;
  CHECK_NARROW("4294967295 -5", "%lu %ld", dword, negative);
  CHECK_NARROW("12345678901234 B3A73CE2FF2", "%I64u %I64X", large, large);
  CHECK_NARROW("12345678901234", "%llu", large);
  CHECK_NARROW("wide and narrow", "%S and %s", WIDE("wide"), "narrow");
  CHECK_NARROW("a b c", "%ls %ws %hs", WIDE("a"), WIDE("b"), "c");
  CHECK_NARROW("x y", "%c %C", 'x', 'y');
  CHECK_NARROW("\xC3\xBC", "%ls", WIDE("\u00FC"));
  CHECK_NARROW(" 3.14|1.0e+03|  7|007|0x1f|%", "%5.2f|%.1e|%3d|%03d|%#x|%%", 3.14159, 1000.0, 7, 7,
               31);
  CHECK_EQ(openperflib_snprintf(text, 128, "%n", text), -1);
}

static void texts_that_are_too_long(void) {
  TCHAR to[8];
  char narrow[4];
  CHECK_EQ(openperflib_snprintf(narrow, 4, "%s", "abcdef"), 6); /* as in C */
  CHECK_EQ(strcmp(narrow, "abc"), 0);
  CHECK_EQ(openperflib_snprintf(NULL, 0, "%s", "abcdef"), 6);
  CHECK_EQ(_sntprintf(to, 8, _T("%d"), 1234567), 7);
  CHECK_TEXT(to, _T("1234567"));
  CHECK_EQ(_sntprintf(NULL, 0, _T("%s"), _T("abcdef")), 6);
  CHECK_EQ(_sntprintf(NULL, 1, _T("%s"), _T("abcdef")), -1);
  CHECK_EQ(_sntprintf(to, 0, _T("%s"), _T("abcdef")), -1);
  to[7] = 'x';
  CHECK_EQ(_sntprintf(to, 7, _T("%d"), 1234567), 7); /* fits, without a NUL */
  CHECK_EQ(to[7], 'x');
  CHECK_EQ(_sntprintf(to, 7, _T("%d"), 12345678), -1);
  CHECK(to[6] == '7' && to[7] == 'x');
  CHECK_EQ(_sntprintf_s(to, 8, 3, _T("%s"), _T("abcdef")), -1);
  CHECK_TEXT(to, _T("abc"));
  CHECK_EQ(_sntprintf_s(to, 8, _TRUNCATE, _T("%s"), _T("abcdefghij")), -1);
  CHECK_TEXT(to, _T("abcdefg"));
  CHECK_EQ(_sntprintf_s(to, 8, 5, _T("%s"), _T("abc")), 3);
  errno = 0;
  CHECK_EQ(_sntprintf_s(to, 4, 9, _T("%s"), _T("abcdef")), -1);
  CHECK(errno == ERANGE && to[0] == 0);
  errno = 0;
  CHECK_EQ(_sntprintf_s(NULL, 4, 9, _T("x")), -1);
  CHECK_EQ(errno, EINVAL);
  CHECK_EQ(_sctprintf(_T("%s-%d"), _T("abc"), 12), 6);
  CHECK_EQ(_stprintf(to, _T("%d"), 42), 2);
  CHECK_TEXT(to, _T("42"));
  CHECK_EQ(wsprintf(to, TEXT("%lu"), 7u), 1);
  CHECK_TEXT(to, _T("7"));
}

/* The bytes that printf and wprintf write to one file, and the lines that are read back. */
static void files_get_utf8(void) {
  const char wanted[] =
      "12 \xC3\xBC\n"
      "wide \xE2\x82\xAC\nline\nx\xEF\xBF\xBDy\n";
  char got[64] = "";
  WCHAR line[8];
  FILE* file = tmpfile();
  if (file == NULL) exit(2);
  CHECK_EQ(openperflib_fprintf(file, "%lu %S\n", 12u, WIDE("\u00FC")), 6);
  CHECK_EQ(openperflib_fwprintf(file, WIDE("%s \u20AC\n"), WIDE("wide")), 7);
  CHECK_EQ(openperflib_fputws(WIDE("line\n"), file), 0);
  CHECK_EQ(openperflib_fputwc('x', file), 'x');
  CHECK_EQ(openperflib_fputwc(0xD800, file), 0xD800); /* half a pair */
  CHECK_EQ(openperflib_fputwc('y', file), 'y');
  CHECK_EQ(openperflib_fputwc('\n', file), '\n');
  rewind(file);
  CHECK_EQ(fread(got, 1, sizeof(got), file), sizeof(wanted) - 1);
  CHECK_EQ(strcmp(got, wanted), 0);
  rewind(file);
  CHECK(openperflib_fgetws(line, 8, file) == line);
  CHECK_EQ(lstrcmpW(line, WIDE("12 \u00FC\n")), 0);
  CHECK(openperflib_fgetws(line, 6, file) == line && lstrcmpW(line, WIDE("wide ")) == 0);
  CHECK(openperflib_fgetws(line, 8, file) == line && lstrcmpW(line, WIDE("\u20AC\n")) == 0);
  CHECK(openperflib_fgetws(line, 8, file) == line && openperflib_fgetws(line, 8, file) == line);
  CHECK(openperflib_fgetws(line, 8, file) == NULL);
  CHECK(openperflib_fgetws(line, 0, file) == NULL && openperflib_fgetws(NULL, 8, file) == NULL);
  fclose(file);
}

/* A NUL in the middle is written, and what follows it. */
static void texts_with_a_nul(void) {
  char got[16] = "";
  FILE* file = tmpfile();
  if (file == NULL) exit(2);
  CHECK_EQ(openperflib_fwprintf(file, WIDE("[%c]\n"), 0), 4);
  CHECK_EQ(openperflib_fprintf(file, "[%c%C]\n", 0, 0), 5);
  rewind(file);
  CHECK_EQ(fread(got, 1, sizeof(got), file), 9);
  CHECK_EQ(memcmp(got, "[\0]\n[\0\0]\n", 9), 0);
  fclose(file);
}

/* A surrogate pair is not split. Bytes that are not UTF-8 become U+FFFD, and the next ones are
   kept. */
static void lines_with_pairs_and_damage(void) {
  WCHAR line[8];
  FILE* file = tmpfile();
  if (file == NULL) exit(2);
  fputs(
      "ab\xF0\x9F\x98\x80"
      "c\n\xE2\x82"
      "d\xFF\n",
      file);
  rewind(file);
  CHECK(openperflib_fgetws(line, 4, file) == line && lstrcmpW(line, WIDE("ab")) == 0);
  CHECK(openperflib_fgetws(line, 4, file) == line && line[0] == 0xD83D && line[1] == 0xDE00);
  CHECK(openperflib_fgetws(line, 8, file) == line && line[0] == '\n');
  CHECK(openperflib_fgetws(line, 8, file) == line && line[0] == 0xFFFD);
  CHECK_EQ(lstrlenW(line) >= 4 && line[lstrlenW(line) - 1] == '\n', 1);
  fclose(file);
}

/* With room for one unit, the reader still moves on. */
static void lines_read_by_unit(void) {
  WCHAR unit[2];
  FILE* file = tmpfile();
  if (file == NULL) exit(2);
  fputs("a\xF0\x9F\x98\x80z", file);
  rewind(file);
  CHECK(openperflib_fgetws(unit, 2, file) == unit && lstrcmpW(unit, WIDE("a")) == 0);
  CHECK(openperflib_fgetws(unit, 2, file) == unit && lstrcmpW(unit, WIDE("\uFFFD")) == 0);
  CHECK(openperflib_fgetws(unit, 2, file) == unit && lstrcmpW(unit, WIDE("z")) == 0);
  CHECK(openperflib_fgetws(unit, 2, file) == NULL);
  CHECK(openperflib_fgetws(unit, 1, file) == unit && unit[0] == 0);
  fclose(file);
}

static void failing_files(void) {
  FILE* full = fopen("/dev/full", "w");
  CHECK_EQ(openperflib_fprintf(NULL, "x"), -1);
  CHECK_EQ(openperflib_fwprintf(NULL, WIDE("x")), -1);
  CHECK_EQ(openperflib_printf(NULL), -1);
  if (full != NULL) {
    setvbuf(full, NULL, _IONBF, 0);
    CHECK_EQ(openperflib_fwprintf(full, WIDE("x")), -1);
    CHECK_EQ(openperflib_fputws(WIDE("x"), full), -1);
    CHECK_EQ(openperflib_fputwc('x', full), WEOF);
    fclose(full);
  }
}

#if defined(__SIZEOF_WCHAR_T__) && __SIZEOF_WCHAR_T__ == 2
/* The names of the C library stand for these functions. */
static void plain_names(void) {
  wchar_t wide[16];
  sprintf(text, "%lu %S %I64d", 5u, L"five", (LONGLONG)-5);
  CHECK_EQ(strcmp(text, "5 five -5"), 0);
  CHECK_EQ((snprintf)(text, 128, "%s", "C's own"), 7);
  CHECK_EQ(swprintf(wide, 16, L"%s %S", L"a", "b"), 3);
  CHECK(wcsrchr(wide, L'b') == wide + 2 && wcsncmp(wide, L"a x", 2) == 0);
  CHECK(wcsncpy(wide, L"ab", 4) == wide && wide[3] == 0);
  CHECK_EQ(wcsspn(L"aab", L"a") + wcscspn(L"aab", L"b"), 4);
  CHECK(wcspbrk(wide, L"xb") == wide + 1 && _wcsnicmp(L"ABx", L"aby", 2) == 0);
  CHECK_EQ(wcstoul(L"12", NULL, 10) + (unsigned)_wtoi(L"3"), 15);
  CHECK(wmemchr(wide, L'b', 4) == wide + 1 && wmemcmp(wide, L"ab", 2) == 0);
  CHECK(wcsncat(wide, L"cde", 2) == wide && wcscmp(wide, L"abcd") == 0);
}
#endif

int main(void) {
  narrow_formats_follow_windows();
  texts_that_are_too_long();
  files_get_utf8();
  texts_with_a_nul();
  lines_with_pairs_and_damage();
  lines_read_by_unit();
  failing_files();
#if defined(__SIZEOF_WCHAR_T__) && __SIZEOF_WCHAR_T__ == 2
  plain_names();
#endif
  return finish("output");
}
