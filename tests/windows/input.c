/* Formatted input: the sizes of numbers, and formats that are not valid. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <tchar.h>
#include <windows.h>

#include "check.h"

/* Four bytes are written, and the neighbour stays. */
static void l_is_32_bits(void) {
  DWORD dwords[2] = {0, UNTOUCHED};
  LONG numbers[2] = {0, 7};
  CHECK_EQ(openperflib_sscanf("4294967295", "%lu", &dwords[0]), 1);
  CHECK(dwords[0] == 4294967295u && dwords[1] == UNTOUCHED);
  CHECK_EQ(openperflib_sscanf("-5", "%ld", &numbers[0]), 1);
  CHECK(numbers[0] == -5 && numbers[1] == 7);
  CHECK_EQ(openperflib_sscanf("1f", "%I32x", &dwords[0]), 1);
  CHECK(dwords[0] == 31 && dwords[1] == UNTOUCHED);
  CHECK_EQ(openperflib_sscanf("0x10 017", "%li%lo", &numbers[0], &dwords[0]), 2);
  CHECK(numbers[0] == 16 && dwords[0] == 15 && numbers[1] == 7 && dwords[1] == UNTOUCHED);
  CHECK_EQ(openperflib_sscanf("abc", "%*3lX%ln", &numbers[0]), 0);
  CHECK(numbers[0] == 3 && numbers[1] == 7);
}

static void other_sizes(void) {
  ULONGLONG large = 0;
  LONGLONG negative = 0;
  size_t size = 0;
  double real = 0;
  float small = 0;
  unsigned short two = 0;
  CHECK_EQ(openperflib_sscanf("12345678901234 -12345678901234", "%I64u %lld", &large, &negative),
           2);
  CHECK(large == 12345678901234ULL && negative == -12345678901234LL);
  CHECK_EQ(openperflib_sscanf("12345678901234 0.5 0.25 65535", "%Iu %lf %f %hu", &size, &real,
                              &small, &two),
           4);
  CHECK(size == 12345678901234ULL && real == 0.5 && small == 0.25F && two == 65535);
}

static void texts_and_sets(void) {
  char word[16] = "", name[16] = "", rest[16] = "";
  CHECK_EQ(openperflib_sscanf("ab lu%=x]y", "%3s %[a-z]%%=%15[]xy]", word, name, rest), 3);
  CHECK(strcmp(word, "ab") == 0 && strcmp(name, "lu") == 0 && strcmp(rest, "x]y") == 0);
  CHECK_EQ(openperflib_sscanf("a%ldz", "%[^l]%hs", word, name), 2); /* no conversion in a set */
  CHECK(strcmp(word, "a%") == 0 && strcmp(name, "ldz") == 0);
  CHECK_EQ(openperflib_sscanf("xy", "%hc%c", word, name), 2);
  CHECK(word[0] == 'x' && name[0] == 'y');
}

/* Nothing is written: the C library would write characters of 32 bits. */
static void wrong_formats(void) {
  static const char* const formats[] = {"%ls",  "%S",  "%ws",  "%lc",   "%C",   "%l[a]", "%ms", "%",
                                        "%1$d", "%[a", "%[]a", "%I64s", "%hhf", "%k",    "%l"};
  char untouched[16];
  for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); ++i) {
    memset(untouched, 0x55, sizeof(untouched));
    errno = 0;
    check_at(__LINE__, formats[i], openperflib_sscanf("aaaa", formats[i], untouched), EOF);
    check_at(__LINE__, formats[i], errno, EINVAL);
    check_at(__LINE__, formats[i], untouched[0], 0x55);
  }
  CHECK_EQ(openperflib_sscanf("a", NULL), EOF);
  CHECK_EQ(openperflib_sscanf(NULL, "%d", untouched), EOF);
  CHECK_EQ(openperflib_fscanf(NULL, "%d", untouched), EOF);
}

static int scan_list(const char* source, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int count = openperflib_vsscanf(source, format, arguments);
  va_end(arguments);
  return count;
}

static void files_and_lists(void) {
  DWORD dwords[2] = {0, UNTOUCHED};
  FILE* file = tmpfile();
  if (file == NULL) exit(2);
  fputs("1 2", file);
  rewind(file);
  CHECK_EQ(openperflib_fscanf(file, "%lu", &dwords[0]), 1);
  CHECK_EQ(openperflib_fscanf(file, "%lu", &dwords[0]), 1);
  CHECK(dwords[0] == 2 && dwords[1] == UNTOUCHED);
  CHECK_EQ(openperflib_fscanf(file, "%lu", &dwords[0]), EOF);
  fclose(file);
  CHECK_EQ(scan_list("7 8", "%lu %lu", &dwords[0], &dwords[1]), 2);
  CHECK(dwords[0] == 7 && dwords[1] == 8);
}

#if defined(__SIZEOF_WCHAR_T__) && __SIZEOF_WCHAR_T__ == 2
/* The names of the C library stand for these functions. */
static void plain_names(void) {
  DWORD dwords[2] = {0, UNTOUCHED};
  long number = 0;
  CHECK_EQ(sscanf("4294967295", "%lu", &dwords[0]), 1);
  CHECK(dwords[0] == 4294967295u && dwords[1] == UNTOUCHED);
  CHECK_EQ((sscanf)("-1", "%ld", &number), 1);
  CHECK(number == -1);
}
#endif

int main(void) {
  l_is_32_bits();
  other_sizes();
  texts_and_sets();
  wrong_formats();
  files_and_lists();
#if defined(__SIZEOF_WCHAR_T__) && __SIZEOF_WCHAR_T__ == 2
  plain_names();
#endif
  return finish("input");
}
