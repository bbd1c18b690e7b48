// perflib summary: what each counter of a log comes to.
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "apps/perflib/command_line.h"
#include "apps/perflib/commands.h"
#include "apps/perflib/log_input.h"
#include "apps/perflib/log_progress.h"
#include "apps/perflib/printable.h"
#include "apps/perflib/series_summary.h"
#include "openperflib/counter/human_text.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {
namespace {

using Json = nlohmann::ordered_json;

// How many values the percentiles of all series together keep as they are: 32 MiB.
constexpr std::size_t kExactValues = 4U << 20;

struct Options {
  std::vector<std::string> words;
  LogOptions log;
  bool json = false;
};

void add_options(CLI::App& app, Options& options) {
  app.add_option("FILE", options.words, "Logs (BLG, CSV, TSV), then counter paths (default: all)")
      ->required();
  app.add_flag("--json", options.json, "One JSON document instead of a table");
  add_log_options(app, options.log);
}

// What was read, as a whole.
struct Extent {
  std::uint64_t records = 0;
  FileTime first_local = 0;
  FileTime last_local = 0;
};

int add_paths(Query& query, const std::vector<std::string>& paths) {
  std::vector<std::string> wanted = paths;
  if (wanted.empty()) wanted = {"\\*(*)\\*", "\\*\\*"};
  for (const std::string& path : wanted) {
    const auto added = query.add(path);
    if (added.has_value()) continue;
    complain(path, describe(added.error()));
    return kWrongUsage;
  }
  return kAllWell;
}

int read_all(LogReader& log, const LogWindow& window, Query& query, SeriesSummary& summary,
             Extent& extent) {
  LogProgress progress;
  LogRecord record;
  const LogContent content = log.header().content;
  for (;;) {
    const auto result = log.read(record);
    if (!result.has_value()) {
      complain(result.error());
      return kFailed;
    }
    if (*result == ReadResult::end) return kAllWell;
    progress.show(log.position(), log.size());
    if (record.time_local > window.end_local) continue;
    query.take(log.catalog(), record.sample, content == LogContent::values ? &record.row : nullptr);
    if (record.time_local < window.begin_local) continue;  // the first rate is taken from it
    if (extent.records++ == 0) extent.first_local = record.time_local;
    extent.last_local = record.time_local;
    summary.add(query, content);
  }
}

std::string time_text(FileTime time) {
  const SystemTime date = system_time_from(time);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", date.year, date.month, date.day,
                     date.hour, date.minute, date.second);
}

std::string zone_text(const LogHeader& header) {
  if (!header.bias_minutes.has_value()) return " local time";
  const int minutes = -*header.bias_minutes;
  const int size = minutes < 0 ? -minutes : minutes;
  return fmt::format(" UTC{}{:02}:{:02}", minutes < 0 ? '-' : '+', size / 60, size % 60);
}

std::size_t screen_width() {
  winsize size = {};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0) return size.ws_col;
  return 132;
}

// The columns of the table, in their order.
constexpr std::array<std::string_view, 6> kColumns = {"min", "average", "p50", "p95", "p99", "max"};
constexpr std::size_t kNumberWidth = 11;
constexpr std::size_t kCountWidth = 8;
constexpr std::size_t kGapsWidth = 6;
constexpr std::size_t kIndent = 3;
constexpr std::size_t kWidestCounter = 40;

std::array<const Value*, 6> values_of(const SummaryOfSeries& one) {
  return {&one.minimum, &one.average, &one.p50, &one.p95, &one.p99, &one.maximum};
}

std::string cell(const SummaryOfSeries& one, const Value& value) {
  if (!value.usable()) return fmt::format("{:>{}}", "-", kNumberWidth);
  const HumanText text = human_text(quantity_of(one.type, one.counter), value.number);
  const std::string shown =
      text.unit.empty() ? text.number : fmt::format("{} {}", text.number, text.unit);
  return fmt::format("{:>{}}", shown, kNumberWidth);
}

void print_series(const SummaryOfSeries& one, std::size_t name_width, std::size_t trend_width) {
  std::string line = fmt::format("{:{}}{:<{}}{:>{}}{:>{}}", "", kIndent, printable(one.counter),
                                 name_width, one.count, kCountWidth, one.gaps, kGapsWidth);
  for (const Value* value : values_of(one)) line += cell(one, *value);
  if (trend_width != 0) line += "  " + one.trend.text(trend_width, BarCharacters::unicode);
  print_out(line + "\n");
}

void print_table(const std::vector<SummaryOfSeries>& all) {
  std::size_t name_width = 8;
  for (const SummaryOfSeries& one : all) {
    name_width = std::max(name_width, std::min(one.counter.size() + 1, kWidestCounter));
  }
  const std::size_t used =
      kIndent + name_width + kCountWidth + kGapsWidth + kColumns.size() * kNumberWidth + 2;
  const std::size_t width = screen_width();
  const std::size_t trend_width = width > used + 8 ? std::min<std::size_t>(width - used, 40) : 0;
  std::string head = fmt::format("{:{}}{:<{}}{:>{}}{:>{}}", "", kIndent, "", name_width, "count",
                                 kCountWidth, "gaps", kGapsWidth);
  for (const std::string_view column : kColumns) head += fmt::format("{:>{}}", column, kNumberWidth);
  print_out(head + "\n");
  const std::string* title = nullptr;
  for (const SummaryOfSeries& one : all) {
    if (title == nullptr || *title != one.title) print_out(" " + printable(one.title) + "\n");
    title = &one.title;
    print_series(one, name_width, trend_width);
  }
}

Json number_or_null(const Value& value) {
  return value.usable() ? Json(value.number) : Json(nullptr);
}

Json document(const LogReader& log, const Extent& extent, const std::vector<SummaryOfSeries>& all) {
  Json series = Json::array();
  for (const SummaryOfSeries& one : all) {
    series.push_back({{"path", one.path},
                      {"type", winperf_name(one.type)},
                      {"count", one.count},
                      {"gaps", one.gaps},
                      {"min", number_or_null(one.minimum)},
                      {"average", number_or_null(one.average)},
                      {"p50", number_or_null(one.p50)},
                      {"p95", number_or_null(one.p95)},
                      {"p99", number_or_null(one.p99)},
                      {"max", number_or_null(one.maximum)},
                      {"percentiles_exact", one.percentiles_are_exact}});
  }
  const auto time = [&](FileTime local) {
    return extent.records == 0 ? Json(nullptr) : Json(iso_8601(system_time_from(local)).value_or(""));
  };
  return {{"records", extent.records},
          {"first", time(extent.first_local)},
          {"last", time(extent.last_local)},
          {"bias_minutes", log.header().bias_minutes.has_value() ? Json(*log.header().bias_minutes)
                                                                 : Json(nullptr)},
          {"series", std::move(series)}};
}

void print_head(const LogReader& log, const Options& options, const Extent& extent) {
  for (const std::string& file : options.log.files) print_out(printable(file) + "\n");
  if (extent.records == 0) {
    print_out(" no samples\n");
    return;
  }
  const double seconds =
      static_cast<double>(extent.last_local - extent.first_local) / kTicksPerSecond;
  std::string line = fmt::format(" {} to {}{}  {} samples", time_text(extent.first_local),
                                 time_text(extent.last_local), zone_text(log.header()),
                                 extent.records);
  if (extent.records > 1) {
    const HumanText every =
        human_text(Quantity::seconds, seconds / static_cast<double>(extent.records - 1));
    line += fmt::format(", one every {} {}", every.number, every.unit);
  }
  print_out(line + "\n");
}

bool report_unmatched(const Query& query, const std::vector<std::string>& paths) {
  bool found = false;
  for (std::uint32_t i = 0; i < paths.size(); ++i) {
    if (query.match(i) == Query::Match::matched) continue;
    complain(paths[i], "is not in the log");
    found = true;
  }
  return found;
}

int run(const Subcommand& self, std::span<char*> arguments) {
  auto given = read_options(self, arguments, add_options);
  if (!given.has_value()) return given.error();
  Options& options = *given;
  take_log_files(options.words, options.log);
  if (options.log.files.empty()) {
    complain(options.words.front(), "is no file");
    return kFailed;
  }
  const auto window = window_of(options.log);
  if (!window.has_value()) return kWrongUsage;
  const auto log = open_logs(options.log);
  if (log == nullptr) return kFailed;
  Query query(fixed_titles());
  if (const int code = add_paths(query, options.words)) return code;
  SeriesSummary summary(kExactValues / std::max<std::size_t>(1, log->catalog().series().size()));
  Extent extent;
  if (const int code = read_all(*log, *window, query, summary, extent)) return code;
  const auto all = summary.result();
  if (options.json) {
    print_out(document(*log, extent, all).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  } else {
    print_head(*log, options, extent);
    if (!all.empty()) print_table(all);
  }
  report_oddities(*log);
  if (!flush_output()) return kFailed;
  if (extent.records == 0) return kFailed;
  return report_unmatched(query, options.words) ? kDoesNotExist : kAllWell;
}

}  // namespace

const Subcommand kSummary = {
    .name = "summary",
    .summary = "Tell what each counter of a log comes to",
    .examples =
        "  perflib summary server.blg\n"
        "  perflib summary server.blg '\\Processor(_Total)\\*' -b '2026-11-21 10:00:00'\n"
        "  perflib summary monday.csv tuesday.csv --json\n",
    .run = run,
};

}  // namespace openperflib::apps
