/* Texts in code pages: the result of each combination of code page, flags and sizes. */
#include <windows.h>

#include "check.h"

#define ROOM_OF_TEXT 64

/* `bytes` in the code page become `wide`, whose length does not include a NUL. */
static void check_decoded(int line, UINT code_page, DWORD flags, const char* bytes, int size,
                          const WCHAR* wide, int length) {
  WCHAR out[ROOM_OF_TEXT];
  memset(out, 0xAA, sizeof(out));
  const int needed = MultiByteToWideChar(code_page, flags, bytes, size, NULL, 0);
  const int got = MultiByteToWideChar(code_page, flags, bytes, size, out, ROOM_OF_TEXT);
  check_at(line, "needed", needed, length);
  check_at(line, "got", got, length);
  if (got == length) check_at(line, "text", memcmp(out, wide, (size_t)length * sizeof(WCHAR)), 0);
  check_at(line, "behind it", out[length], 0xAAAA);
}
#define DECODED(code_page, flags, bytes, size, wide, length) \
  check_decoded(__LINE__, code_page, flags, bytes, size, WIDE(wide), length)

static void check_encoded(int line, UINT code_page, DWORD flags, const WCHAR* wide, int size,
                          const char* replacement, const char* bytes, int length, BOOL replaced) {
  char out[ROOM_OF_TEXT];
  BOOL told = 7;
  const int is_utf = code_page == CP_UTF8 || code_page == CP_ACP || code_page == CP_UTF7;
  LPBOOL was_replaced = is_utf ? NULL : &told;
  memset(out, 0xAA, sizeof(out));
  const int needed =
      WideCharToMultiByte(code_page, flags, wide, size, NULL, 0, replacement, was_replaced);
  const int got = WideCharToMultiByte(code_page, flags, wide, size, out, ROOM_OF_TEXT, replacement,
                                      was_replaced);
  check_at(line, "needed", needed, length);
  check_at(line, "got", got, length);
  if (got == length) check_at(line, "bytes", memcmp(out, bytes, (size_t)length), 0);
  if (!is_utf) check_at(line, "replaced", told, replaced);
}
#define ENCODED(code_page, flags, wide, size, replacement, bytes, length, replaced) \
  check_encoded(__LINE__, code_page, flags, WIDE(wide), size, replacement, bytes, length, replaced)

static void texts_of_code_pages(void) {
  DECODED(CP_UTF8, 0, "M\xC3\xBCller \xE2\x82\xAC", -1, "M\u00FCller \u20AC", 9);
  DECODED(CP_UTF8, 0, "\xF0\x9F\x98\x80", 4, "\U0001F600", 2);
  DECODED(CP_ACP, 0, "\xC3\xBC", 2, "\u00FC", 1);
  DECODED(CP_OEMCP, 0, "\xC3\xBC", 2, "\u00FC", 1);
  DECODED(CP_THREAD_ACP, 0, "\xC3\xBC", 2, "\u00FC", 1);
  DECODED(CP_MACCP, 0, "\x8A", 1, "\u00E4", 1);
  DECODED(1252, 0, "M\xFCller \x80", -1, "M\u00FCller \u20AC", 9);
  DECODED(1251, MB_ERR_INVALID_CHARS, "\xCF\xF0\xE8", 3, "\u041F\u0440\u0438", 3);
  DECODED(437, 0, "\x81\xE1", 2, "\u00FC\u00DF", 2);
  DECODED(850, 0, "\x81", 1, "\u00FC", 1);
  DECODED(932, 0, "\x83\x65\x83\x58\x83\x67", 6, "\u30C6\u30B9\u30C8", 3);
  DECODED(936, 0, "\xD6\xD0\xCE\xC4", 4, "\u4E2D\u6587", 2);
  DECODED(949, 0, "\xB0\xA1", 2, "\uAC00", 1);
  DECODED(950, 0, "\xA4\xA4", 2, "\u4E2D", 1);
  DECODED(54936, 0, "\x94\x39\xDA\x33", 4, "\U0001F4A9", 2);
  DECODED(20127, 0, "plain", 5, "plain", 5);
  DECODED(37, 0, "\xC8\x89", 2, "Hi", 2);
  DECODED(28605, 0, "\xA4", 1, "\u20AC", 1);
  DECODED(CP_UTF7, 0, "+AGEAYg-c", 9, "abc", 3);
  DECODED(50220, 0, "\x1B$BF|\x1B(B", 8, "\u65E5", 1);
  DECODED(CP_SYMBOL, 0,
          "\x09"
          "A\xFF",
          3, "\x09\uF041\uF0FF", 3);
  DECODED(1252, 0, "a\0b", 3, "a\0b", 3);
  ENCODED(CP_UTF8, 0, "M\u00FCller \u20AC", -1, NULL, "M\xC3\xBCller \xE2\x82\xAC", 12, FALSE);
  ENCODED(CP_UTF8, 0, "\U0001F600", 2, NULL, "\xF0\x9F\x98\x80", 4, FALSE);
  ENCODED(CP_UTF8, 0, "a\0b", 3, NULL, "a\0b", 3, FALSE);
  ENCODED(1252, 0, "M\u00FCller \u20AC", -1, NULL, "M\xFCller \x80", 9, FALSE);
  ENCODED(932, 0, "\u30C6\u30B9", 2, NULL, "\x83\x65\x83\x58", 4, FALSE);
  ENCODED(54936, 0, "\U0001F4A9", 2, NULL, "\x94\x39\xDA\x33", 4, FALSE);
  ENCODED(50220, 0, "\u65E5", 1, NULL, "\x1B$BF|\x1B(B", 8, FALSE);
  ENCODED(CP_UTF7, 0, "\u65E5", 1, NULL, "+ZeU-", 5, FALSE);
  ENCODED(CP_SYMBOL, 0, "\uF041\x09", 2, NULL, "A\x09", 2, 7);
}

/* Bytes that are not valid: an error with the flag, otherwise U+FFFD. */
static void bytes_that_are_no_text(void) {
  const struct {
    UINT code_page;
    const char* bytes;
    int size;
  } rows[] = {
      {CP_UTF8, "a\xFF", 2}, {CP_UTF8, "a\xE2\x82", 3}, {932, "a\x83", 2}, {1253, "a\xAA", 2}};
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    WCHAR out[8] = {0};
    CHECK_EQ(MultiByteToWideChar(rows[i].code_page, MB_ERR_INVALID_CHARS, rows[i].bytes,
                                 rows[i].size, out, 8),
             0);
    CHECK_EQ(GetLastError(), ERROR_NO_UNICODE_TRANSLATION);
    CHECK_EQ(out[0], 0);
    CHECK(MultiByteToWideChar(rows[i].code_page, 0, rows[i].bytes, rows[i].size, out, 8) >= 2);
    CHECK(out[0] == 'a' && out[1] == 0xFFFD);
  }
  /* Microsoft's code pages have control characters where they have no letter. */
  DECODED(1252, MB_ERR_INVALID_CHARS, "\x81", 1, "\x81", 1);
}

static void characters_that_a_code_page_lacks(void) {
  ENCODED(1252, 0, "\u0416", 1, NULL, "?", 1, TRUE);
  ENCODED(1252, 0, "a\u0416b", 3, "*", "a*b", 3, TRUE);
  ENCODED(932, 0, "\u1234", 1, "\x81\x48", "\x81\x48", 2, TRUE); /* one character of two bytes */
  ENCODED(1252, 0, "\U0001F600", 2, NULL, "??", 2, TRUE);        /* each half of a pair */
  ENCODED(37, 0, "\u0416", 1, NULL, "\x6F", 1, TRUE); /* the question mark of the code page */
  /* A similar character, unless the flag forbids it. */
  ENCODED(1252, 0, "\u0100\uFF21", 2, NULL, "AA", 2, FALSE);
  ENCODED(1252, WC_NO_BEST_FIT_CHARS, "\u0100", 1, NULL, "?", 1, TRUE);
  ENCODED(20127, 0, "\u201Cx\u201D \u2013 \u1EA4", 7, NULL, "\"x\" - A", 7, FALSE);
  ENCODED(20127, WC_NO_BEST_FIT_CHARS, "\u201Cx", 2, "_", "_x", 2, TRUE);
}

static void halves_of_pairs(void) {
  const WCHAR half[] = {'a', 0xD800, 'b'};
  char out[16] = "";
  BOOL replaced = FALSE;
  CHECK_EQ(WideCharToMultiByte(CP_UTF8, 0, half, 3, out, 16, NULL, NULL), 5);
  CHECK_EQ(memcmp(out,
                  "a\xEF\xBF\xBD"
                  "b",
                  5),
           0);
  CHECK_EQ(WideCharToMultiByte(CP_UTF8, WC_ERR_INVALID_CHARS, half, 3, out, 16, NULL, NULL), 0);
  CHECK_EQ(GetLastError(), ERROR_NO_UNICODE_TRANSLATION);
  CHECK_EQ(WideCharToMultiByte(54936, WC_ERR_INVALID_CHARS, half, 3, out, 16, NULL, NULL), 0);
  CHECK_EQ(GetLastError(), ERROR_NO_UNICODE_TRANSLATION);
  CHECK_EQ(WideCharToMultiByte(1252, 0, half, 3, out, 16, NULL, &replaced), 3);
  CHECK(memcmp(out, "a?b", 3) == 0 && replaced == TRUE);
  CHECK_EQ(WideCharToMultiByte(1252, 0, half, 2, out, 16, NULL, &replaced), 2); /* at the end */
  CHECK(memcmp(out, "a?", 2) == 0);
}

static void accents_and_glyphs(void) {
  DECODED(1252, MB_COMPOSITE, "\xFC", 1, "u\u0308", 2);
  DECODED(1258, MB_PRECOMPOSED, "\xFC", 1, "\u00FC", 1);
  DECODED(437, MB_USEGLYPHCHARS,
          "\x01\x0D\x7F"
          "A",
          4, "\u263A\u266A\u2302A", 4);
  DECODED(1252, MB_USEGLYPHCHARS, "\x01", 1, "\x01", 1); /* not a code page of the IBM PC */
  ENCODED(1252, WC_COMPOSITECHECK, "u\u0308", 2, NULL, "\xFC", 1, FALSE);
  ENCODED(1252, WC_COMPOSITECHECK, "q\u0308", 2, NULL, "q?", 2, TRUE);
  ENCODED(1252, WC_COMPOSITECHECK | WC_DISCARDNS, "q\u0308", 2, NULL, "q", 1, FALSE);
  ENCODED(1252, WC_COMPOSITECHECK | WC_DEFAULTCHAR, "q\u0308x", 3, NULL, "?x", 2, TRUE);
}

/* Programs pass what a code page like 1252 takes; UTF-8 has every character and accent. */
static void code_pages_of_the_system(void) {
  static const UINT pages[] = {CP_ACP, CP_OEMCP, CP_THREAD_ACP};
  const WCHAR half[] = {'a', 0xD800};
  for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); ++i) {
    char out[8] = "";
    BOOL replaced = 7;
    DECODED(pages[i], MB_PRECOMPOSED, "\xC3\xBC", 2, "\u00FC", 1);
    DECODED(pages[i], MB_PRECOMPOSED | MB_ERR_INVALID_CHARS | MB_USEGLYPHCHARS, "\x01", 1, "\x01",
            1);
    DECODED(pages[i], MB_COMPOSITE, "\xC3\xBC", 2, "u\u0308", 2);
    CHECK_EQ(WideCharToMultiByte(pages[i], WC_COMPOSITECHECK | WC_DEFAULTCHAR,
                                 WIDE("u\u0308q\u0308"), 4, out, 8, "?", &replaced),
             5);
    CHECK(memcmp(out, "\xC3\xBCq\xCC\x88", 5) == 0 && replaced == FALSE);
    CHECK_EQ(WideCharToMultiByte(pages[i], WC_NO_BEST_FIT_CHARS, half, 2, out, 8, "?", &replaced),
             4);
    CHECK(memcmp(out, "a\xEF\xBF\xBD", 4) == 0 && replaced == TRUE);
    CHECK_EQ(WideCharToMultiByte(pages[i], WC_ERR_INVALID_CHARS, half, 2, out, 8, NULL, NULL), 0);
    CHECK_EQ(GetLastError(), ERROR_NO_UNICODE_TRANSLATION);
    CHECK_EQ(MultiByteToWideChar(pages[i], 0x10, "a", 1, NULL, 0), 0);
    CHECK_EQ(GetLastError(), ERROR_INVALID_FLAGS);
    CHECK_EQ(MultiByteToWideChar(pages[i], MB_PRECOMPOSED | MB_COMPOSITE, "a", 1, NULL, 0), 0);
    CHECK_EQ(GetLastError(), ERROR_INVALID_FLAGS);
  }
}

static void sizes_and_rooms(void) {
  char bytes[4] = "xyz";
  WCHAR wide[4] = {7, 7, 7, 7};
  CHECK_EQ(MultiByteToWideChar(CP_UTF8, 0, "abc", -1, NULL, 0), 4); /* with the NUL */
  CHECK_EQ(MultiByteToWideChar(CP_UTF8, 0, "abc", 2, NULL, 0), 2);  /* without one */
  CHECK_EQ(MultiByteToWideChar(CP_UTF8, 0, "abc", -1, wide, 3), 0);
  CHECK_EQ(GetLastError(), ERROR_INSUFFICIENT_BUFFER);
  CHECK(wide[0] == 7 && wide[2] == 7);
  CHECK_EQ(MultiByteToWideChar(CP_UTF8, 0, "abc", -1, wide, 4), 4);
  CHECK_EQ(wide[3], 0);
  CHECK_EQ(WideCharToMultiByte(1252, 0, WIDE("abcd"), -1, bytes, 4, NULL, NULL), 0);
  CHECK_EQ(GetLastError(), ERROR_INSUFFICIENT_BUFFER);
  CHECK_EQ(strcmp(bytes, "xyz"), 0);
  CHECK_EQ(WideCharToMultiByte(1252, 0, WIDE("abcd"), -1, NULL, 0, NULL, NULL), 5);
  CHECK_EQ(WideCharToMultiByte(1252, 0, WIDE("abcd"), 4, bytes, 4, NULL, NULL), 4);
}

static void check_failed(int line, int result, DWORD code) {
  check_at(line, "result", result, 0);
  check_at(line, "GetLastError()", (long)GetLastError(), (long)code);
  SetLastError(0);
}
#define FAILED_WITH(call, code) check_failed(__LINE__, call, code)

static void wrong_arguments(void) {
  char bytes[8] = "abc";
  WCHAR wide[8] = {'a', 0};
  BOOL replaced = 7;
  FAILED_WITH(MultiByteToWideChar(CP_UTF8, 0, NULL, -1, wide, 8), ERROR_INVALID_PARAMETER);
  FAILED_WITH(MultiByteToWideChar(CP_UTF8, 0, bytes, 0, wide, 8), ERROR_INVALID_PARAMETER);
  FAILED_WITH(MultiByteToWideChar(CP_UTF8, 0, bytes, -1, wide, -1), ERROR_INVALID_PARAMETER);
  FAILED_WITH(MultiByteToWideChar(CP_UTF8, 0, bytes, -1, NULL, 8), ERROR_INVALID_PARAMETER);
  FAILED_WITH(MultiByteToWideChar(CP_UTF8, 0, (char*)wide, -1, wide, 8), ERROR_INVALID_PARAMETER);
  FAILED_WITH(MultiByteToWideChar(1200, 0, bytes, -1, wide, 8), ERROR_INVALID_PARAMETER);
  FAILED_WITH(MultiByteToWideChar(99999, 0, bytes, -1, wide, 8), ERROR_INVALID_PARAMETER);
  FAILED_WITH(MultiByteToWideChar(1252, 0x10, bytes, -1, wide, 8), ERROR_INVALID_FLAGS);
  FAILED_WITH(MultiByteToWideChar(1252, MB_PRECOMPOSED | MB_COMPOSITE, bytes, -1, wide, 8),
              ERROR_INVALID_FLAGS);
  FAILED_WITH(MultiByteToWideChar(CP_UTF8, MB_PRECOMPOSED, bytes, -1, wide, 8),
              ERROR_INVALID_FLAGS);
  FAILED_WITH(MultiByteToWideChar(54936, MB_COMPOSITE, bytes, -1, wide, 8), ERROR_INVALID_FLAGS);
  FAILED_WITH(MultiByteToWideChar(CP_UTF7, MB_ERR_INVALID_CHARS, bytes, -1, wide, 8),
              ERROR_INVALID_FLAGS);
  FAILED_WITH(WideCharToMultiByte(CP_UTF8, 0, NULL, -1, bytes, 8, NULL, NULL),
              ERROR_INVALID_PARAMETER);
  FAILED_WITH(WideCharToMultiByte(CP_UTF8, 0, wide, 0, bytes, 8, NULL, NULL),
              ERROR_INVALID_PARAMETER);
  FAILED_WITH(WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 8, NULL, NULL),
              ERROR_INVALID_PARAMETER);
  FAILED_WITH(WideCharToMultiByte(CP_UTF8, 0, wide, -1, bytes, 8, "?", NULL),
              ERROR_INVALID_PARAMETER);
  FAILED_WITH(WideCharToMultiByte(CP_UTF7, 0, wide, -1, bytes, 8, NULL, &replaced),
              ERROR_INVALID_PARAMETER);
  FAILED_WITH(WideCharToMultiByte(CP_UTF8, WC_NO_BEST_FIT_CHARS, wide, -1, bytes, 8, NULL, NULL),
              ERROR_INVALID_FLAGS);
  FAILED_WITH(WideCharToMultiByte(1252, WC_ERR_INVALID_CHARS, wide, -1, bytes, 8, NULL, NULL),
              ERROR_INVALID_FLAGS);
  FAILED_WITH(WideCharToMultiByte(50220, WC_NO_BEST_FIT_CHARS, wide, -1, bytes, 8, NULL, NULL),
              ERROR_INVALID_FLAGS);
  FAILED_WITH(WideCharToMultiByte(CP_SYMBOL, 0, wide, -1, bytes, 8, NULL, NULL),
              ERROR_NO_UNICODE_TRANSLATION);
  CHECK(strcmp(bytes, "abc") == 0 && replaced == 7 && wide[0] == 'a');
}

/* As programs do that do not know how long the text is. */
static void long_texts(void) {
  enum { kLength = 100000 };
  char* bytes = (char*)malloc(kLength * 2);
  WCHAR* wide = (WCHAR*)malloc(kLength * sizeof(WCHAR));
  if (bytes == NULL || wide == NULL) exit(2);
  for (int i = 0; i < kLength; ++i) memcpy(bytes + 2 * i, "\x83\x65", 2);
  CHECK_EQ(MultiByteToWideChar(932, MB_ERR_INVALID_CHARS, bytes, kLength * 2, wide, kLength),
           kLength);
  CHECK(wide[0] == 0x30C6 && wide[kLength - 1] == 0x30C6);
  memset(bytes, 0, kLength * 2);
  CHECK_EQ(WideCharToMultiByte(932, 0, wide, kLength, bytes, kLength * 2, NULL, NULL), kLength * 2);
  CHECK_EQ(memcmp(bytes + kLength * 2 - 2, "\x83\x65", 2), 0);
  for (int i = 0; i < kLength; ++i) wide[i] = 0x0416;
  CHECK_EQ(WideCharToMultiByte(1252, 0, wide, kLength, NULL, 0, NULL, NULL), kLength);
  free(bytes);
  free(wide);
}

static void facts_of_code_pages(void) {
  CPINFO info;
  CHECK_EQ(GetACP(), 65001);
  CHECK_EQ(GetOEMCP(), 65001);
  CHECK(IsValidCodePage(1252) && IsValidCodePage(932) && IsValidCodePage(CP_UTF7));
  CHECK(!IsValidCodePage(CP_ACP) && !IsValidCodePage(1200) && !IsValidCodePage(12345));
  CHECK(GetCPInfo(932, &info) && info.MaxCharSize == 2 && info.DefaultChar[0] == '?');
  CHECK(info.LeadByte[0] == 0x81 && info.LeadByte[3] == 0xFC && info.LeadByte[4] == 0);
  CHECK(GetCPInfo(CP_ACP, &info) && info.MaxCharSize == 4 && info.LeadByte[0] == 0);
  CHECK(GetCPInfo(1252, &info) && info.MaxCharSize == 1);
  CHECK(GetCPInfo(37, &info) && info.DefaultChar[0] == 0x6F);
  CHECK(!GetCPInfo(12345, &info) && GetLastError() == ERROR_INVALID_PARAMETER);
  CHECK(!GetCPInfo(1252, NULL) && GetLastError() == ERROR_INVALID_PARAMETER);
  CHECK(IsDBCSLeadByteEx(932, 0x81) && !IsDBCSLeadByteEx(932, 0xA0) && !IsDBCSLeadByte(0x81));
}

int main(void) {
  texts_of_code_pages();
  bytes_that_are_no_text();
  characters_that_a_code_page_lacks();
  halves_of_pairs();
  accents_and_glyphs();
  code_pages_of_the_system();
  sizes_and_rooms();
  wrong_arguments();
  long_texts();
  facts_of_code_pages();
  return finish("code_pages");
}
