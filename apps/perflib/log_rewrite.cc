#include "apps/perflib/log_rewrite.h"

#include <fmt/core.h>
#include <unistd.h>

#include <memory>
#include <utility>

#include "apps/perflib/command_line.h"
#include "apps/perflib/exit_code.h"
#include "apps/perflib/log_output.h"
#include "apps/perflib/log_progress.h"
#include "apps/perflib/log_series.h"
#include "apps/perflib/log_window.h"
#include "apps/perflib/notes_file.h"
#include "apps/perflib/output_file.h"
#include "apps/perflib/source_query.h"
#include "apps/perflib/spreadsheet_limits.h"
#include "apps/program/atomic_file.h"
#include "openperflib/log/log_job.h"
#include "openperflib/log/reader/log_notes.h"
#include "openperflib/log/text/text_format.h"
#include "openperflib/os/event_waiter.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {
namespace {

int fail(const SourceFault& fault) {
  print_error(fault);
  return kFailed;
}

// kSuccess, or an exit code after a message why it cannot be done.
int check(const RewriteOptions& options, const LogOverview& overview) {
  const auto obstacle = obstacle_to(options.target, overview);
  if (!obstacle.has_value()) return kSuccess;
  const std::string input = shown_log_name(options.log.files.front());
  switch (*obstacle) {
    case LogObstacle::no_records:
    case LogObstacle::none_in_window:
      report_no_samples(options.log);
      break;
    case LogObstacle::calculated_values:
      print_error(input,
                  "contains calculated values; a .blg needs raw readings. Choose .csv or .tsv");
      break;
    case LogObstacle::not_a_recording:
      print_error(input, "is not a recording; only recordings can be written as a .perfrec");
      break;
    case LogObstacle::several_machines:
      print_error(
          input,
          "has samples of several machines, and a .perfrec has those of one; write a .blg instead");
      break;
  }
  return kFailed;
}

const char* stopped_text(const LogTarget& target) {
  if (target.is_set()) return "stopped; what was written so far stays in the set";
  if (target.is_standard_output) return "stopped; the output is incomplete";
  return "stopped; nothing was written";
}

// All steps, until the end or a signal.
int take_steps(LogJob& job, const LogReader& reader, const LogTarget& target) {
  constexpr std::uint64_t kStepsBetweenLooks = 16;  // for a signal
  auto waiter = EventWaiter::open();
  if (!waiter.has_value()) {
    print_error("cannot wait for signals");
    return kFailed;
  }
  LogProgress progress;
  SeriesWithoutColumn left_out;
  for (std::uint64_t steps = 0;; ++steps) {
    const auto step = job.step();
    if (!step.has_value()) return fail(step.error());
    left_out.report(job.without_column());
    if (*step == ReadResult::end) return kSuccess;
    progress.show(reader.position(), reader.size());
    if (steps % kStepsBetweenLooks != 0) continue;
    if (waiter->wait_until(EventWaiter::Clock::now()) != Event::stop) continue;
    print_error(stopped_text(target));
    return kFailed;
  }
}

// Also reports what could not be read.
int write_records(const RewriteOptions& options, LogJob& job, LogReader& reader, int fd) {
  const auto begun = job.begin(reader, fd);
  if (!begun.has_value()) return fail(begun.error().fault);
  for (const std::string& path : job.invalid_paths()) {
    print_error(path, "is not a counter path; left out");
  }
  const int code = take_steps(job, reader, options.target);
  report_anomalies(reader);
  return code;
}

int write_log(const RewriteOptions& options, LogJob& job, const LogWindow& window) {
  const LogTarget& target = options.target;
  const auto reader = open_logs(options.log, window);
  if (reader == nullptr) return kFailed;
  if (target.is_set()) return write_records(options, job, *reader, -1);
  if (target.is_standard_output) return write_records(options, job, *reader, STDOUT_FILENO);
  auto draft = AtomicFile::open(target.name);
  if (!draft.has_value()) return fail(creation_fault(draft.error()));
  if (is_binary(target.format) && !draft->is_seekable()) {
    print_error(target.name, "is not a regular file, which a .blg or .perfrec must be");
    return kFailed;
  }
  if (const int code = write_records(options, job, *reader, draft->fd())) return code;
  const auto published = draft->publish(options.overwrite ? AtomicFile::Existing::replaced
                                                          : AtomicFile::Existing::kept);
  return published.has_value() ? kSuccess : fail(published.error());
}

// Warns where a spreadsheet would cut the text, or refuse it.
void warn_of_size(const RewriteOptions& options, const LogJob& job, const LogOverview& overview,
                  const LogWindow& window) {
  if (!is_text(options.target.format) || options.long_rows) return;
  const std::uint64_t rows = overview.survey.records() / window.every + 1;
  const std::string why =
      too_large_for_sheets(job.paths().size() + 1, rows,
                           "choose counters with -c and times with -b and -e, or use --every");
  if (!why.empty()) print_error(options.target.name, why);
}

// Binary logs are completed at their beginning, where standard output cannot go back to.
void report(const std::string& name, const LogTargetFault& fault) {
  switch (fault.kind) {
    case LogTargetFault::Kind::no_format:
      if (name == "-") {
        print_error("-", "--to csv or --to tsv is required for standard output");
      } else {
        print_error(name,
                    "cannot tell the format; name it .csv, .tsv, .blg or .perfrec, or use --to");
      }
      break;
    case LogTargetFault::Kind::binary_to_output:
      print_error("-",
                  "only csv and tsv can be written to standard output; give the name of a file");
      break;
    case LogTargetFault::Kind::set_is_no_file:
      print_error("--to", name + " is a log of a database");
      break;
    case LogTargetFault::Kind::file_is_no_set:
      print_error("--to", name + " is not a log of a database");
      break;
    case LogTargetFault::Kind::invalid_set:
      print_error(name, fault.reason);
      break;
  }
}

// kSuccess, or kUsageError after a message.
int choose_target(RewriteOptions& options) {
  const std::string& name = options.words.back();
  auto target =
      name == "-" ? LogTarget::standard_output(options.to) : LogTarget::parse(name, options.to);
  if (!target.has_value()) {
    report(name, target.error());
    return kUsageError;
  }
  options.target = *std::move(target);
  if (is_text(options.target.format)) return kSuccess;
  if (!options.long_rows && !options.sheet.has_value()) return kSuccess;
  print_error(options.long_rows ? "--long" : "--excel", "can be used only for a .csv or .tsv");
  return kUsageError;
}

// kSuccess, or kFailed after a message. A set is appended to, so that it may exist.
int check_existing(const RewriteOptions& options) {
  if (options.target.is_set() || options.target.is_standard_output) return kSuccess;
  const Overwrite overwrite = options.overwrite ? Overwrite::yes : Overwrite::no;
  const bool is_refused =
      refuses(options.target.name, overwrite) || refuses_notes(options.target.name, overwrite);
  return is_refused ? kFailed : kSuccess;
}

int copy_notes(const RewriteOptions& options, const std::vector<LogNote>& notes) {
  if (options.target.is_standard_output) {
    if (!notes.empty()) print_error("-", "standard output cannot have notes; they are left out");
    return kSuccess;
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

int take_rewrite_words(const char* subcommand, RewriteOptions& options) {
  if (!options.named_output.empty()) options.words.push_back(options.named_output);
  if (options.words.size() < 2) {
    print_error(subcommand, "no output file given; the last argument is the file to write");
    print_error_line(fmt::format("Run `perflib {} --help` for its options.", subcommand));
    return kUsageError;
  }
  if (const int code = choose_target(options)) return code;
  options.words.pop_back();
  options.log.files = options.words;
  // A part of a recording has no blocks.
  if (options.target.format != LogFormat::recording) {
    options.log.request = request_of(options.counters);
  }
  return check_existing(options);
}

int rewrite_logs(const RewriteOptions& options, const LogWindow& window) {
  const auto overview = look_through(options.log, window);
  if (!overview.has_value()) return overview.error();
  if (const int code = check(options, *overview)) return code;
  const auto selection = select_or_complain(*overview, options.counters);
  if (!selection.has_value()) return selection.error();
  const bool lacks_some = report_unmatched(*overview, options.counters, *selection);
  if (selection->paths.empty() && lacks_some) return kDoesNotExist;
  if (selection->paths.empty()) {
    print_error(shown_log_name(options.log.files.front()), "contains no counter that can be read");
    return kFailed;
  }
  LogJob job(*overview, *selection, job_options(options, window), fixed_titles());
  const auto notes = notes_in(notes_of(options.log.files), window);  // before OUT gets its name
  if (const int code = write_log(options, job, window)) return code;
  warn_of_size(options, job, *overview, window);
  if (const int code = copy_notes(options, notes)) return code;
  return lacks_some ? kDoesNotExist : kSuccess;
}

}  // namespace openperflib::apps
