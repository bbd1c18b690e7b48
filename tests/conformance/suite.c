#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* mkdtemp(), setenv() */
#endif
#include "suite.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#ifndef _WIN32
#include <unistd.h>
#endif

#define NO_ROW ((size_t)-1)
static char failure[1024];
static size_t current_row = NO_ROW;

void in_row(size_t row) { current_row = row; }

/* Completes a failure that is the first of its check. */
static void add_row(void) {
  const size_t length = strlen(failure);
  if (current_row == NO_ROW) return;
  snprintf(failure + length, sizeof failure - length, ", in row %u", (unsigned)current_row);
}

void expect_at(const char* file, int line, const char* what, unsigned long long got,
               unsigned long long wanted) {
  if (got == wanted || failure[0] != 0) return;
  snprintf(failure, sizeof failure, "%s:%d: %s is %llu, not %llu", file, line, what, got, wanted);
  add_row();
}

void expect_text_at(const char* file, int line, const char* what, const char* got,
                    const char* wanted) {
  if (strcmp(got, wanted) == 0 || failure[0] != 0) return;
  snprintf(failure, sizeof failure, "%s:%d: %s is \"%.300s\", not \"%.300s\"", file, line, what,
           got, wanted);
  add_row();
}

void expect_code_at(const char* file, int line, const char* what, unsigned got, unsigned wanted) {
  if (got == wanted || failure[0] != 0) return;
  snprintf(failure, sizeof failure, "%s:%d: %s is 0x%08X, not 0x%08X", file, line, what, got,
           wanted);
  add_row();
}

const char* take_failure(void) {
  static char taken[sizeof failure];
  memcpy(taken, failure, sizeof failure);
  failure[0] = 0;
  current_row = NO_ROW;
  return taken;
}

static const Chapter* current_chapter;
static const Promise* current;

static void on_crash(int signal_number) {
  fprintf(stderr, "%s: %s: signal %d\n", current_chapter->title, current->text, signal_number);
  _Exit(1);
}

/* Returns how many promises of the chapter are broken. */
static int check(const Chapter* chapter) {
  int broken = 0;
  current_chapter = chapter;
  for (size_t i = 0; i < chapter->count; ++i) {
    current = &chapter->promises[i];
    current->check();
    const char* const reason = take_failure();
    if (reason[0] == 0) continue;
    fprintf(stderr, "%s: %s (%s)\n", chapter->title, current->text, reason);
    ++broken;
  }
  return broken;
}

static int check_all(const Chapter* const* chapters, size_t count) {
  int broken = 0;
  for (size_t i = 0; i < count; ++i) broken += check(chapters[i]);
  return broken;
}

static int list(const Chapter* const* chapters, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    for (size_t k = 0; k < chapters[i]->count; ++k) {
      printf("%s: %s\n", chapters[i]->title, chapters[i]->promises[k].text);
    }
  }
  return 0;
}

static char folder[300];
const char* suite_folder(void) { return folder; }

#ifdef _WIN32
static void make_folder(void) {
  char parent[200];
  if (GetTempPathA(sizeof parent, parent) == 0) exit(2);
  snprintf(folder, sizeof folder, "%sconformance_%lu", parent, GetCurrentProcessId());
  if (!CreateDirectoryA(folder, NULL)) exit(2);
}

static int remove_folder(void) { return RemoveDirectoryA(folder) ? 0 : -1; }
#else
static void make_folder(void) {
  snprintf(folder, sizeof folder, "/tmp/conformance_XXXXXX");
  if (mkdtemp(folder) == NULL || setenv("XDG_RUNTIME_DIR", folder, 1) != 0) exit(2);
}

static int remove_folder(void) {
  char inner[sizeof folder + sizeof "/openperflib"];
  snprintf(inner, sizeof inner, "%s/openperflib", folder);
  (void)rmdir(inner); /* it exists if something was published */
  return rmdir(folder);
}
#endif

int run_suite(int argc, char** argv, const Chapter* const* chapters, size_t count) {
  if (argc == 2 && strcmp(argv[1], "--list") == 0) return list(chapters, count);
  if (argc != 1) {
    fprintf(stderr, "usage: %s [--list]\n", argv[0]);
    return 2;
  }
  signal(SIGSEGV, on_crash);
  signal(SIGABRT, on_crash);
  make_folder();
  int broken = check_all(chapters, count);
  if (remove_folder() != 0) {
    fprintf(stderr, "%s: something was left there\n", folder);
    ++broken;
  }
  return broken == 0 ? 0 : 1;
}
