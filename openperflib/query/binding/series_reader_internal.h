// SeriesReader reads the raw values of bound series from a block whose layout was validated. All
// offsets are resolved beforehand: a value costs two loads and two stores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "openperflib/counter/formula.h"
#include "openperflib/query/binding/path_binder_internal.h"
#include "openperflib/query/catalog/block_map_internal.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/catalog/listed_series.h"
#include "openperflib/query/catalog/row.h"

namespace openperflib {

// Resource: tables that are reused.
class SeriesReader {
 public:
  // Prepares for a row that has the series of `bound`. The map must be that of the same block.
  void assign(const DataBlockView& view, const Catalog& catalog, const BlockMap& map,
              std::span<const BoundSeries> bound);
  // Prepares for a row that has a place for every series of the catalog, by number. Only those of
  // `runs` are read, which are some of listed_runs().
  void assign_listed(const DataBlockView& view, const Catalog& catalog, const BlockMap& map,
                     std::span<const ListedRun> runs);

  // Reads all series that can be read. `counters` has at least one place for each of the row.
  void read(const Snapshot& snapshot, std::span<RawCounter> counters);

  // How each series of the row is calculated; null if it cannot be read. Valid until assign().
  void note_formulas(std::span<const Formula*> formulas) const;

 private:
  // A run of adjacent series: counters of one instance, requested by one path.
  struct SeriesRun {
    std::uint32_t path = 0;
    std::uint32_t object = 0;    // position in the block
    std::uint32_t instance = 0;  // position in its object; 0 if it has no instances
    std::uint32_t first_series = 0;
    std::uint32_t first_choice = 0;  // in choices_
    std::uint32_t count = 0;         // of the series, and of the choices
  };
  // How one counter is read. A value is loaded together with the bytes before it and shifted, so
  // that no load reads beyond it: a block begins with more than 8 bytes of header.
  struct Column {
    RawCounter pattern;               // everything except the value; filled for each block
    std::uint32_t value_end = 0;      // in bytes from the start of the counter block
    std::uint32_t second_end = 0;     // of its base or own clock; 0: it has none
    std::uint32_t multi_end = 0;      // of its multiplier; 0: it has none
    std::uint32_t time_base_end = 0;  // of the frequency of its own clock; 0: it has none
    std::uint32_t length_needed = 0;  // of the counter block; kUnreadable: it cannot be read
    std::uint32_t second_clock = 0;   // the clock that is the second value, in clocks_
    std::uint32_t base_clock = 0;     // the clock whose frequency is the time base, in clocks_
    std::uint8_t value_shift = 0;
    std::uint8_t second_shift = 0;
    std::uint8_t multi_shift = 0;
    std::uint8_t time_base_shift = 0;
    bool has_companions = false;  // a base, a multiplier or a clock in the same counter block
  };
  static constexpr std::uint32_t kUnreadable = 0xFFFFFFFF;
  // The ordinals whose status applies to a value: its own and that of its base or own clock.
  struct Ordinals {
    std::uint32_t value;
    std::uint32_t base;  // same as value if it has neither
  };
  enum class Access : std::uint8_t {
    with_care,     // bounds and byte order are checked
    plain,         // all its columns can be read without further checks
    side_by_side,  // as plain, and they are adjacent and have no companions
  };
  struct Place {
    CounterBlockPlace block;
    Access access;
  };
  struct Object {
    std::uint32_t offset;  // of its header
    std::uint32_t title_index;
    std::uint32_t first_column;
    std::uint32_t columns;
  };
  struct ClockReading {
    std::uint64_t time = 0;
    std::uint64_t frequency = 0;
  };

  [[nodiscard]] static bool place(std::uint32_t offset, std::uint32_t size, std::uint32_t& end,
                                  std::uint8_t& shift, Column& column);
  [[nodiscard]] static bool place_value(const Catalog::Counter& counter, Column& column);
  [[nodiscard]] static bool place_base(const Catalog::Counter& counter, Column& column);
  [[nodiscard]] static bool place_multiplier(const Catalog::Counter& counter, Column& column);
  [[nodiscard]] static bool place_clock(const Catalog::Counter& counter,
                                        std::span<const Catalog::Counter> all, Column& column);
  void add_column(const Catalog::Counter& counter, std::span<const Catalog::Counter> all,
                  std::uint32_t object);
  void add_columns(const Catalog& catalog, const BlockMap& map);
  void add_runs(std::span<const BoundSeries> bound);
  void add_listed_run(const Catalog& catalog, const ListedRun& run);
  void place_runs(const DataBlockView& view, const BlockMap& map);
  void add_series(std::uint32_t series, const BoundSeries& bound);
  void share_choices();
  void use_columns();
  [[nodiscard]] bool is_plain(const SeriesRun& run, CounterBlockPlace block) const noexcept;
  [[nodiscard]] bool is_side_by_side(const SeriesRun& run) const noexcept;
  [[nodiscard]] Access access_of(const SeriesRun& run, CounterBlockPlace block,
                                 ByteOrder order) const noexcept;
  void read_clocks(const DataBlockView& view) noexcept;
  void read_side_by_side(const SeriesRun& run, const std::byte* block,
                         RawCounter* out) const noexcept;
  void read_plain(const SeriesRun& run, const std::byte* block, RawCounter* out) const noexcept;
  void read_with_care(const SeriesRun& run, Bytes block, ByteOrder order,
                      RawCounter* out) const noexcept;
  void find_missing_columns(std::span<const MissingRun> missing);
  void apply_missing(std::span<const MissingRun> missing, std::span<RawCounter> counters);

  std::vector<Object> objects_;
  std::vector<Column> columns_;  // of all counters of the catalog
  std::vector<std::uint32_t> used_columns_;
  std::vector<ClockReading> clocks_;  // none, PerfTime, PerfTime100nSec, then one per object
  std::vector<Ordinals> ordinals_;    // by column
  std::vector<Formula> formulas_;     // by column
  std::vector<SeriesRun> runs_;
  std::vector<Place> places_;                      // by run
  std::vector<std::uint32_t> choices_;             // columns
  std::vector<std::uint8_t> lacks_values_;         // by column: 1 if some instance has no value
  std::vector<std::uint8_t> object_lacks_values_;  // by object
};

}  // namespace openperflib
