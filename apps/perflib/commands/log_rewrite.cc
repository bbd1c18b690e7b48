#include "apps/perflib/commands/log_rewrite.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/output_file.h"
#include "apps/perflib/sources/chosen_paths.h"
#include "apps/perflib/sources/job_messages.h"
#include "apps/perflib/sources/log_output.h"
#include "apps/perflib/sources/log_window.h"
#include "apps/perflib/sources/worker_threads.h"
#include "apps/perflib/text/log_messages.h"
#include "apps/perflib/text/log_progress.h"
#include "apps/perflib/text/notes_file.h"
#include "apps/perflib/text/series_without_column.h"
#include "apps/program/atomic_file.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/copy_job.h"
#include "openperflib/jobs/notes/written_notes.h"
#include "openperflib/log/reader/log_notes.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/log/text/long_rows.h"
#include "openperflib/log/text/text_format.h"
#include "openperflib/os/files/output_file.h"
#include "openperflib/os/process/thread_workers.h"
#include "openperflib/os/time/event_waiter.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/view/text/spreadsheet_limits.h"

namespace openperflib::apps {
namespace {

// A text with more columns takes minutes and hundreds of megabytes, and few programs read it.
constexpr std::size_t kMostTextColumns = 50'000;

// What people name a file of a format that is not written, and what serves them instead.
struct OtherFormat {
  std::string_view extension;
  std::string_view advice;
};
constexpr std::string_view kForSpreadsheets =
    "workbooks are not written; name it .csv and add --excel, which spreadsheets open";
constexpr std::string_view kForDatabases =
    "a log in a database is named SQL:FILE!SET, for example 'SQL:{}!server'";
constexpr std::string_view kForFrames =
    "is not a format that is written; name it .csv and add --long, which data frames read";
constexpr auto kOtherFormats = std::to_array<OtherFormat>({{".xlsx", kForSpreadsheets},
                                                           {".xls", kForSpreadsheets},
                                                           {".ods", kForSpreadsheets},
                                                           {".db", kForDatabases},
                                                           {".sqlite", kForDatabases},
                                                           {".sqlite3", kForDatabases},
                                                           {".parquet", kForFrames},
                                                           {".arrow", kForFrames},
                                                           {".feather", kForFrames}});

const char* stopped_text(const LogTarget& target) {
  if (target.is_set()) return "stopped; what was written so far stays in the set";
  if (target.is_standard_output) return "stopped; the output is incomplete";
  return "stopped; nothing was written";
}

// The file that a copy is written into, and what belongs to it.
class RewriteOutput {
 public:
  RewriteOutput(const RewriteOptions& options, const LogWindow& window)
      : options_(options), window_(window) {}

  // Reads the notes before OUT gets its name; from then on signals do not end the process.
  std::expected<int, SourceFault> open() {
    const LogTarget& target = options_.target;
    notes_ = notes_in(notes_of(options_.log.files), window_);
    auto waiter = EventWaiter::open();
    if (!waiter.has_value()) return std::unexpected(fault("signals", "cannot wait for them"));
    waiter_.emplace(*std::move(waiter));
    if (target.is_set()) return -1;
    if (target.is_standard_output) return STDOUT_FILENO;
    auto draft = AtomicFile::open(target.name);
    if (!draft.has_value()) return std::unexpected(creation_fault(draft.error()));
    if (is_binary(target.format) && !draft->is_seekable()) {
      return std::unexpected(
          fault(target.name, "is not a regular file, which a .blg or .perfrec must be"));
    }
    draft_.emplace(*std::move(draft));
    return draft_->fd();
  }
  // Whether a signal came that ends the run.
  [[nodiscard]] bool is_stopped() {
    return waiter_.has_value() && waiter_->wait_until(EventWaiter::Clock::now()) == Event::stop;
  }
  // Gives OUT its name. Signals end the process again.
  Step publish() {
    waiter_.reset();
    if (!draft_.has_value()) return {};
    const auto published = draft_->publish(options_.overwrite ? AtomicFile::Existing::replaced
                                                              : AtomicFile::Existing::kept);
    return published.has_value() ? Step() : failed(published.error());
  }
  [[nodiscard]] const std::vector<LogNote>& notes() const noexcept { return notes_; }

 private:
  static SourceFault fault(const std::string& what, const char* why) {
    return {.file = what, .error = std::nullopt, .message = why};
  }
  const RewriteOptions& options_;
  const LogWindow& window_;
  std::vector<LogNote> notes_;
  std::optional<EventWaiter> waiter_;
  std::optional<AtomicFile> draft_;
};

// What a copy tells while it runs, each once.
class CopyReport {
 public:
  void show(CopyJob& job) {
    if (!has_told_unmatched_ && !job.unmatched().empty()) {
      has_told_unmatched_ = true;
      for (const UnmatchedPath& one : job.unmatched()) report_unmatched_path(one.path, one.hint);
    }
    if (!job.is_copying()) return;
    if (!std::exchange(has_told_opened_, true)) begin(job);
    left_out_.report(job.take_without_column());
  }
  void show_progress(const JobProgress& progress) { progress_->show_step(progress); }
  void hide_progress() { progress_.reset(); }

 private:
  // The second reading begins.
  void begin(const CopyJob& job) {
    progress_.emplace();
    report_opened(job.findings());
    for (const std::string& path : job.invalid_paths()) {
      print_error(path, "is not a counter path; left out");
    }
  }
  bool has_told_unmatched_ = false;
  bool has_told_opened_ = false;
  SeriesWithoutColumn left_out_;
  std::optional<LogProgress> progress_{std::in_place};
};

Failure copy_failure(const JobFault& fault, const CopyJob& job, const RewriteOptions& options) {
  switch (fault.kind) {
    case JobFault::Kind::no_samples:
      return why_no_samples(options.log);
    case JobFault::Kind::stopped:
      return failed(stopped_text(options.target)).error();
    case JobFault::Kind::no_series:
      if (!job.unmatched().empty()) return reported(Ending::does_not_exist).error();
      break;
    case JobFault::Kind::too_many_columns:
      return failed(fault.path,
                    fmt::format("would have {} columns, and few programs read more than {}; write "
                                "a row for each value with `perflib convert --long`, choose "
                                "counters with -c, or insist with -y",
                                fault.columns, kMostTextColumns))
          .error();
    default:
      break;
  }
  return failure_of(fault);
}

// All steps, until the end or a signal.
Step run_copy(CopyJob& job, const RewriteOptions& options, RewriteOutput& output) {
  CopyReport report;
  std::atomic<bool> stop = false;
  const auto ended = openperflib::run(job, {.progress =
                                                [&](const JobProgress& progress) {
                                                  report.show(job);
                                                  report.show_progress(progress);
                                                  stop = output.is_stopped();
                                                },
                                            .stop = &stop});
  report.hide_progress();
  report.show(job);
  if (job.model().written.records != 0 || ended.has_value()) report_anomalies(job.findings());
  if (ended.has_value()) return {};
  return std::unexpected(copy_failure(ended.error(), job, options));
}

// Warns where a spreadsheet would cut the text, or refuse it.
void warn_of_size(const RewriteOptions& options, const CopyModel& model, const LogWindow& window) {
  if (!is_text(options.target.format) || options.long_rows) return;
  const std::uint64_t rows = model.records / window.every + 1;
  const std::string why = too_large_for_sheets(
      model.paths + 1, rows, "choose counters with -c and times with -b and -e, or use --every");
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
  const auto row = std::ranges::find(kOtherFormats, extension_of(name), &OtherFormat::extension);
  if (row != kOtherFormats.end())
    return usage_error(name, fmt::format(fmt::runtime(row->advice), name));
  return usage_error(name,
                     "cannot tell the format; name it .csv, .tsv, .blg or .perfrec, or use --to");
}

// Moves what can only be a counter path to the counters: -c takes one word, and people give it
// several.
void take_paths(RewriteOptions& options) {
  std::erase_if(options.words, [&](const std::string& word) {
    if (!word.starts_with('\\')) return false;
    options.counters.push_back(word);
    return true;
  });
}

// Whether a word after -c may have been meant for it, in the spelling for shells.
bool may_be_a_path(const std::string& word, const RewriteOptions& options) {
  std::error_code error;
  return !options.counters.empty() && word.contains('/') && !is_log_file(word) &&
         !std::filesystem::exists(word, error) && PathPattern::parse(word).has_value();
}

// Whether a word after -c may have been meant for it as a name: cpu, @memory, sqlservr.
bool may_be_a_name(const std::string& word, const RewriteOptions& options) {
  std::error_code error;
  return !options.counters.empty() && word != "-" &&
         word.find_first_of("./\\") == std::string::npos && !SqlLogName::is_one(word) &&
         !std::filesystem::exists(word, error);
}

// Whether the last word can only be OUT. That may be a new file of any name if --to says its
// format.
bool has_any_output(const RewriteOptions& options) {
  return options.named_output.empty() && (options.to.has_value() || options.words.size() <= 2);
}

// Fails for a word that is not a log, and that -c would take.
Step check_words(const RewriteOptions& options) {
  for (const std::string& word : options.words) {
    const bool is_last = &word == &options.words.back();
    if (is_last && has_any_output(options)) continue;
    if (may_be_a_path(word, options)) {
      return usage_error(word, "no such file; if it is a counter path, repeat -c for each path");
    }
    if (may_be_a_name(word, options)) {
      return usage_error(word, "no such file; if it names counters, repeat -c for each name");
    }
  }
  return {};
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

Step choose_counters(RewriteOptions& options) {
  ChosenPaths chosen =
      OPENPERFLIB_TRY(report_choice(choose_paths(options.counters, options.log, Sets::taken)));
  if (chosen.paths.empty() && !options.counters.empty()) return reported(Ending::does_not_exist);
  options.counters = std::move(chosen.paths);
  options.lacks_a_set = chosen.lacks_a_set;
  return {};
}

CopyOptions copy_options(const RewriteOptions& options, const LogWindow& window, Workers& workers) {
  return {.logs = inputs_of(options.log),
          .log = {.target = options.target,
                  .window = window,
                  .counters = options.counters,
                  .rows = options.long_rows ? TextRows::long_rows : TextRows::columns,
                  .sheet = options.sheet,
                  .workers = &workers},
          .most_columns = options.overwrite ? 0 : kMostTextColumns};
}

}  // namespace

void add_rewrite_options(CommandLine& line, RewriteOptions& options) {
  line.add_option("-c", options.counters,
                  "Only these counters: a path, a set (@cpu) or a name (default: all); more paths "
                  "may follow directly, but each set or name needs its own -c")
      .value_name("PATH")
      .repeatable();
  add_format_option(line, "--from", options.log.format,
                    "Format of IN: csv, tsv, blg or perfrec (default: detect)");
  add_format_option(line, "--to", options.to,
                    "Format of OUT: csv, tsv, blg or perfrec (default: by its extension)");
  line.add_option("-o,--output", options.named_output,
                  "The log to write; the arguments are then all inputs")
      .value_name("OUT");
  line.add_flag("-y", options.overwrite,
                "Overwrite an existing file; also allow a .csv or .tsv of more than 50,000 "
                "columns");
  add_threads_option(line, options.threads);
}

Step take_rewrite_words(const char* subcommand, RewriteOptions& options) {
  take_paths(options);
  OPENPERFLIB_TRY(check_words(options));
  if (!options.named_output.empty()) options.words.push_back(options.named_output);
  if (options.words.size() < 2) {
    return usage_error(subcommand, "no output file given; the last argument is the file to write",
                       fmt::format("Run `perflib {} --help` for its options.", subcommand));
  }
  OPENPERFLIB_TRY(choose_target(options));
  options.words.pop_back();
  options.log.files = options.words;
  OPENPERFLIB_TRY(check_existing(options));
  return choose_counters(options);
}

Outcome rewrite_logs(const RewriteOptions& options, const LogWindow& window) {
  RewriteOutput output(options, window);
  ThreadWorkers workers(thread_count(options.threads));
  auto job = CopyJob::begin(
      copy_options(options, window, workers), [&] { return output.open(); },
      titles_of(options.log));
  if (!job.has_value()) return std::unexpected(failure_of(job.error()));
  OPENPERFLIB_TRY(run_copy(*job, options, output));
  OPENPERFLIB_TRY(output.publish());
  warn_of_size(options, job->model(), window);
  OPENPERFLIB_TRY(copy_notes(options, output.notes()));
  const bool has_all = job->unmatched().empty() && !options.lacks_a_set;
  return has_all ? Ending::success : Ending::does_not_exist;
}

}  // namespace openperflib::apps
