#include "openperflib/query/block_readings.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "openperflib/query/binding/series_reader_internal.h"
#include "openperflib/query/catalog/block_catalog.h"
#include "openperflib/query/identity/clock_step_internal.h"
#include "openperflib/query/object_readings.h"

namespace openperflib {

struct BlockReadings::State {
  State(const TitleTable& its_titles, CodePageDecoder its_decode)
      : titles(its_titles), decode(its_decode), blocks(its_decode) {}

  void find_series(const Snapshot& snapshot);
  void take_block(const Record& record);
  void take_objects(const Record& record);
  void list_objects(std::span<const LoggedObject> all);
  [[nodiscard]] bool has_other_clocks(const DataBlockView& view);

  TitleTable titles;  // a view
  CodePageDecoder decode;
  BlockCatalog blocks;
  SeriesReader reader;
  Sample sample;
  std::optional<BlockClocks> clocks;  // of the last block
  std::uint64_t generation = 0;       // of the catalog that the reader is for
  // These are for records of objects.
  struct Object {
    ObjectReadings readings;
    std::uint32_t catalog = 0;  // LoggedObject::catalog
  };
  std::vector<Object> objects;
  Catalog catalog_of_objects;
  bool has_objects = false;  // in the last record
};

void BlockReadings::State::find_series(const Snapshot& snapshot) {
  blocks.take(snapshot, titles);
  const Catalog& catalog = blocks.catalog();
  if (std::exchange(generation, catalog.generation()) == catalog.generation()) return;
  reader.assign_listed(snapshot.view(), catalog, blocks.map(), listed_runs(catalog));
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

void BlockReadings::State::take_block(const Record& record) {
  const Snapshot& snapshot = *record.block;
  const DataBlockView& view = snapshot.view();
  const bool is_logged = record.logged.has_value();
  sample.time_utc = is_logged ? record.logged->time_utc : view.perf_time_100ns();
  const bool is_other = has_other_clocks(view);
  sample.starts_anew = is_other || (is_logged && record.logged->starts_anew);
  find_series(snapshot);
  reader.read(snapshot, sample.counters);
}

// An object that a record lacks keeps its series.
void BlockReadings::State::list_objects(std::span<const LoggedObject> all) {
  bool are_others = objects.size() != all.size();
  objects.erase(objects.begin() + static_cast<std::ptrdiff_t>(std::min(objects.size(), all.size())),
                objects.end());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == objects.size()) objects.push_back({ObjectReadings(decode), all[i].catalog});
    Object& one = objects[i];
    if (one.catalog != all[i].catalog) {
      one = {ObjectReadings(decode), all[i].catalog};
      are_others = true;
    }
    if (all[i].block != nullptr) are_others = one.readings.take(all[i]) || are_others;
  }
  if (!are_others) return;
  catalog_of_objects.clear();
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    objects[i].readings.add_series(i, all[i].machine, catalog_of_objects);
  }
  sample.counters.resize(catalog_of_objects.series_count());
}

void BlockReadings::State::take_objects(const Record& record) {
  sample.time_utc = record.logged->time_utc;
  sample.starts_anew = record.logged->starts_anew;
  list_objects(record.objects);
  std::span<RawCounter> left(sample.counters);
  for (std::size_t i = 0; i < objects.size(); ++i) {
    ObjectReadings& one = objects[i].readings;
    const auto own = left.first(one.series_count());
    left = left.subspan(own.size());
    if (record.objects[i].block != nullptr) {
      one.read(*record.objects[i].block, own);
    } else {
      std::ranges::fill(own, RawCounter{.status = CStatus::invalid_data});
    }
  }
}

void BlockReadings::take(const Record& record) {
  state_->has_objects = !record.objects.empty();
  if (state_->has_objects) return state_->take_objects(record);
  state_->take_block(record);
}

Record BlockReadings::readings_of(const Record& record) {
  if (record.block == nullptr && record.objects.empty()) return record;
  take(record);
  return {catalog(), sample()};
}

const Catalog& BlockReadings::catalog() const noexcept {
  return state_->has_objects ? state_->catalog_of_objects : state_->blocks.catalog();
}

const Sample& BlockReadings::sample() const noexcept { return state_->sample; }

}  // namespace openperflib
