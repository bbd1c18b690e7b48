// perflib diff: compares two logs.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include "apps/perflib/commands/commands.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/sources/chosen_paths.h"
#include "apps/perflib/sources/job_messages.h"
#include "apps/perflib/sources/log_input.h"
#include "apps/perflib/sources/log_window.h"
#include "apps/perflib/sources/log_words.h"
#include "apps/perflib/sources/worker_threads.h"
#include "apps/perflib/text/difference_text.h"
#include "apps/perflib/text/log_messages.h"
#include "apps/perflib/text/shown_jobs.h"
#include "apps/perflib/text/summary_text.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/difference_job.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/os/process/thread_workers.h"
#include "openperflib/text/printable.h"
#include "openperflib/text/utf16.h"
#include "openperflib/view/summary/log_difference_json.h"
#include "openperflib/view/text/amount.h"

namespace openperflib::apps {
namespace diff_command {
namespace {

struct Options {
  std::vector<std::string> words;  // two logs, then paths
  std::vector<std::string> at;     // one time for both logs, or one each
  std::string length;
  LogOptions log;  // only the encoding
  bool lacks_a_set = false;
  bool whole = false;
  bool by_clock = false;
  bool json = false;
  double least_percent = 5;
  std::size_t top = 40;
  std::uint64_t threads = 0;
};

std::string not_a_percentage(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number >= 0 && number <= 100 ? std::string()
                                               : text + " is not a percentage from 0 to 100";
}

void add_options(CommandLine& line, Options& options) {
  line.add_option("BEFORE [AFTER] [PATH...]", options.words,
                  "Two logs of any format, or one log and --at twice; then counter paths, sets "
                  "(@cpu) or names to search for (default: all counters). By default, the logs are "
                  "compared from their starts, as long as both last")
      .required();
  const auto at =
      line.add_option(
              "--at", options.at,
              "With two logs: compare what is before and after this time in each (with --for: only "
              "what follows it). Given twice: a time for each log, or two times of one log: 15:45, "
              "'2026-11-21 15:45'")
          .value_name("TIME")
          .repeatable();
  const auto length = add_duration_option(line, "--for", options.length,
                                          "Compare only this DURATION, from the start or from --at "
                                          "on: 90s, 10m, 2h");
  const auto by_clock =
      line.add_flag("--by-clock", options.by_clock,
                    "Compare the same times of day: 09:00 of one day with 09:00 of another")
          .excludes(at);
  line.add_flag("--whole", options.whole,
                "Compare both logs completely, even if their lengths differ")
      .excludes(at)
      .excludes(by_clock)
      .excludes(length);
  line.add_option("--least", options.least_percent,
                  "Leave out changes below this many percent of the larger average (default: 5)")
      .value_name("PERCENT")
      .check(not_a_percentage);
  line.add_option("--top", options.top, "At most N rows (default: 40)")
      .value_name("N")
      .check(not_a_count);
  add_json_options(line, options.json, "Print one JSON document with all counters");
  add_threads_option(line, options.threads);
  add_text_log_options(line, options.log);
}

// What is compared: the two logs.
using Sides = std::array<LogOptions, 2>;

std::string shown_name(const LogOptions& log) { return shown_log_name(log.files.front()); }

// The file and, where the logs are of different machines, the machine.
std::string head_of(const LogOptions& log, const SummaryExtent& extent, const std::string& machine,
                    const std::string& other) {
  std::string head = " " + printable(shown_name(log));
  if (!machine.empty() && folded(machine) != folded(other)) head += "  \\\\" + printable(machine);
  return head + "\n" + summary_head(extent, summary_width(), 2);
}

void print_text(const Options& options, const Sides& logs, const DifferenceModel& model) {
  const LogDifference& difference = model.difference;
  const DifferenceChoice choice{.least_part = options.least_percent / 100, .most = options.top};
  const DifferenceSide before{.name = "before",
                              .verb = "ended",
                              .file = shown_name(logs[0]),
                              .records = model.sides[0].extent.records};
  const DifferenceSide after{.name = "after",
                             .verb = "began",
                             .file = shown_name(logs[1]),
                             .records = model.sides[1].extent.records};
  print_out(
      head_of(logs[0], model.sides[0].extent, difference.first_machine, difference.second_machine));
  print_out(
      head_of(logs[1], model.sides[1].extent, difference.second_machine, difference.first_machine));
  print_out("\n");
  print_out(lone_instances_text(difference.only_in_second.instances, after, choice));
  print_out(lone_instances_text(difference.only_in_first.instances, before, choice));
  print_out(difference_table(difference, choice));
  print_out(lone_counters_text(difference.only_in_first, before, choice));
  print_out(lone_counters_text(difference.only_in_second, after, choice));
}

// The logs of the words, or one log at two times; the other words are paths.
std::expected<Sides, Failure> take_sides(Options& options) {
  LogOptions logs = options.log;
  OPENPERFLIB_TRY(
      report_log_words(take_log_words(options.words, nullptr, logs, OtherWords::paths)));
  if (logs.files.size() == 1 && options.at.size() == 2) logs.files.push_back(logs.files.front());
  if (logs.files.size() < 2 && !logs.not_logs.empty()) {
    const auto& [word, why] = logs.not_logs.front();
    return failed(word, why);
  }
  for (const std::string& word : options.words) {
    if (logs.files.size() < 2) OPENPERFLIB_TRY(refuse_folder(word));
  }
  if (logs.files.size() == 1) {
    return usage_error("diff",
                       "needs two logs, or one log and two times (--at A --at B); only one log was "
                       "given");
  }
  if (logs.files.size() != 2) {
    return usage_error("diff", fmt::format("needs two logs; {} given",
                                           logs.files.empty() ? "none was" : "more were"));
  }
  Sides sides{logs, logs};
  sides[0].files = {logs.files[0]};
  sides[1].files = {logs.files[1]};
  return sides;
}

// Replaces the words by the paths that they select in either log.
Step choose_counters(const Sides& logs, Options& options) {
  ChosenPaths chosen =
      OPENPERFLIB_TRY(report_choice(choose_paths(options.words, logs, Sets::taken)));
  if (chosen.paths.empty() && !options.words.empty()) return reported(Ending::does_not_exist);
  options.words = std::move(chosen.paths);
  options.lacks_a_set = chosen.lacks_a_set;
  return {};
}

std::expected<DifferenceOptions, Failure> job_options(const Options& options, const Sides& logs) {
  if (options.at.size() > 2) {
    return usage_error("--at", "there are two logs; use it once for both, or twice");
  }
  using Parts = DifferenceOptions::Parts;
  DifferenceOptions job{.before = inputs_of(logs[0]),
                        .after = inputs_of(logs[1]),
                        .paths = options.words,
                        .parts = options.whole      ? Parts::whole
                                 : options.by_clock ? Parts::by_clock
                                                    : Parts::aligned};
  if (!options.length.empty()) job.length = duration_from(options.length);
  if (options.at.empty()) return job;
  job.at_before = OPENPERFLIB_TRY(read_time(options.at.front(), "--at"));
  job.at_after = OPENPERFLIB_TRY(read_time(options.at.back(), "--at"));
  return job;
}

Failure failure_of(const JobFault& fault, const DifferenceJob& job, const Options& options,
                   const Sides& logs) {
  if (fault.kind != JobFault::Kind::nothing_common) return apps::failure_of(fault);
  if (logs[0].files == logs[1].files && !options.by_clock) {
    return failed("--at", fmt::format("no samples to compare then; {} runs from {}",
                                      shown_name(logs[0]), shown_range(job.times()[0])))
        .error();
  }
  return failed(options.by_clock ? "--by-clock" : "--at",
                fmt::format("no samples to compare {}; {} runs from {}, {} from {}",
                            options.by_clock ? "at the same time of day" : "then",
                            shown_name(logs[0]), shown_range(job.times()[0]), shown_name(logs[1]),
                            shown_range(job.times()[1])))
      .error();
}

// Reports what is odd about both logs; about a log that is compared with itself, once.
void report_findings(const DifferenceJob& job, const Sides& logs) {
  const std::size_t sides = logs[0].files == logs[1].files ? 1 : 2;
  for (std::size_t side = 0; side < sides; ++side) {
    report_opened(job.findings(side));
    report_anomalies(job.findings(side));
  }
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  Options options = OPENPERFLIB_TRY(read_options(self, arguments, add_options));
  const Sides logs = OPENPERFLIB_TRY(take_sides(options));
  OPENPERFLIB_TRY(choose_counters(logs, options));
  DifferenceOptions chosen = OPENPERFLIB_TRY(job_options(options, logs));
  ThreadWorkers workers(thread_count(options.threads));
  chosen.workers = &workers;
  auto job = DifferenceJob::begin(std::move(chosen), titles_of(options.log));
  if (!job.has_value()) return std::unexpected(apps::failure_of(job.error()));
  const auto ended = run_shown(*job);
  report_findings(*job, logs);
  if (!ended.has_value()) return std::unexpected(failure_of(ended.error(), *job, options, logs));
  const DifferenceModel model = job->take_model();
  if (options.json) {
    write_difference_json(model.difference,
                          {.file = shown_name(logs[0]), .extent = model.sides[0].extent},
                          {.file = shown_name(logs[1]), .extent = model.sides[1].extent},
                          model.sides[0].rows, print_out);
  } else {
    print_text(options, logs, model);
  }
  if (!flush_output()) return Ending::failed;
  for (const std::string& path : model.unmatched) print_error(path, "is not in either log");
  const bool has_all = model.unmatched.empty() && !options.lacks_a_set;
  return has_all ? Ending::success : Ending::does_not_exist;
}

}  // namespace
}  // namespace diff_command

const Subcommand kDiff = {
    .name = "diff",
    .summary = "Compare two logs, or two times of one log",
    .examples =
        "  perflib diff monday.blg tuesday.blg\n"
        "  perflib diff monday.blg tuesday.blg --by-clock\n"
        "  perflib diff before.csv after.csv '\\Process(*)\\*' --whole\n"
        "  perflib diff day.blg --at '2026-11-21 10:00' --at '2026-11-21 14:00' --for 30m\n",
    .run = diff_command::run,
};

}  // namespace openperflib::apps
