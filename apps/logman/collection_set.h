// CollectionSet: what Windows calls a data collector set, with its collectors: what is collected,
// how often, from when to when, and where it goes.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/log/log_reader.h"

namespace openperflib::logman {

enum class CollectorKind : std::uint8_t { counter, alert };

// What stands behind a log's name: nothing, _000001, or _mmddhhmm.
enum class NameVersion : std::uint8_t { none, number, date };

// Value. Numbers are as the XML has them: seconds, MB; 0 where nothing was said.
struct CollectionSet {
  std::string name;
  CollectorKind kind = CollectorKind::counter;
  std::string description;
  std::string display_name;

  // Where the logs go: folder, name without version and extension.
  std::string folder;
  std::string file_name;  // of sql: the log set
  std::string database;   // of sql alone: what stands between "SQL:" and "!"
  LogFormat format = LogFormat::blg;
  NameVersion version = NameVersion::number;
  bool circular = false;  // of blg alone: writes over its oldest samples
  bool append = false;
  bool overwrite = false;
  std::string close_command;  // run each time that a log was closed

  // How often and how long.
  std::uint64_t interval = 15;
  std::uint64_t samples = 0;
  std::uint64_t run_for = 0;
  bool segment = false;  // goes on with a new log
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

  std::string collector_name;  // empty: it is called as the set
  std::vector<CollectionSet>
      others;  // further collectors; what belongs to the set is the same in each

  bool operator==(const CollectionSet&) const = default;
};

// ".blg", ".csv" or ".tsv"; "" of sql, whose logs are no files.
[[nodiscard]] std::string_view extension_of(LogFormat format) noexcept;

// "Counter" or "Alert".
[[nodiscard]] std::string_view type_name(CollectorKind kind) noexcept;

// Why nothing can have that name; empty: it can. A name becomes a file's: no slashes, no control
// characters, UTF-8, 1 to 200 bytes, no blank at its ends.
[[nodiscard]] std::string wrong_in_name(std::string_view name);

// A set a collector, none with others: the first one is called as the set, the others
// SET\COLLECTOR, which no set can be called.
[[nodiscard]] std::vector<CollectionSet> collectors_of(const CollectionSet& set);

// Puts `path`, absolute, into folder and file_name; the format's own extension goes.
void set_output(CollectionSet& set, std::string_view path);

// The same of "SQL:DATABASE!SET"; the path of a file of SQLite becomes absolute. Errors: why it is
// none.
[[nodiscard]] std::expected<void, std::string> set_database_output(CollectionSet& set,
                                                                   std::string_view name);

// "SQL:DATABASE!SET", with `version` behind it.
[[nodiscard]] std::string log_set_name(const CollectionSet& set, std::string_view version);

// Why the set cannot be as it is; empty: it can.
[[nodiscard]] std::string conflict_of(const CollectionSet& set);

}  // namespace openperflib::logman
