// perflib pick: counters that the user chooses on the terminal, as paths.
#include <fmt/core.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "apps/perflib/commands/commands.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/source_options.h"
#include "apps/perflib/screen/ask_log.h"
#include "apps/perflib/screen/pick_loop.h"
#include "apps/perflib/sources/log_input.h"
#include "apps/perflib/sources/open_session.h"
#include "apps/perflib/sources/pick_source.h"
#include "apps/perflib/text/log_messages.h"
#include "apps/perflib/text/shown_jobs.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/survey_job.h"
#include "openperflib/query/paths/counter_path.h"
#include "openperflib/text/printable.h"
#include "openperflib/view/pick/pick_list.h"

namespace openperflib::apps {
namespace pick_command {
namespace {

struct Options {
  bool costly = false;
  bool single = false;
  bool objects = false;
  bool no_color = false;
  bool no_index = false;
  bool fixed_detail = false;
  bool data_source = false;
  bool file_only = false;
  std::string path;
  std::string machine;
  std::string detail = "wizard";
  std::string title;
  SourceOptions source;
  LogOptions log;
};

struct DetailName {
  std::string_view name;
  std::uint32_t level;
};
constexpr auto kDetails = std::to_array<DetailName>({{"novice", PERF_DETAIL_NOVICE},
                                                     {"advanced", PERF_DETAIL_ADVANCED},
                                                     {"expert", PERF_DETAIL_EXPERT},
                                                     {"wizard", PERF_DETAIL_WIZARD}});

std::uint32_t level_of(std::string_view name) {
  for (const DetailName& one : kDetails) {
    if (one.name == name) return one.level;
  }
  return PERF_DETAIL_WIZARD;
}

void add_options(CommandLine& line, Options& options) {
  line.add_flag("--single", options.single,
                "Choose one counter only, as in perflib watch \"$(perflib pick --single)\"");
  line.add_flag("--objects", options.objects,
                "List objects instead of counters, and print paths such as \\Process(*)\\*");
  line.add_flag("--costly", options.costly, "Also list objects that take long to collect");
  line.add_option("--path", options.path, "Select this counter at first").value_name("PATH");
  line.add_option("--log", options.log.files,
                  "Choose from the counters of FILE, a log of any format, instead of this "
                  "machine's")
      .value_name("FILE")
      .repeatable();
  add_text_log_options(line, options.log);
  line.add_option("--machine", options.machine,
                  "List only the counters of machine NAME, from logs of several machines")
      .value_name("NAME");
  line.add_option(
          "--detail", options.detail,
          "Begin with the counters up to this level of detail: novice, advanced, expert or wizard "
          "(default: all counters)")
      .value_name("LEVEL")
      .one_of({"novice", "advanced", "expert", "wizard"});
  line.add_flag("--fixed-detail", options.fixed_detail,
                "Keep the level of --detail: Shift+Tab does not change it");
  line.add_flag("--no-index", options.no_index,
                "List instances with the same name once, without #n");
  line.add_option("--title", options.title,
                  "Show TEXT in the first line (default: the machine or the log)")
      .value_name("TEXT");
  const auto data_source =
      line.add_flag("--data-source", options.data_source,
                    "Ask for the name of a log, and print it; an empty line means this machine");
  line.add_flag("--file-only", options.file_only, "With --data-source: do not accept an empty line")
      .needs(data_source);
  line.add_flag("--no-color", options.no_color,
                "Use no colours (as the environment variable NO_COLOR does)");
  add_source_options(line, options.source, ProcessOptions::absent);
}

PickOptions list_options(const Options& options) {
  PickOptions list;
  if (options.objects) list.rows = PickOptions::Rows::objects;
  if (options.no_index) list.instances = PickOptions::Instances::merged;
  list.detail_level = level_of(options.detail);
  if (!options.machine.empty()) list.machine = options.machine;
  return list;
}

PickLoopOptions loop_options(const Options& options) {
  using enum PickLoopOptions::Number;
  using enum PickLoopOptions::Detail;
  return {.number = options.single ? one : any,
          .detail = options.fixed_detail ? fixed : chosen,
          .title = options.title,
          .style = style_of_terminal(options.no_color)};
}

// The path to begin at, if there is one.
std::expected<std::optional<CounterPath>, Failure> path_to_begin_at(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto path = CounterPath::parse(text);
  if (!path.has_value()) return usage_error(text, not_a_path(path.error()));
  return *path;
}

Outcome pick_data_source(const Options& options) {
  const Nameless nameless = options.file_only ? Nameless::refused : Nameless::is_this_machine;
  const auto name = OPENPERFLIB_TRY(ask_for_log(titles_of(options.log), nameless));
  if (!name.has_value()) return reported(Ending::failed);
  print_out(*name + "\n");
  return Ending::success;
}

// Reads the logs, if some are named, otherwise the machine once.
std::expected<PickSource, Failure> read_source(const Options& options) {
  if (options.log.files.empty()) {
    using Costly = MachineCatalogOptions::Costly;
    return PickSource::of_machine(options.source,
                                  options.costly ? Costly::collected : Costly::left_out);
  }
  auto job = OPENPERFLIB_TRY(
      run_reported(SurveyJob::begin({.logs = inputs_of(options.log)}, titles_of(options.log))));
  report_anomalies(job.findings());
  return PickSource::of_logs(options.log, job.take_model());
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  const Options options = OPENPERFLIB_TRY(read_options(self, arguments, add_options));
  OPENPERFLIB_TRY(fit_together(options.log, !options.source.roots.empty()));
  if (options.data_source) return pick_data_source(options);
  const auto path = OPENPERFLIB_TRY(path_to_begin_at(options.path));
  const auto source = OPENPERFLIB_TRY(read_source(options));
  PickList list(source.catalog(), list_options(options));
  if (path.has_value()) (void)list.show(*path);  // what the source lacks cannot be shown
  if (list.rows().empty()) return failed(source.name(), "there is nothing to choose from");
  const auto taken = OPENPERFLIB_TRY(pick_full_screen(list, source, loop_options(options)));
  if (!taken.has_value()) return reported(Ending::failed);
  for (const std::string& one : *taken) print_out(on_one_line(one) + "\n");
  return Ending::success;
}

}  // namespace
}  // namespace pick_command

const Subcommand kPick = {
    .name = "pick",
    .summary = "Choose counters on the terminal and print their paths",
    .examples =
        "  perflib pick                      type to search, Tab marks, Enter prints\n"
        "  perflib pick --log server.blg     from the counters of a log\n"
        "  perflib pick --objects            whole objects\n",
    .run = pick_command::run,
};

}  // namespace openperflib::apps
