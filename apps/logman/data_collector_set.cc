#include "apps/logman/data_collector_set.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "openperflib/log/log_format_name.h"
#include "openperflib/log/sql/sql_log_name.h"
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

std::string_view conflict_of_circle(const DataCollectorSet& set) {
  if (set.format != LogFormat::blg) return "a circular log must be binary: use -f bincirc";
  if (set.segment_megabytes == 0) return "-f bincirc needs -max";
  if (set.append) return "-f bincirc and -a cannot be combined: each start begins a new log";
  if (set.segment && set.segment_seconds == 0) {
    return "-cnf needs a time with -f bincirc, whose log never exceeds -max";
  }
  return {};
}

// Whether the whole name splits into these two parts again: no "!" in the set.
bool is_log_set(const DataCollectorSet& set) {
  const auto name = SqlLogName::parse(log_set_name(set, ""));
  return name.has_value() && !name->set.empty() && name->set == set.file_name;
}

std::string conflict_of_one(const DataCollectorSet& set) {
  if (set.circular) {
    const std::string_view conflict = conflict_of_circle(set);
    if (!conflict.empty()) return std::string(conflict);
  }
  if (set.format == LogFormat::sql && !is_log_set(set)) {
    return "-f sql needs -o SQL:DATABASE!SET";
  }
  if (set.append && set.overwrite) return "-a and -ow cannot be combined";
  if (set.segment && set.segment_seconds == 0 && set.segment_megabytes == 0) {
    return "-cnf without a time needs -max";
  }
  if (set.daily && !set.begin_local.has_value()) return "-r needs -b";
  if (set.begin_local.has_value() && set.end_local.has_value() &&
      *set.end_local <= *set.begin_local) {
    return "the time of -e must be later than the time of -b";
  }
  if (set.kind == CollectorKind::counter && set.counters.empty()) {
    return "no counter given; use -c or -cf";
  }
  if (set.kind == CollectorKind::alert && set.thresholds.empty() && set.alert_rules.empty()) {
    return "no threshold given; use -th or -rules";
  }
  return {};
}

const std::string& called(const DataCollectorSet& set, const DataCollectorSet& collector) {
  return collector.collector_name.empty() ? set.name : collector.collector_name;
}

bool has_same_log(const DataCollectorSet& a, const DataCollectorSet& b) {
  const auto is_counter = [](const DataCollectorSet& one) {
    return one.kind == CollectorKind::counter;
  };
  return is_counter(a) && is_counter(b) && a.folder == b.folder && a.file_name == b.file_name &&
         a.database == b.database && extension_of(a.format) == extension_of(b.format);
}

// Conflicts between the collectors of one set. The names of all but the first become names of files
// too.
std::string conflict_of_several(const DataCollectorSet& set) {
  constexpr std::size_t kMostCollectors = 32;
  if (set.others.size() >= kMostCollectors) return "a set has at most 32 collectors";
  const std::vector<DataCollectorSet> all = collectors_of(set);
  for (std::size_t i = 1; i < all.size(); ++i) {
    const std::string wrong = wrong_in_name(all[i].collector_name);
    if (!wrong.empty()) return fmt::format("collector {}: {}", all[i].collector_name, wrong);
    if (all[i].name.size() > kLongestName)
      return fmt::format("{}: the name is too long", all[i].name);
    for (std::size_t k = 0; k < i; ++k) {
      if (folded(called(set, all[i])) == folded(called(set, all[k]))) {
        return fmt::format("collector {}: the name is used twice", all[i].collector_name);
      }
      if (has_same_log(all[i], all[k])) {
        return fmt::format("collector {}: writes to the log of another collector",
                           all[i].collector_name);
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
  set.file_name = whole.filename().string();
  const std::string extension = extension_of(set.format);
  if (has_extension(set.file_name, extension)) {
    set.file_name.resize(set.file_name.size() - extension.size());
  }
}

std::expected<void, std::string> set_database_output(DataCollectorSet& set, std::string_view name) {
  auto parsed = SqlLogName::parse(name);
  if (!parsed.has_value()) return std::unexpected(std::move(parsed).error());
  set.database = parsed->database;
  set.file_name = parsed->set;
  if (parsed->kind != SqlLogName::Kind::file) return {};
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(parsed->database, error);
  if (!error) set.database = whole.lexically_normal().string();
  return {};
}

std::string log_set_name(const DataCollectorSet& set, std::string_view version) {
  return fmt::format("SQL:{}!{}{}", set.database, set.file_name, version);
}

std::vector<DataCollectorSet> collectors_of(const DataCollectorSet& set) {
  std::vector<DataCollectorSet> all = {set};
  all.front().others.clear();
  for (const DataCollectorSet& other : set.others) {
    all.push_back(other);
    all.back().name = fmt::format("{}\\{}", set.name, other.collector_name);
  }
  return all;
}

std::string conflict_of(const DataCollectorSet& set) {
  for (const DataCollectorSet& one : collectors_of(set)) {
    std::string conflict = conflict_of_one(one);
    if (!conflict.empty()) return conflict;
  }
  return conflict_of_several(set);
}

}  // namespace openperflib::logman
