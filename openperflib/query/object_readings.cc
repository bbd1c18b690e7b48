#include "openperflib/query/object_readings.h"

#include <optional>
#include <utility>
#include <vector>

#include "openperflib/query/binding/layout_internal.h"
#include "openperflib/query/binding/series_reader_internal.h"
#include "openperflib/query/catalog/listed_series.h"
#include "openperflib/query/identity/clock_step_internal.h"

namespace openperflib {

// The number, spread over 64 bits, sets the objects apart. None of them keeps the identities of its
// block.
std::uint64_t identity_in_log(std::uint64_t identity, std::uint32_t number) noexcept {
  constexpr std::uint64_t kSpread = 0x9E37'79B9'7F4A'7C15;
  constexpr std::uint64_t kFirst = std::uint64_t{1} << 32U;
  return identity + kSpread * (kFirst + number);
}

struct ObjectReadings::State {
  void assign(const LoggedObject& object);
  void find_series(const DataBlockView& view);

  CodePageDecoder decode;
  Catalog catalog = {};
  Layout layout = {};
  Layout next_layout = {};
  SeriesReader reader = {};
  std::optional<BlockClocks> clocks = {};   // of the last block
  std::vector<std::uint32_t> numbers = {};  // in the catalog, by series
  std::vector<RawCounter> counters = {};    // by number
};

// A path to Collection Status would need all of that object, if it is the one.
void ObjectReadings::State::assign(const LoggedObject& object) {
  const BoundSeries first{.path = 0, .number = 0, .place = {}};
  catalog.assign(*object.block, *object.titles, decode, object.originals);
  next_layout.assign(*object.block, catalog, std::span(&first, 1));
}

void ObjectReadings::State::find_series(const DataBlockView& view) {
  std::vector<ListedRun> runs = listed_runs(catalog);
  std::erase_if(runs, [](const ListedRun& run) { return run.object != 0; });
  numbers = numbers_of(runs);
  counters.resize(catalog.series_count());
  reader.assign_listed(view, catalog, layout.map(), runs);
}

ObjectReadings::ObjectReadings(CodePageDecoder decode)
    : state_(std::make_unique<State>(State{.decode = decode})) {}
ObjectReadings::~ObjectReadings() = default;
ObjectReadings::ObjectReadings(ObjectReadings&&) noexcept = default;
ObjectReadings& ObjectReadings::operator=(ObjectReadings&&) noexcept = default;

// As a query does for a log, so that series are the same for both.
bool ObjectReadings::take(const LoggedObject& object) {
  State& state = *state_;
  const DataBlockView& view = object.block->view();
  const BlockClocks now = clocks_of(view);
  const std::optional<BlockClocks> before = std::exchange(state.clocks, now);
  const bool is_first = !before.has_value();
  TimeStep step = is_first ? TimeStep{} : step_between(*before, now).time;
  step.clock_was_set = false;
  if (!is_first && state.layout.follow(*object.block, step) == Layout::Next::same) return false;
  state.assign(object);
  if (!is_first) state.next_layout.continue_from(state.layout, step);
  std::swap(state.layout, state.next_layout);
  state.find_series(view);
  return true;
}

std::size_t ObjectReadings::series_count() const noexcept { return state_->numbers.size(); }

Series ObjectReadings::series_at(std::size_t position) const {
  const Catalog::Place place = state_->catalog.place_of(state_->numbers[position]);
  Series series = state_->catalog.series_at(place);
  series.identity = state_->layout.identity_of(place);
  series.process_id = state_->layout.process_id_of(place);
  return series;
}

void ObjectReadings::add_series(std::uint32_t number, std::string_view machine,
                                Catalog& into) const {
  Series before;
  for (std::size_t i = 0; i < series_count(); ++i) {
    Series series = series_at(i);
    series.path = number;
    series.machine = machine;
    series.identity = identity_in_log(series.identity, number);
    if (i == 0) {
      into.add(series);
    } else {
      into.add_after(before, series);
    }
    before = series;
  }
}

void ObjectReadings::read(const Snapshot& block, std::span<RawCounter> into) {
  State& state = *state_;
  state.reader.read(block, state.counters);
  for (std::size_t i = 0; i < state.numbers.size(); ++i) {
    into[i] = state.counters[state.numbers[i]];
  }
}

}  // namespace openperflib
