// SetInstances: the instances of a running set, from the readings of all its processes, as
// consumers see them: the instance type of the set is applied.
//
// Resource, reused: as many instances as before allocate nothing.
// Source:   docs/formats/offer.md, "Instances of a set".
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "openperflib/provider/v2/counter_set_template.h"
#include "openperflib/provider/v2/read/set_history.h"
#include "openperflib/provider/v2/read/set_instance.h"
#include "openperflib/provider/v2/read/value_aggregate.h"

namespace openperflib {

// One for each set, for as long as it is known: a set with a history needs all readings.
class SetInstances {
 public:
  // `set` must be valid.
  explicit SetInstances(const CounterSetTemplate& set);

  // Replaces the instances. `segments` are of this set, were just read and are not withdrawn; their
  // readings live and do not change as long as get() is used.
  void assign(std::span<const SetSegment> segments);
  // Returns the instances in the order of the segments, an aggregate last. A set of one instance,
  // or an aggregate over all, has one instance without a name, or none.
  [[nodiscard]] std::span<const SetInstance> get() const noexcept { return instances_; }
  // Notes that the next segments differ from the last ones, even if their readings have the same
  // addresses.
  void expect_other_segments() noexcept { members_of_.clear(); }

 private:
  // Instances of one name, as a range of order_.
  struct Group {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  // Appends the instances of a segment. `position`: that of the segment.
  void add_members(const SetSegment& segment, std::uint32_t position);
  // Returns whether instances_ has the members of these segments, which stay where they are.
  [[nodiscard]] bool has_members_of(std::span<const SetSegment> segments) const noexcept;
  void keep_first();
  // Makes one aggregate over all instances ever seen: PERF_COUNTERSET_SINGLE_AGGREGATE_HISTORY.
  void use_history(std::span<const SetSegment> segments);
  // Makes one aggregate without a name, if there are instances: PERF_COUNTERSET_SINGLE_AGGREGATE.
  void use_total();
  // Makes all instances and the aggregate _Total: PERF_COUNTERSET_MULTI_AGGREGATE.
  void append_total();
  // Makes an aggregate for each name, ignoring case: PERF_COUNTERSET_INSTANCE_AGGREGATE.
  void group_by_name();
  // Makes order_ and groups_; the groups are in the order of their first instances.
  void find_groups();
  // Returns the aggregate over a group, in a row of aggregates_. It has the first instance's name
  // and id.
  [[nodiscard]] SetInstance total_of(const Group& group, std::size_t row);
  // Returns the aggregate over all instances; its values are row 0.
  [[nodiscard]] SetInstance total_of_all(std::u16string_view name);
  void begin_total() noexcept;
  // Missing values of a member are not added.
  void add_to_total(const SetInstance& member) noexcept;
  // Adds the missing values of a member: the aggregate lacks them as well.
  void add_lacks(const SetInstance& member) noexcept;
  // Returns why a counter has no value in the aggregate that is being made; none: it has one.
  [[nodiscard]] ValueLack total_lack(std::size_t position) const noexcept;
  // Makes room for so many rows of values and lacks. Never shrinks.
  void resize_aggregates(std::size_t rows);
  // Writes what was added to a row of values, and refers to it.
  void finish_total(SetInstance& total, std::size_t row) noexcept;

  // A counter.
  struct Column {
    std::uint32_t function = 0;  // PERF_AGGREGATE_TOTAL, ...
    std::uint32_t width = 0;     // bytes
  };
  std::uint32_t type_ = 0;
  std::vector<Column> columns_;
  SetHistory history_;
  std::vector<SetInstance> instances_;
  // The segments whose members instances_ has, if those are all that it has.
  struct Members {
    const SegmentReading* reading;
    std::uint64_t generation;
  };
  std::vector<Members> members_of_;

  std::vector<ValueAggregate> totals_;     // of the aggregate that is being made
  std::uint64_t keys_ = 0;                 // of its members, added up
  std::vector<ValueLack> member_lacks_;    // of any of its members
  std::vector<std::uint64_t> aggregates_;  // a row of values for each aggregate
  std::vector<ValueLack> lacks_;           // as aggregates_
  std::vector<std::uint32_t> order_;       // positions of instances, by name
  std::vector<Group> groups_;
  std::vector<SetInstance> grouped_;
};

}  // namespace openperflib
