#include "apps/relog/relog.h"

#include <fmt/core.h>
#include <unistd.h>

#include <atomic>
#include <expected>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apps/drop_in/completion.h"
#include "apps/drop_in/given_time.h"
#include "apps/drop_in/help_layout.h"
#include "apps/drop_in/messages.h"
#include "apps/drop_in/unmatched_path.h"
#include "apps/program/atomic_file.h"
#include "apps/program/prepare_process.h"
#include "apps/relog/completion.h"
#include "apps/relog/help.h"
#include "apps/relog/inputs.h"
#include "apps/relog/options.h"
#include "apps/relog/output_log.h"
#include "apps/relog/progress.h"
#include "apps/relog/report.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/copy_job.h"
#include "openperflib/jobs/job.h"
#include "openperflib/jobs/survey_job.h"
#include "openperflib/log/log_conversion.h"
#include "openperflib/log/log_format_name.h"
#include "openperflib/log/log_job.h"
#include "openperflib/log/log_summary.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/os/portable/write_all.h"
#include "openperflib/os/process/program_path.h"
#include "openperflib/os/process/thread_workers.h"
#include "openperflib/text/printable.h"

namespace openperflib::relog {
namespace {

using drop_in::failure;
using drop_in::print;

// Everything that must be known about the input before writing.
struct Found {
  std::vector<InputFile> files;
  LogExtent extent;
  LogSummary summary;
};

Failure stopped_early() { return {"stopped before the end; nothing new was written"}; }

// A log that was appended to keeps what was written.
Failure stopped(const OutputLog& output, const LogExtent& written) {
  if (output.is_new() || written.records == 0) return stopped_early();
  return {fmt::format("stopped before the end; {} samples were appended", written.records)};
}

// Runs a job to its end, or until a signal comes. `show` gets the progress after each step.
template <class Job, class Show>
std::expected<void, JobFault> run_until_signal(Job& job, Progress& progress, Show show) {
  std::atomic<bool> stop = false;
  const auto note = [&](const JobProgress& now) {
    show(now);
    stop = progress.is_stopped();
  };
  return openperflib::run(job, {.progress = note, .stop = &stop});
}

LogExtent extent_of(const LogSurvey& survey) {
  return {.records = survey.records(),
          .first_local = survey.first_local(),
          .last_local = survey.last_local()};
}

Outcome check_has_records(const Found& found, const LogFindings& findings) {
  if (found.extent.records != 0) return {};
  const bool is_damaged = findings.anomaly_count != 0;
  return failure(fmt::format("{} contains no readable sample", found.files.front().path),
                 is_damaged ? PDH_BINARY_LOG_CORRUPT : PDH_NO_DATA);
}

// A list and a copy need the series of all records, the lines about the input none.
SurveyOptions::Series surveyed_series(const Options& options) {
  const bool needs_series = options.job == Job::list || !options.output.empty();
  return needs_series ? SurveyOptions::Series::all : SurveyOptions::Series::of_first_record;
}

// Reads all of the input once.
std::expected<Found, Failure> survey(const Options& options, Progress& progress) {
  OPENPERFLIB_TRY(check_can_be_read_twice(options.inputs));
  auto job = SurveyJob::begin({.logs = inputs_of(options.inputs),
                               .window = options.window,
                               .records = SurveyOptions::Records::whole_logs,
                               .series = surveyed_series(options)},
                              options.environment->titles);
  if (!job.has_value()) return std::unexpected(failure_of(job.error().log));
  const auto read = run_until_signal(*job, progress, [](const JobProgress&) {});
  if (progress.is_stopped()) return std::unexpected(stopped_early());
  if (!read.has_value()) return drop_in::cannot_read(read.error().source);
  LogSummary summary = job->take_model();
  Found found{.files = input_files(options.inputs, job->formats()),
              .extent = extent_of(summary.survey),
              .summary = std::move(summary)};
  const LogFindings findings = job->findings();
  report_losses(findings);
  OPENPERFLIB_TRY(check_has_records(found, findings));
  return found;
}

void remark_on_unmatched(const Options& options, const Found& found,
                         const LogSelection& selection) {
  const Catalog& catalog = found.summary.survey.catalog();
  for (std::size_t i = 0; i < selection.matches.size(); ++i) {
    if (selection.matches[i] == Query::Match::matched) continue;
    const std::string& path = options.counters[i];
    drop_in::remark(
        kTool, fmt::format("{}: {}", path,
                           drop_in::why_unmatched_in_log(selection.matches[i], path, catalog)));
  }
}

// The requested series, each with its own path. Errors: there are none.
std::expected<LogSelection, Failure> select(const Options& options, const Found& found) {
  auto selection =
      select_series(found.summary.survey, options.counters, options.environment->titles);
  if (!selection.has_value()) {
    return failure(describe(selection.error()), PDH_INVALID_PATH);
  }
  remark_on_unmatched(options, found, *selection);
  if (!selection->paths.empty()) return *std::move(selection);
  return failure(options.counters.empty() ? "the log has no readable counters"
                                          : "none of the requested counters is in the log",
                 PDH_NO_COUNTERS);
}

// Why a copy cannot be made of what was found.
Failure why_not_copied(const JobFault& fault, const Options& options, const LogExtent& extent) {
  if (fault.kind == JobFault::Kind::target_is_input) {
    return {drop_in::with_code(
        fmt::format("{} is one of the inputs; a log set cannot be appended to itself",
                    shown_log_name(options.output)),
        PDH_LOG_FILE_CREATE_ERROR)};
  }
  if (fault.kind == JobFault::Kind::no_samples) {
    return {
        drop_in::with_code(fmt::format("no samples between -b and -e; the log runs from {} to {}",
                                       drop_in::written_time(extent.first_local),
                                       drop_in::written_time(extent.last_local)),
                           PDH_NO_DATA)};
  }
  if (fault.obstacle == LogObstacle::calculated_values) {
    return {drop_in::with_code(
        "a text log contains calculated values, and a binary log needs raw readings; use -f CSV or "
        "-f TSV",
        PDH_NOT_IMPLEMENTED)};
  }
  // relog has no format for recordings, but may be told to append to one.
  return {drop_in::with_code(fmt::format("{}: a recording cannot be appended to", options.output),
                             PDH_INVALID_DATASOURCE)};
}

// The paths of -c were checked before; a column of a text log may have any name.
Outcome check_paths(const CopyJob& job) {
  const auto invalid = job.invalid_paths();
  for (const std::string& path : invalid) {
    drop_in::remark(kTool, fmt::format("{} is not a counter path; it is left out", path));
  }
  if (invalid.size() < job.model().paths) return {};
  return failure("the input has no counter with a valid path", PDH_NO_COUNTERS);
}

// What was written before a failure is completed: a new log is then removed.
std::expected<LogExtent, Failure> write_log(CopyJob& job, OutputLog& output, Progress& progress) {
  const auto ended =
      run_until_signal(job, progress, [&](const JobProgress& now) { progress.show(now); });
  if (!ended.has_value()) {
    job.stop();
    progress.abandon();
    const bool is_stopped = ended.error().kind == JobFault::Kind::stopped;
    return std::unexpected(is_stopped ? stopped(output, job.model().written)
                                      : output.failure_of(ended.error()));
  }
  OPENPERFLIB_TRY(output.publish());
  return job.model().written;
}

Outcome write_list(const Options& options, const LogSelection& selection) {
  std::string text;
  for (const std::string& path : selection.paths) text += on_one_line(path) + "\r\n";
  if (options.output.empty()) return print(text + "\r\n");
  auto draft = apps::AtomicFile::open(options.output);
  if (!draft.has_value()) return drop_in::cannot_create(draft.error());
  const auto written = write_all(draft->fd(), text);
  if (!written.has_value()) {
    return drop_in::cannot_create(
        SourceFault{.errno_value = written.error(), .file = options.output, .error = std::nullopt});
  }
  const auto published = draft->publish(existing_of(options.overwrite));
  if (!published.has_value()) return drop_in::cannot_create(published.error());
  return {};
}

Outcome convert(const Options& options, Found found, Progress& progress) {
  LogTarget target = OPENPERFLIB_TRY(output_target(options));
  LogSelection selection = OPENPERFLIB_TRY(select(options, found));
  ThreadWorkers workers(usable_cpus());
  OutputLog output(options);
  auto job = CopyJob::begin_surveyed(
      {.logs = inputs_of(options.inputs),
       .log = {.target = std::move(target),
               .window = options.window,
               .counters = options.counters,
               .start = start_of(options),
               .file_path = options.output,
               .workers = &workers}},
      std::move(found.summary), std::move(selection), [&] { return output.open(); },
      options.environment->titles);
  if (!job.has_value()) {
    return std::unexpected(why_not_copied(job.error(), options, found.extent));
  }
  OPENPERFLIB_TRY(check_paths(*job));
  const LogExtent written = OPENPERFLIB_TRY(write_log(*job, output, progress));
  OPENPERFLIB_TRY(progress.finish());
  return print(output_block(shown_log_name(options.output), written));
}

// Asks if the output already exists. A file that appears later is not overwritten.
Outcome normalize_overwriting(Options& options) {
  const bool is_set = SqlLogName::is_one(options.output);  // which is appended to
  if (options.output.empty() || options.append == Append::yes || is_set) return {};
  OPENPERFLIB_TRY(drop_in::ask_to_overwrite(options.output, options.overwrite));
  if (::access(options.output.c_str(), F_OK) == 0) options.overwrite = Overwrite::yes;
  return {};
}

// As on Windows, -f alone says which format is written.
void remark_on_format(const Options& options) {
  if (options.job != Job::convert) return;
  if (options.output.empty() && options.format.has_value()) {
    return drop_in::remark(kTool, "-f is ignored without -o, which names the log to write");
  }
  const auto named = format_of_file_name(options.output);
  const bool is_named_as_text = named == LogFormat::csv || named == LogFormat::tsv;
  if (options.format.has_value() || options.append == Append::yes || !is_named_as_text) return;
  drop_in::remark(kTool, fmt::format("{} becomes a binary log; use -f {} for text", options.output,
                                     named == LogFormat::csv ? "CSV" : "TSV"));
}

Outcome run(const apps::Environment& environment, std::span<char* const> arguments) {
  if (drop_in::is_completion(arguments)) return complete(environment, arguments.subspan(1));
  Options options = OPENPERFLIB_TRY(read_options(arguments, environment.titles));
  options.environment = &environment;
  if (options.job == Job::help) return print(help_text(program_path(kTool)));
  if (!SqlLogName::is_one(options.output)) drop_in::remark_on_windows_path(kTool, options.output);
  remark_on_format(options);
  OPENPERFLIB_TRY(normalize_overwriting(options));
  Progress progress = OPENPERFLIB_TRY(Progress::open());
  Found found = OPENPERFLIB_TRY(survey(options, progress));
  OPENPERFLIB_TRY(print(input_block(found.files, found.extent)));
  if (options.job == Job::list) {
    const LogSelection selection = OPENPERFLIB_TRY(select(options, found));
    OPENPERFLIB_TRY(write_list(options, selection));
  } else if (!options.output.empty()) {
    OPENPERFLIB_TRY(convert(options, std::move(found), progress));
  }
  return print(fmt::format("{}\r\n", drop_in::kCompleted));
}

}  // namespace

int run_relog(const apps::Environment& environment, std::span<char* const> arguments) {
  apps::prepare_process();
  const Outcome outcome = run(environment, arguments);
  if (outcome.has_value()) return 0;
  drop_in::say_error_below(kTool, outcome.error());
  return 1;
}

}  // namespace openperflib::relog
