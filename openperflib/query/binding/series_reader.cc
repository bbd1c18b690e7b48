#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>

#include "openperflib/base/checked.h"
#include "openperflib/counter/type_table.h"
#include "openperflib/query/binding/series_reader_internal.h"
#include "openperflib/snapshot/missing_runs.h"
#include "openperflib/wire/layout.h"

namespace openperflib {
namespace {

// Positions in clocks_. The clocks of the objects follow, in their order.
enum ClockPosition : std::uint32_t { kNoClock, kPerfTime, kPerfTime100ns, kFirstObject };

constexpr std::uint32_t kWord = sizeof(std::uint64_t);
constexpr std::size_t kAfterSecond = offsetof(RawCounter, time_base);

std::uint32_t clock_of(Companion companion, std::uint32_t object) {
  switch (companion) {
    case Companion::perf_time:
      return kPerfTime;
    case Companion::perf_time_100ns:
      return kPerfTime100ns;
    case Companion::object_time:
      return kFirstObject + object;
    case Companion::none:
    case Companion::base:
      return kNoClock;
  }
  return kNoClock;
}

std::uint8_t shift_of(std::uint32_t size) { return static_cast<std::uint8_t>(8 * (kWord - size)); }

// `block` is 8 bytes before the counter block: see Column.
std::uint64_t load_ending_at(const std::byte* block, std::uint32_t end) {
  std::uint64_t value;
  std::memcpy(&value, block + end, sizeof value);
  return value;
}

// A value of a block of any byte order. The caller has checked that it is inside.
std::uint64_t value_ending_at(Bytes block, std::uint32_t end, std::uint8_t shift, ByteOrder order) {
  const std::uint32_t size = kWord - shift / 8U;
  return load_value(block, end - size, size, order);
}

}  // namespace

bool SeriesReader::place(std::uint32_t offset, std::uint32_t size, std::uint32_t& end,
                         std::uint8_t& shift, Column& column) {
  const auto stored_end = checked_add(offset, size);
  if (size - 1 >= kWord || !stored_end.has_value()) return false;
  end = *stored_end;
  shift = shift_of(size);
  column.length_needed = std::max(column.length_needed, end);
  return true;
}

bool SeriesReader::place_value(const Catalog::Counter& counter, Column& column) {
  return place(counter.offset, counter.size, column.value_end, column.value_shift, column);
}

bool SeriesReader::place_base(const Catalog::Counter& counter, Column& column) {
  return place(counter.base_offset, counter.base_size, column.second_end, column.second_shift,
               column);
}

// The multiplier has its own definition, or is in the 4 bytes after the value.
bool SeriesReader::place_multiplier(const Catalog::Counter& counter, Column& column) {
  if (counter.base_ordinal.has_value()) {
    return place(counter.base_offset, counter.base_size, column.multi_end, column.multi_shift,
                 column);
  }
  return place(column.value_end, sizeof(std::uint32_t), column.multi_end, column.multi_shift,
               column);
}

// The clock of a counter that would have that of its object: each instance has its own.
bool SeriesReader::place_clock(const Catalog::Counter& counter,
                               std::span<const Catalog::Counter> all, Column& column) {
  bool is_placed = true;
  if (counter.time.has_value() && counter.type.companion() == Companion::object_time) {
    const Catalog::Counter& time = all[*counter.time];
    is_placed = place(time.offset, time.size, column.second_end, column.second_shift, column);
  }
  if (counter.frequency.has_value()) {
    const Catalog::Counter& frequency = all[*counter.frequency];
    is_placed = place(frequency.offset, frequency.size, column.time_base_end,
                      column.time_base_shift, column) &&
                is_placed;
  }
  return is_placed;
}

void SeriesReader::add_column(const Catalog::Counter& counter,
                              std::span<const Catalog::Counter> all, std::uint32_t object) {
  const CounterType type = counter.type;
  const bool has_base = counter.base_ordinal.has_value();
  const bool by_base = type.companion() == Companion::base;
  const bool divides = has_base && by_base;
  const bool lacks_base = !has_base && type.needs_base() && find_type(type) != nullptr;
  const Formula formula =
      formula_of(type, has_base ? BaseDefinition::present : BaseDefinition::absent);
  const bool multiplies = type.is_multi() || formula.first == FirstOperand::queue_product;
  Column column;
  column.pattern.size = static_cast<std::uint8_t>(std::min<std::uint32_t>(counter.size, 0xFF));
  column.base_clock = clock_of(type.clock(), object);
  // A foreign type without its base is divided by time.
  if (!divides) column.second_clock = clock_of(by_base ? type.clock() : type.companion(), object);
  bool readable = !lacks_base && place_value(counter, column);
  if (divides) readable = place_base(counter, column) && readable;
  if (multiplies) readable = place_multiplier(counter, column) && readable;
  const bool has_clock = type.clock() == Companion::object_time &&
                         (counter.time.has_value() || counter.frequency.has_value());
  if (has_clock) readable = place_clock(counter, all, column) && readable;
  if (!readable) column.length_needed = kUnreadable;
  column.has_companions = divides || multiplies || has_clock;
  columns_.push_back(column);
  formulas_.push_back(formula);
  Ordinals ordinals{.value = counter.ordinal, .base = counter.ordinal};
  if (has_base && (divides || multiplies)) {
    ordinals.base = *counter.base_ordinal;
  } else if (has_clock && counter.time.has_value()) {
    ordinals.base = all[*counter.time].ordinal;
  }
  ordinals_.push_back(ordinals);
}

// A block may have thousands of counters of which few are requested.
void SeriesReader::use_columns() {
  used_columns_.assign(choices_.begin(), choices_.end());
  std::ranges::sort(used_columns_);
  used_columns_.erase(std::ranges::unique(used_columns_).begin(), used_columns_.end());
}

bool SeriesReader::is_plain(const SeriesRun& run, CounterBlockPlace block) const noexcept {
  return std::ranges::all_of(
      std::span(choices_).subspan(run.first_choice, run.count),
      [&](std::uint32_t choice) { return columns_[choice].length_needed <= block.size; });
}

bool SeriesReader::is_side_by_side(const SeriesRun& run) const noexcept {
  for (std::uint32_t i = 0; i < run.count; ++i) {
    const std::uint32_t choice = choices_[run.first_choice + i];
    if (choice != choices_[run.first_choice] + i || columns_[choice].has_companions) return false;
  }
  return run.count != 0;
}

SeriesReader::Access SeriesReader::access_of(const SeriesRun& run, CounterBlockPlace block,
                                             ByteOrder order) const noexcept {
  if (order != ByteOrder::little || !is_plain(run, block)) return Access::with_care;
  return is_side_by_side(run) ? Access::side_by_side : Access::plain;
}

// The instances of an object mostly have the same counters read.
void SeriesReader::share_choices() {
  if (runs_.size() < 2) return;
  const SeriesRun& before = runs_[runs_.size() - 2];
  SeriesRun& run = runs_.back();
  const auto choices_of = [&](const SeriesRun& one) {
    return std::span(choices_).subspan(one.first_choice, one.count);
  };
  if (!std::ranges::equal(choices_of(before), choices_of(run))) return;
  choices_.resize(run.first_choice);
  run.first_choice = before.first_choice;
}

void SeriesReader::add_series(std::uint32_t series, const BoundSeries& bound) {
  const std::uint32_t instance =
      bound.place.instance == Catalog::Place::kNone ? 0 : bound.place.instance;
  const bool goes_on = !runs_.empty() && runs_.back().path == bound.path &&
                       runs_.back().object == bound.place.object &&
                       runs_.back().instance == instance &&
                       runs_.back().first_series + runs_.back().count == series;
  if (!goes_on) {
    if (!runs_.empty()) share_choices();
    runs_.push_back({.path = bound.path,
                     .object = bound.place.object,
                     .instance = instance,
                     .first_series = series,
                     .first_choice = static_cast<std::uint32_t>(choices_.size())});
  }
  choices_.push_back(objects_[bound.place.object].first_column + bound.place.counter);
  ++runs_.back().count;
}

void SeriesReader::add_runs(std::span<const BoundSeries> bound) {
  runs_.clear();
  choices_.clear();
  for (std::uint32_t i = 0; i < bound.size(); ++i) {
    if (bound[i].number != BoundSeries::kNone) add_series(i, bound[i]);
  }
  if (!runs_.empty()) share_choices();
}

// All instances share the choices of the run.
void SeriesReader::add_listed_run(const Catalog& catalog, const ListedRun& run) {
  const std::size_t counters = catalog.objects()[run.object].counters.size();
  const std::size_t cell = run.first - catalog.first_series({.object = run.object});
  const auto first_choice = static_cast<std::uint32_t>(choices_.size());
  const auto of_instance = static_cast<std::uint32_t>(std::min(run.count, counters));
  const auto first_counter = static_cast<std::uint32_t>(cell % counters);
  for (std::uint32_t i = 0; i < of_instance; ++i) {
    choices_.push_back(objects_[run.object].first_column + first_counter + i);
  }
  for (std::size_t done = 0; done < run.count; done += of_instance) {
    runs_.push_back({.path = 0,
                     .object = run.object,
                     .instance = static_cast<std::uint32_t>((cell + done) / counters),
                     .first_series = static_cast<std::uint32_t>(run.first + done),
                     .first_choice = first_choice,
                     .count = of_instance});
  }
}

void SeriesReader::add_columns(const Catalog& catalog, const BlockMap& map) {
  objects_.clear();
  columns_.clear();
  ordinals_.clear();
  formulas_.clear();
  for (std::size_t i = 0; i < catalog.objects().size(); ++i) {
    const Catalog::Object& object = catalog.objects()[i];
    objects_.push_back({map.object_offset(i), object.title_index,
                        static_cast<std::uint32_t>(columns_.size()),
                        static_cast<std::uint32_t>(object.counters.size())});
    for (const Catalog::Counter& counter : object.counters) {
      add_column(counter, object.counters, static_cast<std::uint32_t>(i));
    }
  }
}

void SeriesReader::place_runs(const DataBlockView& view, const BlockMap& map) {
  use_columns();
  places_.clear();
  clocks_.assign(kFirstObject + objects_.size(), ClockReading{});
  for (const SeriesRun& run : runs_) {
    const auto blocks = map.places(run.object);  // a cut block may lack one: nothing is read then
    const CounterBlockPlace block =
        run.instance < blocks.size() ? blocks[run.instance] : CounterBlockPlace{};
    places_.push_back({block, access_of(run, block, view.byte_order())});
  }
  lacks_values_.assign(columns_.size(), 0);
  object_lacks_values_.assign(objects_.size(), 0);
}

void SeriesReader::assign(const DataBlockView& view, const Catalog& catalog, const BlockMap& map,
                          std::span<const BoundSeries> bound) {
  add_columns(catalog, map);
  add_runs(bound);
  place_runs(view, map);
}

void SeriesReader::assign_listed(const DataBlockView& view, const Catalog& catalog,
                                 const BlockMap& map, std::span<const ListedRun> runs) {
  add_columns(catalog, map);
  runs_.clear();
  choices_.clear();
  for (const ListedRun& run : runs) add_listed_run(catalog, run);
  place_runs(view, map);
}

// A block has one time: what is the same for all instances is put into the columns once.
void SeriesReader::read_clocks(const DataBlockView& view) noexcept {
  clocks_[kPerfTime] = {static_cast<std::uint64_t>(view.perf_time()),
                        static_cast<std::uint64_t>(view.perf_freq())};
  clocks_[kPerfTime100ns] = {static_cast<std::uint64_t>(view.perf_time_100ns()),
                             static_cast<std::uint64_t>(kTicksPerSecond)};
  const auto number = [&](std::size_t at) {
    return load<std::uint64_t>(view.bytes(), at, view.byte_order());
  };
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    clocks_[kFirstObject + i] = {number(objects_[i].offset + layout::object_type::kPerfTime),
                                 number(objects_[i].offset + layout::object_type::kPerfFreq)};
  }
  for (const std::uint32_t used : used_columns_) {
    Column& column = columns_[used];
    column.pattern.second = clocks_[column.second_clock].time;
    column.pattern.time_base = clocks_[column.base_clock].frequency;
    column.pattern.status = CStatus::valid_data;
  }
}

// The case of most objects when all their counters are requested: no choices to look up and no
// branch per value, which together cost as much as the stores.
void SeriesReader::read_side_by_side(const SeriesRun& run, const std::byte* block,
                                     RawCounter* out) const noexcept {
  const Column* column = columns_.data() + choices_[run.first_choice];
  for (RawCounter* const end = out + run.count; out != end; ++out, ++column) {
    out->first = load_ending_at(block, column->value_end) >> column->value_shift;
    out->second = column->pattern.second;
    // The rest in one wide store: field by field it takes twice the time.
    std::memcpy(std::as_writable_bytes(std::span(out, 1)).data() + kAfterSecond,
                std::as_bytes(std::span(&column->pattern, 1)).data() + kAfterSecond,
                sizeof(RawCounter) - kAfterSecond);
  }
}

void SeriesReader::read_plain(const SeriesRun& run, const std::byte* block,
                              RawCounter* out) const noexcept {
  const std::uint32_t* choice = choices_.data() + run.first_choice;
  for (RawCounter* const end = out + run.count; out != end; ++out, ++choice) {
    const Column& column = columns_[*choice];
    // The pattern is stored whole, in two wide stores, and then overwritten where values differ.
    *out = column.pattern;
    out->first = load_ending_at(block, column.value_end) >> column.value_shift;
    if (!column.has_companions) [[likely]]
      continue;
    if (column.second_end != 0) {
      out->second = load_ending_at(block, column.second_end) >> column.second_shift;
    }
    if (column.multi_end != 0) {
      out->multi =
          static_cast<std::uint32_t>(load_ending_at(block, column.multi_end) >> column.multi_shift);
    }
    if (column.time_base_end != 0) {
      out->time_base = load_ending_at(block, column.time_base_end) >> column.time_base_shift;
    }
  }
}

void SeriesReader::read_with_care(const SeriesRun& run, Bytes block, ByteOrder order,
                                  RawCounter* out) const noexcept {
  for (std::uint32_t i = 0; i < run.count; ++i) {
    const Column& column = columns_[choices_[run.first_choice + i]];
    const auto value = [&](std::uint32_t end, std::uint8_t shift) {
      return value_ending_at(block, end, shift, order);
    };
    RawCounter raw = column.pattern;
    if (column.length_needed <= block.size()) {
      raw.first = value(column.value_end, column.value_shift);
      if (column.second_end != 0) raw.second = value(column.second_end, column.second_shift);
      if (column.multi_end != 0) {
        raw.multi = static_cast<std::uint32_t>(value(column.multi_end, column.multi_shift));
      }
      if (column.time_base_end != 0) {
        raw.time_base = value(column.time_base_end, column.time_base_shift);
      }
    } else {
      raw.status = CStatus::no_data;
    }
    out[i] = raw;
  }
}

void SeriesReader::read(const Snapshot& snapshot, std::span<RawCounter> counters) {
  const DataBlockView& view = snapshot.view();
  const Bytes bytes = view.bytes();
  read_clocks(view);
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    RawCounter* const out = counters.data() + runs_[i].first_series;
    const Place& place = places_[i];
    switch (place.access) {
      case Access::side_by_side:
        read_side_by_side(runs_[i], bytes.data() + place.block.offset - kWord, out);
        break;
      case Access::plain:
        read_plain(runs_[i], bytes.data() + place.block.offset - kWord, out);
        break;
      case Access::with_care:
        read_with_care(runs_[i], bytes.subspan(place.block.offset, place.block.size),
                       view.byte_order(), out);
        break;
    }
  }
  if (!snapshot.missing().empty()) apply_missing(snapshot.missing(), counters);
}

void SeriesReader::find_missing_columns(std::span<const MissingRun> missing) {
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    const Object& object = objects_[i];
    const auto first =
        std::ranges::lower_bound(missing, std::tuple(object.title_index, 0U, 0U), {}, place_of);
    object_lacks_values_[i] = first != missing.end() &&
                              first->object_title_index == object.title_index &&
                              first->counter_ordinal != MissingRun::kLeftOut;
    if (object_lacks_values_[i] == 0) continue;
    const auto lacks = [&](std::uint32_t ordinal) {
      return last_run_before(missing, object.title_index, ordinal, MissingRun::kLeftOut) != nullptr;
    };
    for (std::size_t c = object.first_column; c < object.first_column + object.columns; ++c) {
      lacks_values_[c] = lacks(ordinals_[c].value) || lacks(ordinals_[c].base);
    }
  }
}

void SeriesReader::apply_missing(std::span<const MissingRun> missing,
                                 std::span<RawCounter> counters) {
  find_missing_columns(missing);
  for (const SeriesRun& run : runs_) {
    if (object_lacks_values_[run.object] == 0) continue;
    const std::uint32_t object = objects_[run.object].title_index;
    for (std::uint32_t i = 0; i < run.count; ++i) {
      const std::uint32_t column = choices_[run.first_choice + i];
      if (lacks_values_[column] == 0) continue;
      const Ordinals& ordinals = ordinals_[column];
      const MissingRun* why = find_missing(missing, object, ordinals.value, run.instance);
      if (why == nullptr) why = find_missing(missing, object, ordinals.base, run.instance);
      if (why != nullptr) counters[run.first_series + i].status = why->status;
    }
  }
}

void SeriesReader::note_formulas(std::span<const Formula*> formulas) const {
  for (const SeriesRun& run : runs_) {
    for (std::uint32_t i = 0; i < run.count; ++i) {
      formulas[run.first_series + i] = &formulas_[choices_[run.first_choice + i]];
    }
  }
}

}  // namespace openperflib
