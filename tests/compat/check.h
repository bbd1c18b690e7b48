/* Shared by the C tests of compat: a count of failures, 16-bit texts, and calls of both twins of
   a function. Works in C11, in C++, and with -fshort-wchar. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "thread_sanitizer.h"

#if defined(__SIZEOF_WCHAR_T__) && __SIZEOF_WCHAR_T__ == 2
#define WIDE(literal) L##literal
#else
#define WIDE(literal) u##literal
#endif

#define UNTOUCHED 0xDEADBEEFu
#define ROOM (8u << 20) /* more than any block or table here */

static int failures;

static inline void check_at(int line, const char* what, long got, long wanted) {
  if (got == wanted) return;
  ++failures;
  fprintf(stderr, "line %d: %s is %ld, not %ld\n", line, what, got, wanted);
}
#define CHECK_EQ(got, wanted) check_at(__LINE__, #got, (long)(got), (long)(wanted))
#define CHECK(condition) check_at(__LINE__, #condition, (condition) ? 1 : 0, 1)

/* A buffer of ROOM bytes that is filled with 0xAA. */
static inline unsigned char* new_buffer(void) {
  unsigned char* buffer = (unsigned char*)malloc(ROOM);
  if (buffer == NULL) exit(2);
  memset(buffer, 0xAA, ROOM);
  return buffer;
}

/* Whether the first `count` bytes still have their fill value. */
static inline int is_untouched(const unsigned char* buffer, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (buffer[i] != 0xAA) return 0;
  }
  return 1;
}

/* ASCII as 16-bit characters; `wide` has room for it and its NUL. */
static inline const WCHAR* widen(const char* text, WCHAR* wide) {
  if (text == NULL) return NULL;
  size_t i = 0;
  for (; text[i] != 0; ++i) wide[i] = (WCHAR)text[i];
  wide[i] = 0;
  return wide;
}

static inline int finish(const char* name) {
  fprintf(stderr, "%s: %d failures\n", name, failures);
  return failures == 0 ? 0 : 1;
}
