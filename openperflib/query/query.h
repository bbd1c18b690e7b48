// Query: counter paths, bound to whatever the snapshots hold, calculated from one to the next.
#pragma once

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
#include "openperflib/query/object_request.h"
#include "openperflib/query/series.h"
#include "openperflib/query/series_catalog.h"
#include "openperflib/query/snapshot.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/wire/instance_name.h"

namespace openperflib {

// The series of a query in one layout of its source, in the order of the paths, then of the block.
class Binding {
 public:
  // What a row has a value of, one each, in the row's order.
  [[nodiscard]] std::span<const Series> series() const noexcept;
  // "\\machine\object(parent/instance#n)\counter" as CSV writes it.
  [[nodiscard]] std::string path_of(std::size_t series) const;
  [[nodiscard]] std::string_view machine() const noexcept;
  // Grows by one whenever the series changed; rows of one generation have the same columns.
  [[nodiscard]] std::uint64_t generation() const noexcept;
  ~Binding();

 private:
  friend class Query;
  Binding();
  struct State;
  std::unique_ptr<State> state_;
};

// One raw row: the readings of all series at one time. Same order as Binding::series().
struct Sample {
  FileTime time_utc = 0;  // PerfTime100nSec of the block
  std::vector<RawCounter> counters;
  // Nothing before this sample is comparable with it: another log begins, or the machine was
  // started anew. Of sources without blocks; those with blocks tell it by their clocks.
  bool starts_anew = false;
};

// One calculated row. Same order as Binding::series().
struct Row {
  FileTime time_utc = 0;
  std::vector<Value> values;
};

// How a query calculates and what it calls its machine. The defaults are those for files.
struct QueryOptions {
  Policy policy;                     // wrap modulo_2_32 and the clock check belong to live sources
  std::string machine;               // machine part shown in paths; empty: the block's own name
  CodePageDecoder decode = nullptr;  // of names in blocks that come from files, as for catalog_of
  // Whether take() calculates row(); for whoever wants the readings alone it stays without values.
  enum class Rows : std::uint8_t { calculated, left_out };
  Rows rows = Rows::calculated;
};

// Resource, movable: keeps the reading before, so that each take() gives a row. One thread at a
// time.
class Query {
 public:
  // The texts of `titles` must outlive the query.
  explicit Query(const TitleTable& titles, QueryOptions options = {});
  ~Query();
  // What binding(), row() and the samples refer to stays where it is. The query moved from can only
  // be assigned to or end.
  Query(Query&&) noexcept;
  Query& operator=(Query&&) noexcept;

  // Adds a path or pattern in any spelling: \object(instance)\counter, with \\machine, with * and
  // ?, numeric (\238(_Total)\6), or for shells (Processor/_Total/% Processor Time). It need not
  // match anything now: it stays alive. Returns its number. Errors: syntax, with the byte in the
  // path.
  [[nodiscard]] std::expected<std::uint32_t, Error> add(std::string_view path);

  // What a source must be asked for so that the paths can be answered.
  [[nodiscard]] const ObjectRequest& request() const noexcept;

  // Takes the next snapshot: binds anew where the layout changed, reads, and calculates against the
  // reading before it of the same identity. The snapshot need not live on.
  void take(const Snapshot& snapshot);

  // The same for a source without blocks (a log of single counters). `sample` has the readings of
  // the catalog's series, in its order; `calculated` their values where the source holds those
  // instead (text logs), else null: then the readings are calculated. Binds anew where the catalog
  // has another generation. A query takes of one kind of source only.
  void take(const SeriesCatalog& catalog, const Sample& sample, const Row* calculated = nullptr);

  // For whoever wants the readings alone, in a place of his own: take() without reading or
  // calculating anything.
  void bind(const Snapshot& snapshot);
  // Puts the readings of the snapshot that was bound last into `into`, a place a series of
  // binding(). newer(), older(), row() and reason() know nothing of them.
  void read(const Snapshot& snapshot, std::span<RawCounter> into);

  // Valid after the first take().
  [[nodiscard]] const Binding& binding() const noexcept;
  [[nodiscard]] const Row& row() const noexcept;
  [[nodiscard]] const Sample& newer() const noexcept;
  // The readings before, aligned with newer(): a series that is new has an unusable one.
  [[nodiscard]] const Sample& older() const noexcept;
  // Whether some series still lacks an earlier reading that the next take() will bring: the tool
  // takes a silent sample then.
  [[nodiscard]] bool wants_another_sample() const noexcept;
  // Why a value of the row is missing ("no permission: /proc/1/io"); empty where nobody said.
  [[nodiscard]] std::string reason(std::size_t series) const;
  // What a path matched in the last snapshot.
  enum class Match : std::uint8_t {
    matched,
    no_machine,
    no_object,
    no_counter,
    no_instance,
    left_out
  };
  // Of a path by its number; no_object for any other number, and before the first take().
  [[nodiscard]] Match match(std::uint32_t path) const noexcept;
  // For left_out: why the counter has no definition here.
  [[nodiscard]] std::string left_out_reason(std::uint32_t path) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
