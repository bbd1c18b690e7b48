#include "apps/logman/log_name.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace openperflib::logman {
namespace {

constexpr std::size_t kDigits = 6;

std::string version_text(const DataCollectorSet& set, std::uint32_t number, FileTime now_local) {
  const SystemTime now = system_time_from(now_local);
  switch (set.version) {
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
std::uint32_t number_of(const DataCollectorSet& set, std::string_view file) {
  const std::string extension = extension_of(set.format);
  const std::string head = set.file_name + '_';
  if (!file.starts_with(head) || !file.ends_with(extension)) return 0;
  file.remove_prefix(head.size());
  if (file.size() != kDigits + extension.size()) return 0;
  std::uint32_t number = 0;
  const auto [read_to, error] = std::from_chars(file.data(), file.data() + kDigits, number);
  return error == std::errc() && read_to == file.data() + kDigits ? number : 0;
}

}  // namespace

std::string log_path(const DataCollectorSet& set, std::uint32_t number, FileTime now_local) {
  const std::string version = version_text(set, number, now_local);
  if (set.format == LogFormat::sql) return log_set_name(set, version);
  return fmt::format("{}/{}{}{}", set.folder == "/" ? "" : set.folder, set.file_name, version,
                     extension_of(set.format));
}

std::string numbered_log_path(const DataCollectorSet& set, std::uint32_t number,
                              FileTime now_local) {
  DataCollectorSet numbered = set;
  numbered.file_name += version_text(set, number, now_local);
  numbered.version = NameVersion::number;
  return log_path(numbered, number, now_local);
}

std::uint32_t newest_log_number(const DataCollectorSet& set, std::span<const std::string> logs) {
  std::uint32_t newest = 0;
  for (const std::string& log : logs) newest = std::max(newest, number_of(set, log));
  return newest;
}

}  // namespace openperflib::logman
