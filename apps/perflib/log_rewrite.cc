#include "apps/perflib/log_rewrite.h"

#include <fmt/core.h>
#include <unistd.h>

#include <memory>
#include <utility>

#include "apps/perflib/command_line.h"
#include "apps/perflib/failure.h"
#include "apps/perflib/log_output.h"
#include "apps/perflib/logs/log_progress.h"
#include "apps/perflib/logs/log_series.h"
#include "apps/perflib/logs/log_window.h"
#include "apps/perflib/logs/notes_file.h"
#include "apps/perflib/logs/output_file.h"
#include "apps/perflib/long_rows.h"
#include "apps/perflib/open_session.h"
#include "apps/perflib/recording_copy.h"
#include "apps/program/atomic_file.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/writing/blg_writer.h"
#include "openperflib/log/copied_header.h"
#include "openperflib/log/log_conversion.h"
#include "openperflib/log/log_object_copy.h"
#include "openperflib/log/reader/log_notes.h"
#include "openperflib/log/sql/sql_log_writer.h"
#include "openperflib/log/text/text_format.h"
#include "openperflib/os/event_waiter.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/text/spreadsheet_limits.h"

namespace openperflib::apps {
namespace {

bool is_standard_output(const RewriteOptions& options) { return options.output == "-"; }

bool is_binary(LogFormat format) {
  return format == LogFormat::blg || format == LogFormat::recording;
}

// Why it cannot be done.
Step check(const RewriteOptions& options, const LogOverview& overview) {
  if (overview.survey.records() == 0) return std::unexpected(why_no_samples(options.log));
  if (options.format == LogFormat::recording) {
    const std::string why = not_to_be_recorded(overview.header);
    if (why.empty()) return {};
    return failed(shown_log_name(options.log.files.front()), why);
  }
  if (options.format != LogFormat::blg || overview.header.content == LogContent::readings) {
    return {};
  }
  return failed(shown_log_name(options.log.files.front()),
                "contains calculated values; a .blg needs raw readings. Choose .csv or .tsv");
}

BlgWriterOptions blg_options(const RewriteOptions& options, const LogOverview& overview,
                             const std::vector<std::string>& paths) {
  const FileTime first_utc = overview.header.to_utc(overview.survey.first_local());
  return copied_header(overview.header, paths, absolute_path(options.output), first_utc);
}

// If the input has no bias, the times are not changed.
std::unique_ptr<RowSink> make_sink(const RewriteOptions& options, const LogOverview& overview,
                                   int fd, const std::vector<std::string>& paths) {
  const LogHeader& header = overview.header;
  if (options.format == LogFormat::blg) {
    return std::make_unique<BlgWriter>(fd, options.output, blg_options(options, overview, paths));
  }
  if (options.long_rows) {
    return make_long_sink(fd, options.output, text_format_of(options.format), zone_of(header),
                          options.sheet);
  }
  TextLogWriteOptions text;
  text.caption = header.caption;
  text.sheet = options.sheet;
  text.flush = TextLogWriteOptions::Flush::in_pieces;
  return make_text_sink(fd, options.output, text_format_of(options.format), zone_of(header), text);
}

// The steps of a LogConversion or a LogObjectCopy, until the end or a signal, after which `stopped`
// is printed.
Step take_steps(auto& conversion, const LogReader& reader, const char* stopped) {
  constexpr std::uint64_t kStepsBetweenLooks = 16;  // for a signal
  auto waiter = EventWaiter::open();
  if (!waiter.has_value()) {
    return failed("cannot wait for signals");
  }
  LogProgress progress;
  for (std::uint64_t steps = 0;; ++steps) {
    const auto step = conversion.step();
    if (!step.has_value()) return failed(step.error());
    if (*step == ReadResult::end) return {};
    progress.show(reader.position(), reader.size());
    if (steps % kStepsBetweenLooks != 0) continue;
    if (waiter->wait_until(EventWaiter::Clock::now()) != Event::stop) continue;
    return failed(stopped);
  }
}

// The paths of the query: text logs have one column per series, binary ones keep wildcards.
std::vector<std::string> paths_of(const RewriteOptions& options, const LogOverview& overview,
                                  const LogSelection& selection) {
  if (options.format != LogFormat::blg) return selection.paths;
  if (!options.counters.empty()) return options.counters;
  return copied_paths(overview.header, overview.survey, selection.paths, titles_of(options.log));
}

// What is written, and its source.
struct Task {
  const RewriteOptions& options;
  const LogOverview& overview;
  const LogWindow& window;
  std::vector<std::string> paths;

  // Whole objects are copied unless single counters are requested.
  [[nodiscard]] bool copies_objects() const {
    return options.format == LogFormat::blg && options.counters.empty() &&
           holds_objects(overview.header);
  }
  [[nodiscard]] LogConversion::RecordBefore record_before() const {
    const bool is_wanted =
        window.begin_local != LogWindow{}.begin_local && is_binary(options.format);
    return is_wanted ? LogConversion::RecordBefore::written : LogConversion::RecordBefore::left_out;
  }
};

// A column of a text log may have any name; columns that are not paths are left out.
void add_paths(Query& query, const Task& task) {
  for (const std::string& path : task.paths) {
    if (!query.add(path).has_value()) print_error(path, "is not a counter path; left out");
  }
}

Step write_series(const Task& task, LogReader& reader, RowSink& sink, const char* stopped) {
  Query query(titles_of(task.options.log));
  add_paths(query, task);
  const bool has_columns = task.options.format != LogFormat::blg && !task.options.long_rows;
  if (has_columns && task.overview.has_later_series()) {
    const auto begun =
        begin_with_all(sink, task.overview.survey, task.paths, titles_of(task.options.log));
    if (!begun.has_value()) return failed(begun.error());
  }
  LogConversion conversion(reader, query, sink, task.window, task.record_before());
  return take_steps(conversion, reader, stopped);
}

Step write_recording(const Task& task, LogReader& reader, int fd, const char* stopped) {
  RecordingOptions options{.zone = zone_of(task.overview.header)};
  options.flush_seconds = options.block_seconds;  // it has no name before it is complete
  RecordingCopy copy(reader, RecordingWriter(fd, task.options.output, options),
                     request_of(task.options.counters, task.options.log), task.window,
                     task.record_before());
  return take_steps(copy, reader, stopped);
}

Step write_records(const Task& task, LogReader& reader, int fd) {
  if (task.options.format == LogFormat::recording) {
    return write_recording(task, reader, fd, "stopped; nothing was written");
  }
  if (!task.copies_objects()) {
    const auto sink = make_sink(task.options, task.overview, fd, task.paths);
    return write_series(
        task, reader, *sink,
        fd == STDOUT_FILENO ? "stopped; the output is incomplete" : "stopped; nothing was written");
  }
  LogObjectCopy copy(reader,
                     new_object_log(reader, fd, task.options.output,
                                    blg_options(task.options, task.overview, task.paths)),
                     task.window, task.record_before());
  return take_steps(copy, reader, "stopped; nothing was written");
}

// A set keeps the rows written so far, whatever happens to the rest.
Step write_set(const Task& task, LogReader& reader) {
  const auto name = SqlLogName::parse(task.options.output);
  if (!name.has_value()) {
    return usage_error(task.options.output, name.error());
  }
  const LogHeader& header = task.overview.header;
  const auto writer = SqlLogWriter::open(*name, {.content = header.content,
                                                 .zone = zone_of(header),
                                                 .flush = SqlLogWriteOptions::Flush::in_batches});
  if (!writer.has_value()) return failed(writer.error());
  return write_series(task, reader, **writer, "stopped; what was written so far stays in the set");
}

Step write_log(const Task& task) {
  const RewriteOptions& options = task.options;
  const OpenedLogs logs = OPENPERFLIB_TRY(open_logs(options.log, task.window));
  LogReader* const reader = logs.reader.get();
  if (options.format == LogFormat::sql) {
    Step written = write_set(task, *reader);
    report_anomalies(*reader);
    return written;
  }
  if (is_standard_output(options)) {
    Step written = write_records(task, *reader, STDOUT_FILENO);
    report_anomalies(*reader);
    return written;
  }
  auto draft = AtomicFile::open(options.output);
  if (!draft.has_value()) return failed(creation_fault(draft.error()));
  if (is_binary(options.format) && !draft->is_seekable()) {
    return failed(options.output, "is not a regular file, which a .blg or .perfrec must be");
  }
  Step written = write_records(task, *reader, draft->fd());
  report_anomalies(*reader);
  OPENPERFLIB_TRY(written);
  const auto published = draft->publish(options.overwrite ? AtomicFile::Existing::replaced
                                                          : AtomicFile::Existing::kept);
  if (!published.has_value()) return failed(published.error());
  return {};
}

// Warns where a spreadsheet would cut the text, or refuse it.
void warn_of_size(const Task& task) {
  const RewriteOptions& options = task.options;
  if (!is_text(options.format) || options.long_rows) return;
  const std::uint64_t rows = task.overview.survey.records() / task.window.every + 1;
  const std::string why =
      too_large_for_sheets(task.paths.size() + 1, rows,
                           "choose counters with -c and times with -b and -e, or use --every");
  if (!why.empty()) print_error(options.output, why);
}

// Binary logs are completed at their beginning, where standard output cannot go back to.
Step check_standard_output(LogFormat format) {
  if (is_text(format)) return {};
  return usage_error("-",
                     "only csv and tsv can be written to standard output; give the name of a file");
}

// The format of the output, from --to or its name; nullopt after a message.
std::optional<LogFormat> choose_format(const RewriteOptions& options) {
  if (options.to.has_value()) return options.to;
  if (SqlLogName::is_one(options.output)) return LogFormat::sql;
  const auto format = format_of_name(options.output);
  if (!format.has_value() && is_standard_output(options)) {
    print_error("-", "--to csv or --to tsv is required for standard output");
  } else if (!format.has_value()) {
    print_error(options.output,
                "cannot tell the format; name it .csv, .tsv, .blg or .perfrec, or use --to");
  }
  return format;
}

// What the format of a file or set does not allow.
Step check_format(const RewriteOptions& options) {
  if (SqlLogName::is_one(options.output) && options.format != LogFormat::sql) {
    return usage_error("--to", options.output + " is a log of a database");
  }
  if (!is_text(options.format) && (options.long_rows || options.sheet.has_value())) {
    return usage_error(options.long_rows ? "--long" : "--excel",
                       "can be used only for a .csv or .tsv");
  }
  return {};
}

// A set is appended to, so that it may exist.
Step check_existing(const RewriteOptions& options) {
  if (options.format == LogFormat::sql) return {};
  const Overwrite overwrite = options.overwrite ? Overwrite::yes : Overwrite::no;
  const bool is_refused =
      refuses(options.output, overwrite) || refuses_notes(options.output, overwrite);
  if (is_refused) return reported(Ending::failed);
  return {};
}

Step copy_notes(const RewriteOptions& options, const std::vector<LogNote>& notes) {
  if (is_standard_output(options)) {
    if (!notes.empty()) print_error("-", "standard output cannot have notes; they are left out");
    return {};
  }
  return write_notes(options.output, notes, options.overwrite ? Overwrite::yes : Overwrite::no);
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
  options.output = options.words.back();
  options.words.pop_back();
  options.log.files = options.words;
  options.log.request = request_of(options.counters, options.log);
  const auto format = choose_format(options);
  if (!format.has_value()) return reported(Ending::usage_error);
  options.format = *format;
  if (is_standard_output(options)) return check_standard_output(options.format);
  // A part of a recording has no blocks.
  if (options.format == LogFormat::recording) options.log.request = ObjectRequest();
  OPENPERFLIB_TRY(check_format(options));
  return check_existing(options);
}

Outcome rewrite_logs(const RewriteOptions& options, const LogWindow& window) {
  auto overview = OPENPERFLIB_TRY(look_through(options.log, window));
  OPENPERFLIB_TRY(check(options, overview));
  auto selection =
      OPENPERFLIB_TRY(select_or_complain(overview, options.counters, titles_of(options.log)));
  const bool lacks_some = report_unmatched(overview, options.counters, selection);
  if (selection.paths.empty() && lacks_some) return Ending::does_not_exist;
  if (selection.paths.empty()) {
    return failed(shown_log_name(options.log.files.front()),
                  "contains no counter that can be read");
  }
  const Task task{.options = options,
                  .overview = overview,
                  .window = window,
                  .paths = paths_of(options, overview, selection)};
  const auto notes = notes_in(notes_of(options.log.files), window);  // before OUT gets its name
  OPENPERFLIB_TRY(write_log(task));
  warn_of_size(task);
  OPENPERFLIB_TRY(copy_notes(options, notes));
  return lacks_some ? Ending::does_not_exist : Ending::success;
}

}  // namespace openperflib::apps
