#include <algorithm>
#include <cstring>
#include <optional>

#include "openperflib/base/checked.h"
#include "openperflib/query/missing_runs_internal.h"
#include "openperflib/query/series_reader_internal.h"
#include "openperflib/wire/layout.h"

namespace openperflib {
namespace {

enum ClockOf : std::uint8_t { kNoClock, kPerfTime, kPerfTime100ns, kObjectTime };

constexpr std::uint32_t kWord = sizeof(std::uint64_t);

std::uint8_t clock_of(Companion companion) {
  switch (companion) {
    case Companion::perf_time: return kPerfTime;
    case Companion::perf_time_100ns: return kPerfTime100ns;
    case Companion::object_time: return kObjectTime;
    case Companion::none:
    case Companion::base: return kNoClock;
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

// A value of a block that is looked at again: of any byte order, maybe cut.
std::optional<std::uint64_t> value_ending_at(Bytes block, std::uint32_t end, std::uint8_t shift,
                                             ByteOrder order) {
  const std::uint32_t size = kWord - shift / 8U;
  if (end < size || !contains(block.size(), end - size, size)) return std::nullopt;
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
  if (!place(counter.offset, counter.size, column.value_end, column.value_shift, column)) {
    return false;
  }
  column.second_end = column.value_end;  // loaded and masked away, where there is no base
  return true;
}

bool SeriesReader::place_base(const Catalog::Counter& counter, Column& column) {
  column.second_mask = ~0ULL;
  return place(counter.base_offset, counter.base_size, column.second_end, column.second_shift,
               column);
}

// The multiplier is a definition of its own, or the 4 bytes behind the value.
bool SeriesReader::place_multiplier(const Catalog::Counter& counter, Column& column) {
  if (counter.base_ordinal.has_value()) {
    return place(counter.base_offset, counter.base_size, column.multi_end, column.multi_shift,
                 column);
  }
  return place(column.value_end, sizeof(std::uint32_t), column.multi_end, column.multi_shift,
               column);
}

void SeriesReader::add_column(const Catalog::Counter& counter) {
  const CounterType type = counter.type;
  const bool has_base = counter.base_ordinal.has_value();
  const bool divides = has_base && type.companion() == Companion::base;
  const bool lacks_base = !has_base && type.needs_base() && find_type(type) != nullptr;
  const Formula formula =
      formula_of(type, has_base ? BaseDefinition::present : BaseDefinition::absent);
  Column column;
  column.size = static_cast<std::uint8_t>(std::min<std::uint32_t>(counter.size, 0xFF));
  column.base_clock = clock_of(type.clock());
  if (!divides) {
    const bool by_time = type.companion() == Companion::base;  // a type of others, without its base
    column.second_clock = by_time ? column.base_clock : clock_of(type.companion());
  }
  bool readable = !lacks_base && place_value(counter, column);
  if (divides) readable = place_base(counter, column) && readable;
  const bool multiplies = type.is_multi() || formula.first == FirstOperand::queue_product;
  if (multiplies) readable = place_multiplier(counter, column) && readable;
  if (!readable) column.length_needed = kUnreadable;
  columns_.push_back(column);
  formulas_.push_back(formula);
  const bool uses_base = has_base && (divides || multiplies);
  ordinals_.push_back({counter.ordinal, uses_base ? *counter.base_ordinal : counter.ordinal});
}

bool SeriesReader::is_plain(const SeriesRun& run, CounterBlockPlace block) const noexcept {
  return std::ranges::all_of(
      std::span(choices_).subspan(run.first_choice, run.count),
      [&](std::uint32_t choice) { return columns_[choice].length_needed <= block.size; });
}

void SeriesReader::assign(const DataBlockView& view, const Catalog& catalog, const BlockMap& map,
                          std::span<const SeriesRun> runs,
                          std::span<const std::uint32_t> choices) {
  objects_.clear();
  columns_.clear();
  ordinals_.clear();
  formulas_.clear();
  places_.clear();
  for (std::size_t i = 0; i < catalog.objects().size(); ++i) {
    const Catalog::Object& object = catalog.objects()[i];
    objects_.push_back({map.object_offset(i), object.title_index,
                        static_cast<std::uint32_t>(columns_.size()),
                        static_cast<std::uint32_t>(object.counters.size())});
    for (const Catalog::Counter& counter : object.counters) add_column(counter);
  }
  runs_.assign(runs.begin(), runs.end());
  choices_.assign(choices.begin(), choices.end());
  for (const SeriesRun& run : runs_) {
    const auto blocks = map.places(run.object);  // a cut block may lack one: nothing is read then
    const CounterBlockPlace block =
        run.instance < blocks.size() ? blocks[run.instance] : CounterBlockPlace{};
    places_.push_back({block, view.byte_order() == ByteOrder::little && is_plain(run, block)});
  }
  lacks_values_.assign(columns_.size(), 0);
  object_lacks_values_.assign(objects_.size(), 0);
}

void SeriesReader::read_plain(const SeriesRun& run, const std::byte* block, const Clocks& clocks,
                              RawCounter* out) const noexcept {
  const std::uint32_t* choice = choices_.data() + run.first_choice;
  for (RawCounter* const end = out + run.count; out != end; ++out, ++choice) {
    const Column& column = columns_[*choice];
    const std::uint64_t base = load_ending_at(block, column.second_end) >> column.second_shift;
    out->first = load_ending_at(block, column.value_end) >> column.value_shift;
    out->second = (base & column.second_mask) + clocks[column.second_clock].time;
    out->time_base = clocks[column.base_clock].frequency;
    out->multi = 0;
    if (column.multi_end != 0) [[unlikely]] {
      out->multi = static_cast<std::uint32_t>(load_ending_at(block, column.multi_end) >>
                                              column.multi_shift);
    }
    out->size = column.size;
    out->status = CStatus::valid_data;
  }
}

void SeriesReader::read_with_care(const SeriesRun& run, Bytes block, ByteOrder order,
                                  const Clocks& clocks, RawCounter* out) const noexcept {
  for (std::uint32_t i = 0; i < run.count; ++i) {
    const Column& column = columns_[choices_[run.first_choice + i]];
    RawCounter raw;
    raw.size = column.size;
    raw.time_base = clocks[column.base_clock].frequency;
    if (column.length_needed <= block.size()) {
      raw.first = value_ending_at(block, column.value_end, column.value_shift, order).value_or(0);
      raw.second = clocks[column.second_clock].time;
      if (column.second_mask != 0) {
        raw.second =
            value_ending_at(block, column.second_end, column.second_shift, order).value_or(0);
      }
      if (column.multi_end != 0) {
        raw.multi = static_cast<std::uint32_t>(
            value_ending_at(block, column.multi_end, column.multi_shift, order).value_or(0));
      }
      raw.status = CStatus::valid_data;
    }
    out[i] = raw;
  }
}

void SeriesReader::read(const Snapshot& snapshot, std::span<RawCounter> counters) {
  const DataBlockView& view = snapshot.view();
  const Bytes bytes = view.bytes();
  Clocks clocks;
  clocks[kPerfTime] = {static_cast<std::uint64_t>(view.perf_time()),
                       static_cast<std::uint64_t>(view.perf_freq())};
  clocks[kPerfTime100ns] = {static_cast<std::uint64_t>(view.perf_time_100ns()),
                            static_cast<std::uint64_t>(kTicksPerSecond)};
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    const SeriesRun& run = runs_[i];
    const std::size_t header = objects_[run.object].offset;
    clocks[kObjectTime] = {
        load<std::uint64_t>(bytes, header + layout::object_type::kPerfTime, view.byte_order()),
        load<std::uint64_t>(bytes, header + layout::object_type::kPerfFreq, view.byte_order())};
    RawCounter* const out = counters.data() + run.first_series;
    const Place& place = places_[i];
    if (place.is_plain) [[likely]] {
      read_plain(run, bytes.data() + place.block.offset - kWord, clocks, out);
    } else {
      read_with_care(run, bytes.subspan(place.block.offset, place.block.size), view.byte_order(),
                     clocks, out);
    }
  }
  if (!snapshot.missing().empty()) apply_missing(snapshot.missing(), counters);
}

void SeriesReader::find_missing_columns(std::span<const MissingRun> missing) {
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    const Object& object = objects_[i];
    const auto first = std::ranges::lower_bound(
        missing, std::tuple(object.title_index, 0U, 0U), {}, place_of);
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

void SeriesReader::calculate(std::span<const RawCounter> older, std::span<const RawCounter> newer,
                             const Policy& policy, std::span<Value> values) const noexcept {
  for (const SeriesRun& run : runs_) {
    const std::uint32_t* const choices = choices_.data() + run.first_choice;
    for (std::uint32_t i = 0; i < run.count; ++i) {
      const std::size_t series = run.first_series + i;
      values[series] =
          openperflib::calculate(formulas_[choices[i]], older[series], newer[series], policy);
    }
  }
}

const Formula* SeriesReader::formula(std::uint32_t series) const noexcept {
  const auto after = std::ranges::upper_bound(runs_, series, {}, &SeriesRun::first_series);
  if (after == runs_.begin()) return nullptr;
  const SeriesRun& run = *(after - 1);
  if (series - run.first_series >= run.count) return nullptr;
  return &formulas_[choices_[run.first_choice + (series - run.first_series)]];
}

}  // namespace openperflib
