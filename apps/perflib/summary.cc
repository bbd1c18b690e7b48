// perflib summary: what each counter of a log comes to.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/perflib/command_line.h"
#include "apps/perflib/commands.h"
#include "apps/perflib/locale.h"
#include "apps/perflib/log_input.h"
#include "apps/perflib/log_source.h"
#include "apps/perflib/log_summary.h"
#include "apps/perflib/notes_file.h"
#include "apps/perflib/summary_json.h"
#include "apps/perflib/summary_text.h"
#include "apps/program/printable.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/query/suggestions.h"

namespace openperflib::apps {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::vector<std::string> words;
  LogOptions log;
  bool json = false;
};

void add_options(CLI::App& app, Options& options) {
  app.add_option("FILE", options.words, "Logs (BLG, CSV, TSV), then counter paths (default: all)");
  app.add_flag("--json", options.json, "One JSON document instead of a table");
  add_log_options(app, options.log);
}

Json json_of(const std::vector<LogNote>& notes) {
  Json all = Json::array();
  for (const LogNote& note : notes) {
    all.push_back(
        {{"time", iso_8601(system_time_from(note.time_local)).value_or("")}, {"text", note.text}});
  }
  return all;
}

Json document(const LogSource& log, const SummaryExtent& extent, const std::vector<LogNote>& notes,
              const std::vector<SummaryOfSeries>& all) {
  Json series = Json::array();
  for (const SummaryOfSeries& one : all) {
    Json& row = series.emplace_back(
        Json{{"path", one.path}, {"type", type_of(one, log.reader().header().content)}});
    row.update(numbers_of(one));
  }
  const auto time = [&](FileTime local) {
    return extent.records == 0 ? Json(nullptr)
                               : Json(iso_8601(system_time_from(local)).value_or(""));
  };
  return {{"records", extent.records},
          {"first", time(extent.first_local)},
          {"last", time(extent.last_local)},
          {"bias_minutes",
           extent.bias_minutes.has_value() ? Json(*extent.bias_minutes) : Json(nullptr)},
          {"notes", json_of(notes)},
          {"series", std::move(series)}};
}

void print_table(const Options& options, const SummaryExtent& extent,
                 const std::vector<LogNote>& notes, const std::vector<SummaryOfSeries>& all) {
  for (const std::string& file : options.log.files)
    print_out(printable(shown_log_name(file)) + "\n");
  print_out(summary_head(extent) + notes_text(notes));
  if (!all.empty()) print_out(summary_table(all, summary_width(), bar_characters()));
}

// Whether a series was never there that a path asked for.
bool report_unmatched(const LogSource& log, const std::vector<std::string>& paths,
                      const std::vector<SummaryOfSeries>& all) {
  bool found = false;
  for (std::uint32_t i = 0; i < paths.size(); ++i) {
    if (has_series_of(i, all)) continue;
    const std::string hint = suggestion_for(paths[i], log.reader().catalog());
    complain(paths[i], hint.empty() ? "is not in the log" : "is not in the log; " + hint);
    found = true;
  }
  return found;
}

int summarize(LogSource& log, const Options& options) {
  const auto summary = summary_of(log, options.words);
  if (!summary.has_value()) return summary.error();
  const auto& [extent, all] = *summary;
  const auto notes = notes_in(notes_of(options.log.files), log.window());
  if (options.json) {
    print_out(
        document(log, extent, notes, all).dump(2, ' ', false, Json::error_handler_t::replace) +
        "\n");
  } else {
    print_table(options, extent, notes, all);
  }
  report_oddities(log.reader());
  if (!flush_output()) return kFailed;
  if (extent.records == 0) {
    complain("no sample of the log is in that time");
    return kFailed;
  }
  return report_unmatched(log, options.words, all) ? kDoesNotExist : kAllWell;
}

int run(const Subcommand& self, std::span<char*> arguments) {
  auto given = read_options(self, arguments, add_options);
  if (!given.has_value()) return given.error();
  Options& options = *given;
  take_log_files(options.words, options.log);
  if (options.log.files.empty()) {
    complain(options.words.empty() ? "summary" : options.words.front(), "is no file");
    return kFailed;
  }
  options.log.request = request_of(options.words);
  auto log = LogSource::open(options.log);
  if (!log.has_value()) return log.error();
  return summarize(*log, options);
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
