/* Whether perflib.h keeps its promises: those of docs/perflib_h.md, each with a check. Prints one
   line for each that it breaks, and exits with 1 then. `--list` prints them all.

   For Windows it has the provider half. Elsewhere conformance.man must be registered, and the
   program makes a runtime folder of its own. */
#define _DEFAULT_SOURCE 1
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "suite.h"
#ifndef _WIN32
#include <unistd.h>
#endif

static const Chapter* const chapters[] = {
    &starting_and_stopping,
    &templates,
    &instances,
    &values,
    &references,
    &memory_functions,
#ifndef _WIN32
    &visibility,
    &instance_types,
    &callbacks,
    &lists,
    &registration,
    &queries,
    &replies,
    &buffers,
    &own_objects,
    &objects_of_sets,
#endif
};
#define CHAPTERS (sizeof chapters / sizeof chapters[0])

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
    const char* const failure = take_failure();
    if (failure[0] == 0) continue;
    fprintf(stderr, "%s: %s (%s)\n", chapter->title, current->text, failure);
    ++broken;
  }
  return broken;
}

static int check_all(void) {
  int broken = 0;
  for (size_t i = 0; i < CHAPTERS; ++i) broken += check(chapters[i]);
  return broken;
}

static int list(void) {
  for (size_t i = 0; i < CHAPTERS; ++i) {
    for (size_t k = 0; k < chapters[i]->count; ++k) {
      printf("%s: %s\n", chapters[i]->title, chapters[i]->promises[k].text);
    }
  }
  return 0;
}

#ifdef _WIN32
static int check_in_a_folder(void) { return check_all(); }
#else
/* In which nothing must be left. */
static int check_in_a_folder(void) {
  char folder[] = "/tmp/perflib_conformance_XXXXXX";
  char inner[sizeof folder + sizeof "/openperflib"];
  if (mkdtemp(folder) == NULL || setenv("XDG_RUNTIME_DIR", folder, 1) != 0) exit(2);
  int broken = check_all();
  snprintf(inner, sizeof inner, "%s/openperflib", folder);
  if (rmdir(inner) != 0 || rmdir(folder) != 0) {
    fprintf(stderr, "%s: providers that have ended have left files\n", inner);
    ++broken;
  }
  return broken;
}
#endif

int main(int argc, char** argv) {
  if (argc == 2 && strcmp(argv[1], "--list") == 0) return list();
  if (argc != 1) {
    fprintf(stderr, "usage: %s [--list]\n", argv[0]);
    return 2;
  }
  signal(SIGSEGV, on_crash);
  signal(SIGABRT, on_crash);
  return check_in_a_folder() == 0 ? 0 : 1;
}
