#include <algorithm>
#include <utility>

#include "openperflib/log/recording_choice_internal.h"
#include "openperflib/query/title_indices.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/wire/layout.h"

namespace openperflib::recording {
namespace {

// As the definitions of an object say.
struct DefinedCounter {
  std::uint32_t title;
  std::uint32_t offset;
  std::uint32_t size;

  [[nodiscard]] bool touches(const DefinedCounter& other) const noexcept {
    return offset < std::uint64_t{other.offset} + other.size &&
           other.offset < std::uint64_t{offset} + size;
  }
};

// Those of a piece, which anybody may have written; fewer where it is not sound.
std::vector<DefinedCounter> counters_of(Bytes piece) {
  namespace object = layout::object_type;
  namespace counter = layout::counter_definition;
  std::vector<DefinedCounter> counters;
  if (piece.size() < object::kSize) return counters;
  std::uint64_t at = load<std::uint32_t>(piece, object::kHeaderLength);
  const auto count = load<std::uint32_t>(piece, object::kNumCounters);
  while (counters.size() < count && contains(piece.size(), at, counter::kSize)) {
    const Bytes one = piece.subspan(static_cast<std::size_t>(at));
    counters.push_back({load<std::uint32_t>(one, counter::kCounterNameTitleIndex),
                        load<std::uint32_t>(one, counter::kCounterOffset),
                        load<std::uint32_t>(one, counter::kCounterSize)});
    at += std::max<std::uint64_t>(load<std::uint32_t>(one, counter::kByteLength), counter::kSize);
  }
  return counters;
}

// A name that is a number is asked for by patterns that nobody can resolve.
bool has_name(std::uint32_t title) { return fixed_titles().name(title).has_value(); }

void sort_once(std::vector<std::uint32_t>& numbers) {
  std::ranges::sort(numbers);
  numbers.erase(std::ranges::unique(numbers).begin(), numbers.end());
}

}  // namespace

RecordingChoice::RecordingChoice(ObjectRequest request)
    : request_(std::move(request)), is_all_(request_.kind() != ObjectRequest::Kind::ids) {}

// The counter itself and the one behind it, which may be its base. A value that shares its place
// stands in the column of another counter: then all are read.
void RecordingChoice::take_object(std::uint32_t object, Bytes definitions) {
  const std::vector<DefinedCounter> counters = counters_of(definitions);
  const auto found = std::ranges::find(needed_, object, &Needed::object);
  Needed& needed = found != needed_.end() ? *found : needed_.emplace_back();
  needed.object = object;
  needed.all_counters = needed.all_counters || !has_name(object);
  for (std::size_t i = 0; i < counters.size(); ++i) {
    const std::uint32_t title = counters[i].title;
    if (!request_.wants_counter(object, title) && has_name(title)) continue;
    needed.complete.push_back(title);
    const std::size_t end = std::min(i + 2, counters.size());
    for (std::size_t used = i; used < end; ++used) {
      needed.counters.push_back(counters[used].title);
      for (std::size_t other = 0; other < counters.size(); ++other) {
        const bool shares = other != used && counters[used].touches(counters[other]);
        needed.all_counters = needed.all_counters || shares;
      }
    }
  }
}

bool RecordingChoice::lacks_an_object(const Pieces& pieces) const {
  const auto is_there = [&](std::uint32_t object) {
    for (std::uint32_t shape = 0; shape < pieces.shape_count(); ++shape) {
      if (pieces.shape(shape).object == object) return true;
    }
    return false;
  };
  return !std::ranges::all_of(request_.objects(), is_there);
}

void RecordingChoice::take(const Pieces& pieces) {
  if (is_all_) return;
  const bool was_whole = std::exchange(is_whole_, !has_pieces_ && lacks_an_object(pieces));
  has_pieces_ = true;
  std::swap(before_, needed_);
  needed_.clear();
  for (std::uint32_t piece = 0; piece < pieces.size(); ++piece) {
    const PieceShape& shape = pieces.shape(pieces.shape_of(piece));
    if (shape.kind != PieceKind::object || !wants(shape.object)) continue;
    take_object(shape.object, pieces.bytes(piece));
  }
  for (Needed& needed : needed_) {
    sort_once(needed.counters);
    sort_once(needed.complete);
  }
  std::ranges::sort(needed_, {}, &Needed::object);
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
  return object == title::kCollectionStatus || wants(object);
}

bool RecordingChoice::reads(const PieceShape& shape, const ValueSlot& slot) const noexcept {
  if (is_all() || shape.kind == PieceKind::head || shape.object == title::kCollectionStatus) {
    return true;
  }
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
