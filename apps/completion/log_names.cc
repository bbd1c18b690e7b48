#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>
#include <unordered_map>
#include <unordered_set>

#include "apps/completion/known_names.h"
#include "openperflib/log/log_survey.h"
#include "openperflib/log/open_log.h"
#include "openperflib/log/sql/sql_log_name.h"

namespace openperflib::apps {
namespace {

// Only the start of a log is read, so that TAB answers quickly.
constexpr std::uint64_t kMostRecords = 64;
constexpr std::uint64_t kMostBytes = 64U << 20;

using InstancesByObject = std::unordered_map<std::string, std::vector<std::string>>;

std::string shown_name(const Series& series) {
  std::string name(*series.instance);
  if (!series.parent.empty()) name = fmt::format("{}/{}", series.parent, name);
  return series.instance_number == 0 ? name : fmt::format("{}#{}", name, series.instance_number);
}

// Groups the series of logs into objects.
class LogNames {
 public:
  void add(const Series& series);
  [[nodiscard]] PathNames take();

 private:
  PathObject& object_of(const Series& series);

  PathNames names_;
  InstancesByObject instances_;
  std::unordered_set<std::string> known_;  // counters and instances, each with its object
};

PathObject& LogNames::object_of(const Series& series) {
  const auto known = std::ranges::find(names_.objects, series.object, &PathObject::name);
  if (known != names_.objects.end()) return *known;
  return names_.objects.emplace_back(PathObject{.name = std::string(series.object),
                                                .has_instances = series.instance.has_value(),
                                                .counters = {}});
}

void LogNames::add(const Series& series) {
  if (series.object.empty() || series.counter.empty()) return;
  PathObject& object = object_of(series);
  if (known_.insert(fmt::format("{}\\{}", series.object, series.counter)).second) {
    object.counters.emplace_back(series.counter);
  }
  if (!series.instance.has_value()) return;
  std::string name = shown_name(series);
  if (known_.insert(fmt::format("{}({}", series.object, name)).second) {
    instances_[object.name].push_back(std::move(name));
  }
}

PathNames LogNames::take() {
  names_.instances = [all = std::make_shared<const InstancesByObject>(std::move(instances_))](
                         const PathObject& object) {
    const auto found = all->find(object.name);
    return found == all->end() ? std::vector<std::string>() : found->second;
  };
  return std::move(names_);
}

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

void add_log(const std::string& path, const TitleTable& titles, LogNames& names) {
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
  for (const Series& series : survey.series()) names.add(series);
}

}  // namespace

PathNames names_of_logs(std::span<const std::string> logs, const TitleTable& titles) {
  LogNames names;
  for (const std::string& log : logs) add_log(log, titles, names);
  return names.take();
}

}  // namespace openperflib::apps
