// SetHistory: the last values of the instances of a set that have ended, which stay in the
// aggregate of PERF_COUNTERSET_SINGLE_AGGREGATE_HISTORY as long as its consumer lives.
//
// Resource, reused: as many instances as before allocate nothing. What has ended is added up, so
// that the memory does not grow with time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "openperflib/provider/v2/set_instance.h"
#include "openperflib/provider/v2/value_aggregate.h"

namespace openperflib {

class SetHistory {
 public:
  explicit SetHistory(std::size_t counters) : ended_(counters) {}

  // The instances of a new reading of these segments. One that is not among them has ended, unless
  // its process has slots that could not be read: then its last values count as those of a live
  // one.
  void follow(std::span<const SetInstance> members, std::span<const SetSegment> segments);
  // The last values of all instances that were ever seen, live ones included.
  void copy_to(std::span<ValueAggregate> totals) const noexcept;

 private:
  struct Known {
    std::uint64_t key = 0;
    std::uint64_t process = 0;
    std::size_t row = 0;  // in values_
  };
  [[nodiscard]] bool may_live(const Known& known,
                              std::span<const SetSegment> segments) const noexcept;
  [[nodiscard]] std::span<const std::uint64_t> values_of(const Known& known) const noexcept;
  void keep(const Known& known, std::span<const std::uint64_t> values);

  std::vector<ValueAggregate> ended_;  // of each counter
  std::vector<Known> known_;           // of the last reading
  std::vector<std::uint64_t> values_;
  std::vector<Known> next_;  // known_ and values_ of the next reading
  std::vector<std::uint64_t> next_values_;
};

}  // namespace openperflib
