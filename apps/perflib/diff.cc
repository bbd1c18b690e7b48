// perflib diff: what is different between two logs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/perflib/amount.h"
#include "apps/perflib/command_line.h"
#include "apps/perflib/commands.h"
#include "apps/perflib/difference_text.h"
#include "apps/perflib/log_difference.h"
#include "apps/perflib/log_input.h"
#include "apps/perflib/log_series.h"
#include "apps/perflib/log_summary.h"
#include "apps/perflib/summary_json.h"
#include "apps/program/printable.h"
#include "openperflib/log/sql_log_name.h"

namespace openperflib::apps {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::vector<std::string> words;  // two logs, then paths
  std::vector<std::string> at;     // one time of both logs' clocks, or one each
  std::string length;
  LogOptions log;  // the encoding alone
  bool whole = false;
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

void add_options(CLI::App& app, Options& options) {
  app.add_option("BEFORE AFTER", options.words,
                 "Two logs (BLG, CSV, TSV), then counter paths (default: all)")
      ->required();
  auto* at =
      app.add_option("--at", options.at,
                     "Compare around this time of both; given twice: of the first, of the second")
          ->type_name("TIME")
          ->expected(1)
          ->allow_extra_args(false)
          ->take_all();
  auto* length = add_length_option(app, "--for", options.length,
                                   "Compare so long from there on: 90s, 10m, 2h");
  app.add_flag("--whole", options.whole, "Compare all of both, however long each is")
      ->excludes(at)
      ->excludes(length);
  app.add_option("--least", options.least_percent,
                 "Leave out changes below this many percent of the larger average (default: 5)")
      ->type_name("PERCENT")
      ->check(not_a_percentage);
  app.add_option("--top", options.top, "At most N rows (default: 40)")
      ->type_name("N")
      ->check(not_a_count);
  app.add_flag("--json", options.json, "One JSON document with all of them");
  add_encoding_option(app, options.log);
}

// One side of the comparison.
struct Side {
  LogOptions log;
  LogWindow window;
  LogSummary summary;
  LogContent content = LogContent::readings;
};
using Sides = std::array<Side, 2>;

std::string shown_name(const Side& side) { return shown_log_name(side.log.files.front()); }

// The moments of --at, else the first sample of each. kAllWell, or an exit code after a message.
int read_alignment(const Options& options, Alignment& alignment) {
  if (options.at.size() > 2) {
    complain("--at", "there are two logs: it is given once or twice");
    return kWrongUsage;
  }
  if (!options.length.empty()) alignment.length = length_of_time(options.length);
  if (options.at.empty()) return kAllWell;
  if (!read_log_time(options.at.front(), "--at", alignment.first)) return kWrongUsage;
  return read_log_time(options.at.back(), "--at", alignment.second) ? kAllWell : kWrongUsage;
}

// Sets the windows of both. kAllWell, or an exit code after a message.
int align(const Options& options, Sides& sides) {
  Alignment alignment;
  if (const int code = read_alignment(options, alignment)) return code;
  if (options.whole) return kAllWell;
  const auto first = extent_of(sides[0].log);
  if (!first.has_value()) return first.error();
  const auto second = extent_of(sides[1].log);
  if (!second.has_value()) return second.error();
  if (options.at.empty()) {
    alignment.first = first->first_local;
    alignment.second = second->first_local;
  }
  const auto windows = aligned_windows(*first, *second, alignment);
  if (!windows.has_value()) {
    complain("--at", "the logs have no sample in common then");
    return kFailed;
  }
  sides[0].window = windows->first;
  sides[1].window = windows->second;
  return kAllWell;
}

int read(Side& side, const std::vector<std::string>& paths) {
  auto log = LogSource::open(side.log, side.window);
  if (!log.has_value()) return log.error();
  auto summary = summary_of(*log, paths);
  if (!summary.has_value()) return summary.error();
  report_oddities(log->reader());
  side.summary = *std::move(summary);
  side.content = log->reader().header().content;
  if (side.summary.extent.records != 0) return kAllWell;
  complain(shown_name(side), "holds no sample in that time");
  return kFailed;
}

void print_text(const Options& options, const Sides& sides, const LogDifference& difference) {
  const DifferenceChoice choice{.least_part = options.least_percent / 100, .most = options.top};
  for (const Side& side : sides) {
    print_out(" " + printable(shown_name(side)) + "\n");
    print_out(" " + summary_head(side.summary.extent));
  }
  print_out("\n" + difference_table(difference, choice));
  print_out(only_in_text(difference.only_in_first, shown_name(sides[0]), choice));
  print_out(only_in_text(difference.only_in_second, shown_name(sides[1]), choice));
}

Json json_of(const Side& side) {
  const SummaryExtent& extent = side.summary.extent;
  const auto time = [](FileTime local) { return iso_8601(system_time_from(local)).value_or(""); };
  return {{"file", shown_name(side)},
          {"records", extent.records},
          {"first", time(extent.first_local)},
          {"last", time(extent.last_local)}};
}

Json json_of(const LogDifference& difference, const Sides& sides) {
  Json series = Json::array();
  for (const SeriesChange& change : difference.changes) {
    series.push_back({{"path", change.path},
                      {"type", type_of(change.first, sides[0].content)},
                      {"before", numbers_of(change.first)},
                      {"after", numbers_of(change.second)},
                      {"difference", change.difference},
                      {"part", change.part.has_value() ? Json(*change.part) : Json(nullptr)},
                      {"weight", change.weight}});
  }
  return {{"before", json_of(sides[0])},
          {"after", json_of(sides[1])},
          {"series", std::move(series)},
          {"only_before", difference.only_in_first},
          {"only_after", difference.only_in_second},
          {"without_values", difference.without_values}};
}

// Whether a path stands for nothing in both.
bool report_unmatched(const std::vector<std::string>& paths, const Sides& sides) {
  bool found = false;
  for (std::uint32_t i = 0; i < paths.size(); ++i) {
    const auto has_it = [&](const Side& side) { return has_series_of(i, side.summary.series); };
    if (std::ranges::any_of(sides, has_it)) continue;
    complain(paths[i], "is in neither of the logs");
    found = true;
  }
  return found;
}

// The logs of the words; the other words are paths. kAllWell, or an exit code after a message.
int take_sides(Options& options, Sides& sides) {
  LogOptions logs;
  take_log_files(options.words, logs);
  if (logs.files.size() != 2) {
    complain("diff", fmt::format("two logs are compared, and {} named here", logs.files.size()));
    return kWrongUsage;
  }
  for (std::size_t i = 0; i < sides.size(); ++i) {
    sides[i].log.files = {logs.files[i]};
    sides[i].log.encoding = options.log.encoding;
  }
  return kAllWell;
}

int run(const Subcommand& self, std::span<char*> arguments) {
  auto given = read_options(self, arguments, add_options);
  if (!given.has_value()) return given.error();
  Options& options = *given;
  Sides sides;
  if (const int code = take_sides(options, sides)) return code;
  if (const int code = align(options, sides)) return code;
  for (Side& side : sides) {
    if (const int code = read(side, options.words)) return code;
  }
  const LogDifference difference = difference_of(sides[0].summary.series, sides[1].summary.series);
  if (options.json) {
    const Json document = json_of(difference, sides);
    print_out(document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  } else {
    print_text(options, sides, difference);
  }
  if (!flush_output()) return kFailed;
  return report_unmatched(options.words, sides) ? kDoesNotExist : kAllWell;
}

}  // namespace

const Subcommand kDiff = {
    .name = "diff",
    .summary = "Tell what is different between two logs",
    .examples =
        "  perflib diff monday.blg tuesday.blg\n"
        "  perflib diff before.csv after.csv '\\Process(*)\\*' --whole\n"
        "  perflib diff day.blg day.blg --at '2026-11-21 10:00' --at '2026-11-21 14:00' --for "
        "30m\n",
    .run = run,
};

}  // namespace openperflib::apps
