#include "openperflib/query/block_readings.h"

#include <cstdint>
#include <optional>
#include <utility>

#include "openperflib/query/binding/series_reader_internal.h"
#include "openperflib/query/catalog/block_catalog.h"
#include "openperflib/query/identity/clock_step_internal.h"

namespace openperflib {

struct BlockReadings::State {
  State(const TitleTable& its_titles, CodePageDecoder decode)
      : titles(its_titles), blocks(decode) {}

  void find_series(const Snapshot& snapshot);
  [[nodiscard]] bool has_other_clocks(const DataBlockView& view);

  TitleTable titles;  // a view
  BlockCatalog blocks;
  SeriesReader reader;
  Sample sample;
  std::optional<BlockClocks> clocks;  // of the last block
  std::uint64_t generation = 0;       // of the catalog that the reader is for
};

void BlockReadings::State::find_series(const Snapshot& snapshot) {
  blocks.take(snapshot, titles);
  const Catalog& catalog = blocks.catalog();
  if (std::exchange(generation, catalog.generation()) == catalog.generation()) return;
  reader.assign_listed(snapshot.view(), catalog, blocks.map());
  sample.counters.resize(catalog.series_count());
}

// Returns whether nothing before the block is comparable with it.
bool BlockReadings::State::has_other_clocks(const DataBlockView& view) {
  const BlockClocks now = clocks_of(view);
  const std::optional<BlockClocks> before = std::exchange(clocks, now);
  return before.has_value() && step_between(*before, now).starts_anew;
}

BlockReadings::BlockReadings(const TitleTable& titles, CodePageDecoder decode)
    : state_(std::make_unique<State>(titles, decode)) {}
BlockReadings::~BlockReadings() = default;

void BlockReadings::take(const Record& record) {
  State& state = *state_;
  const Snapshot& snapshot = *record.block;
  const DataBlockView& view = snapshot.view();
  const bool is_logged = record.logged.has_value();
  state.sample.time_utc = is_logged ? record.logged->time_utc : view.perf_time_100ns();
  const bool has_other_clocks = state.has_other_clocks(view);
  state.sample.starts_anew = has_other_clocks || (is_logged && record.logged->starts_anew);
  state.find_series(snapshot);
  state.reader.read(snapshot, state.sample.counters);
}

Record BlockReadings::readings_of(const Record& record) {
  if (record.block == nullptr) return record;
  take(record);
  return {catalog(), sample()};
}

const Catalog& BlockReadings::catalog() const noexcept { return state_->blocks.catalog(); }

const Sample& BlockReadings::sample() const noexcept { return state_->sample; }

}  // namespace openperflib
