/* The functions of <strsafe.h> that report where the text ends, and those with a count. */
#include <tchar.h>
#include <windows.h>
/* after windows.h, as programs have it */
#include <strsafe.h>

#include "check.h"

#define CHECK_TEXT(got, wanted) CHECK_EQ(_tcscmp((got), (wanted)), 0)

static void ends_are_told(void) {
  TCHAR text[8];
  TCHAR* end = NULL;
  size_t left = 0;
  CHECK_EQ(StringCchCopyEx(text, 8, _T("abc"), &end, &left, 0), S_OK);
  CHECK(end == text + 3 && left == 5);
  CHECK_EQ(StringCchCatEx(text, 8, _T("de"), &end, &left, 0), S_OK);
  CHECK_TEXT(text, _T("abcde"));
  CHECK(end == text + 5 && left == 3);
  CHECK_EQ(StringCchPrintfEx(end, left, &end, &left, 0, _T("%d"), 42), S_OK);
  CHECK_TEXT(text, _T("abcde42"));
  CHECK(end == text + 7 && left == 1);
  CHECK_EQ(StringCchCatEx(text, 8, _T("x"), &end, &left, 0), STRSAFE_E_INSUFFICIENT_BUFFER);
  CHECK(end == text + 7 && left == 1);
  CHECK_EQ(StringCchCopyEx(text, 8, _T("x"), NULL, NULL, 0), S_OK);
}

static void flags_of_failures(void) {
  TCHAR text[4];
  TCHAR* end = NULL;
  size_t left = 0;
  CHECK_EQ(StringCchCopyEx(text, 4, NULL, NULL, NULL, STRSAFE_IGNORE_NULLS), S_OK);
  CHECK_TEXT(text, _T(""));
  CHECK_EQ(StringCchCopyEx(text, 4, NULL, NULL, NULL, 0), STRSAFE_E_INVALID_PARAMETER);
  CHECK_EQ(StringCchCopy(text, 4, _T("ab")), S_OK);
  CHECK_EQ(StringCchCopyEx(text, 4, _T("wxyz"), NULL, NULL, STRSAFE_NO_TRUNCATION),
           STRSAFE_E_INSUFFICIENT_BUFFER);
  CHECK_TEXT(text, _T(""));
  CHECK_EQ(StringCchCopy(text, 4, _T("ab")), S_OK);
  CHECK_EQ(StringCchPrintfEx(text, 4, &end, &left, STRSAFE_NO_TRUNCATION, _T("%d"), 1234),
           STRSAFE_E_INSUFFICIENT_BUFFER);
  CHECK_TEXT(text, _T(""));
  CHECK(end == text && left == 4);
  CHECK_EQ(StringCchCopy(text, 4, _T("ab")), S_OK);
  CHECK_EQ(StringCchCatEx(text, 4, _T("cd"), &end, &left, STRSAFE_NO_TRUNCATION),
           STRSAFE_E_INSUFFICIENT_BUFFER);
  CHECK_TEXT(text, _T("ab")); /* only Cat keeps the old text */
  CHECK(end == text + 2 && left == 2);
  text[2] = text[3] = 'x'; /* without a NUL: not a text to append to */
  CHECK_EQ(StringCchCatEx(text, 4, _T("c"), NULL, NULL, STRSAFE_NO_TRUNCATION),
           STRSAFE_E_INVALID_PARAMETER);
  CHECK(text[0] == 'a' && text[3] == 'x');
  CHECK_EQ(StringCchCopy(text, 4, _T("ab")), S_OK);
  CHECK_EQ(StringCchCatEx(text, 4, _T("cde"), NULL, NULL, STRSAFE_NULL_ON_FAILURE),
           STRSAFE_E_INSUFFICIENT_BUFFER);
  CHECK_TEXT(text, _T(""));
  CHECK_EQ(StringCchCopyEx(text, 4, _T("a"), NULL, NULL, STRSAFE_FILL_BYTE(0x41)), S_OK);
  CHECK(text[0] == 'a' && text[1] == 0 && (text[3] & 0xFF) == 0x41);
  CHECK_EQ(StringCchCopyEx(text, 4, _T("wxyz"), NULL, NULL, STRSAFE_FAILURE_BYTE(0x42)),
           STRSAFE_E_INSUFFICIENT_BUFFER);
  CHECK((text[0] & 0xFF) == 0x42 && text[3] == 0);
  CHECK_EQ(StringCchCopyEx(text, 0, _T("x"), NULL, NULL, 0), STRSAFE_E_INVALID_PARAMETER);
}

static void counts(void) {
  TCHAR text[8] = _T("ab");
  CHECK_EQ(StringCchCatN(text, 8, _T("cdef"), 2), S_OK);
  CHECK_TEXT(text, _T("abcd"));
  CHECK_EQ(StringCbCopyN(text, sizeof(text), _T("wxyz"), 3 * sizeof(TCHAR)), S_OK);
  CHECK_TEXT(text, _T("wxy"));
  CHECK_EQ(StringCbCatN(text, 6 * sizeof(TCHAR), _T("1234"), 3 * sizeof(TCHAR)),
           STRSAFE_E_INSUFFICIENT_BUFFER);
  CHECK_TEXT(text, _T("wxy12"));
}

int main(void) {
  ends_are_told();
  flags_of_failures();
  counts();
  return finish("strsafe_extended");
}
