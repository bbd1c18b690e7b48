#include "apps/relog/relog.h"

#include <fmt/core.h>
#include <unistd.h>

#include <csignal>
#include <optional>
#include <utility>

#include "apps/drop_in/completion.h"
#include "apps/drop_in/given_time.h"
#include "apps/drop_in/help_layout.h"
#include "apps/drop_in/messages.h"
#include "apps/drop_in/unmatched_path.h"
#include "apps/program/atomic_file.h"
#include "apps/program/standard_streams.h"
#include "apps/relog/completion.h"
#include "apps/relog/help.h"
#include "apps/relog/inputs.h"
#include "apps/relog/options.h"
#include "apps/relog/output_log.h"
#include "apps/relog/progress.h"
#include "apps/relog/report.h"
#include "openperflib/base/try_internal.h"
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
  LogSummary summary;
};

Failure stopped_early() { return {"stopped before the end; nothing new was written"}; }

// A log that was appended to keeps what was written.
Failure stopped(const OutputLog& output, const LogExtent& written) {
  if (output.is_new() || written.records == 0) return stopped_early();
  return {fmt::format("stopped before the end; {} samples were appended", written.records)};
}

LogExtent extent_of(const LogSurvey& survey) {
  return {.records = survey.records(),
          .first_local = survey.first_local(),
          .last_local = survey.last_local()};
}

Outcome check_has_records(const Found& found, const LogReader& reader) {
  if (found.summary.survey.records() != 0) return {};
  const bool is_damaged = reader.anomaly_count() != 0;
  return failure(fmt::format("{} contains no readable sample", found.files.front().path),
                 is_damaged ? PDH_BINARY_LOG_CORRUPT : PDH_NO_DATA);
}

// Reads all of the input once.
std::expected<Found, Failure> survey(const Options& options, Progress& progress) {
  Input input = OPENPERFLIB_TRY(
      open_inputs(options.inputs, options.environment->titles, LogReadings::by_block));
  Found found;
  found.files = std::move(input.files);
  LogRecord record;
  for (;;) {
    const auto read = input.reader->read(record);
    if (!read.has_value()) return drop_in::cannot_read(read.error());
    if (*read == ReadResult::end) break;
    found.summary.add(*input.reader, record, options.window);
    progress.note(0, 0);
    if (progress.is_stopped()) return std::unexpected(stopped_early());
  }
  found.summary.finish(*input.reader, found.files.size());
  report_losses(*input.reader);
  OPENPERFLIB_TRY(check_has_records(found, *input.reader));
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

Outcome check_can_be_written(const LogTarget& target, const LogSummary& summary) {
  const auto obstacle = obstacle_to(target, summary);
  if (obstacle == LogObstacle::none_in_window) {
    return failure(fmt::format("no samples between -b and -e; the log runs from {} to {}",
                               drop_in::written_time(summary.survey.first_local()),
                               drop_in::written_time(summary.survey.last_local())),
                   PDH_NO_DATA);
  }
  if (obstacle != LogObstacle::calculated_values) return {};
  return failure(
      "a text log contains calculated values, and a binary log needs raw readings; use -f CSV or "
      "-f TSV",
      PDH_NOT_IMPLEMENTED);
}

// The paths of -c were checked before; a column of a text log may have any name.
Outcome check_paths(const LogJob& job) {
  for (const std::string& path : job.invalid_paths()) {
    drop_in::remark(kTool, fmt::format("{} is not a counter path; it is left out", path));
  }
  if (job.copies_blocks() || job.invalid_paths().size() < job.paths().size()) return {};
  return failure("the input has no counter with a valid path", PDH_NO_COUNTERS);
}

// All steps, to the end. What was written before a failure is completed: a new log is then removed.
std::expected<LogExtent, Failure> take_steps(LogJob& job, const LogReader& reader,
                                             const OutputLog& output, Progress& progress) {
  for (;;) {
    const auto step = job.step();
    if (step.has_value() && *step == ReadResult::end) return job.written();
    if (step.has_value()) progress.note(reader.position(), reader.size());
    if (step.has_value() && !progress.is_stopped()) continue;
    if (job.written().records != 0) job.stop();
    if (!step.has_value()) return std::unexpected(output.failure_of(step.error()));
    return std::unexpected(stopped(output, job.written()));
  }
}

std::expected<LogExtent, Failure> write_job(LogJob& job, LogReader& reader, const OutputLog& output,
                                            Progress& progress) {
  OPENPERFLIB_TRY(check_paths(job));
  const auto begun = job.begin(reader, output.fd());
  if (!begun.has_value()) return std::unexpected(output.failure_of(begun.error()));
  return take_steps(job, reader, output, progress);
}

std::expected<LogExtent, Failure> write_log(const Options& options, LogJob& job,
                                            Progress& progress) {
  OutputLog output = OPENPERFLIB_TRY(OutputLog::open(options));
  const LogReadings readings = job.copies_blocks() ? LogReadings::by_series : LogReadings::by_block;
  const Input input =
      OPENPERFLIB_TRY(open_inputs(options.inputs, options.environment->titles, readings));
  auto written = write_job(job, *input.reader, output, progress);
  if (!written.has_value()) {
    progress.abandon();
    return written;
  }
  OPENPERFLIB_TRY(output.publish(options.overwrite));
  return written;
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

Outcome convert(const Options& options, const Found& found, Progress& progress) {
  LogTarget target = OPENPERFLIB_TRY(output_target(options));
  LogSelection selection = OPENPERFLIB_TRY(select(options, found));
  if (is_set_among(target, options.inputs)) {
    return failure(fmt::format("{} is one of the inputs; a log set cannot be appended to itself",
                               shown_log_name(options.output)),
                   PDH_LOG_FILE_CREATE_ERROR);
  }
  OPENPERFLIB_TRY(check_can_be_written(target, found.summary));
  ThreadWorkers workers(usable_cpus());
  LogJob job(found.summary, std::move(selection),
             {.target = std::move(target),
              .window = options.window,
              .counters = options.counters,
              .start = start_of(options),
              .file_path = options.output,
              .workers = &workers},
             options.environment->titles);
  const LogExtent written = OPENPERFLIB_TRY(write_log(options, job, progress));
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

Outcome run(const apps::Environment& environment, std::span<char* const> arguments) {
  if (drop_in::is_completion(arguments)) return complete(environment, arguments.subspan(1));
  Options options = OPENPERFLIB_TRY(read_options(arguments, environment.titles));
  options.environment = &environment;
  if (options.job == Job::help) return print(help_text(program_path(kTool)));
  if (!SqlLogName::is_one(options.output)) drop_in::remark_on_windows_path(kTool, options.output);
  OPENPERFLIB_TRY(normalize_overwriting(options));
  Progress progress = OPENPERFLIB_TRY(Progress::open());
  const Found found = OPENPERFLIB_TRY(survey(options, progress));
  OPENPERFLIB_TRY(print(input_block(found.files, extent_of(found.summary.survey))));
  if (options.job == Job::list) {
    const LogSelection selection = OPENPERFLIB_TRY(select(options, found));
    OPENPERFLIB_TRY(write_list(options, selection));
  } else if (!options.output.empty()) {
    OPENPERFLIB_TRY(convert(options, found, progress));
  }
  return print(fmt::format("{}\r\n", drop_in::kCompleted));
}

}  // namespace

int run_relog(const apps::Environment& environment, std::span<char* const> arguments) {
  apps::hold_standard_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error, which is reported
  const Outcome outcome = run(environment, arguments);
  if (outcome.has_value()) return 0;
  drop_in::say_error_below(kTool, outcome.error());
  return 1;
}

}  // namespace openperflib::relog
