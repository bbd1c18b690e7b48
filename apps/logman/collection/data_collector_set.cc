#include "apps/logman/collection/data_collector_set.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "openperflib/log/log_format_name.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/text/utf16.h"

namespace openperflib::logman {
namespace {

constexpr std::size_t kLongestName = 200;  // a file name has 255, including our endings

bool is_forbidden(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7F ||
         std::string_view("\\/:*?\"<>|").find(c) != std::string_view::npos;
}

bool has_extension(std::string_view name, std::string_view extension) {
  return name.size() > extension.size() &&
         equal_ignoring_case(name.substr(name.size() - extension.size()), extension);
}

std::string_view conflict_of_circle(const SetCollector& one) {
  const auto& [set, collector, name] = one;
  if (collector.format() != LogFormat::blg) return "a circular log must be binary: use -f bincirc";
  if (set.segment_megabytes == 0) return "-f bincirc needs -max";
  if (collector.append) return "-f bincirc and -a cannot be combined: each start begins a new log";
  if (set.segment && set.segment_seconds == 0) {
    return "-cnf needs a time with -f bincirc, whose log never exceeds -max";
  }
  return {};
}

// Whether the whole name splits into these two parts again: no "!" in the set.
bool has_log_set(const Collector& collector) {
  const auto name = SqlLogName::parse(log_set_name(collector, ""));
  return name.has_value() && !name->set.empty() && name->set == collector.file_name;
}

std::string_view conflict_of_set(const DataCollectorSet& set) {
  if (set.segment && set.segment_seconds == 0 && set.segment_megabytes == 0) {
    return "-cnf without a time needs -max";
  }
  if (set.daily && !set.begin_local.has_value()) return "-r needs -b";
  if (set.begin_local.has_value() && set.end_local.has_value() &&
      *set.end_local <= *set.begin_local) {
    return "the time of -e must be later than the time of -b";
  }
  return {};
}

std::string_view lack_of(const Collector& collector) {
  if (const CounterCollector* const counter = collector.counter(); counter != nullptr) {
    return counter->counters.empty() ? "no counter given; use -c or -cf" : "";
  }
  const AlertCollector& alert = *collector.alert();
  const bool has_none = alert.thresholds.empty() && alert.rules.empty();
  return has_none ? "no threshold given; use -th or -rules" : "";
}

const std::string& called(const SetCollector& one) {
  return one.collector.name.empty() ? one.set.name : one.collector.name;
}

bool has_same_log(const Collector& a, const Collector& b) {
  if (a.counter() == nullptr || b.counter() == nullptr) return false;
  return a.file_name == b.file_name && a.counter()->database == b.counter()->database &&
         extension_of(a.format()) == extension_of(b.format());
}

// Conflicts between the collectors of one set. The names of all but the first become names of files
// too.
std::string conflict_of_several(const DataCollectorSet& set) {
  constexpr std::size_t kMostCollectors = 32;
  if (set.collectors.size() > kMostCollectors) return "a set has at most 32 collectors";
  const std::vector<SetCollector> all = collectors_of(set);
  for (std::size_t i = 1; i < all.size(); ++i) {
    const std::string& name = all[i].collector.name;
    const std::string wrong = wrong_in_name(name);
    if (!wrong.empty()) return fmt::format("collector {}: {}", name, wrong);
    if (all[i].name.size() > kLongestName)
      return fmt::format("{}: the name is too long", all[i].name);
    for (std::size_t k = 0; k < i; ++k) {
      if (folded(called(all[i])) == folded(called(all[k]))) {
        return fmt::format("collector {}: the name is used twice", name);
      }
      if (has_same_log(all[i].collector, all[k].collector)) {
        return fmt::format("collector {}: writes to the log of another collector", name);
      }
    }
  }
  return {};
}

}  // namespace

std::string extension_of(LogFormat format) {
  const std::string_view extension = name_of(format).extension;
  return extension.empty() ? std::string() : fmt::format(".{}", extension);
}

std::string_view type_name(CollectorKind kind) noexcept {
  return kind == CollectorKind::alert ? "Alert" : "Counter";
}

std::string wrong_in_name(std::string_view name) {
  if (name.empty()) return "a name must not be empty";
  if (name.size() > kLongestName) return "a name has at most 200 bytes";
  if (name.front() == ' ' || name.back() == ' ') return "a name must not begin or end with a space";
  if (std::ranges::any_of(name, is_forbidden)) {
    return "a name must not contain \\ / : * ? \" < > | or control characters";
  }
  if (valid_utf8(name).replaced != 0) return "a name must be UTF-8";
  return {};
}

void set_output(DataCollectorSet& set, std::string_view path) {
  const std::filesystem::path whole(path);
  set.folder = whole.parent_path().string();
  std::string& file_name = set.first().file_name;
  file_name = whole.filename().string();
  const std::string extension = extension_of(set.first().format());
  if (has_extension(file_name, extension)) file_name.resize(file_name.size() - extension.size());
}

std::expected<void, std::string> set_database_output(Collector& collector, std::string_view name) {
  auto parsed = SqlLogName::parse(name);
  if (!parsed.has_value()) return std::unexpected(std::move(parsed).error());
  auto& counter = std::get<CounterCollector>(collector.what);
  counter.database = parsed->database;
  collector.file_name = parsed->set;
  if (parsed->kind != SqlLogName::Kind::file) return {};
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(parsed->database, error);
  if (!error) counter.database = whole.lexically_normal().string();
  return {};
}

std::string log_set_name(const Collector& collector, std::string_view version) {
  const CounterCollector* const counter = collector.counter();
  return fmt::format("SQL:{}!{}{}", counter == nullptr ? "" : counter->database,
                     collector.file_name, version);
}

std::vector<SetCollector> collectors_of(const DataCollectorSet& set) {
  std::vector<SetCollector> all;
  for (const Collector& collector : set.collectors) {
    all.push_back(
        {set, collector, all.empty() ? set.name : fmt::format("{}\\{}", set.name, collector.name)});
  }
  return all;
}

std::string_view conflict_of(const SetCollector& one) {
  const Collector& collector = one.collector;
  if (collector.circular) {
    const std::string_view conflict = conflict_of_circle(one);
    if (!conflict.empty()) return conflict;
  }
  if (collector.is_in_database() && !has_log_set(collector)) {
    return "-f sql needs -o SQL:DATABASE!SET";
  }
  if (collector.append && collector.overwrite) return "-a and -ow cannot be combined";
  const std::string_view conflict = conflict_of_set(one.set);
  return conflict.empty() ? lack_of(collector) : conflict;
}

std::string conflict_of(const DataCollectorSet& set) {
  for (const SetCollector& one : collectors_of(set)) {
    const std::string_view conflict = conflict_of(one);
    if (!conflict.empty()) return std::string(conflict);
  }
  return conflict_of_several(set);
}

}  // namespace openperflib::logman
