// perflib annotate: timestamped notes of a log.
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "apps/perflib/commands/commands.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/sources/log_series.h"
#include "apps/perflib/sources/log_window.h"
#include "apps/perflib/text/notes_file.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/log/time/written_time.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/os/time/clocks.h"

namespace openperflib::apps {
namespace annotate_command {
namespace {

struct Options {
  std::vector<std::string> words;  // LOG, then the words of the note
  std::string at;
};

void add_options(CommandLine& line, Options& options) {
  line.add_option("LOG [TEXT...]", options.words,
                  "A log, and the text of a note, which is added to LOG.notes.txt; without TEXT, "
                  "the notes are shown")
      .required();
  line.add_option("--at", options.at,
                  "Time of the note, on the log's clock: 15:45 (the last one in the log), "
                  "'2026-11-21 15:45' (default: now)")
      .value_name("TIME");
}

Step show(const std::string& log) {
  print_out(notes_text(notes_of({log})));
  if (!flush_output()) return reported(Ending::failed);
  return {};
}

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words.begin() + 1, words.end(), " "));
}

// Now on the log's clock. nullopt after a message.
std::optional<FileTime> now_of(const LogTimes& log) {
  if (!log.bias_minutes.has_value()) {
    print_error("--at", "the log does not name its time zone; give the time of the note with --at");
    return std::nullopt;
  }
  return to_local(read_clocks().realtime.value_or(0), *log.bias_minutes);
}

// Catches mistyped days. What happened shortly before or after a recording may belong to it.
// `advice`: what to do, after a semicolon.
bool is_of_the_log(FileTime time, const LogTimes& log, std::string_view advice) {
  constexpr std::int64_t kMargin = 3'600 * kTicksPerSecond;
  if (time >= log.first_local - kMargin && time <= log.last_local + kMargin) return true;
  print_error("--at", fmt::format("{} is not in the log, which runs from {}{}", written_time(time),
                                  shown_range(log), advice));
  return false;
}

Step add(const Options& options, const Subcommand& self) {
  LogOptions log;
  log.environment = self.environment;
  log.begin_progress_line = self.begin_progress_line;
  log.files = {options.words.front()};
  LogNote note{.time_local = 0, .text = joined(options.words)};
  if (!is_note_text(note.text)) {
    return usage_error("annotate",
                       fmt::format("a note is one line of at most {} bytes", kLongestNote));
  }
  auto written =
      OPENPERFLIB_TRY(options.at.empty() ? WrittenTime() : read_time(options.at, "--at"));
  auto times = OPENPERFLIB_TRY(times_of(log));
  const auto moment = options.at.empty() ? now_of(times) : begin_of(written, times);
  if (!moment.has_value()) return reported(Ending::usage_error);
  note.time_local = *moment;
  const std::string_view advice =
      options.at.empty() ? "; without --at a note has the time now" : std::string_view();
  if (!is_of_the_log(note.time_local, times, advice)) return reported(Ending::failed);
  return append_note(log.files.front(), note);
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  auto options = OPENPERFLIB_TRY(read_options(self, arguments, add_options));
  if (!has_notes(options.words.front())) {
    return usage_error(shown_log_name(options.words.front()),
                       "a set in a database cannot have notes");
  }
  if (options.words.size() > 1) return outcome_of(add(options, self));
  if (options.at.empty()) return outcome_of(show(options.words.front()));
  return usage_error(self.name, "--at is the time of a note; give its TEXT too");
}

}  // namespace
}  // namespace annotate_command

const Subcommand kAnnotate = {
    .name = "annotate",
    .summary = "Add timestamped notes to a log",
    .examples =
        "  perflib annotate server.blg 'deployed 2.3' --at '2026-11-21 10:00:05'\n"
        "  perflib annotate running.blg load test begins\n"
        "  perflib annotate server.blg\n",
    .run = annotate_command::run,
};

}  // namespace openperflib::apps
