#include <algorithm>
#include <optional>
#include <utility>

#include "openperflib/log/recording/recording_choice_internal.h"
#include "openperflib/snapshot/titles_object.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib::recording {
namespace {

void sort_once(std::vector<std::uint32_t>& numbers) {
  std::ranges::sort(numbers);
  numbers.erase(std::ranges::unique(numbers).begin(), numbers.end());
}

}  // namespace

RecordingChoice::RecordingChoice(ObjectRequest request, const TitleTable& titles)
    : request_(std::move(request)),
      titles_(titles),
      is_all_(request_.kind() != ObjectRequest::Kind::ids) {}

// An object without a known name can only be requested by its number.
bool RecordingChoice::has_name(std::uint32_t title) const noexcept {
  return titles_.name(title).has_value();
}

// The counter itself and the next one, which may be its base. A value that shares its place is in
// the column of another counter: then all columns are read.
void RecordingChoice::take_object(std::uint32_t object, Bytes definitions) {
  const std::vector<DefinedCounter> counters = counters_of(definitions);
  Needed& needed = needed_.emplace_back();
  needed.object = object;
  needed.all_counters = !has_name(object);
  for (std::size_t i = 0; i < counters.size(); ++i) {
    const std::uint32_t title = counters[i].title;
    if (!request_.wants_counter(object, title) && has_name(title)) continue;
    needed.complete.push_back(title);
    const std::size_t end = std::min(i + 2, counters.size());
    for (std::size_t used = i; used < end; ++used) {
      needed.counters.push_back(counters[used].title);
      needed.all_counters = needed.all_counters || counters[used].shares_bytes;
    }
  }
}

bool RecordingChoice::lacks_an_object(const Fragments& pieces) const {
  const auto is_there = [&](std::uint32_t object) {
    for (std::uint32_t shape = 0; shape < pieces.shape_count(); ++shape) {
      if (pieces.shape(shape).object == object) return true;
    }
    return false;
  };
  return !std::ranges::all_of(request_.objects(), is_there);
}

// Whether a row of Collection Status is, or may be, about a requested object.
bool RecordingChoice::needs_statuses(const Fragments& pieces) const {
  std::optional<StatusPlace> place;
  for (std::uint32_t piece = 0; piece < pieces.size(); ++piece) {
    const FragmentLayout& shape = pieces.shape(pieces.shape_of(piece));
    if (shape.object != title::kCollectionStatus) continue;
    if (shape.kind == PieceKind::object) {
      if (place.has_value()) return true;  // rows may be about either
      place.emplace(pieces.bytes(piece));
      continue;
    }
    const bool is_stored_as_value = std::ranges::any_of(
        shape.slots, [](const ValueSlot& slot) { return slot.title == title::kObjectTitleIndex; });
    const auto object = place.value_or(StatusPlace()).object_of(pieces.bytes(piece));
    if (is_stored_as_value || !object.has_value() || wants(*object)) return true;
  }
  return false;
}

// An object may have several definitions in one block.
void RecordingChoice::unite_objects() {
  std::ranges::stable_sort(needed_, {}, &Needed::object);
  std::vector<Needed> united;
  for (Needed& needed : needed_) {
    if (united.empty() || united.back().object != needed.object) {
      united.push_back(std::move(needed));
      continue;
    }
    Needed& other = united.back();
    other.all_counters = other.all_counters || needed.all_counters;
    other.counters.insert(other.counters.end(), needed.counters.begin(), needed.counters.end());
    other.complete.insert(other.complete.end(), needed.complete.begin(), needed.complete.end());
  }
  for (Needed& needed : united) {
    sort_once(needed.counters);
    sort_once(needed.complete);
  }
  needed_ = std::move(united);
}

void RecordingChoice::take(const Fragments& pieces) {
  if (is_all_) return;
  const bool was_whole = std::exchange(is_whole_, !has_pieces_ && lacks_an_object(pieces));
  has_pieces_ = true;
  reads_statuses_ = wants(title::kCollectionStatus) || needs_statuses(pieces);
  std::swap(before_, needed_);
  needed_.clear();
  for (std::uint32_t piece = 0; piece < pieces.size(); ++piece) {
    const FragmentLayout& shape = pieces.shape(pieces.shape_of(piece));
    if (shape.kind != PieceKind::object || !wants(shape.object)) continue;
    take_object(shape.object, pieces.bytes(piece));
  }
  unite_objects();
  if (was_whole != is_whole_ || needed_ != before_) ++generation_;
}

const RecordingChoice::Needed* RecordingChoice::find(std::uint32_t object) const noexcept {
  const auto at = std::ranges::lower_bound(needed_, object, {}, &Needed::object);
  return at != needed_.end() && at->object == object ? &*at : nullptr;
}

bool RecordingChoice::wants(std::uint32_t object) const noexcept {
  return is_all() || request_.wants_object(object) || !has_name(object);
}

bool RecordingChoice::reads(std::uint32_t object) const noexcept {
  if (serves_other_objects(object)) return true;
  return object == title::kCollectionStatus ? reads_statuses_ : wants(object);
}

bool RecordingChoice::reads(const FragmentLayout& shape, const ValueSlot& slot) const noexcept {
  if (is_all() || shape.kind == PieceKind::head) return true;
  if (serves_other_objects(shape.object)) return true;
  if (shape.object == title::kCollectionStatus) return reads_statuses_;
  const Needed* needed = find(shape.object);
  if (needed == nullptr) return false;
  const bool is_counter = shape.kind == PieceKind::row && slot.title != 0;
  return !is_counter || needed->all_counters ||
         std::ranges::binary_search(needed->counters, slot.title);
}

bool RecordingChoice::has(std::uint32_t object, std::uint32_t counter) const noexcept {
  if (is_all()) return true;
  const Needed* needed = find(object);
  return needed != nullptr &&
         (needed->all_counters || std::ranges::binary_search(needed->complete, counter));
}

}  // namespace openperflib::recording
