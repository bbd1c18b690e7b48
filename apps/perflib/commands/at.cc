// perflib at: one moment of a log.
#include <fmt/core.h>

#include <string>
#include <string_view>
#include <vector>

#include "apps/perflib/commands/commands.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/messages.h"
#include "apps/perflib/screen/watch_screen.h"
#include "apps/perflib/sources/chosen_paths.h"
#include "apps/perflib/sources/log_input.h"
#include "apps/perflib/sources/log_window.h"
#include "apps/perflib/sources/log_words.h"
#include "apps/perflib/text/log_messages.h"
#include "apps/perflib/text/shown_jobs.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/moment/moment_job.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/log/time/written_time.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib::apps {
namespace at_command {
namespace {

constexpr std::size_t kTextWidth = 80;
constexpr std::string_view kAdvice = "Run `perflib at --help` for its options.";

struct Options {
  std::vector<std::string> words;  // logs, the time, paths
  bool json = false;
  LogOptions log;
};

void add_options(CommandLine& line, Options& options) {
  line.add_option(
      "LOG... TIME [PATH...]", options.words,
      "Logs of any format; the time: 15:45 (the last one in the log) or '2026-11-21 15:45'; then "
      "counter paths, sets (@cpu) or names to search for (default: @overview, which a log may "
      "lack)");
  add_json_options(line, options.json, "Print one JSON document instead of text");
  add_log_file_option(line, options.log, Subject::logs);
  add_text_log_options(line, options.log);
}

// Takes the time off the front of the words. A date and a time of day that the shell has separated
// are one.
std::expected<WrittenTime, Failure> take_time(std::vector<std::string>& words) {
  if (words.empty()) {
    return usage_error("at", "name the time: `perflib at LOG 15:45`", kAdvice);
  }
  std::string text = words.front();
  words.erase(words.begin());
  const auto date = parse_written_time(text);
  const bool is_only_a_date = date.has_value() && !date->time_of_day.has_value();
  if (is_only_a_date && !words.empty() && parse_written_time(text + " " + words.front())) {
    text += " " + words.front();
    words.erase(words.begin());
  }
  return read_time(text, "TIME");
}

// Checks the words, and takes the logs and the time off them.
std::expected<WrittenTime, Failure> normalize(Options& options) {
  OPENPERFLIB_TRY(
      report_log_words(take_log_words(options.words, nullptr, options.log, OtherWords::paths)));
  const bool has_a_name = !options.words.empty() && !parse_written_time(options.words.front());
  if (options.log.files.empty() && has_a_name) {
    options.log.files.push_back(options.words.front());  // which then is said not to exist
    options.words.erase(options.words.begin());
  }
  if (options.log.files.empty()) {
    return usage_error("at", "name a log and a time: `perflib at LOG 15:45`", kAdvice);
  }
  return take_time(options.words);
}

std::string text_of_groups(const MomentJob& job) {
  std::string text = text_of(job.moment());
  for (const std::string& line : draw_sample(job.session().query(), job.groups(), kTextWidth)) {
    text += line + "\n";
  }
  return text;
}

std::string json_of(const MomentJob& job) {
  JsonWriter out(JsonLayout::lines);
  write_moment(out, job.moment(), job.session().query(), job.groups(), job.remainder());
  return out.take() + "\n";
}

Failure outside_of(const MomentJob& job, const LogOptions& log) {
  std::string why = text_of(job.moment());
  why.pop_back();  // the line end
  return failed(shown_log_name(log.files.front()), why).error();
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  Options options = OPENPERFLIB_TRY(read_options(self, arguments, add_options));
  const WrittenTime time = OPENPERFLIB_TRY(normalize(options));
  if (options.words.empty()) options.words = {"@overview"};
  const ChosenPaths chosen =
      OPENPERFLIB_TRY(report_choice(choose_paths(options.words, options.log, Sets::taken)));
  if (chosen.paths.empty()) return Ending::does_not_exist;
  LogOptions log = options.log;
  log.request = request_with_remainder(chosen.paths, log);
  const MomentJob job = OPENPERFLIB_TRY(run_reported(MomentJob::begin(
      {.logs = inputs_of(log), .time = time, .paths = chosen.paths}, titles_of(log))));
  report_anomalies(job.findings());
  if (!job.moment().time.has_value()) return std::unexpected(outside_of(job, options.log));
  print_out(options.json ? json_of(job) : text_of_groups(job));
  const bool lacks_some = report_unmatched_paths(job.session());
  return lacks_some || chosen.lacks_a_set ? Ending::does_not_exist : Ending::success;
}

}  // namespace
}  // namespace at_command

const Subcommand kAt = {
    .name = "at",
    .summary = "Show one moment of a log, as watch shows it",
    .examples =
        "  perflib at night.perfrec 02:13               the last 02:13 of the log\n"
        "  perflib at night.perfrec '2026-11-21 02:13' @process\n"
        "  perflib at server.blg 15:45 '\\Process(*)\\Working Set'\n"
        "  perflib at server.blg 15:45 memory --json    one JSON document\n",
    .run = at_command::run,
};

}  // namespace openperflib::apps
