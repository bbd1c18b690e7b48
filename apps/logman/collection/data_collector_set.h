// DataCollectorSet: what Windows calls a data collector set, with its collectors: what is
// collected, how often, from when to when, and where it goes.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/log/reader/log_reader.h"

namespace openperflib::logman {

enum class CollectorKind : std::uint8_t { counter, alert };

// The suffix of a log's name: nothing, _000001, or _mmddhhmm.
enum class NameVersion : std::uint8_t { none, number, date };

// The parts of a log's name besides the file name, as the bits of AutoPathFormat; in a name, they
// follow each other in this order.
namespace name_part {
inline constexpr std::uint64_t kPattern = 0x1;
inline constexpr std::uint64_t kComputer = 0x2;  // before the file name
inline constexpr std::uint64_t kMonthDayHour = 0x100;
inline constexpr std::uint64_t kSerialNumber = 0x200;
inline constexpr std::uint64_t kYearDayOfYear = 0x400;
inline constexpr std::uint64_t kYearMonth = 0x800;
inline constexpr std::uint64_t kYearMonthDay = 0x1000;
inline constexpr std::uint64_t kYearMonthDayHour = 0x2000;
inline constexpr std::uint64_t kMonthDayHourMinute = 0x4000;
inline constexpr std::uint64_t kAll = 0x7F03;
}  // namespace name_part

// What a collector of counters has besides what all have: PerformanceCounterDataCollector. Value.
struct CounterCollector {
  std::vector<std::string> counters;
  LogFormat format = LogFormat::blg;
  std::string database;       // of sql only: the part between "SQL:" and "!"
  std::uint64_t samples = 0;  // 0: no limit
  bool operator==(const CounterCollector&) const = default;
};

// What an alert collects: AlertDataCollector. Value.
struct AlertCollector {
  std::vector<std::string> thresholds;  // "PATH<VALUE", "PATH>VALUE"
  bool event_log = false;
  std::string command;
  std::string arguments;
  std::string set;                 // the collection that it starts
  std::string rules;               // a file of rules
  std::uint64_t keep_seconds = 0;  // what is recorded before and after
  bool operator==(const AlertCollector&) const = default;
};

// One collector of a set. Value.
struct Collector {
  std::string name;       // empty: it has the name of the set
  std::string file_name;  // of its logs, without version and extension; of sql: the log set
  NameVersion version = NameVersion::number;
  std::uint64_t name_parts = 0;   // what else is in a name: bits of name_part, but for `version`
  std::string name_pattern = {};  // of name_part::kPattern
  bool circular = false;          // of blg only: overwrites its oldest samples
  bool append = false;
  bool overwrite = false;
  std::uint64_t interval = 15;  // seconds
  std::variant<CounterCollector, AlertCollector> what;

  [[nodiscard]] CollectorKind kind() const noexcept {
    return alert() == nullptr ? CollectorKind::counter : CollectorKind::alert;
  }
  // Null: it is of the other kind.
  [[nodiscard]] const CounterCollector* counter() const noexcept {
    return std::get_if<CounterCollector>(&what);
  }
  [[nodiscard]] const AlertCollector* alert() const noexcept {
    return std::get_if<AlertCollector>(&what);
  }
  // Returns the format of its logs; an alert records in blg.
  [[nodiscard]] LogFormat format() const noexcept {
    return counter() == nullptr ? LogFormat::blg : counter()->format;
  }
  // Whether its logs are log sets of a database: everything that differs from files asks this.
  [[nodiscard]] bool is_in_database() const noexcept { return format() == LogFormat::sql; }
  bool operator==(const Collector&) const = default;
};

inline constexpr std::uint64_t kEveryDay = 127;
inline constexpr FileTime kTicksPerDay = 86'400 * kTicksPerSecond;

// Value. Numbers have the units of the XML: seconds, MB; 0: not set.
struct DataCollectorSet {
  std::string name;
  std::string description;
  std::string display_name;
  std::string folder;         // of the logs that are files
  std::string close_command;  // run when a log is complete

  std::uint64_t run_for = 0;
  bool segment = false;  // continues with a new log
  std::uint64_t segment_seconds = 0;
  std::uint64_t segment_megabytes = 0;  // of sql: records
  std::optional<FileTime> begin_local;
  std::optional<FileTime> end_local;
  bool daily = false;              // on these days:
  std::uint64_t days = kEveryDay;  // bits: 1 is Sunday, 64 Saturday

  std::vector<Collector> collectors = {Collector()};  // at least one

  // The one that options change.
  [[nodiscard]] Collector& first() noexcept { return collectors.front(); }
  [[nodiscard]] const Collector& first() const noexcept { return collectors.front(); }
  bool operator==(const DataCollectorSet&) const = default;
};

// The member of a set, of its collector, or of what only one kind of collector has, which must be
// the collector's own: for tables of options and of elements.
template <auto Member, typename Set, typename Of>
[[nodiscard]] auto& member_of(Set& set, Of& collector) {
  if constexpr (requires { set.*Member; }) {
    return set.*Member;
  } else if constexpr (requires { collector.*Member; }) {
    return collector.*Member;
  } else if constexpr (requires(CounterCollector counter) { counter.*Member; }) {
    return std::get<CounterCollector>(collector.what).*Member;
  } else {
    return std::get<AlertCollector>(collector.what).*Member;
  }
}

// A collector with what belongs to its set. View: both must outlive it.
struct SetCollector {
  const DataCollectorSet& set;
  const Collector& collector;
  std::string name;  // SET of the first, SET\COLLECTOR of the others, which no set can be called
};

// ".blg", ".csv" or ".tsv"; "" of sql, whose logs are not files.
[[nodiscard]] std::string extension_of(LogFormat format);

// "Counter" or "Alert".
[[nodiscard]] std::string_view type_name(CollectorKind kind) noexcept;

// Why the name is not valid; empty: it is valid. It becomes the name of a file: no slashes, no
// control characters, UTF-8, 1 to 200 bytes, no blank at its beginning or end.
[[nodiscard]] std::string wrong_in_name(std::string_view name);

// All collectors of a set, in order.
[[nodiscard]] std::vector<SetCollector> collectors_of(const DataCollectorSet& set);

// Splits the absolute `path` into the folder of the set and the file name of its first collector,
// without the extension of the format.
void set_output(DataCollectorSet& set, std::string_view path);

// The same for "SQL:DATABASE!SET" and a collector of counters; the path of an SQLite file becomes
// absolute. Errors: why it is not valid.
[[nodiscard]] std::expected<void, std::string> set_database_output(Collector& collector,
                                                                   std::string_view name);

// "SQL:DATABASE!SET" with the suffix `version`, of a collector whose logs are in a database.
[[nodiscard]] std::string log_set_name(const Collector& collector, std::string_view version);

// Which properties of one collector and its set contradict each other; empty: none do.
[[nodiscard]] std::string_view conflict_of(const SetCollector& one);

// Returns the conflict of any of the collectors, or of one with another.
[[nodiscard]] std::string conflict_of(const DataCollectorSet& set);

}  // namespace openperflib::logman
