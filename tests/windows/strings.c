/* The lstr functions and the _s functions of <windows.h>, and <strsafe.h>: results, and the
   state after a failure. */
#include <errno.h>
#include <strsafe.h>
#include <windows.h>

#include "check.h"

#define CHECK_TEXT(got, wanted) CHECK_EQ(lstrcmpA((got), (wanted)), 0)
#define CHECK_WIDE(got, wanted) CHECK_EQ(lstrcmpW((got), (wanted)), 0)

static void lstr_functions(void) {
  char text[16] = "abc";
  WCHAR wide[16];
  CHECK_EQ(lstrlenA(text), 3);
  CHECK_EQ(lstrlenA(NULL), 0);
  CHECK_EQ(lstrlenW(NULL), 0);
  CHECK_EQ(lstrlenW(WIDE("\x4e2d\x6587")), 2);
  CHECK_TEXT(lstrcatA(text, "def"), "abcdef");
  CHECK_WIDE(lstrcatW(lstrcpyW(wide, WIDE("x")), WIDE("yz")), WIDE("xyz"));
  CHECK_TEXT(lstrcpynA(text, "0123456789", 5), "0123");
  CHECK_WIDE(lstrcpynW(wide, WIDE("ab"), 16), WIDE("ab"));
  CHECK(lstrcpynA(NULL, "a", 5) == NULL && lstrcpyA(text, NULL) == NULL &&
        lstrcatW(wide, NULL) == NULL);
  CHECK_TEXT(text, "0123");
  CHECK_EQ(lstrcmpA("a", "b"), -1);
  CHECK_EQ(lstrcmpW(WIDE("b"), WIDE("a")), 1);
  CHECK_EQ(lstrcmpiA("ABC", "abc"), 0);
  CHECK_EQ(lstrcmpiW(WIDE("\x00c4"
                          "B"),
                     WIDE("\x00e4"
                          "b")),
           0);
  CHECK_EQ(lstrcmpA(NULL, ""), 0);
  CHECK_EQ(lstrlen(TEXT("1234")), 4);
  CHECK_EQ(_stricmp("Total", "tOTAL"), 0);
}

static void safe_copies(void) {
  char text[5] = "----";
  WCHAR wide[5];
  CHECK_EQ(strcpy_s(text, 5, "abcd"), 0);
  CHECK_TEXT(text, "abcd");
  CHECK_EQ(strcpy_s(text, 4, "abcd"), ERANGE);
  CHECK_TEXT(text, "");
  CHECK_EQ(strcpy_s(text, 5, NULL), EINVAL);
  CHECK_EQ(strcpy_s(NULL, 5, "a"), EINVAL);
  text[0] = 'x';
  CHECK_EQ(strcpy_s(text, 0, "a"), ERANGE);
  CHECK_EQ(text[0], 'x');
  CHECK_EQ(wcscpy_s(wide, 5, WIDE("ab")), 0);
  CHECK_EQ(wcscat_s(wide, 5, WIDE("cd")), 0);
  CHECK_WIDE(wide, WIDE("abcd"));
  CHECK_EQ(wcscat_s(wide, 5, WIDE("e")), ERANGE);
  CHECK_EQ(wide[0], 0);
  memset(text, 'x', 5);
  CHECK_EQ(strcat_s(text, 5, "a"), EINVAL); /* no NUL in its room */
  CHECK_EQ(text[0], 0);
}

static void safe_copies_of_a_part(void) {
  char text[5];
  WCHAR wide[5];
  CHECK_EQ(strncpy_s(text, 5, "abcdefgh", 4), 0);
  CHECK_TEXT(text, "abcd");
  CHECK_EQ(strncpy_s(text, 5, "abcdefgh", 5), ERANGE);
  CHECK_TEXT(text, "");
  CHECK_EQ(strncpy_s(text, 5, "abcdefgh", _TRUNCATE), STRUNCATE);
  CHECK_TEXT(text, "abcd");
  CHECK_EQ(strncpy_s(text, 5, "ab", _TRUNCATE), 0);
  CHECK_EQ(strncat_s(text, 5, "cdef", 1), 0);
  CHECK_TEXT(text, "abc");
  CHECK_EQ(strncat_s(text, 5, "def", _TRUNCATE), STRUNCATE);
  CHECK_TEXT(text, "abcd");
  CHECK_EQ(wcsncpy_s(wide, 5, WIDE("abcdef"), 2), 0);
  CHECK_EQ(wcsncat_s(wide, 5, WIDE("cdef"), 9), ERANGE);
  CHECK_EQ(wide[0], 0);
  CHECK_EQ(strnlen_s("abc", 2), 2);
  CHECK_EQ(strnlen_s(NULL, 2), 0);
  CHECK_EQ(wcsnlen_s(WIDE("abc"), 9), 3);
}

static void tokens(void) {
  char text[] = ";;one;two,three;";
  WCHAR wide[8];
  char* context = NULL;
  LPWSTR wide_context = NULL;
  CHECK_TEXT(strtok_s(text, ";,", &context), "one");
  CHECK_TEXT(strtok_s(NULL, ";,", &context), "two");
  CHECK_TEXT(strtok_s(NULL, ";,", &context), "three");
  CHECK(strtok_s(NULL, ";,", &context) == NULL);
  CHECK(strtok_s(NULL, ";,", &context) == NULL);
  CHECK(strtok_s(text, NULL, &context) == NULL);
  lstrcpyW(wide, WIDE("a b"));
  CHECK_WIDE(wcstok_s(wide, WIDE(" "), &wide_context), WIDE("a"));
  CHECK_WIDE(wcstok_s(NULL, WIDE(" "), &wide_context), WIDE("b"));
}

static void safe_formats(void) {
  char text[6] = "-----";
  WCHAR wide[6];
  CHECK_EQ(sprintf_s(text, 6, "%d%s", 12, "abc"), 5);
  CHECK_TEXT(text, "12abc");
  CHECK_EQ(sprintf_s(text, 6, "%d", 123456), -1);
  CHECK_EQ(errno, ERANGE);
  CHECK_TEXT(text, "");
  CHECK_EQ(sprintf_s(NULL, 6, "a"), -1);
  CHECK_EQ(sprintf_s(text, 6, NULL), -1);
  CHECK_EQ(errno, EINVAL);
  CHECK_EQ(swprintf_s(wide, 6, WIDE("%s%S"), WIDE("ab"), "cd"), 4);
  CHECK_WIDE(wide, WIDE("abcd"));
  CHECK_EQ(swprintf_s(wide, 6, WIDE("%n"), NULL), -1);
}

static void strsafe_copies(void) {
  char text[5] = "----";
  WCHAR wide[5];
  CHECK_EQ(StringCchCopyA(text, 5, "abcd"), S_OK);
  CHECK_EQ(StringCchCopyA(text, 4, "wxyz"), STRSAFE_E_INSUFFICIENT_BUFFER);
  CHECK_TEXT(text, "wxy");
  CHECK_EQ(StringCchCopyA(text, 0, "a"), STRSAFE_E_INVALID_PARAMETER);
  CHECK_EQ(StringCchCopyA(text, (size_t)STRSAFE_MAX_CCH + 1, "a"), STRSAFE_E_INVALID_PARAMETER);
  CHECK_TEXT(text, "wxy");
  CHECK_EQ(StringCbCopyW(wide, 10, WIDE("abcd")), S_OK);
  CHECK_EQ(StringCbCopyW(wide, 9, WIDE("abcd")), STRSAFE_E_INSUFFICIENT_BUFFER);
  CHECK_WIDE(wide, WIDE("abc"));
  CHECK_EQ(StringCbCopyW(wide, 1, WIDE("a")), STRSAFE_E_INVALID_PARAMETER);
  CHECK_EQ(StringCchCopyNA(text, 5, "abcdef", 2), S_OK);
  CHECK_TEXT(text, "ab");
  CHECK_EQ(StringCchCatA(text, 5, "cd"), S_OK);
  CHECK_EQ(StringCchCatA(text, 5, "e"), STRSAFE_E_INSUFFICIENT_BUFFER);
  CHECK_TEXT(text, "abcd");
  CHECK_EQ(StringCchCopy((TCHAR*)wide, 5, TEXT("x")), S_OK);
}

static void strsafe_formats_and_lengths(void) {
  char text[5];
  WCHAR wide[8];
  size_t length = 99;
  CHECK_EQ(StringCchPrintfA(text, 5, "%04d", 7), S_OK);
  CHECK_TEXT(text, "0007");
  CHECK_EQ(StringCchPrintfA(text, 5, "%s", "abcdef"), STRSAFE_E_INSUFFICIENT_BUFFER);
  CHECK_TEXT(text, "abcd");
  CHECK_EQ(StringCbPrintfW(wide, sizeof(wide), WIDE("%s-%u"), WIDE("a"), 5u), S_OK);
  CHECK_WIDE(wide, WIDE("a-5"));
  CHECK_EQ(StringCchLengthA("abc", 4, &length), S_OK);
  CHECK_EQ(length, 3);
  CHECK_EQ(StringCchLengthA("abc", 3, &length), STRSAFE_E_INVALID_PARAMETER);
  CHECK_EQ(length, 0);
  CHECK_EQ(StringCbLengthW(WIDE("abc"), 8, &length), S_OK);
  CHECK_EQ(length, 6);
  CHECK_EQ(StringCchLengthA(NULL, 3, &length), STRSAFE_E_INVALID_PARAMETER);
}

#ifdef __cplusplus
static void arrays_know_their_room() {
  char text[5];
  WCHAR wide[5];
  CHECK_EQ(strcpy_s(text, "abcd"), 0);
  CHECK_EQ(strcat_s(text, "e"), ERANGE);
  CHECK_EQ(wcscpy_s(wide, WIDE("abcde")), ERANGE);
  CHECK_EQ(wcscpy_s(wide, WIDE("ab")), 0);
  CHECK_EQ(wcscat_s(wide, WIDE("cd")), 0);
  CHECK_WIDE(wide, WIDE("abcd"));
  CHECK_EQ(sprintf_s(text, "%d", 1234), 4);
  CHECK_EQ(sprintf_s(text, "%d", 12345), -1);
  CHECK_EQ(swprintf_s(wide, WIDE("%s"), WIDE("xyz")), 3);
}
#else
static void arrays_know_their_room(void) {}
#endif

/* Programs expect <wctype.h> from <windows.h>. */
static void wide_characters_have_classes(void) {
  const WCHAR digit = '7', letter = 'x';
  CHECK(iswdigit(digit) && !iswdigit(letter) && iswalpha(letter) && !iswspace(letter));
  CHECK_EQ(towupper(letter), 'X');
}

int main(void) {
  lstr_functions();
  safe_copies();
  safe_copies_of_a_part();
  tokens();
  safe_formats();
  strsafe_copies();
  strsafe_formats_and_lengths();
  arrays_know_their_room();
  wide_characters_have_classes();
  return finish("strings");
}
