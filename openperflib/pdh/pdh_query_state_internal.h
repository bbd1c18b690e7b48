// The state of a PdhQuery: its session, its counters, and which series of the last collection
// belong to which counter.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/counter/formula.h"
#include "openperflib/pdh/collecting_thread_internal.h"
#include "openperflib/pdh/counter_finder_internal.h"
#include "openperflib/pdh/instance_names_internal.h"
#include "openperflib/pdh/pdh_query.h"
#include "openperflib/session/counter_session.h"

namespace openperflib {

// One counter of a query.
struct PdhCounter {
  CounterPath path = {};  // of its description
  bool has_wildcards = false;
  std::string session_path = {};  // as the session reads it
  Query::PathId session_id = 0;   // its number there
  DefinedCounter definition = {};
  Formula formula = {};  // of its type; never a value where there are no readings
  int scale = 0;
  std::uint64_t label = 0;
  std::uint64_t collections_before = 0;  // when it was added
  // Its series of the last collection, in the session's row.
  std::uint32_t first_series = 0;
  std::uint32_t series_count = 0;
  // The names of the instances of these series, made when they are asked for.
  mutable InstanceNames names = {};
  mutable std::uint64_t names_generation = 0;  // of the binding; 0: not made
};

// Everything but mutex and thread is guarded by the mutex.
struct PdhQueryState {
  // `contents`: of whole logs, shared with others; null: it has its own.
  PdhQueryState(const DataSource& its_source, const PdhMachine& its_machine, LogContents* contents)
      : source(its_source),
        machine(its_machine),
        own_contents(its_machine.fixed),
        finder(source, machine, contents != nullptr ? *contents : own_contents) {}

  // Opens the session, with the counters that there are. Errors: those of open_session().
  [[nodiscard]] std::expected<void, PdhStatus> open();
  [[nodiscard]] std::expected<PdhCounterId, PdhStatus> add(std::string_view path);
  void remove(PdhCounterId id);  // which find() finds
  // Forgets the session and the counters. Returns their labels.
  std::vector<std::uint64_t> close();
  [[nodiscard]] bool has_counters() const noexcept { return counters_ != 0; }
  // Null: it is not in the query.
  [[nodiscard]] PdhCounter* find(PdhCounterId id);
  [[nodiscard]] std::expected<FileTime, PdhStatus> collect();

  // In a forked child.
  void leave_parent();

  // Whether the source has values without readings.
  [[nodiscard]] bool holds_values() const noexcept { return holds_values_; }
  // Whether it has been collected since it was added.
  [[nodiscard]] bool was_collected(const PdhCounter& counter) const noexcept {
    return collections > counter.collections_before;
  }
  // The readings and values of the last collection, by series of the session's row. Valid until the
  // next one.
  struct LastRow {
    std::span<const Value> values;
    std::span<const RawCounter> newer;
    std::span<const RawCounter> older;
  };

  // The status of a counter of which there is one series at most.
  [[nodiscard]] CStatus status_of(const PdhCounter& counter) const;
  // Returns the status of a series in the session's row: valid_data for every value, changed or
  // not, because many programs reject new_data.
  [[nodiscard]] CStatus status_of(std::size_t series) const;
  [[nodiscard]] FormattedValue value_of(const PdhCounter& counter, std::size_t series,
                                        ValueFormat format) const;
  [[nodiscard]] RawCounter reading_of(std::size_t series) const;
  // Makes the names of a counter's instances, if they are not those that it has. False: it has no
  // instance.
  [[nodiscard]] bool name_instances(const PdhCounter& counter) const;

  std::mutex mutex;
  std::mutex thread_mutex;  // of thread; locked before mutex
  std::unique_ptr<CollectingThread> thread;
  // What belongs to the parent of this process is never touched.
  CollectingThread* inherited_thread = nullptr;
  CounterSession* inherited_session = nullptr;

  // A log of the query, and how it is completed.
  struct AtClose {
    std::weak_ptr<void> owner;
    std::function<void()> work;
  };
  std::vector<AtClose> at_close;

  DataSource source;
  PdhMachine machine;
  LogWindow window;
  LogContents own_contents;
  CounterFinder finder;
  std::optional<CounterSession> session;  // nullopt: the query is closed
  std::uint64_t sessions = 0;             // so many were opened: that of a log is opened again
  LastRow last;
  std::uint64_t collections = 0;  // successful ones, also without an instance
  FileTime time_local = 0;        // of the last one

 private:
  struct Slot {
    std::unique_ptr<PdhCounter> counter;  // null: free
    std::uint32_t generation = 1;
  };
  [[nodiscard]] std::expected<PdhCounter, PdhStatus> described(std::string_view path);
  // Adds it to the session, under the number of a removed path if there is one and no log is open.
  [[nodiscard]] std::expected<void, PdhStatus> add_path(PdhCounter& counter);
  // Whether a log is open: it knows series by the numbers of their paths.
  [[nodiscard]] bool has_logs() const;
  // Adds all counters to a session that was opened again.
  void bind_again();
  // Adds it to the session, as a counter that was never collected.
  [[nodiscard]] std::expected<void, PdhStatus> bind(PdhCounter& counter, std::uint32_t slot);
  // Finds the series of each counter, if they are others than before.
  void follow_layout();
  void follow_definition(PdhCounter& counter, const Series& series) const;
  [[nodiscard]] bool has_instance() const;

  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  bool holds_values_ = false;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_slots_;
  std::vector<std::uint32_t> slot_of_path_;  // by the session's numbers; kNone: removed
  std::vector<Query::PathId> free_paths_;    // removed
  std::size_t counters_ = 0;
  std::uint64_t generation_ = 0;  // of the binding that the counters' series are from
};

// The steps of each value that a program asks for are here, so that they become one function.

inline PdhCounter* PdhQueryState::find(PdhCounterId id) {
  if (id.slot >= slots_.size()) return nullptr;  // a closed query has none
  const Slot& slot = slots_[id.slot];
  return slot.generation == id.generation ? slot.counter.get() : nullptr;
}

inline CStatus PdhQueryState::status_of(std::size_t series) const {
  const CStatus status = holds_values() ? last.values[series].status : last.newer[series].status;
  return usable(status) ? CStatus::valid_data : status;
}

inline FormattedValue PdhQueryState::value_of(const PdhCounter& counter, std::size_t series,
                                              ValueFormat format) const {
  const FormattedValue value =
      formatted(counter.formula, last.values[series], last.newer[series], format, counter.scale);
  return {value.bits, value.usable() ? CStatus::valid_data : value.status};
}

}  // namespace openperflib
