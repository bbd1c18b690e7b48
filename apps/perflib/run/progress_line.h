// ProgressLine: how code that runs jobs shows their progress without printing. The table of
// subcommands hands it down, as it does the environment of a run.
#pragma once

#include <functional>

#include "openperflib/jobs/job.h"

namespace openperflib::apps {

// Shows how far one job is, after each step of it. The line disappears with its last copy.
using ProgressLine = std::function<void(const JobProgress&)>;
// Returns the line of a job that begins. Null: progress is not shown.
using BeginProgressLine = ProgressLine (*)();

}  // namespace openperflib::apps
