#include "apps/logman/collection/log_name.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "openperflib/base/whole_number_internal.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/os/net/host_name.h"

namespace openperflib::logman {
namespace {

constexpr std::size_t kDigits = 6;

// A part of a name and its pattern, in the order of a name.
struct NamePart {
  std::uint64_t bit;
  std::string_view pattern;
};
constexpr auto kParts = std::to_array<NamePart>({
    {name_part::kMonthDayHour, "\\_MMddHH"},
    {name_part::kSerialNumber, "\\_NNNNNN"},
    {name_part::kYearDayOfYear, "\\_yyyyDDD"},
    {name_part::kYearMonth, "\\_yyyyMM"},
    {name_part::kYearMonthDay, "\\_yyyyMMdd"},
    {name_part::kYearMonthDayHour, "\\_yyyyMMddHH"},
    {name_part::kMonthDayHourMinute, "\\_MMddHHmm"},
});

struct NameTime {
  std::uint32_t number;
  SystemTime time;
  unsigned day_of_year;
};

NameTime name_time_of(std::uint32_t number, FileTime now_local) {
  const SystemTime time = system_time_from(now_local);
  const auto new_year = file_time_from({.year = time.year, .month = 1, .day = 1});
  const FileTime days = (now_local - new_year.value_or(now_local)) / kTicksPerDay;
  return {.number = number, .time = time, .day_of_year = static_cast<unsigned>(days) + 1};
}

// What a letter of a pattern stands for; nullopt: for itself.
std::optional<std::uint32_t> value_of_letter(char letter, std::size_t letters, const NameTime& at) {
  switch (letter) {
    case 'N':
      return at.number;
    case 'D':
      return at.day_of_year;
    case 'y':
      return letters <= 2 ? at.time.year % 100U : at.time.year;
    case 'M':
      return at.time.month;
    case 'd':
      return at.time.day;
    case 'H':
      return at.time.hour;
    case 'm':
      return at.time.minute;
    case 's':
      return at.time.second;
    default:
      return std::nullopt;
  }
}

// A letter that stands for a number is repeated as often as the number has digits; what follows a
// backslash stands for itself. A slash cannot be in the name of a file.
std::string expanded(std::string_view pattern, const NameTime& at) {
  std::string text;
  for (std::size_t i = 0; i < pattern.size();) {
    if (pattern[i] == '\\' && i + 1 < pattern.size()) {
      text += pattern[i + 1];
      i += 2;
      continue;
    }
    const std::size_t end = std::min(pattern.find_first_not_of(pattern[i], i), pattern.size());
    const auto value = value_of_letter(pattern[i], end - i, at);
    text += value.has_value() ? fmt::format("{:0{}}", *value, end - i)
                              : std::string(pattern.substr(i, end - i));
    i = end;
  }
  std::ranges::replace(text, '/', '_');
  return text;
}

// The name before and after the part with the serial number; without that part, all is before.
struct AroundNumber {
  std::string before;
  std::string after;
};

AroundNumber parts_around_number(const Collector& collector, const NameTime& at) {
  const std::uint64_t parts = name_parts_of(collector);
  AroundNumber name;
  if ((parts & name_part::kComputer) != 0) name.before = host_name() + '_';
  name.before += collector.file_name;
  if ((parts & name_part::kPattern) != 0) name.before += expanded(collector.name_pattern, at);
  std::string* side = &name.before;
  for (const NamePart& part : kParts) {
    if ((parts & part.bit) == 0) continue;
    if (part.bit == name_part::kSerialNumber) {
      side = &name.after;
    } else {
      *side += expanded(part.pattern, at);
    }
  }
  return name;
}

std::string whole_name(const Collector& collector, std::uint32_t number, FileTime now_local) {
  const auto [before, after] = parts_around_number(collector, name_time_of(number, now_local));
  const bool has_number = (name_parts_of(collector) & name_part::kSerialNumber) != 0;
  return before + (has_number ? fmt::format("_{:0{}}", number, kDigits) : "") + after;
}

}  // namespace

std::uint64_t name_parts_of(const Collector& collector) noexcept {
  switch (collector.version) {
    case NameVersion::number:
      return collector.name_parts | name_part::kSerialNumber;
    case NameVersion::date:
      return collector.name_parts | name_part::kMonthDayHourMinute;
    case NameVersion::none:
      break;
  }
  return collector.name_parts;
}

std::string_view pattern_of(std::uint64_t parts) noexcept {
  for (const NamePart& part : kParts) {
    if ((parts & part.bit) != 0) return part.pattern;
  }
  return {};
}

bool has_numbered_names(const Collector& collector) noexcept {
  if (collector.version == NameVersion::number) return true;
  const bool has_pattern = (collector.name_parts & name_part::kPattern) != 0;
  for (std::size_t i = 0; has_pattern && i < collector.name_pattern.size(); ++i) {
    if (collector.name_pattern[i] == 'N') return true;
    if (collector.name_pattern[i] == '\\') ++i;
  }
  return false;
}

std::string log_path(const SetCollector& one, std::uint32_t number, FileTime now_local) {
  const auto& [set, collector, name] = one;
  const std::string log = whole_name(collector, number, now_local);
  if (collector.is_in_database()) {
    Collector named = collector;
    named.file_name = log;
    return log_set_name(named, "");
  }
  return fmt::format("{}/{}{}", set.folder == "/" ? "" : set.folder, log,
                     extension_of(collector.format()));
}

std::string numbered_log_path(const SetCollector& one, std::uint32_t number, FileTime now_local) {
  Collector numbered = one.collector;
  numbered.file_name = whole_name(one.collector, number, now_local);
  numbered.version = NameVersion::number;
  numbered.name_parts = 0;
  return log_path({one.set, numbered, one.name}, number, now_local);
}

std::uint32_t newest_log_number(const SetCollector& one, std::span<const std::string> logs,
                                FileTime now_local) {
  auto [head, tail] = parts_around_number(one.collector, name_time_of(0, now_local));
  head += '_';
  tail += extension_of(one.collector.format());
  std::uint32_t newest = 0;
  for (const std::string_view log : logs) {
    if (log.size() != head.size() + kDigits + tail.size()) continue;
    if (!log.starts_with(head) || !log.ends_with(tail)) continue;
    const auto number = whole_number<std::uint32_t>(log.substr(head.size(), kDigits));
    newest = std::max(newest, number.value_or(0));
  }
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
