/* Whether perflib.h keeps its promises: those of docs/perflib_h.md, each with a check. Prints one
   line for each that it breaks, and exits with 1 then. `--list` prints them all.

   For Windows it has the provider half. Elsewhere conformance.man must be registered, and the
   program makes a runtime folder of its own. */
#include "perflib_suite.h"

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

int main(int argc, char** argv) {
  return run_suite(argc, argv, chapters, sizeof chapters / sizeof chapters[0]);
}
