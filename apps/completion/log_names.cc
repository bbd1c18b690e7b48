#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "apps/completion/known_names.h"
#include "openperflib/log/log_survey.h"
#include "openperflib/log/open_log.h"
#include "openperflib/log/sql_log_name.h"

namespace openperflib::apps {
namespace {

// Only the start of a log is read, so that TAB answers quickly.
constexpr std::uint64_t kMostRecords = 64;
constexpr std::uint64_t kMostBytes = 64U << 20;

// A pipe or a database server could keep the shell waiting.
bool answers_at_once(const std::string& path) {
  std::string file = path;
  if (SqlLogName::is_one(path)) {
    const auto name = SqlLogName::parse(path);
    if (!name.has_value() || name->kind != SqlLogName::Kind::file) return false;
    file = name->database;
  }
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  return std::filesystem::is_regular_file(status) || std::filesystem::is_directory(status);
}

// An object of several machines and logs is offered once, by its name.
void add_series(const LogSurvey& survey, Catalog& names) {
  for (Series series : survey.series()) {
    if (series.object.empty() || series.counter.empty()) continue;
    series.machine = series.original_object = series.original_counter = {};
    series.object_title_index = series.counter_title_index = 0;
    names.add(series);
  }
}

void add_log(const std::string& path, const TitleTable& titles, Catalog& names) {
  if (!answers_at_once(path)) return;
  auto reader = open_log(path, {.titles = titles});
  if (!reader.has_value()) return;
  LogSurvey survey;
  LogRecord record;
  while (survey.records() < kMostRecords && (*reader)->position() < kMostBytes) {
    const auto read = (*reader)->read(record);
    if (!read.has_value() || *read == ReadResult::end) break;
    survey.add(**reader, record);
  }
  add_series(survey, names);
}

}  // namespace

CompletionNames names_of_logs(std::span<const std::string> logs, const TitleTable& titles) {
  auto catalog = std::make_shared<Catalog>();
  for (const std::string& log : logs) add_log(log, titles, *catalog);
  Names names(*catalog);
  return {.owner = std::move(catalog),
          .names = std::move(names),
          .instances = [](const Names::Object& object) {
            return object.instance_names(Names::EqualNames::numbered);
          }};
}

}  // namespace openperflib::apps
