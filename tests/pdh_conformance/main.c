/* Whether pdh.h keeps its promises: those of docs/pdh.md and of Microsoft's pages, each with a
   check. Prints one line for each that it breaks, and exits with 1 then. `--list` prints them all.
   The sets of printers.man must be registered. */
#include "pdh_suite.h"

/* The default source must be the first: no query has been opened then. */
static const Chapter* const chapters[] = {
    &numbers,
    &default_source,
    &queries,
    &adding_counters,
    &collecting,
    &background_collecting,
    &states_of_values,
    &formats,
    &readings,
    &statistics,
    &arrays,
    &counter_information,
    &paths,
    &two_calls,
    &validation,
    &expansion,
    &machines,
    &objects_of_sources,
    &titles,
    &choices,
    &languages,
    &opening_logs,
    &existing_logs,
    &writing_logs,
    &text_logs,
    &sizes_of_logs,
    &reading_logs,
    &time_ranges,
    &bound_logs,
    &copying_logs,
    &raw_records,
    &log_sets,
    &wrong_arguments,
    &foreign_handles_of_pdh,
#ifndef _WIN32
    &processes_and_threads,
#endif
};

int main(int argc, char** argv) {
  if (argc == 2 && strcmp(argv[1], "--child") == 0) return live_as_child();
  return run_suite(argc, argv, chapters, sizeof chapters / sizeof chapters[0]);
}
