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
#include "openperflib/log/copied_header.h"
#include "openperflib/log/log_object_copy.h"
#include "openperflib/log/log_survey.h"
#include "openperflib/log/sql/sql_log_name.h"
#include "openperflib/os/write_all.h"
#include "openperflib/text/printable.h"

namespace openperflib::relog {
namespace {

using drop_in::failure;
using drop_in::print;

constexpr std::string_view kTool = "relog";

// Everything that must be known about the input before writing.
struct Found {
  std::vector<InputFile> files;
  LogHeader header;
  LogSurvey survey;
  std::optional<FileTime> first_wanted_local;  // time of the first record in the window
};

Failure stopped_early() { return {"stopped before the end; nothing new was written"}; }

// A log that was appended to keeps what was written.
Failure stopped(const OutputLog& output, const LogExtent& written) {
  if (output.is_new() || written.records == 0) return stopped_early();
  return {fmt::format("stopped before the end; {} samples were appended", written.records)};
}

bool is_in(const LogWindow& window, FileTime time_local) {
  return time_local >= window.begin_local && time_local <= window.end_local;
}

LogExtent extent_of(const LogSurvey& survey) {
  return {.records = survey.records(),
          .first_local = survey.first_local(),
          .last_local = survey.last_local()};
}

Outcome check_has_records(const Found& found, const LogReader& reader) {
  if (found.survey.records() != 0) return {};
  const bool is_damaged = reader.anomaly_count() != 0;
  return failure(fmt::format("{} contains no readable sample", found.files.front().path),
                 is_damaged ? drop_in::kBinaryLogCorrupt : drop_in::kNoData);
}

// Reads all of the input once.
std::expected<Found, Failure> look_through(const Options& options, Progress& progress) {
  Input input = OPENPERFLIB_TRY(open_inputs(options.inputs, options.environment->titles));
  Found found;
  found.files = std::move(input.files);
  found.header = input.reader->header();
  LogRecord record;
  for (;;) {
    const auto read = input.reader->read(record);
    if (!read.has_value()) return drop_in::cannot_read(read.error());
    if (*read == ReadResult::end) break;
    found.survey.add(*input.reader, record);
    if (!found.first_wanted_local && is_in(options.window, record.time_local)) {
      found.first_wanted_local = record.time_local;
    }
    progress.note(0, 0);
    if (progress.is_stopped()) return std::unexpected(stopped_early());
  }
  found.header = one_zone_header(std::move(found.header), found.survey);
  tell_losses(*input.reader);
  OPENPERFLIB_TRY(check_has_records(found, *input.reader));
  return found;
}

void remark_on_unmatched(const Options& options, const Found& found,
                         const LogSelection& selection) {
  const std::vector<Series> series = found.survey.series();
  for (std::size_t i = 0; i < selection.matches.size(); ++i) {
    if (selection.matches[i] == Query::Match::matched) continue;
    const std::string& path = options.counters[i];
    drop_in::remark(kTool,
                    fmt::format("{}: {}", path,
                                drop_in::why_unmatched_in_log(selection.matches[i], path, series)));
  }
}

// The requested series, each with its own path. Errors: there are none.
std::expected<LogSelection, Failure> select(const Options& options, const Found& found) {
  auto selection = select_series(found.survey, options.counters, options.environment->titles);
  if (!selection.has_value()) {
    return failure(describe(selection.error()), drop_in::kInvalidPath);
  }
  remark_on_unmatched(options, found, *selection);
  if (!selection->paths.empty()) return *std::move(selection);
  return failure(options.counters.empty() ? "the log has no readable counters"
                                          : "none of the requested counters is in the log",
                 drop_in::kNoCounters);
}

// Binary logs keep wildcards, text logs have one column per series.
std::vector<std::string> paths_to_write(const Options& options, const Found& found,
                                        LogFormat format, LogSelection selection) {
  if (format != LogFormat::blg) return std::move(selection.paths);
  if (!options.counters.empty()) return options.counters;
  return copied_paths(found.header, found.survey, std::move(selection.paths),
                      options.environment->titles);
}

Outcome check_can_be_written(const Found& found, LogFormat format) {
  if (!found.first_wanted_local.has_value()) {
    return failure(fmt::format("no samples between -b and -e; the log runs from {} to {}",
                               drop_in::written_time(found.survey.first_local()),
                               drop_in::written_time(found.survey.last_local())),
                   drop_in::kNoData);
  }
  if (format != LogFormat::blg || found.header.content == LogContent::readings) return {};
  return failure(
      "a text log contains calculated values, and a binary log needs raw readings; use -f CSV or "
      "-f TSV",
      drop_in::kNotImplemented);
}

// Takes the steps of a LogConversion or a LogObjectCopy, to the end.
template <typename Steps>
std::expected<LogExtent, Failure> take_steps(Steps& steps, const LogReader& reader,
                                             OutputLog& output, Progress& progress) {
  for (;;) {
    const auto step = steps.step();
    if (step.has_value() && *step == ReadResult::end) return steps.written();
    if (step.has_value()) progress.note(reader.position(), reader.size());
    if (step.has_value() && !progress.is_stopped()) continue;
    if (steps.written().records != 0) output.abandon();
    if (!step.has_value()) return std::unexpected(output.failure_of(step.error()));
    return std::unexpected(stopped(output, steps.written()));
  }
}

// What a run writes.
struct Task {
  const Options& options;
  const Found& found;
  LogFormat format;
  std::vector<std::string> paths;

  [[nodiscard]] FileTime first_utc() const {
    return found.header.to_utc(found.first_wanted_local.value_or(0));
  }
  [[nodiscard]] LogConversion::RecordBefore record_before() const {
    return format == LogFormat::blg && options.has_begin ? LogConversion::RecordBefore::written
                                                         : LogConversion::RecordBefore::left_out;
  }
  // Blocks contain more than single counters taken from them, so they are copied.
  [[nodiscard]] bool copies_objects() const {
    return format == LogFormat::blg && options.counters.empty() && holds_objects(found.header);
  }
};

std::expected<LogExtent, Failure> copy_objects(const Task& task, LogReader& reader,
                                               OutputLog& output, Progress& progress) {
  BlgObjectWriter writer = OPENPERFLIB_TRY(output.object_writer(
      reader, copied_header(task.found.header, task.paths, task.options.output, task.first_utc())));
  LogObjectCopy copy(reader, std::move(writer), task.options.window, task.record_before());
  auto written = take_steps(copy, reader, output, progress);
  if (!written.has_value() && copy.written().records != 0) (void)copy.end();
  return written;
}

// The paths of -c were checked before; a column of a text log may have any name.
Outcome add_paths(Query& query, const Task& task) {
  std::size_t added = 0;
  for (const std::string& path : task.paths) {
    if (query.add(path).has_value()) {
      ++added;
    } else {
      drop_in::remark(kTool, fmt::format("{} is not a counter path; it is left out", path));
    }
  }
  if (added != 0) return {};
  return failure("the input has no counter with a valid path", drop_in::kNoCounters);
}

std::expected<LogExtent, Failure> convert_series(const Task& task, LogReader& reader,
                                                 OutputLog& output, Progress& progress) {
  const TitleTable& titles = task.options.environment->titles;
  Query query(titles);
  OPENPERFLIB_TRY(add_paths(query, task));
  OPENPERFLIB_TRY(
      output.begin(task.options, task.format, task.found.header, task.paths, task.first_utc()));
  const bool is_one_text =
      task.found.header.content == LogContent::values && task.found.files.size() == 1;
  if (task.format != LogFormat::blg && !is_one_text) {
    const auto begun = begin_with_all(output.sink(), task.found.survey, task.paths, titles);
    if (!begun.has_value()) return std::unexpected(output.failure_of(begun.error()));
  }
  LogConversion conversion(reader, query, output.sink(), task.options.window, task.record_before());
  return take_steps(conversion, reader, output, progress);
}

std::expected<LogExtent, Failure> write_log(const Task& task, Progress& progress) {
  OutputLog output = OPENPERFLIB_TRY(OutputLog::open(task.options));
  const Input input =
      OPENPERFLIB_TRY(open_inputs(task.options.inputs, task.options.environment->titles));
  const auto written = task.copies_objects()
                           ? copy_objects(task, *input.reader, output, progress)
                           : convert_series(task, *input.reader, output, progress);
  if (!written.has_value()) {
    progress.abandon();
    return written;
  }
  OPENPERFLIB_TRY(output.publish(task.options.overwrite));
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
  const LogFormat format = OPENPERFLIB_TRY(output_format(options));
  LogSelection selection = OPENPERFLIB_TRY(select(options, found));
  OPENPERFLIB_TRY(check_can_be_written(found, format));
  const Task task{.options = options,
                  .found = found,
                  .format = format,
                  .paths = paths_to_write(options, found, format, std::move(selection))};
  const LogExtent written = OPENPERFLIB_TRY(write_log(task, progress));
  OPENPERFLIB_TRY(progress.finish());
  return print(output_block(shown_log_name(options.output), written));
}

// Asks if the output already exists. A file that appears later is not overwritten.
Outcome settle_overwriting(Options& options) {
  const bool is_set = SqlLogName::is_one(options.output);  // which is appended to
  if (options.output.empty() || options.append == Append::yes || is_set) return {};
  OPENPERFLIB_TRY(drop_in::ask_to_overwrite(options.output, options.overwrite));
  if (::access(options.output.c_str(), F_OK) == 0) options.overwrite = Overwrite::yes;
  return {};
}

Outcome run(const apps::Environment& environment, std::span<char* const> arguments) {
  if (drop_in::is_completion(arguments)) return complete(environment, arguments.subspan(1));
  Options options = OPENPERFLIB_TRY(read_options(arguments));
  options.environment = &environment;
  if (options.job == Job::help) return print(help_text(drop_in::program_path(kTool)));
  if (!SqlLogName::is_one(options.output)) drop_in::remark_on_windows_path(kTool, options.output);
  OPENPERFLIB_TRY(settle_overwriting(options));
  Progress progress = OPENPERFLIB_TRY(Progress::open());
  const Found found = OPENPERFLIB_TRY(look_through(options, progress));
  OPENPERFLIB_TRY(print(input_block(found.files, extent_of(found.survey))));
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
