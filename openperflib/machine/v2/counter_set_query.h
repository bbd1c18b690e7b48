// CounterSetQuery: a list of counters of counter sets, collected together.
//
// Resource: keeps its buffers; collecting again allocates nothing while the sets stay the same. One
//           thread at a time.
// Source:   docs/formats/counter_set_blocks.md.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/machine/v2/counter_set_source.h"
#include "openperflib/wire/v2/counter_identifier.h"

namespace openperflib {

class CounterSetQuery {
 public:
  static constexpr std::size_t kMostEntries = 65'536;  // more are out_of_memory

  // Adds or removes what a sequence of PERF_COUNTER_IDENTIFIER names, writes to each how that
  // ended, and tells the callbacks of its sets; what they refuse is not added. `machine` is null if
  // it is not open. Errors: invalid: the blocks cannot be told apart; nothing was changed or
  // written. std::bad_alloc: nothing was added; some may be removed.
  [[nodiscard]] std::expected<void, SetStatus> add(CounterSetSource& source, LocalSource& machine,
                                                   MutableBytes blocks);
  [[nodiscard]] std::expected<void, SetStatus> remove(CounterSetSource& source,
                                                      LocalSource* machine, MutableBytes blocks);
  // Removes all, before it is destroyed.
  void clear(CounterSetSource& source, LocalSource* machine) noexcept;

  // Returns the blocks of the query, each with Index, its place in a reply. Valid until the next
  // call.
  [[nodiscard]] Bytes identifiers();

  // Collects, and writes the reply to `room` if it fits. Returns the bytes that it needs; if those
  // are more, nothing was written. Errors: out_of_memory: no reply can have so many; read_failed.
  [[nodiscard]] std::expected<std::uint32_t, SetStatus> collect(CounterSetSource& source,
                                                                LocalSource& machine,
                                                                MutableBytes room);

 private:
  // What one PERF_COUNTER_IDENTIFIER asks for.
  struct Entry {
    CounterIdentifier identifier;
    std::string name;               // UTF-8
    std::string folded;             // as it is matched
    CounterIdentity identity = {};  // as callbacks get it
    bool is_pattern = false;
    bool matches_all = false;  // names
    bool is_for_all = false;   // instances
    // Returns whether it asks for all counters of all instances.
    [[nodiscard]] bool is_whole_set() const noexcept {
      return is_for_all && identifier.counter_id == CounterIdentifier::kAny;
    }
    // Returns whether both ask for the same, ignoring case.
    [[nodiscard]] bool is_same(const Entry& other) const noexcept;
  };
  // The counters of a set that an entry asks for.
  struct Columns {
    std::size_t first = 0;
    std::size_t count = 0;
  };
  // Converts the instance's name to UTF-8 and notes its wildcards.
  [[nodiscard]] static Entry entry_of(CounterIdentifier identifier);
  // Checks whether an entry can be added to entries_ and to these.
  [[nodiscard]] SetStatus check_new(const CounterSetSource& source, const Entry& entry,
                                    std::span<const Entry> added);
  // Appends those that no callback refuses.
  void append(std::vector<Entry> added, std::span<const CounterIdentity> identities,
              CounterSetSource& source, LocalSource& machine);
  // Returns whether an entry is of this set.
  [[nodiscard]] bool reads(const Guid& set) const noexcept;
  // Checks the set, the form of the name, the counter and the instance, in this order.
  [[nodiscard]] SetStatus check(const CounterSetSource& source, const Entry& entry);
  // Removes the entry that asks for the same; invalid: there is none.
  [[nodiscard]] SetStatus remove(const Entry& entry, CounterSetSource& source,
                                 LocalSource* machine);
  // Lists the sets of entries_ and of these.
  [[nodiscard]] std::vector<Guid> list_sets(std::span<const Entry> added) const;

  // Returns whether the instance has the id and the name that are asked for. Uses name_.
  [[nodiscard]] bool matches(const Entry& entry, const SetInstance& instance);
  // Returns whether callbacks refused all values that an entry asks for.
  [[nodiscard]] bool is_refused(const Entry& entry, const ConsumerSet& set,
                                std::span<const SetInstance> instances, Columns columns);
  // Returns the largest size of a reply if each entry asks for a whole set, otherwise nullopt.
  [[nodiscard]] std::optional<std::uint64_t> bytes_of_whole_sets(
      const CounterSetSource& source) const noexcept;
  // Writes the values or the error of each entry to builder_, in the order of the entries.
  void write_reply(const CounterSetSource& source);
  // Writes the values of an entry, or the code that says why it has none.
  void write_entry(const CounterSetSource& source, const Entry& entry);
  // Writes the first of these instances, without its name; none: the error no_instance.
  void write_one(const Entry& entry, std::span<const SetInstance> instances, Columns columns);
  // Writes the instances that match, with their names; one that is named in full as write_one().
  void write_named(const Entry& entry, std::span<const SetInstance> instances, Columns columns);
  // Writes the values of these columns; a missing one has the width 0.
  void write_values(const SetInstance& instance, Columns columns);
  // Fills ids_, widths_ and has_only_words_ from the set's counters.
  void use_counters(const CounterSetTemplate& set);

  std::vector<Entry> entries_;
  std::vector<Guid> sets_;  // of the entries, ascending, each once
  std::vector<std::byte> identifiers_;
  PerfDataBuilder builder_;
  std::vector<std::uint32_t> ids_;      // of the counters of the set that is being written
  std::vector<std::uint32_t> widths_;   // of their values; 0: none has one
  bool has_only_words_ = false;         // all of them are 8
  std::vector<std::uint32_t> present_;  // the same for an instance that lacks some
  std::string name_;                    // of an instance, UTF-8
};

}  // namespace openperflib
