// CounterDefinitions: what the counters of a source are, whether or not they have been collected.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/raw_counter.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/query/binding/path_match.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/snapshot/snapshot.h"

namespace openperflib {

// A counter as its object defines it. Value.
struct DefinedCounter {
  std::string name;
  std::string original_name = {};  // in a log that is not in English; empty: the same
  std::uint32_t title_index = 0;
  std::uint32_t help_index = 0;  // 0: not known
  CounterType type{};
  std::int32_t default_scale = 0;
  std::uint64_t time_base = 0;  // ticks per second of the clock that its type names; 0: not known
};

// Resource: grows by one object after the other. One thread at a time.
class CounterDefinitions {
 public:
  struct Object {
    std::string machine;  // empty: not known
    std::string name;
    std::string original_name;  // as that of a counter
    std::uint32_t title_index = 0;
    std::vector<DefinedCounter> counters;
  };
  // What a path means. `object` and `counter` are set as far as it matched; valid until the next
  // add().
  struct Found {
    PathMatch match = PathMatch::no_object;
    const Object* object = nullptr;
    const DefinedCounter* counter = nullptr;
  };

  // Adds the objects and counters of a snapshot that it lacks. `catalog` is that of the snapshot.
  void add(const Snapshot& snapshot, const Catalog& catalog);
  // Adds the counters of a log. `readings`: of a record of this catalog, if there is one; they have
  // the time bases.
  void add(const Catalog& catalog, std::span<const RawCounter> readings);
  // The counters of all instances that a log says it records, whether or not there is one.
  void add(std::span<const LogEntry> entries);

  // The counter that a path names; its instance may be any. A path without a machine is for
  // `machine` if that is known here, and otherwise for the first one that was added. An object or a
  // counter with wildcards is not known.
  [[nodiscard]] Found find(const PathPattern& path, std::string_view machine) const;

 private:
  [[nodiscard]] Object& object_of(std::string_view machine, std::string_view name,
                                  std::string_view original_name, std::uint32_t title_index);
  // Adds it, or completes the one that is known by that name.
  static void add_counter(Object& object, const DefinedCounter& counter);
  // The machine that a path without one is for.
  [[nodiscard]] std::string_view machine_for(std::string_view machine) const;

  std::vector<Object> objects_;
};

}  // namespace openperflib
