/* Conversion of numbers, copies of texts, and changes in place. */
#include <errno.h>
#include <tchar.h>
#include <windows.h>

#include "check.h"

#define CHECK_TEXT(got, wanted) CHECK_EQ(_tcscmp((got), (wanted)), 0)
#define MOST (0x7FFFFFFFFFFFFFFFLL)

static void texts_become_numbers(void) {
  LPWSTR end = NULL;
  LPSTR narrow_end = NULL;
  const WCHAR* text = WIDE("  -0x1Fg");
  CHECK_EQ(_wtoi(WIDE(" 238x")), 238);
  CHECK_EQ(_wtoi(WIDE("-5")), -5);
  CHECK_EQ(_wtoi(WIDE("x")), 0);
  CHECK_EQ(_wtol(WIDE("+7")), 7);
  CHECK(_wtoi64(WIDE("-9223372036854775808")) == -MOST - 1);
  CHECK(_wtoll(WIDE("9223372036854775807")) == MOST);
  CHECK(_atoi64("1234567890123") == 1234567890123LL);
  CHECK(_wtof(WIDE(" -12.5e2x")) < -1249.5 && _wtof(WIDE(" -12.5e2x")) > -1250.5);
  CHECK(_wtof(WIDE("x")) == 0.0);
  CHECK(_wcstoi64(text, &end, 0) == -31 && end == text + 7);
  CHECK(_wcstoui64(WIDE("18446744073709551615"), NULL, 10) == 0xFFFFFFFFFFFFFFFFULL);
  CHECK(_strtoi64("zz!", &narrow_end, 36) == 1295 && *narrow_end == '!');
  CHECK(_strtoui64("-1", NULL, 10) == 0xFFFFFFFFFFFFFFFFULL);
  CHECK_EQ(openperflib_wcstoul(WIDE("4294967295"), NULL, 10), 4294967295u);
  CHECK(openperflib_wcstod(WIDE("0.5,"), &end) == 0.5 && *end == ',');
  CHECK(openperflib_wcstof(WIDE("nothing"), &end) == 0.0f && *end == 'n');
}

static void numbers_out_of_range(void) {
  errno = 0;
  CHECK_EQ(_wtoi(WIDE("2147483648")), 2147483647);
  CHECK_EQ(errno, ERANGE);
  errno = 0;
  CHECK_EQ(_wtol(WIDE("-2147483649")), -2147483647 - 1);
  CHECK_EQ(errno, ERANGE);
  errno = 0;
  CHECK(_wtoi64(WIDE("99999999999999999999999")) == MOST);
  CHECK_EQ(errno, ERANGE);
  errno = 0;
  CHECK_EQ(openperflib_wcstoul(WIDE("4294967296"), NULL, 10), 4294967295u);
  CHECK_EQ(errno, ERANGE);
  errno = 0;
  CHECK_EQ(_wtoi(NULL), 0);
  CHECK_EQ(errno, EINVAL);
  errno = 0;
  CHECK(_wtof(NULL) == 0.0);
  CHECK_EQ(errno, EINVAL);
  errno = 0;
  CHECK(_strtoi64("5", NULL, 37) == 0);
  CHECK_EQ(errno, EINVAL);
}

/* A long has 32 bits in narrow functions too. */
static void a_long_has_32_bits(void) {
  TCHAR* end = NULL;
  errno = 0;
  CHECK_EQ(_tcstoul(_T("4294967296"), &end, 10), 4294967295u);
  CHECK(errno == ERANGE && *end == 0);
  errno = 0;
  CHECK_EQ(_tcstol(_T("-2147483649"), NULL, 10), -2147483647 - 1);
  CHECK_EQ(errno, ERANGE);
  CHECK_EQ(_tcstoul(_T("0xFFFFFFFF"), NULL, 0), 4294967295u);
  CHECK(_ttol(_T("2147483648")) == 2147483647 && _tstol(_T(" 12x")) == 12);
  CHECK(_ttoi(_T("4294967297")) == 2147483647 && _tstoi(_T("-3")) == -3);
  CHECK(sizeof(_tcstol(_T("1"), NULL, 10)) == 4 && sizeof(_ttol(_T("1"))) == 4);
#if defined(__SIZEOF_WCHAR_T__) && __SIZEOF_WCHAR_T__ == 2
  CHECK(strtoul("4294967296", NULL, 10) == 4294967295u && strtol("-5", NULL, 10) == -5);
  CHECK(atoi("4294967297") == 2147483647 && atol("7") == 7);
  CHECK((strtoul)("4294967296", NULL, 10) == 4294967296UL);
#endif
}

static void numbers_become_texts(void) {
  TCHAR text[70];
  CHECK_TEXT(_itot(-255, text, 10), _T("-255"));
  CHECK_TEXT(_itot(-1, text, 16), _T("ffffffff"));
  CHECK_TEXT(_itot(0, text, 2), _T("0"));
  CHECK_TEXT(_ltot(-2147483647 - 1, text, 10), _T("-2147483648"));
  CHECK_TEXT(_ultot(4294967295u, text, 10), _T("4294967295"));
  CHECK_TEXT(_i64tot(-MOST - 1, text, 10), _T("-9223372036854775808"));
  CHECK_TEXT(_i64tot(-1, text, 2),
             _T("1111111111111111111111111111111111111111111111111111111111111111"));
  CHECK_TEXT(_ui64tot(0xFFFFFFFFFFFFFFFFULL, text, 36), _T("3w5e11264sgsf"));
  CHECK_EQ(_itot_s(1234, text, 5, 10), 0);
  CHECK_TEXT(text, _T("1234"));
  CHECK_EQ(_itot_s(1234, text, 4, 10), ERANGE);
  CHECK_EQ(text[0], 0);
  CHECK_EQ(_ltot_s(1, text, 70, 37), EINVAL);
  CHECK_EQ(_ultot_s(1, NULL, 70, 10), EINVAL);
  CHECK_EQ(_i64tot_s(1, text, 0, 10), EINVAL);
  CHECK_EQ(_ui64tot_s(17, text, 70, 16), 0);
  CHECK_TEXT(text, _T("11"));
}

static void texts_change_in_place(void) {
  TCHAR text[16];
  char utf8[] =
      "\xC3\x84"
      "b\xC3\x9F"; /* Ab with an umlaut and a sharp s */
  WCHAR wide[] = {0xC4, 'b', 0xDF, 0};
  TCHAR* copy = _tcsdup(_T("Processor"));
  if (copy == NULL) exit(2);
  CHECK_TEXT(copy, _T("Processor"));
  CHECK_TEXT(_tcsupr(copy), _T("PROCESSOR"));
  CHECK_TEXT(_tcslwr(copy), _T("processor"));
  CHECK_TEXT(_tcsrev(copy), _T("rossecorp"));
  free(copy);
  CHECK_EQ(strcmp(_strlwr(utf8),
                  "\xC3\xA4"
                  "b\xC3\x9F"),
           0);
  CHECK(_wcslwr(wide)[0] == 0xE4 && wide[2] == 0xDF);
  CHECK(_wcsupr(wide)[0] == 0xC4 && wide[1] == 'B' && wide[2] == 0xDF);
  _tcscpy(text, _T("Abc"));
  CHECK_EQ(_tcsupr_s(text, 4), 0);
  CHECK_TEXT(text, _T("ABC"));
  CHECK_EQ(_tcslwr_s(text, 3), EINVAL); /* no NUL within the room */
  CHECK_EQ(text[0], 0);
  CHECK_EQ(_tcslwr_s(NULL, 3), EINVAL);
  CHECK(_strdup(NULL) == NULL && _wcsdup(NULL) == NULL);
}

static void copies_that_know_their_room(void) {
  unsigned char bytes[4] = {1, 2, 3, 4};
  WCHAR wide[3] = {1, 2, 3};
  char text[8];
  CHECK_EQ(memcpy_s(bytes, 4, "ab", 2), 0);
  CHECK(bytes[0] == 'a' && bytes[1] == 'b' && bytes[2] == 3);
  CHECK_EQ(memcpy_s(bytes, 2, "abc", 3), ERANGE);
  CHECK(bytes[0] == 0 && bytes[1] == 0 && bytes[2] == 3);
  CHECK_EQ(memcpy_s(bytes, 4, NULL, 1), EINVAL);
  CHECK(bytes[2] == 0 && bytes[3] == 0);
  CHECK_EQ(memcpy_s(NULL, 4, "a", 1), EINVAL);
  CHECK_EQ(memcpy_s(NULL, 0, NULL, 0), 0);
  bytes[0] = 9;
  CHECK_EQ(memmove_s(bytes + 1, 3, bytes, 3), 0);
  CHECK(bytes[1] == 9);
  CHECK_EQ(memmove_s(bytes, 2, "abc", 3), ERANGE);
  CHECK(bytes[0] == 9);
  CHECK_EQ(wmemcpy_s(wide, 3, WIDE("xy"), 2), 0);
  CHECK(wide[0] == 'x' && wide[2] == 3);
  CHECK_EQ(wmemcpy_s(wide, 3, WIDE("wxyz"), 4), ERANGE);
  CHECK(wide[0] == 0 && wide[2] == 0);
  CHECK_EQ(wmemmove_s(wide, 3, WIDE("wxyz"), 4), ERANGE);
  CHECK_EQ(strerror_s(text, 8, ENOENT), 0);
  CHECK_EQ(strcmp(text, "No such"), 0);
  CHECK_EQ(strerror_s(NULL, 8, ENOENT), EINVAL);
}

int main(void) {
  texts_become_numbers();
  numbers_out_of_range();
  a_long_has_32_bits();
  numbers_become_texts();
  texts_change_in_place();
  copies_that_know_their_room();
  return finish("numbers");
}
