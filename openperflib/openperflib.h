// The main job in one header: read counters of a machine or a log by Windows' names, and publish
// counters that others read.
//
//   using namespace openperflib;
//   const TitleTable& titles = fixed_titles();
//   auto session = open_session(this_machine(titles), titles, std::chrono::seconds(1)).value();
//   (void)session.add(R"(\Processor(_Total)\% Processor Time)");
//   (void)session.collect();  // again after a second: a rate needs two readings
//   session.query().row().values;
//
// A log is LogFiles{.inputs = {.files = {"server.blg"}}, .window = {}} in place of this_machine().
#pragma once

#if __cplusplus <= 202002L
#error "OpenPerflib needs -std=c++23"
#endif

#include "openperflib/machine/start_publisher.h"
#include "openperflib/machine/this_machine.h"
#include "openperflib/provider/v2/publish/counter_set.h"
#include "openperflib/session/counter_session.h"
#include "openperflib/sources/counter_source.h"
#include "openperflib/sources/open_session.h"
#include "openperflib/titles/title_table.h"
