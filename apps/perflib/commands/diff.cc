// perflib diff: compares two logs.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <vector>

#include "apps/perflib/commands/commands.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/sources/compared_windows.h"
#include "apps/perflib/sources/log_input.h"
#include "apps/perflib/sources/log_series.h"
#include "apps/perflib/sources/log_statistics.h"
#include "apps/perflib/sources/log_window.h"
#include "apps/perflib/text/difference_text.h"
#include "apps/perflib/text/summary_text.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/sql/sql_log_name.h"
#include "openperflib/text/printable.h"
#include "openperflib/text/utf16.h"
#include "openperflib/view/summary/log_difference_json.h"
#include "openperflib/view/text/amount.h"

namespace openperflib::apps {
namespace diff_command {
namespace {

struct Options {
  std::vector<std::string> words;  // two logs, then paths
  std::vector<std::string> at;     // one time for both logs, or one each
  std::string length;
  LogOptions log;  // only the encoding
  bool whole = false;
  bool by_clock = false;
  bool json = false;
  double least_percent = 5;
  std::size_t top = 40;
};

std::string not_a_percentage(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number >= 0 && number <= 100 ? std::string()
                                               : text + " is not a percentage from 0 to 100";
}

void add_options(CommandLine& line, Options& options) {
  line.add_option("BEFORE AFTER", options.words,
                  "Two logs of any format, then counter paths (default: all)")
      .required();
  const auto at = line.add_option("--at", options.at,
                                  "Compare around this time; given twice: one time for each log")
                      .value_name("TIME")
                      .repeatable();
  const auto length = add_duration_option(line, "--for", options.length,
                                          "Compare only this DURATION: 90s, 10m, 2h");
  const auto by_clock =
      line.add_flag("--by-clock", options.by_clock,
                    "Compare the same time of day: 09:00 of one day with 09:00 of another")
          .excludes(at);
  line.add_flag("--whole", options.whole, "Compare both logs completely, whatever their lengths")
      .excludes(at)
      .excludes(by_clock)
      .excludes(length);
  line.add_option("--least", options.least_percent,
                  "Leave out changes below this many percent of the larger average (default: 5)")
      .value_name("PERCENT")
      .check(not_a_percentage);
  line.add_option("--top", options.top, "At most N rows (default: 40)")
      .value_name("N")
      .check(not_a_count);
  line.add_flag("--json", options.json, "Print one JSON document with all counters");
  add_text_log_options(line, options.log);
}

// One side of the comparison.
struct Side {
  LogOptions log;
  LogWindow window;
  LogStatistics summary;
  RowsOf rows = RowsOf::readings;
};
using Sides = std::array<Side, 2>;

std::string shown_name(const Side& side) { return shown_log_name(side.log.files.front()); }

// The windows of --at and --for, or of the time of day. Nothing where the logs have none in common.

std::expected<std::optional<ComparedWindows>, Failure> windows_of(const Options& options,
                                                                  const LogTimes& first,
                                                                  const LogTimes& second) {
  Alignment alignment{.first = first.first_local, .second = second.first_local, .length = {}};
  if (!options.length.empty()) alignment.length = duration_from(options.length);
  if (options.by_clock) return windows_by_clock(first, second, alignment.length);
  if (!options.at.empty()) {
    alignment.first = begin_of(OPENPERFLIB_TRY(read_time(options.at.front(), "--at")), first);
    alignment.second = begin_of(OPENPERFLIB_TRY(read_time(options.at.back(), "--at")), second);
  }
  return aligned_windows(first, second, alignment);
}

// Sets the windows of both.
Step align(const Options& options, Sides& sides) {
  if (options.at.size() > 2) {
    return usage_error("--at", "there are two logs; use it once for both, or twice");
  }
  if (options.whole) return {};
  auto first = OPENPERFLIB_TRY(times_of(sides[0].log));
  auto second = OPENPERFLIB_TRY(times_of(sides[1].log));
  auto windows = OPENPERFLIB_TRY(windows_of(options, first, second));
  if (!windows.has_value()) {
    return failed(
        options.by_clock ? "--by-clock" : "--at",
        fmt::format("no samples to compare {}; {} runs from {}, {} from {}",
                    options.by_clock ? "at the same time of day" : "then", shown_name(sides[0]),
                    shown_range(first), shown_name(sides[1]), shown_range(second)));
  }
  sides[0].window = windows->first;
  sides[1].window = windows->second;
  return {};
}

Step read(Side& side, const std::vector<std::string>& paths) {
  auto log = OPENPERFLIB_TRY(open_cursor(side.log, side.window));
  auto summary = OPENPERFLIB_TRY(statistics_of(log, paths, titles_of(side.log)));
  report_anomalies(log.reader());
  side.summary = std::move(summary);
  side.rows = log.holds_values() ? RowsOf::values : RowsOf::readings;
  if (side.summary.extent.records != 0) return {};
  return std::unexpected(why_no_samples(side.log));
}

// The file and, where the logs are of different machines, the machine.
std::string head_of(const Side& side, const std::string& machine, const std::string& other) {
  std::string head = " " + printable(shown_name(side));
  if (!machine.empty() && folded(machine) != folded(other)) head += "  \\\\" + printable(machine);
  return head + "\n" + summary_head(side.summary.extent, summary_width(), 2);
}

void print_text(const Options& options, const Sides& sides, const LogDifference& difference) {
  const DifferenceChoice choice{.least_part = options.least_percent / 100, .most = options.top};
  const DifferenceSide before{.name = "before", .verb = "ended", .file = shown_name(sides[0])};
  const DifferenceSide after{.name = "after", .verb = "began", .file = shown_name(sides[1])};
  print_out(head_of(sides[0], difference.first_machine, difference.second_machine));
  print_out(head_of(sides[1], difference.second_machine, difference.first_machine));
  print_out("\n");
  print_out(lone_instances_text(difference.only_in_second.instances, after, choice));
  print_out(lone_instances_text(difference.only_in_first.instances, before, choice));
  print_out(difference_table(difference, choice));
  print_out(lone_counters_text(difference.only_in_first, before, choice));
  print_out(lone_counters_text(difference.only_in_second, after, choice));
}

ComparedLog compared(const Side& side) {
  return {.file = shown_name(side), .extent = side.summary.extent};
}

// The paths that match nothing in either log.
std::vector<std::string> unmatched(const std::vector<std::string>& paths, const Sides& sides) {
  std::vector<std::string> found;
  for (std::uint32_t i = 0; i < paths.size(); ++i) {
    const auto has_it = [&](const Side& side) { return has_series_of(i, side.summary.series); };
    if (std::ranges::none_of(sides, has_it)) found.push_back(paths[i]);
  }
  return found;
}

// The logs of the words; the other words are paths.
Step take_sides(Options& options, Sides& sides) {
  LogOptions logs;
  take_log_files(options.words, logs);
  if (logs.files.size() != 2) {
    return usage_error(
        "diff", fmt::format("needs two logs; {} given", logs.files.empty()       ? "none was"
                                                        : logs.files.size() == 1 ? "only one was"
                                                                                 : "more were"));
  }
  for (std::size_t i = 0; i < sides.size(); ++i) {
    sides[i].log = options.log;
    sides[i].log.files = {logs.files[i]};
  }
  return {};
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  Options options = OPENPERFLIB_TRY(read_options(self, arguments, add_options));
  Sides sides;
  OPENPERFLIB_TRY(take_sides(options, sides));
  OPENPERFLIB_TRY(align(options, sides));
  for (Side& side : sides) {
    OPENPERFLIB_TRY(read(side, options.words));
  }
  const std::vector<std::string> missing = unmatched(options.words, sides);
  const LogDifference difference =
      difference_of(std::move(sides[0].summary.series), std::move(sides[1].summary.series));
  if (options.json) {
    write_difference_json(difference, compared(sides[0]), compared(sides[1]), sides[0].rows,
                          print_out);
  } else {
    print_text(options, sides, difference);
  }
  if (!flush_output()) return Ending::failed;
  for (const std::string& path : missing) print_error(path, "is not in either log");
  return missing.empty() ? Ending::success : Ending::does_not_exist;
}

}  // namespace
}  // namespace diff_command

const Subcommand kDiff = {
    .name = "diff",
    .summary = "Compare two logs",
    .examples =
        "  perflib diff monday.blg tuesday.blg\n"
        "  perflib diff monday.blg tuesday.blg --by-clock\n"
        "  perflib diff before.csv after.csv '\\Process(*)\\*' --whole\n"
        "  perflib diff day.blg day.blg --at '2026-11-21 10:00' --at '2026-11-21 14:00' --for "
        "30m\n",
    .run = diff_command::run,
};

}  // namespace openperflib::apps
