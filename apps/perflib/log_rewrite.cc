#include "apps/perflib/log_rewrite.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "apps/perflib/command_line.h"
#include "apps/perflib/log_output.h"
#include "apps/perflib/log_progress.h"
#include "apps/perflib/log_series.h"
#include "apps/perflib/notes_file.h"
#include "apps/perflib/output_file.h"
#include "apps/perflib/source_query.h"
#include "apps/program/draft_file.h"
#include "openperflib/log/blg_writer.h"
#include "openperflib/log/copied_header.h"
#include "openperflib/log/log_conversion.h"
#include "openperflib/log/log_notes.h"
#include "openperflib/log/log_object_copy.h"
#include "openperflib/log/sql_log_writer.h"
#include "openperflib/os/event_waiter.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {
namespace {

int fail(const SourceFault& fault) {
  complain(fault);
  return kFailed;
}

// Why it cannot be done; kAllWell where it can.
int check(const RewriteOptions& options, const LogOverview& overview) {
  if (overview.survey.records() == 0) {
    complain("no sample of the log is in that time");
    return kFailed;
  }
  if (options.format != LogFormat::blg || overview.header.content == LogContent::readings) {
    return kAllWell;
  }
  complain(
      shown_log_name(options.log.files.front()),
      "holds calculated values, and a .blg is made of readings; .csv and .tsv can be made of it");
  return kFailed;
}

BlgWriterOptions blg_options(const RewriteOptions& options, const LogOverview& overview,
                             const std::vector<std::string>& paths) {
  const FileTime first_utc = overview.header.to_utc(overview.survey.first_local());
  return copied_header(overview.header, paths, absolute_path(options.output), first_utc);
}

// Where it comes from a log without a bias, its times stay as they are.
std::unique_ptr<Sink> make_sink(const RewriteOptions& options, const LogOverview& overview, int fd,
                                const std::vector<std::string>& paths) {
  const LogHeader& header = overview.header;
  if (options.format == LogFormat::blg) {
    return std::make_unique<BlgWriter>(fd, options.output, blg_options(options, overview, paths));
  }
  TextLogWriteOptions text;
  text.caption = header.caption;
  text.flush = TextLogWriteOptions::Flush::in_pieces;
  return make_text_sink(fd, options.output, text_format_of(options.format), zone_of(header), text);
}

// The steps of a LogConversion or a LogObjectCopy, until the end or a signal, which `stopped` is
// said of.
int take_steps(auto& conversion, const LogReader& reader, const char* stopped) {
  constexpr std::uint64_t kStepsBetweenLooks = 16;  // for a signal
  auto waiter = EventWaiter::open();
  if (!waiter.has_value()) {
    complain("signals", "cannot be waited for");
    return kFailed;
  }
  LogProgress progress;
  for (std::uint64_t steps = 0;; ++steps) {
    const auto step = conversion.step();
    if (!step.has_value()) return fail(step.error());
    if (*step == ReadResult::end) return kAllWell;
    progress.show(reader.position(), reader.size());
    if (steps % kStepsBetweenLooks != 0) continue;
    if (waiter->wait_until(EventWaiter::Clock::now()) != Event::stop) continue;
    complain(stopped);
    return kFailed;
  }
}

// The paths of the query: text logs have a column a series, binary ones keep wildcards.
std::vector<std::string> paths_of(const RewriteOptions& options, const LogOverview& overview,
                                  const LogSelection& selection) {
  if (options.format != LogFormat::blg) return selection.paths;
  if (!options.counters.empty()) return options.counters;
  return copied_paths(overview.header, overview.survey, selection.paths, fixed_titles());
}

// What is written and where from.
struct Task {
  const RewriteOptions& options;
  const LogOverview& overview;
  const LogWindow& window;
  std::vector<std::string> paths;

  // Whole objects stay what they are where nobody asks for single counters of them.
  [[nodiscard]] bool copies_objects() const {
    return options.format == LogFormat::blg && options.counters.empty() &&
           holds_objects(overview.header);
  }
  [[nodiscard]] LogConversion::RecordBefore record_before() const {
    const bool is_wanted =
        window.begin_local != LogWindow{}.begin_local && options.format == LogFormat::blg;
    return is_wanted ? LogConversion::RecordBefore::written : LogConversion::RecordBefore::left_out;
  }
};

// A column of a text log may be called anything; what is no path has no place here.
void add_paths(Query& query, const Task& task) {
  for (const std::string& path : task.paths) {
    if (!query.add(path).has_value()) complain(path, "is no path of a counter; left out");
  }
}

int write_series(const Task& task, LogReader& reader, Sink& sink, const char* stopped) {
  Query query(fixed_titles());
  add_paths(query, task);
  if (task.options.format != LogFormat::blg && task.overview.has_later_series()) {
    const auto begun = begin_with_all(sink, task.overview.survey, task.paths, fixed_titles());
    if (!begun.has_value()) return fail(begun.error());
  }
  LogConversion conversion(reader, query, sink, task.window, task.record_before());
  return take_steps(conversion, reader, stopped);
}

int write_records(const Task& task, LogReader& reader, int fd) {
  if (!task.copies_objects()) {
    const auto sink = make_sink(task.options, task.overview, fd, task.paths);
    return write_series(task, reader, *sink, "stopped; nothing was written");
  }
  LogObjectCopy copy(reader,
                     new_object_log(reader, fd, task.options.output,
                                    blg_options(task.options, task.overview, task.paths)),
                     task.window, task.record_before());
  return take_steps(copy, reader, "stopped; nothing was written");
}

// A set keeps what it has got, whatever becomes of the rest.
int write_set(const Task& task, LogReader& reader) {
  const auto name = SqlLogName::parse(task.options.output);
  if (!name.has_value()) {
    complain(task.options.output, name.error());
    return kWrongUsage;
  }
  const LogHeader& header = task.overview.header;
  const auto writer = SqlLogWriter::open(*name, {.content = header.content,
                                                 .zone = zone_of(header),
                                                 .flush = SqlLogWriteOptions::Flush::in_batches});
  if (!writer.has_value()) return fail(writer.error());
  return write_series(task, reader, **writer, "stopped; what was written so far stays in the set");
}

int write_log(const Task& task) {
  const RewriteOptions& options = task.options;
  const auto reader = open_logs(options.log, task.window);
  if (reader == nullptr) return kFailed;
  if (options.format == LogFormat::sql) {
    const int code = write_set(task, *reader);
    report_oddities(*reader);
    return code;
  }
  auto draft = DraftFile::open(options.output);
  if (!draft.has_value()) return fail(draft.error());
  if (options.format == LogFormat::blg && !draft->is_seekable()) {
    complain(options.output, "is no regular file, as a .blg must be");
    return kFailed;
  }
  const int code = write_records(task, *reader, draft->fd());
  report_oddities(*reader);
  if (code != kAllWell) return code;
  const auto published =
      draft->publish(options.overwrite ? DraftFile::Existing::replaced : DraftFile::Existing::kept);
  return published.has_value() ? kAllWell : fail(published.error());
}

}  // namespace

void add_rewrite_options(CLI::App& app, RewriteOptions& options) {
  app.add_option("-c", options.counters, "Only these counters (default: all)")
      ->type_name("PATH")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  add_format_option(app, "--from", options.log.format,
                    "csv, tsv, blg or perfrec: what IN is (default: what it looks like)");
  add_format_option(app, "--to", options.to,
                    "csv, tsv or blg: what OUT becomes (default: by its extension)");
  app.add_flag("-y", options.overwrite, "Overwrite an existing file");
}

int take_rewrite_words(const char* subcommand, RewriteOptions& options) {
  if (options.words.size() < 2) {
    complain(subcommand, "OUT is required");
    print_error_line(fmt::format("Run `perflib {} --help` for its options.", subcommand));
    return kWrongUsage;
  }
  options.output = options.words.back();
  options.words.pop_back();
  options.log.files = options.words;
  options.log.request = request_of(options.counters);
  const bool is_set = SqlLogName::is_one(options.output);
  const auto format = options.to.has_value() ? options.to
                      : is_set               ? std::optional(LogFormat::sql)
                                             : format_of_name(options.output);
  if (!format.has_value()) {
    complain(options.output, "is no name of a .blg, .csv or .tsv; --to says what it is to be");
    return kWrongUsage;
  }
  options.format = *format;
  if (options.format == LogFormat::recording) {
    complain(options.output, "a recording is made of a machine: perflib record -o FILE.perfrec");
    return kWrongUsage;
  }
  if (is_set && *format != LogFormat::sql) {
    complain("--to", options.output + " is a log of a database");
    return kWrongUsage;
  }
  if (is_set) return kAllWell;  // it is gone on with
  const Overwrite overwrite = options.overwrite ? Overwrite::yes : Overwrite::no;
  const bool is_refused =
      refuses(options.output, overwrite) || refuses(notes_name(options.output), overwrite);
  return is_refused ? kFailed : kAllWell;
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
    complain(shown_log_name(options.log.files.front()), "holds no counter that can be read");
    return kFailed;
  }
  const Task task{.options = options,
                  .overview = *overview,
                  .window = window,
                  .paths = paths_of(options, *overview, *selection)};
  if (const int code = write_log(task)) return code;
  const Overwrite overwrite = options.overwrite ? Overwrite::yes : Overwrite::no;
  const auto notes = notes_in(notes_of(options.log.files), window);
  if (const int code = write_notes(options.output, notes, overwrite)) return code;
  return lacks_some ? kDoesNotExist : kAllWell;
}

}  // namespace openperflib::apps
