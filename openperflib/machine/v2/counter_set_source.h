// CounterSetSource: the counter sets of this machine, as consumers of perflib.h see them: what
// runs, what is registered, and the machine's own objects while they have data.
//
// Resource: keeps its buffers; a collection of the same sets allocates nothing while they stay the
//           same. One thread at a time.
// Source:   docs/formats/counter_set_blocks.md.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/machine/local_source.h"
#include "openperflib/machine/v2/own_set.h"
#include "openperflib/machine/v2/set_status.h"
#include "openperflib/provider/v2/read/counter_sets.h"
#include "openperflib/wire/v2/perf_data_builder.h"

namespace openperflib {

// One set. Valid until the next collection.
struct ConsumerSet {
  const CounterSetTemplate* set = nullptr;  // its counters, in the order of the values
  std::string_view name = {};               // as it is shown; empty: it has none
  const CounterSets* sets = nullptr;        // that have it; null: it is one of the machine's own
  const KnownSet* known = nullptr;          // likewise
  std::optional<std::size_t> running = {};  // its position in `sets`, if it runs
  // The set runs in another way than it is registered: it has no values.
  bool is_described_otherwise = false;

  // Returns whether its instances have names. Otherwise it has one, or none.
  [[nodiscard]] bool has_names() const noexcept;
};

class CounterSetSource {
 public:
  // Reads the instances of these sets, of which unknown ones are ignored; others are looked for
  // without theirs. The processes that have the sets learn of the purpose, all at the same time.
  // nullopt: only what describes the sets is wanted, and no process is asked.
  [[nodiscard]] std::expected<void, SetStatus> collect(LocalSource& machine,
                                                       std::span<const Guid> sets,
                                                       std::optional<SetPurpose> purpose);
  // Looks for everything that list() has; no process is asked. Nothing is collected for it, but
  // that once in a minute the objects that some machines lack are tried, never those of all
  // processes.
  [[nodiscard]] std::expected<void, SetStatus> collect_all(LocalSource& machine);

  // Counts one more query that reads each of these; tells the callbacks of their sets, and waits
  // for them. Processes that start later are notified before they are asked for values. Call it
  // after collect(). std::bad_alloc: nothing has changed.
  void want(std::span<const CounterIdentity> identities);
  // Returns the error with which the callbacks of all processes of the set refused the last want(),
  // as a code of Windows; 0: not all refused it.
  [[nodiscard]] std::uint32_t refusal(const CounterIdentity& identity) const noexcept;
  // Counts one query less that reads this.
  void unwant(const CounterIdentity& identity, LocalSource* machine) noexcept;
  // Tells the callbacks that were notified what no query reads any more. `machine`, also of
  // unwant(): null if it is not open, so that no callback was notified.
  void tell_removed(LocalSource* machine) noexcept;

  // Returns all sets: those of the machine itself that have data, then running ones, then
  // registered ones that do not run; each part ascending by GUID. Complete after collect_all().
  [[nodiscard]] std::vector<Guid> list() const;
  // Returns a set of the last collect(); nullopt: it was not asked for.
  [[nodiscard]] std::optional<ConsumerSet> find(const Guid& set) const;
  [[nodiscard]] std::span<const SetInstance> instances(const ConsumerSet& set) const;
  // Returns the first error that a callback of the set returned in this collection, as a code of
  // Windows; 0: none.
  [[nodiscard]] std::uint32_t callback_code(const ConsumerSet& set) const noexcept;
  // Returns when the values were read.
  [[nodiscard]] ReplyTimes times() const noexcept;

 private:
  // Reads request_ into snapshot_ and follows what runs. Errors: read_failed.
  [[nodiscard]] std::expected<void, SetStatus> read(LocalSource& machine);
  // Fills own_objects_, once.
  void find_own_objects(const LocalSource& machine);
  // Collects the objects that some machines lack; fills own_listed_ and sets tried_at_.
  [[nodiscard]] std::expected<void, SetStatus> try_own_objects(LocalSource& machine);
  // Returns whether own_listed_ is at most a minute old, by the time of snapshot_.
  [[nodiscard]] bool has_own_objects() const noexcept;
  // Replaces request_ and own_ by these sets, unless they are those of the last call.
  void request_sets(std::span<const Guid> sets);
  // Adds an object to request_ and own_, with the reasons why its values are missing.
  void request(TitleIndex object);
  // What is wanted belongs to the queries: a machine that was opened again does not know it.
  void use(LocalSource& machine);
  // Sets running_, which is null if `machine` is.
  void find_running(LocalSource* machine) noexcept;
  class Counted;
  // Undoes one want(). When no query reads this any more, running_ learns of it.
  void take_back(const CounterIdentity& identity) noexcept;
  // Fills positions_ again; sets that are displaced are left out.
  void follow_running();
  // Fills found_ with those that run, except the machine's own sets.
  void find_positions(std::span<const Guid> sets);
  // Asks the processes of asked_, all of them before it waits for the first answer.
  void read_running(SetPurpose purpose);
  // The position in running_; nullopt: it does not run.
  [[nodiscard]] std::optional<std::size_t> position_of(const Guid& set) const noexcept;
  [[nodiscard]] std::optional<ConsumerSet> find_idle(const Guid& set) const;

  // One of the machine's own objects that is asked for.
  struct Own {
    OwnSet set;
    bool has_data = false;  // in this collection
  };
  std::vector<TitleIndex> own_objects_;  // that can be asked for, ascending
  std::map<TitleIndex, Own> own_;        // those that were asked for
  std::vector<TitleIndex> own_listed_;   // those that had data when they were tried, ascending
  std::int64_t tried_at_ = 0;            // PerfTime of that; 0: never
  std::vector<Guid> asked_;
  ObjectRequest request_ = ObjectRequest::nothing();
  Snapshot snapshot_;
  CounterSets* running_ = nullptr;                       // null: the machine has none
  std::map<CounterIdentity, std::size_t> wanted_;        // by how many queries
  std::vector<std::pair<Guid, std::size_t>> positions_;  // of running sets, ascending by GUID
  std::vector<std::size_t> found_;                       // positions of those that are asked for
};

}  // namespace openperflib
