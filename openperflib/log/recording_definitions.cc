#include <algorithm>

#include "openperflib/log/recording_pieces_internal.h"
#include "openperflib/query/title_indices.h"
#include "openperflib/wire/layout.h"

namespace openperflib::recording {

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

StatusPlace::StatusPlace(Bytes definitions) {
  for (const DefinedCounter& counter : counters_of(definitions)) {
    const bool is_it =
        counter.title == title::kStatusObject && counter.size == sizeof(std::uint32_t);
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
