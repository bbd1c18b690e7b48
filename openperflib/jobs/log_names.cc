#include "openperflib/jobs/log_names.h"

#include <cstdint>
#include <memory>
#include <utility>

#include "openperflib/log/log_survey.h"
#include "openperflib/log/open_log.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/os/portable/byte_source.h"

namespace openperflib {
namespace {

constexpr std::uint64_t kMostNamedRecords = 64;
constexpr std::uint64_t kMostNamedBytes = 64U << 20;

// Returns whether a log can be read without waiting for another program: a pipe or a database
// server could keep a shell waiting.
bool answers_at_once(const std::string& path) {
  std::string file = path;
  if (SqlLogName::is_one(path)) {
    const auto name = SqlLogName::parse(path);
    if (!name.has_value() || name->kind != SqlLogName::Kind::file) return false;
    file = name->database;
  }
  const auto facts = ByteSource::facts_of(file);
  return facts.has_value() && facts->kind != ByteSourceFacts::Kind::stream;
}

// Adds the series without their machines, so that an object of several machines is one.
void add_named_series(const LogSurvey& survey, Catalog& names) {
  for (Series series : survey.series()) {
    if (series.object.empty() || series.counter.empty()) continue;
    series.machine = series.original_object = series.original_counter = {};
    series.object_title_index = series.counter_title_index = 0;
    names.add(series);
  }
}

void add_names_of_log(const std::string& path, const TitleTable& titles, Catalog& names) {
  if (!answers_at_once(path)) return;
  auto reader = open_log(path, {.titles = titles, .readings = LogReadings::left_out});
  if (!reader.has_value()) return;
  LogSurvey survey;
  LogRecord record;
  while (survey.records() < kMostNamedRecords && (*reader)->position() < kMostNamedBytes) {
    const auto read = (*reader)->read(record);
    if (!read.has_value() || *read == ReadResult::end) break;
    survey.add(**reader, record);
  }
  add_named_series(survey, names);
}

}  // namespace

KnownNames names_of_logs(std::span<const std::string> logs, const TitleTable& titles) {
  auto catalog = std::make_shared<Catalog>();
  for (const std::string& log : logs) add_names_of_log(log, titles, *catalog);
  Names names(*catalog);
  return {.owner = std::move(catalog),
          .names = std::move(names),
          .instances = [](const Names::Object& object) {
            return object.instance_names(Names::EqualNames::numbered);
          }};
}

}  // namespace openperflib
