// The jobs of the tools for programs: statistics of a log, a report about it, what changed between
// two logs, columns of numbers for charts, what this machine has; by name, in JSON.
//
//   using namespace openperflib;
//   NamedJobs jobs = NamedJobs::open(fixed_titles()).value();
//   const std::string log = jobs.open_log("server.blg").value();  // "log1"
//   jobs.run("report", R"({"log":"log1"})").value().json;
//
// To read this machine as well: open(titles, {.machine = this_machine(titles)}).
// Source: docs/guide-library.md; docs/protocol.md has all names, arguments and results.
#pragma once

#if __cplusplus <= 202002L
#error "OpenPerflib needs -std=c++23"
#endif

#include "openperflib/machine/this_machine.h"
#include "openperflib/requests/local/named_jobs.h"
#include "openperflib/titles/title_table.h"
