/* What the conformance suites share: promises, expectations, and the program that checks them. A
   suite is a table of chapters; each chapter is a file with a table of promises, and each promise
   has a check. C11, C++20, C11 with -fshort-wchar, and C11 for Windows. */
#pragma once

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#endif

#include <stddef.h>
#include <string.h>

#if defined(_WIN32) || (defined(__SIZEOF_WCHAR_T__) && __SIZEOF_WCHAR_T__ == 2)
#define WIDE(literal) L##literal
#else
#define WIDE(literal) u##literal
#endif

/* What an output has that no function has written to; also a last error. */
#define UNTOUCHED 0xDEADBEEFu

/* One sentence, and what finds out whether it is true. */
typedef struct Promise {
  const char* text;
  void (*check)(void);
} Promise;

/* The promises of a section. */
typedef struct Chapter {
  const char* title; /* of the section */
  const Promise* promises;
  size_t count;
} Chapter;
#define CHAPTER(name, title) \
  const Chapter name = {title, promises, sizeof promises / sizeof promises[0]};

/* An expectation that is not met fails the check that runs. */
#define EXPECT_EQ(got, wanted) \
  expect_at(__FILE__, __LINE__, #got, (unsigned long long)(got), (unsigned long long)(wanted))
#define EXPECT(condition) expect_at(__FILE__, __LINE__, #condition, (condition) ? 1u : 0u, 1u)
#define EXPECT_TEXT(got, wanted) expect_text_at(__FILE__, __LINE__, #got, got, wanted)
/* The statuses have 32 bits, signed or not. */
#define EXPECT_CODE(got, wanted) \
  expect_code_at(__FILE__, __LINE__, #got, (unsigned)(got), (unsigned)(wanted))
void expect_at(const char* file, int line, const char* what, unsigned long long got,
               unsigned long long wanted);
void expect_text_at(const char* file, int line, const char* what, const char* got,
                    const char* wanted);
void expect_code_at(const char* file, int line, const char* what, unsigned got, unsigned wanted);
/* The row of a table that is checked from here on, for the line of a failure. */
void in_row(size_t row);
/* Why the check that runs has failed, as a line, "" if it passed. The next check begins. */
const char* take_failure(void);

/* The folder of this run: empty at the start, and where nothing may be left at the end. On POSIX
   it is the runtime folder of the program, so that it has the sockets of what it publishes. */
const char* suite_folder(void);

/* The main of a suite: `--list` prints its promises; without an argument it checks them, and prints
   a line for each that is broken. Returns the exit code: 0 if there is none. */
int run_suite(int argc, char** argv, const Chapter* const* chapters, size_t count);
