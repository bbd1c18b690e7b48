#include "apps/typeperf/typeperf.h"

#include "apps/drop_in/completion.h"
#include "apps/drop_in/help_layout.h"
#include "apps/drop_in/messages.h"
#include "apps/program/prepare_process.h"
#include "apps/typeperf/completion.h"
#include "apps/typeperf/counter_list.h"
#include "apps/typeperf/help.h"
#include "apps/typeperf/options.h"
#include "apps/typeperf/recording.h"
#include "openperflib/os/process/program_path.h"

namespace openperflib::typeperf {
namespace {

using drop_in::is_completion;

Outcome run(const apps::Environment& environment, std::span<char* const> arguments) {
  if (is_completion(arguments)) return complete(environment, arguments.subspan(1));
  auto options = read_options(arguments);
  if (!options.has_value()) return std::unexpected(options.error());
  options->environment = &environment;
  switch (options->job) {
    case Job::help:
      return drop_in::print(help_text(program_path("typeperf")));
    case Job::list_counters:
    case Job::list_instances:
    case Job::record:
      break;
  }
  if (!options->target.has_value() || !options->target->is_set()) {
    drop_in::remark_on_windows_path("typeperf", options->output);
  }
  return options->job == Job::record ? record(*options) : list_counters(*options);
}

}  // namespace

int run_typeperf(const apps::Environment& environment, std::span<char* const> arguments) {
  apps::prepare_process();
  const Outcome outcome = run(environment, arguments);
  if (outcome.has_value()) return 0;
  drop_in::say_error(outcome.error());
  return 1;
}

}  // namespace openperflib::typeperf
