#include "apps/logman/log_name.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "openperflib/log/sql/sql_log_name.h"

namespace openperflib::logman {
namespace {

constexpr std::size_t kDigits = 6;

std::string version_text(const Collector& collector, std::uint32_t number, FileTime now_local) {
  const SystemTime now = system_time_from(now_local);
  switch (collector.version) {
    case NameVersion::number:
      return fmt::format("_{:06}", number);
    case NameVersion::date:
      return fmt::format("_{:02}{:02}{:02}{:02}", now.month, now.day, now.hour, now.minute);
    case NameVersion::none:
      break;
  }
  return {};
}

// The number of "NAME_000017.blg", or of the set "NAME_000017"; 0: it is not such a log.
std::uint32_t log_number(const Collector& collector, std::string_view file) {
  const std::string extension = extension_of(collector.format());
  const std::string head = collector.file_name + '_';
  if (!file.starts_with(head) || !file.ends_with(extension)) return 0;
  file.remove_prefix(head.size());
  if (file.size() != kDigits + extension.size()) return 0;
  std::uint32_t number = 0;
  const auto [read_to, error] = std::from_chars(file.data(), file.data() + kDigits, number);
  return error == std::errc() && read_to == file.data() + kDigits ? number : 0;
}

}  // namespace

std::string log_path(const SetCollector& one, std::uint32_t number, FileTime now_local) {
  const auto& [set, collector, name] = one;
  const std::string version = version_text(collector, number, now_local);
  if (collector.is_in_database()) return log_set_name(collector, version);
  return fmt::format("{}/{}{}{}", set.folder == "/" ? "" : set.folder, collector.file_name, version,
                     extension_of(collector.format()));
}

std::string numbered_log_path(const SetCollector& one, std::uint32_t number, FileTime now_local) {
  Collector numbered = one.collector;
  numbered.file_name += version_text(one.collector, number, now_local);
  numbered.version = NameVersion::number;
  return log_path({one.set, numbered, one.name}, number, now_local);
}

std::uint32_t newest_log_number(const SetCollector& one, std::span<const std::string> logs) {
  std::uint32_t newest = 0;
  for (const std::string& log : logs) newest = std::max(newest, log_number(one.collector, log));
  return newest;
}

std::string shown_log_root(const DataCollectorSet& set) {
  const CounterCollector* const counter = set.first().counter();
  if (!set.first().is_in_database()) return set.folder;
  return shown_log_name("SQL:" + counter->database);
}

std::string_view unit_of_size(const Collector& collector) noexcept {
  return collector.is_in_database() ? "record(s)" : "MB";
}

}  // namespace openperflib::logman
