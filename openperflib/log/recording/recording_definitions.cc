#include <algorithm>

#include "openperflib/log/recording/recording_fragments_internal.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/wire/layout.h"

namespace openperflib::recording {
namespace {

// Sorted by their places: each one that begins before the largest end so far shares bytes.
void find_shared_bytes(std::vector<DefinedCounter>& counters) {
  std::vector<DefinedCounter*> by_offset;
  for (DefinedCounter& counter : counters) by_offset.push_back(&counter);
  std::ranges::stable_sort(by_offset, {}, &DefinedCounter::offset);
  const auto end_of = [](const DefinedCounter& counter) {
    return std::uint64_t{counter.offset} + counter.size;
  };
  DefinedCounter* farthest = nullptr;
  for (DefinedCounter* const counter : by_offset) {
    if (farthest != nullptr && counter->offset < end_of(*farthest)) {
      counter->shares_bytes = farthest->shares_bytes = true;
    }
    if (farthest == nullptr || end_of(*counter) > end_of(*farthest)) farthest = counter;
  }
}

}  // namespace

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
                        load<std::uint32_t>(one, counter::kCounterSize), false});
    at += std::max<std::uint64_t>(load<std::uint32_t>(one, counter::kByteLength), counter::kSize);
  }
  find_shared_bytes(counters);
  return counters;
}

StatusPlace::StatusPlace(Bytes definitions) {
  for (const DefinedCounter& counter : counters_of(definitions)) {
    const bool is_it =
        counter.title == title::kObjectTitleIndex && counter.size == sizeof(std::uint32_t);
    if (is_it) offset_ = counter.offset;
  }
}

std::optional<std::uint32_t> StatusPlace::object_of(Bytes row) const noexcept {
  if (!offset_.has_value() || row.size() < layout::instance_definition::kSize) return std::nullopt;
  const std::uint64_t at =
      std::uint64_t{load<std::uint32_t>(row, layout::instance_definition::kByteLength)} + *offset_;
  if (!contains(row.size(), at, sizeof(std::uint32_t))) return std::nullopt;
  return load<std::uint32_t>(row, static_cast<std::size_t>(at));
}

}  // namespace openperflib::recording
