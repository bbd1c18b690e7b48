#include <algorithm>
#include <string_view>

#include "openperflib/base/checked.h"
#include "openperflib/query/identity/process_objects_internal.h"
#include "openperflib/query/identity/process_starts_internal.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/wire/layout.h"

namespace openperflib {
namespace {

// Linux counts a start in ticks of 10 ms from a boot time of whole seconds: both are cut, so the
// process may have begun this much later than its start.
constexpr std::int64_t kStartTick = kTicksPerSecond / 100;
constexpr std::int64_t kLongestCut = kTicksPerSecond + kStartTick;

constexpr std::string_view kTotalInstance = "_Total";

std::int64_t time_between(std::int64_t older, std::int64_t newer) noexcept {
  return static_cast<std::int64_t>(
      wrapping_sub(static_cast<std::uint64_t>(newer), static_cast<std::uint64_t>(older)));
}

bool has_starts(std::uint32_t object_title_index) noexcept {
  return object_title_index == title::kProcess || object_title_index == title::kProcessV2 ||
         object_title_index == title::kThread;
}

// Logs of single counters have names instead of title indices.
bool has_starts(const Catalog::Object& object, const TitleTable& titles) {
  if (object.title_index != 0) return has_starts(object.title_index);
  return is_name_of_title(object.name, title::kProcess, titles) ||
         is_name_of_title(object.name, title::kProcessV2, titles) ||
         is_name_of_title(object.name, title::kThread, titles);
}

bool is_start(const Catalog::Counter& counter, const TitleTable& titles) {
  if (counter.title_index != 0) return counter.title_index == title::kElapsedTime;
  return is_name_of_title(counter.name, title::kElapsedTime, titles);
}

// Returns 0 if the block does not have the start.
std::int64_t read_start(const Snapshot& snapshot, const Catalog::Object& object,
                        const Catalog::Counter& start, std::uint32_t instance,
                        CounterBlockPlace block) noexcept {
  if (start.size - 1U >= sizeof(std::uint64_t)) return 0;
  if (!contains(block.size, start.offset, start.size)) return 0;
  if (!usable(snapshot.status(object.title_index, start.ordinal, instance))) return 0;
  const DataBlockView& view = snapshot.view();
  return static_cast<std::int64_t>(
      load_value(view.bytes(), block.offset + start.offset, start.size, view.byte_order()));
}

}  // namespace

Began classify_start(std::int64_t start, std::int64_t now, std::int64_t elapsed) noexcept {
  if (start <= 0 || elapsed <= 0) return Began::before;
  const std::int64_t age = time_between(start, now);
  if (age < -kLongestCut) return Began::before;  // a start in the future is nonsense
  if (age < elapsed) return Began::after;
  const bool is_cut = start % kStartTick == 0;
  return is_cut && age - elapsed < kLongestCut ? Began::perhaps : Began::before;
}

void ProcessStarts::clear() noexcept {
  began_.clear();
  first_.clear();
}

// The age of a total is 0, but a total has no start.
void ProcessStarts::add_object(const Snapshot& snapshot, const Catalog::Object& object,
                               std::size_t position, const BlockMap& map, const TimeStep& step) {
  const auto start =
      std::ranges::find(object.counters, title::kElapsedTime, &Catalog::Counter::title_index);
  if (!has_starts(object.title_index) || start == object.counters.end()) {
    first_.push_back(kNone);
    return;
  }
  first_.push_back(began_.size());
  const DataBlockView& view = snapshot.view();
  const auto now =
      load<std::int64_t>(view.bytes(), map.object_offset(position) + layout::object_type::kPerfTime,
                         view.byte_order());
  const std::span<const CounterBlockPlace> blocks = map.places(position);
  for (std::uint32_t i = 0; i < object.instances.size(); ++i) {
    const bool has_start = i < blocks.size() && object.instances[i].name != kTotalInstance;
    const std::int64_t began = has_start ? read_start(snapshot, object, *start, i, blocks[i]) : 0;
    began_.push_back(classify_start(began, now, step.elapsed));
  }
}

void ProcessStarts::assign(const Snapshot& snapshot, const Catalog& catalog, const BlockMap& map,
                           const TimeStep& step) {
  clear();
  for (std::size_t i = 0; i < catalog.objects().size(); ++i) {
    add_object(snapshot, catalog.objects()[i], i, map, step);
  }
}

Began ProcessStarts::of(std::size_t object, std::uint32_t instance) const noexcept {
  if (object >= first_.size() || first_[object] == kNone) return Began::before;
  return began_[first_[object] + instance];
}

void LoggedStarts::assign(const Catalog& catalog, const TitleTable& titles) {
  series_.clear();
  first_.clear();
  for (const Catalog::Object& object : catalog.objects()) {
    first_.push_back(series_.size());
    if (has_starts(object, titles)) series_.resize(series_.size() + object.instances.size(), kNone);
  }
  first_.push_back(series_.size());
  if (series_.empty()) return;
  for (std::uint32_t i = 0; i < catalog.series_count(); ++i) {
    const Catalog::Place place = catalog.place_of(i);
    if (first_[place.object] == first_[place.object + 1]) continue;
    const Catalog::Object& object = catalog.objects()[place.object];
    if (place.instance == Catalog::Place::kNone ||
        !is_start(object.counters[place.counter], titles))
      continue;
    const bool is_total = object.instances[place.instance].name == kTotalInstance;
    if (!is_total) series_[first_[place.object] + place.instance] = i;
  }
}

std::uint32_t LoggedStarts::series_of(const Catalog::Place& place) const noexcept {
  if (place.instance == Catalog::Place::kNone) return kNone;
  const std::size_t at = first_[place.object] + place.instance;
  return at < first_[place.object + 1] ? series_[at] : kNone;
}

}  // namespace openperflib
