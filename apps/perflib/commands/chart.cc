// perflib chart: counters of a log or of this machine over time, as a picture or a page.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/perflib/commands/commands.h"
#include "apps/perflib/commands/live_run.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/locale.h"
#include "apps/perflib/run/messages.h"
#include "apps/perflib/run/output_file.h"
#include "apps/perflib/sources/chosen_paths.h"
#include "apps/perflib/sources/log_input.h"
#include "apps/perflib/sources/log_window.h"
#include "apps/perflib/sources/log_words.h"
#include "apps/perflib/sources/ranking_option.h"
#include "apps/perflib/text/log_messages.h"
#include "apps/perflib/text/notes_file.h"
#include "apps/perflib/text/shown_jobs.h"
#include "apps/program/output_width.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/chart/chart_job.h"
#include "openperflib/jobs/notes/written_notes.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/text/utf16.h"
#include "openperflib/view/chart/chart_json.h"
#include "openperflib/view/chart/chart_page.h"
#include "openperflib/view/chart/chart_parts.h"
#include "openperflib/view/chart/chart_picture.h"
#include "openperflib/view/chart/chart_text.h"
#include "openperflib/view/text/amount.h"

namespace openperflib::apps {
namespace chart_command {
namespace {

// The format of a chart.
enum class Form : std::uint8_t { picture, page, json, text };

struct FormName {
  std::string_view name;
  Form form;
};
constexpr auto kFormNames = std::to_array<FormName>(
    {{"text", Form::text}, {"svg", Form::picture}, {"html", Form::page}, {"json", Form::json}});

struct Options {
  std::vector<std::string> words;  // then: paths
  LogOptions log;
  LiveOptions live;  // without a log
  std::string output;
  std::string title;
  std::uint32_t width = 900;
  std::uint32_t height = 200;
  std::uint64_t top = 0;  // 0: not given
  RankedBy by = RankedBy::average;
  std::optional<Form> chosen_form;
  bool json = false;
  bool overwrite = false;
  bool lacks_a_set = false;
};

std::string not_between(const std::string& word, std::uint32_t least, std::uint32_t most) {
  const auto number = bytes_from(word);  // a whole number
  const bool is_digits = word.find_first_not_of("0123456789") == std::string::npos;
  if (is_digits && number.has_value() && *number >= least && *number <= most) return {};
  return fmt::format("\"{}\" is not a number of pixels from {} to {}", word, least, most);
}

void add_options(CommandLine& line, Options& options) {
  line.add_option("[LOG...] [PATH...]", options.words,
                  "Logs of any format, or none for this machine, then counter paths, sets (@cpu), "
                  "or names to search for (default: @overview, which a log may lack)");
  line.add_option(
          "-o,--output", options.output,
          "File to write: .svg for a picture, .html for a page, .json or .txt; - is a picture "
          "(.svg) on standard output")
      .value_name("FILE");
  line.add_flag("-y", options.overwrite, "Overwrite an existing file");
  line.add_flag("--json", options.json, "Write one JSON document: the same as --format json");
  const auto set_form = [&options](const std::string& word) {
    const auto row = std::ranges::find(kFormNames, folded(word), &FormName::name);
    if (row == kFormNames.end()) return word + " is not one of text, svg, html and json";
    options.chosen_form = row->form;
    return std::string();
  };
  line.add_option("-f,--format", set_form,
                  "text, svg, html or json (default: by the name of FILE; without one, text on a "
                  "terminal, otherwise svg)")
      .value_name("FORMAT");
  line.add_option("--title", options.title,
                  "Title (default: the name of the log or of the machine)")
      .value_name("TEXT");
  line.add_option("--width", options.width, "Width of a picture in pixels (default: 900)")
      .value_name("N")
      .check([](const std::string& word) { return not_between(word, 300, 8000); });
  line.add_option("--height", options.height, "Height of each plot in pixels (default: 200)")
      .value_name("N")
      .check([](const std::string& word) { return not_between(word, 40, 2000); });
  line.add_option("--top", options.top, "At most N curves per plot, the largest ones (default: 8)")
      .value_name("N")
      .check(not_a_count);
  add_ranking_option(line, options.by);
  add_live_options(line, options.live);
  add_log_options(line, options.log);
}

// Chosen by --format, --json or the name of the file.
std::expected<Form, Failure> form_of(const Options& options) {
  if (options.json && options.chosen_form.value_or(Form::json) != Form::json) {
    return usage_error("chart", "--json cannot be combined with another --format");
  }
  const std::string extension = extension_of(options.output);
  if (options.json && is_extension_of_page(extension)) {
    return usage_error("--json", options.output + " is a page; name the file .json");
  }
  if (options.json) return Form::json;
  if (options.chosen_form.has_value()) return *options.chosen_form;
  if (options.output.empty() && ::isatty(STDOUT_FILENO) == 1) return Form::text;
  if (options.output.empty() || options.output == "-") return Form::picture;
  if (extension == ".svg") return Form::picture;
  if (is_extension_of_page(extension)) return Form::page;
  if (extension == ".json") return Form::json;
  if (extension == ".txt") return Form::text;
  if (extension.empty()) {
    return usage_error(options.output, "name the file .svg, .html, .json or .txt");
  }
  return usage_error(
      options.output,
      fmt::format("a chart cannot be written as {}; name the file .svg, .html, .json or .txt",
                  extension));
}

ChartChoice choice_of(const Options& options) {
  ChartChoice choice{.by = options.by};
  if (options.top != 0) choice.most = options.top;
  return choice;
}

std::string default_title(const LogOptions& log) {
  std::string title;
  for (const std::string& file : log.files) {
    if (!title.empty()) title += ", ";
    title += std::filesystem::path(shown_log_name(file)).filename().string();
  }
  return title;
}

std::string zone_of(const Chart& chart, const std::string& name) {
  if (!chart.extent.bias_minutes.has_value()) return {};
  const std::string offset = name_of_offset(*chart.extent.bias_minutes);
  return name.empty() ? offset : fmt::format("{} ({})", offset, name);
}

// What the reader of the picture sees too, if the limit is not the user's own.
void report_left_out(const Chart& chart, const Options& options, Form form) {
  if (options.top != 0 || form == Form::json) return;
  for (const ChartPanel& panel : chart.panels) {
    if (panel.left_out == 0) continue;
    print_error("--top", fmt::format("{} ({}); --top N shows more", left_out_text(panel),
                                     unit_name_of(panel.quantity)));
  }
}

ChartTextStyle text_style_of(const Options& options) {
  if (!options.output.empty()) return {};
  return {.width = output_columns(ChartTextStyle().width), .characters = bar_characters()};
}

Step write_chart_file(const Chart& chart, const ChartLook& look, const Options& options,
                      Form form) {
  report_left_out(chart, options, form);
  const std::string text = form == Form::json   ? chart_json(chart)
                           : form == Form::page ? chart_page(chart, look, OPENPERFLIB_VERSION)
                           : form == Form::text ? chart_text(chart, look, text_style_of(options))
                                                : chart_picture(chart, look);
  return write_output(options.output.empty() ? "-" : options.output, as_bytes(text),
                      options.overwrite ? Overwrite::yes : Overwrite::no);
}

// Writes a chart that has something to show. `lacks_some`: a path matches nothing.
Outcome conclude(const Chart& chart, ChartLook look, const Options& options, Form form,
                 bool lacks_some) {
  if (chart.panels.empty()) {
    if (lacks_some) return reported(Ending::does_not_exist);
    return failed(look.title, "contains no value that can be drawn");
  }
  if (!options.title.empty()) look.title = options.title;
  OPENPERFLIB_TRY(write_chart_file(chart, look, options, form));
  return lacks_some || options.lacks_a_set ? Ending::does_not_exist : Ending::success;
}

Outcome chart_logs(const Options& options, Form form) {
  LogOptions log = options.log;
  log.request = request_of(options.words, options.log);
  const LogWindow window = OPENPERFLIB_TRY(window_of(options.log));
  auto job = OPENPERFLIB_TRY(
      run_reported(ChartJob::begin({.logs = inputs_of(log),
                                    .window = window,
                                    .paths = options.words,
                                    .columns = options.width,
                                    .choice = choice_of(options),
                                    .notes = written_notes(notes_in(notes_of(log.files), window))},
                                   titles_of(options.log))));
  const ChartModel model = job.take_model();
  report_anomalies(model.findings);
  if (model.chart.extent.records == 0) return std::unexpected(why_no_samples(options.log));
  for (const UnmatchedPath& one : model.unmatched) report_unmatched_path(one.path, one.hint);
  return conclude(model.chart,
                  {.title = default_title(options.log),
                   .zone = zone_of(model.chart, model.zone_name),
                   .width = options.width,
                   .height = options.height},
                  options, form, !model.unmatched.empty());
}

// A counter that the machine has at some time is not missing, and one that it knows without data,
// such as those of a set, does not fail the run.
Outcome chart_machine(const Options& options, Form form) {
  ChartBuilder builder(RowsOf::readings, options.width, Policy{.wrap = Wrap::modulo_2_32});
  const auto take = [&](const CounterSession& session, LiveMoment moment) {
    if (moment == LiveMoment::before) return true;
    const FileTime time_utc = session.query().row().time_utc;
    const int bias = session.zone_at(time_utc).bias_minutes;
    builder.set_bias(bias);
    builder.take(session.query(), to_local(time_utc, bias));
    return true;
  };
  const PacedSession watched =
      OPENPERFLIB_TRY(run_live(options.live, options.words, ShortLives::by_themselves, take));
  if (builder.extent().records == 0) return failed("chart", "there is no sample");
  bool lacks_some = false;
  for (std::uint32_t path = 0; path < options.words.size(); ++path) {
    if (builder.had_path(path)) continue;
    const std::string why = watched.session().unmatched_text(path);
    print_error(options.words[path], why.empty() ? "has no data here" : why);
    lacks_some = lacks_some || !why.empty();
  }
  const std::string machine(watched.session().query().binding().machine());
  const Chart chart = builder.take_chart(choice_of(options));
  return conclude(chart,
                  {.title = machine.empty() ? "This machine" : machine,
                   .zone = zone_of(chart, {}),
                   .width = options.width,
                   .height = options.height},
                  options, form, lacks_some);
}

// Makes paths of the words.
Step choose(Options& options) {
  if (options.words.empty()) options.words.emplace_back("@overview");
  ChosenPaths chosen = OPENPERFLIB_TRY(report_choice(choose_paths(
      options.words, options.live.source, options.log, Sets::taken, ProcessNames::main_counters)));
  if (chosen.paths.empty()) return reported(Ending::does_not_exist);
  options.words = std::move(chosen.paths);
  options.lacks_a_set = chosen.lacks_a_set;
  return {};
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  Options options = OPENPERFLIB_TRY(read_options(self, arguments, add_options));
  const Form form = OPENPERFLIB_TRY(form_of(options));
  OPENPERFLIB_TRY(report_log_words(
      take_log_words(options.words, &options.live.source, options.log, OtherWords::paths)));
  OPENPERFLIB_TRY(fit_together(options.log, options.live));
  const Overwrite overwrite = options.overwrite ? Overwrite::yes : Overwrite::no;
  const bool has_file = !options.output.empty() && options.output != "-";
  if (has_file && refuses(options.output, overwrite)) return Ending::failed;
  OPENPERFLIB_TRY(choose(options));
  return options.log.files.empty() ? chart_machine(options, form) : chart_logs(options, form);
}

}  // namespace
}  // namespace chart_command

const Subcommand kChart = {
    .name = "chart",
    .summary = "Draw counters of a log or this machine over time",
    .examples =
        "  perflib chart server.blg '\\Processor(_Total)\\% Processor Time' -o cpu.svg\n"
        "  perflib chart server.blg svchost -b 15:42 -e 15:48 -o chart.html\n"
        "  perflib chart server.blg '\\Process(*)\\Working Set' --top 5 --by growth\n"
        "  perflib chart @cpu -n 60 -o now.html\n",
    .run = chart_command::run,
};

}  // namespace openperflib::apps
