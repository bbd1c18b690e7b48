#include "apps/perflib/sources/log_rewrite.h"

#include <fmt/core.h>
#include <unistd.h>

#include <memory>
#include <utility>

#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/sources/log_output.h"
#include "apps/perflib/sources/log_progress.h"
#include "apps/perflib/sources/log_series.h"
#include "apps/perflib/sources/log_window.h"
#include "apps/perflib/sources/notes_file.h"
#include "apps/perflib/sources/output_file.h"
#include "apps/program/atomic_file.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/log_job.h"
#include "openperflib/log/reader/log_notes.h"
#include "openperflib/log/text/long_rows.h"
#include "openperflib/log/text/text_format.h"
#include "openperflib/os/time/event_waiter.h"
#include "openperflib/view/text/spreadsheet_limits.h"

namespace openperflib::apps {
namespace {

// Why it cannot be done.
Step check(const RewriteOptions& options, const LogSummary& summary) {
  const auto obstacle = obstacle_to(options.target, summary);
  if (!obstacle.has_value()) return {};
  const std::string input = shown_log_name(options.log.files.front());
  switch (*obstacle) {
    case LogObstacle::no_records:
    case LogObstacle::none_in_window:
      break;
    case LogObstacle::calculated_values:
      return failed(input,
                    "contains calculated values; a .blg needs raw readings. Choose .csv or .tsv");
    case LogObstacle::not_a_recording:
      return failed(input, "is not a recording; only recordings can be written as a .perfrec");
    case LogObstacle::several_machines:
      return failed(
          input,
          "has samples of several machines, and a .perfrec has those of one; write a .blg instead");
  }
  return std::unexpected(why_no_samples(options.log));
}

const char* stopped_text(const LogTarget& target) {
  if (target.is_set()) return "stopped; what was written so far stays in the set";
  if (target.is_standard_output) return "stopped; the output is incomplete";
  return "stopped; nothing was written";
}

// All steps, until the end or a signal.
Step take_steps(LogJob& job, const LogReader& reader, const LogTarget& target) {
  constexpr std::uint64_t kStepsBetweenLooks = 16;  // for a signal
  auto waiter = EventWaiter::open();
  if (!waiter.has_value()) return failed("cannot wait for signals");
  LogProgress progress;
  SeriesWithoutColumn left_out;
  for (std::uint64_t steps = 0;; ++steps) {
    const auto step = job.step();
    if (!step.has_value()) return failed(step.error());
    left_out.report(job.without_column());
    if (*step == ReadResult::end) return {};
    progress.show(reader.position(), reader.size());
    if (steps % kStepsBetweenLooks != 0) continue;
    if (waiter->wait_until(EventWaiter::Clock::now()) != Event::stop) continue;
    return failed(stopped_text(target));
  }
}

// Also reports what could not be read.
Step write_records(const RewriteOptions& options, LogJob& job, LogReader& reader, int fd) {
  const auto begun = job.begin(reader, fd);
  if (!begun.has_value()) return failed(begun.error().fault);
  for (const std::string& path : job.invalid_paths()) {
    print_error(path, "is not a counter path; left out");
  }
  Step written = take_steps(job, reader, options.target);
  report_anomalies(reader);
  return written;
}

Step write_log(const RewriteOptions& options, LogJob& job, const LogWindow& window) {
  const LogTarget& target = options.target;
  const OpenedLogs logs = OPENPERFLIB_TRY(open_logs(options.log, window));
  if (target.is_set()) return write_records(options, job, *logs.reader, -1);
  if (target.is_standard_output) return write_records(options, job, *logs.reader, STDOUT_FILENO);
  auto draft = AtomicFile::open(target.name);
  if (!draft.has_value()) return failed(creation_fault(draft.error()));
  if (is_binary(target.format) && !draft->is_seekable()) {
    return failed(target.name, "is not a regular file, which a .blg or .perfrec must be");
  }
  OPENPERFLIB_TRY(write_records(options, job, *logs.reader, draft->fd()));
  const auto published = draft->publish(options.overwrite ? AtomicFile::Existing::replaced
                                                          : AtomicFile::Existing::kept);
  if (!published.has_value()) return failed(published.error());
  return {};
}

// Warns where a spreadsheet would cut the text, or refuse it.
void warn_of_size(const RewriteOptions& options, const LogJob& job, const LogSummary& summary,
                  const LogWindow& window) {
  if (!is_text(options.target.format) || options.long_rows) return;
  const std::uint64_t rows = summary.survey.records() / window.every + 1;
  const std::string why =
      too_large_for_sheets(job.paths().size() + 1, rows,
                           "choose counters with -c and times with -b and -e, or use --every");
  if (!why.empty()) print_error(options.target.name, why);
}

// Binary logs are completed at their beginning, where standard output cannot go back to.
std::unexpected<Failure> not_a_target(const std::string& name, const LogTargetFault& fault) {
  switch (fault.kind) {
    case LogTargetFault::Kind::no_format:
      break;
    case LogTargetFault::Kind::binary_to_output:
      return usage_error(
          "-", "only csv and tsv can be written to standard output; give the name of a file");
    case LogTargetFault::Kind::set_is_no_file:
      return usage_error("--to", name + " is a log of a database");
    case LogTargetFault::Kind::file_is_no_set:
      return usage_error("--to", name + " is not a log of a database");
    case LogTargetFault::Kind::invalid_set:
      return usage_error(name, fault.reason);
  }
  if (name == "-") return usage_error("-", "--to csv or --to tsv is required for standard output");
  return usage_error(name,
                     "cannot tell the format; name it .csv, .tsv, .blg or .perfrec, or use --to");
}

Step choose_target(RewriteOptions& options) {
  const std::string& name = options.words.back();
  auto target =
      name == "-" ? LogTarget::standard_output(options.to) : LogTarget::parse(name, options.to);
  if (!target.has_value()) return not_a_target(name, target.error());
  options.target = *std::move(target);
  if (is_text(options.target.format)) return {};
  if (!options.long_rows && !options.sheet.has_value()) return {};
  return usage_error(options.long_rows ? "--long" : "--excel",
                     "can be used only for a .csv or .tsv");
}

// A set is appended to, so that it may exist.
Step check_existing(const RewriteOptions& options) {
  if (options.target.is_set() || options.target.is_standard_output) return {};
  const Overwrite overwrite = options.overwrite ? Overwrite::yes : Overwrite::no;
  const bool is_refused =
      refuses(options.target.name, overwrite) || refuses_notes(options.target.name, overwrite);
  if (is_refused) return reported(Ending::failed);
  return {};
}

Step copy_notes(const RewriteOptions& options, const std::vector<LogNote>& notes) {
  if (options.target.is_standard_output) {
    if (!notes.empty()) print_error("-", "standard output cannot have notes; they are left out");
    return {};
  }
  return write_notes(options.target.name, notes,
                     options.overwrite ? Overwrite::yes : Overwrite::no);
}

LogJobOptions job_options(const RewriteOptions& options, const LogWindow& window) {
  return {.target = options.target,
          .window = window,
          .counters = options.counters,
          .rows = options.long_rows ? TextRows::long_rows : TextRows::columns,
          .sheet = options.sheet};
}

}  // namespace

void add_rewrite_options(CommandLine& line, RewriteOptions& options) {
  line.add_option("-c", options.counters, "Only these counters (default: all)")
      .value_name("PATH")
      .repeatable();
  add_format_option(line, "--from", options.log.format,
                    "Format of IN: csv, tsv, blg or perfrec (default: detect)");
  add_format_option(line, "--to", options.to,
                    "Format of OUT: csv, tsv, blg or perfrec (default: by its extension)");
  line.add_option("-o,--output", options.named_output, "The log to write, instead of a last OUT")
      .value_name("OUT");
  line.add_flag("-y", options.overwrite, "Overwrite an existing file");
}

Step take_rewrite_words(const char* subcommand, RewriteOptions& options) {
  if (!options.named_output.empty()) options.words.push_back(options.named_output);
  if (options.words.size() < 2) {
    return usage_error(subcommand, "no output file given; the last argument is the file to write",
                       fmt::format("Run `perflib {} --help` for its options.", subcommand));
  }
  OPENPERFLIB_TRY(choose_target(options));
  options.words.pop_back();
  options.log.files = options.words;
  // A part of a recording has no blocks.
  if (options.target.format != LogFormat::recording) {
    options.log.request = request_of(options.counters, options.log);
  }
  return check_existing(options);
}

Outcome rewrite_logs(const RewriteOptions& options, const LogWindow& window) {
  if (is_set_among(options.target, options.log.files)) {
    return failed(options.target.shown(),
                  "is one of the inputs; a log set cannot be appended to itself");
  }
  const LogSummary summary = OPENPERFLIB_TRY(survey(options.log, window));
  OPENPERFLIB_TRY(check(options, summary));
  auto selection = OPENPERFLIB_TRY(selection_of(summary, options.counters, titles_of(options.log)));
  const bool lacks_some = report_unmatched(summary, options.counters, selection);
  if (selection.paths.empty() && lacks_some) return Ending::does_not_exist;
  if (selection.paths.empty()) {
    return failed(shown_log_name(options.log.files.front()),
                  "contains no counter that can be read");
  }
  LogJob job(summary, std::move(selection), job_options(options, window), titles_of(options.log));
  const auto notes = notes_in(notes_of(options.log.files), window);  // before OUT gets its name
  OPENPERFLIB_TRY(write_log(options, job, window));
  warn_of_size(options, job, summary, window);
  OPENPERFLIB_TRY(copy_notes(options, notes));
  return lacks_some ? Ending::does_not_exist : Ending::success;
}

}  // namespace openperflib::apps
