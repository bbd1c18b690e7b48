// DataCollectorSet: what Windows calls a data collector set, with its collectors: what is
// collected, how often, from when to when, and where it goes.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/log/reader/log_reader.h"

namespace openperflib::logman {

enum class CollectorKind : std::uint8_t { counter, alert };

// The suffix of a log's name: nothing, _000001, or _mmddhhmm.
enum class NameVersion : std::uint8_t { none, number, date };

// Value. Numbers have the units of the XML: seconds, MB; 0: not set.
struct DataCollectorSet {
  std::string name;
  CollectorKind kind = CollectorKind::counter;
  std::string description;
  std::string display_name;

  // Where the logs go: folder, name without version and extension.
  std::string folder;
  std::string file_name;  // of sql: the log set
  std::string database;   // of sql only: the part between "SQL:" and "!"
  LogFormat format = LogFormat::blg;
  NameVersion version = NameVersion::number;
  bool circular = false;  // of blg only: overwrites its oldest samples
  bool append = false;
  bool overwrite = false;
  std::string close_command;  // run when a log is complete

  // How often and how long.
  std::uint64_t interval = 15;
  std::uint64_t samples = 0;
  std::uint64_t run_for = 0;
  bool segment = false;  // continues with a new log
  std::uint64_t segment_seconds = 0;
  std::uint64_t segment_megabytes = 0;  // of sql: records
  std::optional<FileTime> begin_local;
  std::optional<FileTime> end_local;
  bool daily = false;

  std::vector<std::string> counters;

  // Of an alert.
  std::vector<std::string> thresholds;  // "PATH<VALUE", "PATH>VALUE"
  bool event_log = false;
  std::string alert_command;
  std::string alert_arguments;
  std::string alert_set;           // the collection that it starts
  std::string alert_rules;         // a file of rules
  std::uint64_t keep_seconds = 0;  // what is recorded before and after

  std::string collector_name;  // empty: it has the name of the set
  std::vector<DataCollectorSet>
      others;  // further collectors; the properties of the set are the same in each

  bool operator==(const DataCollectorSet&) const = default;
};

// ".blg", ".csv" or ".tsv"; "" of sql, whose logs are not files.
[[nodiscard]] std::string extension_of(LogFormat format);

// "Counter" or "Alert".
[[nodiscard]] std::string_view type_name(CollectorKind kind) noexcept;

// Why the name is not valid; empty: it is valid. It becomes the name of a file: no slashes, no
// control characters, UTF-8, 1 to 200 bytes, no blank at its beginning or end.
[[nodiscard]] std::string wrong_in_name(std::string_view name);

// One set per collector, without others: the first has the name of the set, the others are called
// SET\COLLECTOR, which is not a valid name of a set.
[[nodiscard]] std::vector<DataCollectorSet> collectors_of(const DataCollectorSet& set);

// Splits the absolute `path` into folder and file_name, without the extension of the format.
void set_output(DataCollectorSet& set, std::string_view path);

// The same for "SQL:DATABASE!SET"; the path of an SQLite file becomes absolute. Errors: why it is
// not valid.
[[nodiscard]] std::expected<void, std::string> set_database_output(DataCollectorSet& set,
                                                                   std::string_view name);

// "SQL:DATABASE!SET" with the suffix `version`.
[[nodiscard]] std::string log_set_name(const DataCollectorSet& set, std::string_view version);

// Which properties of the set contradict each other; empty: none do.
[[nodiscard]] std::string conflict_of(const DataCollectorSet& set);

}  // namespace openperflib::logman
