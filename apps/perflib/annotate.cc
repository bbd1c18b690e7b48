// perflib annotate: notes of moments of a log.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "apps/perflib/command_line.h"
#include "apps/perflib/commands.h"
#include "apps/perflib/log_series.h"
#include "apps/perflib/notes_file.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/log/written_time.h"
#include "openperflib/os/clocks.h"
#include "openperflib/os/time_zone.h"

namespace openperflib::apps {
namespace {

struct Options {
  std::vector<std::string> words;  // LOG, then the words of the note
  std::string at;
};

void add_options(CLI::App& app, Options& options) {
  app.add_option("LOG TEXT", options.words,
                 "A log, and what is to be noted (default: show its notes)")
      ->required();
  app.add_option("--at", options.at, "The moment it is of, on the log's clock (default: now)")
      ->type_name("TIME");
}

int show(const std::string& log) {
  print_out(notes_text(notes_of({log})));
  return flush_output() ? kAllWell : kFailed;
}

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words.begin() + 1, words.end(), " "));
}

// Now on the log's clock. Nothing after a message.
std::optional<FileTime> now_of(const LogHeader& header) {
  if (!header.bias_minutes.has_value()) {
    complain("--at", "the log does not tell its clock's distance from UTC: say the time");
    return std::nullopt;
  }
  return to_local(read_clocks().realtime.value_or(0), *header.bias_minutes);
}

// Somebody who mistypes a day notes nothing. What came shortly before or behind a recording may
// belong to it.
bool is_of_the_log(FileTime time, const LogSurvey& survey) {
  constexpr std::int64_t kMargin = 3'600 * kTicksPerSecond;
  if (time >= survey.first_local() - kMargin && time <= survey.last_local() + kMargin) return true;
  complain("--at",
           fmt::format("{} is not of the log, which is from {} to {}", written_time(time),
                       written_time(survey.first_local()), written_time(survey.last_local())));
  return false;
}

int add(const Options& options) {
  LogOptions log;
  log.files = {options.words.front()};
  LogNote note{.time_local = 0, .text = joined(options.words)};
  if (!is_note_text(note.text)) {
    complain("annotate", fmt::format("a note is one line of at most {} bytes", kLongestNote));
    return kWrongUsage;
  }
  if (!read_log_time(options.at, "--at", note.time_local)) return kWrongUsage;
  const auto overview = look_through(log);
  if (!overview.has_value()) return overview.error();
  if (options.at.empty()) {
    const auto now = now_of(overview->header);
    if (!now.has_value()) return kWrongUsage;
    note.time_local = *now;
  }
  if (!is_of_the_log(note.time_local, overview->survey)) return kFailed;
  return append_note(log.files.front(), note);
}

int run(const Subcommand& self, std::span<char*> arguments) {
  const auto options = read_options(self, arguments, add_options);
  if (!options.has_value()) return options.error();
  if (!has_notes(options->words.front())) {
    complain(shown_log_name(options->words.front()), "a set of a database has no notes");
    return kWrongUsage;
  }
  if (options->words.size() > 1) return add(*options);
  if (options->at.empty()) return show(options->words.front());
  complain(self.name, "--at is of a note, and there is no TEXT");
  return kWrongUsage;
}

}  // namespace

const Subcommand kAnnotate = {
    .name = "annotate",
    .summary = "Note what happened at a moment of a log",
    .examples =
        "  perflib annotate server.blg 'deployed 2.3' --at '2026-11-21 10:00:05'\n"
        "  perflib annotate running.blg load test begins\n"
        "  perflib annotate server.blg\n",
    .run = run,
};

}  // namespace openperflib::apps
