// Query: counter paths that are bound to the series of each snapshot and calculated from one
// snapshot to the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/base/error.h"
#include "openperflib/counter/calculate.h"
#include "openperflib/counter/known_counter.h"
#include "openperflib/query/binding/binding.h"
#include "openperflib/query/binding/path_match.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/catalog/row.h"
#include "openperflib/query/catalog/series.h"
#include "openperflib/query/paths/path_grammar.h"
#include "openperflib/query/record.h"
#include "openperflib/snapshot/object_request.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/titles/title_set.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/wire/instance_name.h"

namespace openperflib {

// How a query calculates, and the name of its machine. The defaults are right for files.
struct QueryOptions {
  Policy policy = {};                // wrap modulo_2_32 and the clock check belong to live sources
  std::string machine = {};          // machine part shown in paths; empty: the block's own name
  CodePageDecoder decode = nullptr;  // of names in blocks that come from files, as for catalog_of
  // Returns type, scale and size of a counter that Collection Status names but the block does not
  // define. Null: its type is 0, which cannot be told from PERF_COUNTER_RAWCOUNT_HEX.
  CounterLookup undefined_counters = nullptr;
  // Whether take() calculates row(); if only the readings are needed, row() stays without values.
  enum class Rows : std::uint8_t { calculated, left_out };
  Rows rows = Rows::calculated;
  // What the first reading of a process or thread is compared with. nothing: it has no rate, as in
  // Windows' tools. start: if the process began after the record before, it had used nothing then,
  // and its rates are over the whole interval, so that they add up with those of the others.
  enum class FirstRates : std::uint8_t { nothing, start };
  FirstRates first_rates = FirstRates::nothing;
  PathGrammar grammar = PathGrammar::full;  // of the paths that are added
  // In which unit the values of row() are. of_readings: in that of the stored number, as on Windows
  // and in its log formats. of_names: in the unit that the counter's name says, for people and for
  // the limits that they write: a load average whose reading is 1381 is 13.81.
  enum class Units : std::uint8_t { of_readings, of_names };
  Units units = Units::of_readings;
};

// Resource, movable: keeps the previous reading, so that each take() produces a row. One thread at
// a time.
class Query {
 public:
  // The texts of `titles` must outlive the query.
  explicit Query(const TitleTable& titles, QueryOptions options = {});
  // Makes a query that keeps its titles alive.
  explicit Query(std::shared_ptr<const TitleSet> titles, QueryOptions options = {});
  ~Query();
  // The addresses that binding(), row() and the samples refer to do not change. A query that was
  // moved from can only be assigned to or destroyed.
  Query(Query&&) noexcept;
  Query& operator=(Query&&) noexcept;

  // Adds a machine: the query is then one over all machines that were added, and its records have a
  // block of each, in this order. A path that names one of them by `name` means that machine; a
  // path without a machine means the first. The series stand in the order of the paths, then of the
  // machines. `name` is shown in paths; empty: that of its blocks is shown, and no path names the
  // machine. Called before the first take().
  void add_machine(std::string name, std::shared_ptr<const TitleSet> titles);

  // Adds a path or pattern in any spelling: \object(instance)\counter, with \\machine, with * and
  // ?, numeric (\238(_Total)\6), or for shells (Processor/_Total/% Processor Time). It need not
  // match anything now: it is matched again whenever the layout changes. Returns its number: the
  // count of paths added before it, removed ones included. In PDH's grammar, which the options may
  // ask for, only * is special, and there is no spelling for shells. The other series keep their
  // identities and their last readings. Errors: syntax, with the byte in the path.
  using PathId = std::uint32_t;
  [[nodiscard]] std::expected<PathId, Error> add(std::string_view path);
  // Returns a number without a path, as a removed one leaves it: it matches nothing until replace()
  // gives it a path.
  PathId reserve();
  // Removes a path, from the next take() on. The numbers of the other paths do not change, and
  // their series keep their identities and last readings. A number that names no path has no
  // effect.
  void remove(PathId path);

  // Puts a path in the place of one that was removed, so that its number is used again: a program
  // that adds and removes paths for days keeps few of them. Its series have no earlier readings.
  // Errors: as for add(); a number that names no path is wrong_value.
  [[nodiscard]] std::expected<void, Error> replace(PathId removed, std::string_view path);

  // Continues with the titles of another generation: the paths are requested and bound again, and
  // the series that are still the same keep their identities and last readings. Names that a block
  // brings along (Snapshot::titles) need no call: they are used for that block. `machine`: its
  // position among several.
  void set_titles(std::shared_ptr<const TitleSet> titles, std::size_t machine = 0);

  // Returns the titles of the constructor, of add_machine() or of the last set_titles().
  [[nodiscard]] const TitleTable& titles(std::size_t machine = 0) const noexcept;

  // Returns the request that a source must collect to answer the paths; of several machines, the
  // request to one of them for the paths that name it.
  [[nodiscard]] const ObjectRequest& request(std::size_t machine = 0) const noexcept;

  // Takes the next record: binds again if the layout of its block, or the generation of its
  // catalog, changed, reads, and calculates against the previous reading of the same identity. The
  // record is not needed afterwards. All records of a query are of one kind: blocks, those of its
  // machines, or readings. Of several machines, one that does not answer keeps its series without
  // values, and its next reading is calculated against the last one that was taken, unless its
  // clocks tell of a restart. The row has the time of the first machine that answered. The objects
  // of a log each continue with their own clocks; one that a record lacks keeps its series without
  // values, and its next reading has no earlier one. A log may change from objects to readings.
  void take(const Record& record);

  // Does what take() does without reading or calculating: for callers that need only the readings
  // of one machine, in their own memory.
  void bind(const Snapshot& snapshot);
  // Puts the readings of the last bound snapshot into `into`, one place per series of binding().
  // newer(), older(), row() and reason() are not changed.
  void read(const Snapshot& snapshot, std::span<RawCounter> into);
  // Does what take() of a record with this catalog does, without reading or calculating: for
  // callers that need only the series and match() of a source without blocks.
  void bind(const Catalog& catalog);

  // Valid after the first take().
  [[nodiscard]] const Binding& binding() const noexcept;
  [[nodiscard]] const Row& row() const noexcept;
  [[nodiscard]] const Sample& newer() const noexcept;
  // Returns the previous readings, aligned with newer(); that of a new series is unusable.
  [[nodiscard]] const Sample& older() const noexcept;
  // Returns whether the older reading of a series is not one, but the start of a process after the
  // record before (QueryOptions::FirstRates): nothing earlier of the series is comparable.
  [[nodiscard]] bool is_first_rate(std::size_t series) const noexcept;
  // Returns whether this is so for some series of the row.
  [[nodiscard]] bool has_first_rates() const noexcept { return !first_rates().empty(); }
  // Returns the positions of these series, ascending.
  [[nodiscard]] std::span<const std::size_t> first_rates() const noexcept;
  // Returns whether some series still lacks the earlier reading that the next take() will bring;
  // the tool then takes a silent sample.
  [[nodiscard]] bool wants_another_sample() const noexcept;
  // Returns why a value of the row is missing ("no permission: /proc/1/io"); empty if no reason was
  // reported.
  [[nodiscard]] std::string reason(std::size_t series) const;
  // Returns the kind of reason why the newest reading of a series is missing, for programs; `other`
  // if the reading exists, or its source gives no reason.
  [[nodiscard]] MissingReason missing_reason(std::size_t series) const;
  // The result of matching a path with the last snapshot.
  using Match = PathMatch;
  // Returns the match of a path, by its number; no_object for any other number, and before the
  // first take().
  [[nodiscard]] Match match(PathId path) const noexcept;
  // Returns, for left_out, why the counter has no definition on its machine, or that the machine
  // did not answer.
  [[nodiscard]] std::string left_out_reason(PathId path) const;

 private:
  struct State;
  struct Machines;
  void take_objects(const Record& record);
  // Returns the part for one of several machines; the whole for one machine or a log.
  [[nodiscard]] State& part(std::size_t machine) const noexcept;
  std::unique_ptr<State> state_;
  std::unique_ptr<Machines> machines_;  // null: the query has no parts
};

}  // namespace openperflib
