// --by, of the commands that show only the largest series of a log.
#pragma once

#include "apps/perflib/run/command_line.h"
#include "openperflib/view/summary/summary_ranking.h"

namespace openperflib::apps {

// Adds --by, the number by which --top compares series: average, max or growth.
CommandOption add_ranking_option(CommandLine& line, RankedBy& by);

}  // namespace openperflib::apps
