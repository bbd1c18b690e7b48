// CounterDefinitions: what the counters of a source are, whether or not they have been collected.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/raw_counter.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/query/binding/path_match.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/names.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// A counter as its object defines it. Value.
struct DefinedCounter {
  std::string name;  // in the language of the path that named it
  std::uint32_t title_index = 0;
  std::uint32_t help_index = 0;  // 0: not known
  CounterType type{};
  std::int32_t default_scale = 0;
  std::uint64_t time_base = 0;  // ticks per second of the clock that its type names; 0: not known
};

// A counter that a source has. Value.
struct FoundCounter {
  std::string machine;  // without backslashes; empty: the source does not tell
  std::string object;   // in the language of the path
  DefinedCounter definition;
};

// Resource: a catalog that grows by one object after the other. One thread at a time.
class CounterDefinitions {
 public:
  // What a path means.
  struct Found {
    PathMatch match = PathMatch::no_object;
    FoundCounter counter = {};  // if it matched
  };

  // `titles`: by which numbers name what a log has by its name alone.
  explicit CounterDefinitions(const TitleTable& titles) : titles_(titles) {}

  // Adds the objects and counters of a snapshot that it lacks. `catalog` is that of the snapshot.
  void add(const Snapshot& snapshot, const Catalog& catalog);
  // Adds the counters of a log that have series. `readings`: of a record of this catalog, if there
  // is one; they have the time bases. A log does not have the texts that explain counters.
  void add(const Catalog& catalog, std::span<const RawCounter> readings);
  // The counters of all instances that a log says it records, whether or not there is one.
  void add(std::span<const LogEntry> entries);

  // The counter that a path names; its instance may be any. A path without a machine is for
  // `machine` if that is known here, and otherwise for the first one that was added. An object or a
  // counter with wildcards is not known.
  [[nodiscard]] Found find(const PathPattern& path, std::string_view machine) const;

 private:
  // What a catalog does not say of a counter; 0: not known.
  struct Facts {
    std::uint32_t help_index = 0;
    std::uint64_t time_base = 0;
  };
  // Adds a counter, or completes the one that is known by that name.
  void add(const Series& counter, const Facts& facts);
  // The machine that a path without one is for.
  [[nodiscard]] std::string_view machine_for(std::string_view machine) const;
  [[nodiscard]] FoundCounter counter_of(const PathPattern& path, const Names::Found& found) const;

  TitleTable titles_;
  Catalog catalog_;                                 // one series for each counter
  std::unordered_map<std::uint64_t, Facts> facts_;  // by the names of object and counter
};

}  // namespace openperflib
