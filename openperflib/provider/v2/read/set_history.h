// SetHistory: the last values of the instances of a set that have ended, which stay in the
// aggregate of PERF_COUNTERSET_SINGLE_AGGREGATE_HISTORY as long as its consumer lives.
//
// Resource, reused: as many instances as before allocate nothing. What has ended is added up, so
// that the memory does not grow with time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "openperflib/provider/v2/read/set_instance.h"
#include "openperflib/provider/v2/read/value_aggregate.h"

namespace openperflib {

// Instances are recognized by SetInstance::key.
class SetHistory {
 public:
  // `counters`: how many the set has, and so each of its instances.
  explicit SetHistory(std::size_t counters) : ended_(counters) {}

  // Takes the instances of a new reading of these segments. An instance that is missing has ended,
  // unless its process has slots that could not be read: then its last values count as those of a
  // live one. The last value of a counter replaces a missing one.
  void follow(std::span<const SetInstance> members, std::span<const SetSegment> segments);
  // Returns whether no instance was ever seen.
  [[nodiscard]] bool is_empty() const noexcept { return known_.empty() && !has_ended_; }
  // Writes the aggregates of the last values of all instances that were ever seen, live ones
  // included. A counter that never had a value has none.
  void copy_to(std::span<ValueAggregate> totals) const noexcept;

 private:
  // An instance that was last seen, or may live, with the row of its last values.
  struct Known {
    std::uint64_t key = 0;
    std::uint64_t process = 0;
    std::size_t row = 0;  // in values_
  };
  // Returns whether slots of its process could not be read, so that it may not have ended.
  [[nodiscard]] bool may_live(const Known& known,
                              std::span<const SetSegment> segments) const noexcept;
  using Value = std::optional<std::uint64_t>;  // nullopt: it never had one
  // Adds the values of one instance to the totals of its counters.
  static void add(std::span<const Value> values, std::span<ValueAggregate> totals) noexcept;
  // Returns an instance of known_; null: it was not seen in the last reading.
  [[nodiscard]] const Known* find(std::uint64_t key) const noexcept;
  [[nodiscard]] std::span<const Value> values_of(const Known& known) const noexcept;
  // Keeps the values of an instance for the next reading: as it has them, or as before.
  void keep(const SetInstance& member, std::uint64_t process);
  void keep(const Known& known);

  std::vector<ValueAggregate> ended_;  // of each counter
  bool has_ended_ = false;             // any
  std::vector<Known> known_;           // of the last reading, ascending by key
  std::vector<Value> values_;          // nullopt: it never had one
  std::vector<Known> next_;            // known_ and values_ of the next reading
  std::vector<Value> next_values_;
};

}  // namespace openperflib
