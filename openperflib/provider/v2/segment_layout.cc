#include "openperflib/provider/v2/segment_layout.h"

#include <algorithm>
#include <array>
#include <optional>

#include "openperflib/base/checked.h"
#include "openperflib/base/try_internal.h"

namespace openperflib {
namespace {

constexpr std::uint64_t kLine = segment::kCacheLine;
constexpr std::uint64_t kWord = segment::slot::kValueLength;

// The lengths of names that segments are made for, in bytes with the NUL: nearly all names fit the
// first, and the last is the longest that perflib.h allows.
constexpr auto kNameSizes = std::to_array<std::uint32_t>({64, 256, 2048});
static_assert(kNameSizes.back() == (kMaxNameUnits + 1) * sizeof(char16_t));

constexpr std::uint32_t kFirstBytes = 4096;          // that the slots of a first segment may take
constexpr std::uint32_t kLargestBytes = 16U << 20U;  // of any, but for one slot
constexpr std::uint32_t kMostSlots = 65'536;

// first + count * each, or nullopt if that is beyond the largest segment. All numbers have at most
// 32 bits, so that the sum has no more than 64.
std::optional<std::uint64_t> end_of(std::uint64_t first, std::uint64_t count,
                                    std::uint64_t each) noexcept {
  const std::uint64_t end =
      saturating_add(first, checked_mul(count, each).value_or(SegmentLayout::kMaxBytes + 1));
  if (end > SegmentLayout::kMaxBytes) return std::nullopt;
  return end;
}

// Rounding up cannot overflow: `size` is at most kMaxBytes.
std::uint64_t whole_lines(std::uint64_t size) noexcept {
  return checked_round_up(size, kLine).value_or(size);
}

// The words that say which values are missing.
std::uint64_t missing_size_of(std::size_t counters, bool is_copied) noexcept {
  return is_copied ? segment::missing_words_of(counters) * kWord : 0;
}

std::uint64_t slot_size_of(const CounterSetTemplate& set, std::uint64_t name_size) noexcept {
  const std::size_t counters = set.counters.size();
  return whole_lines(segment::slot::kValues + counters * kWord + name_size +
                     missing_size_of(counters, set.has_references())) +
         set.cell_rows * whole_lines(counters * kWord);
}

bool has_texts(const CounterSetTemplate& set) noexcept {
  return !set.name.empty() || !set.help.empty() || !set.provider_name.empty() ||
         std::ranges::any_of(set.counters, [](const CounterTemplate& counter) {
           return !counter.name.empty() || !counter.help.empty();
         });
}

constexpr auto kTooLarge = std::unexpected(CounterSetFault::too_large);

}  // namespace

std::expected<SegmentLayout, CounterSetFault> SegmentLayout::of(
    const SegmentCounts& counts) noexcept {
  const auto& [counters, texts_size, capacity, is_copied, cell_rows] = counts;
  if (capacity.name_size % kWord != 0) return kTooLarge;
  SegmentLayout layout;
  layout.counts_ = counts;
  const auto registered = end_of(segment::header::kLength, counters, segment::counter::kLength);
  if (!registered.has_value()) return kTooLarge;
  layout.texts_offset_ = *registered;
  const auto texts_end = end_of(*registered, texts_size, 1);
  if (!texts_end.has_value()) return kTooLarge;
  layout.slots_offset_ = whole_lines(*texts_end);
  const auto name_offset = end_of(segment::slot::kValues, counters, kWord);
  const std::uint64_t after_values = capacity.name_size + missing_size_of(counters, is_copied);
  const auto slot_end = end_of(name_offset.value_or(kMaxBytes), after_values, 1);
  if (!slot_end.has_value()) return kTooLarge;
  layout.cells_offset_ = static_cast<std::uint32_t>(whole_lines(*slot_end));
  layout.cell_row_size_ = static_cast<std::uint32_t>(whole_lines(std::uint64_t{counters} * kWord));
  const auto cells_end = end_of(layout.cells_offset_, cell_rows, layout.cell_row_size_);
  if (!cells_end.has_value()) return kTooLarge;
  layout.slot_size_ = static_cast<std::uint32_t>(*cells_end);
  const auto end = end_of(layout.slots_offset_, capacity.slots, layout.slot_size_);
  if (!end.has_value()) return kTooLarge;
  layout.size_ = *end;
  return layout;
}

std::expected<SegmentLayout, CounterSetFault> SegmentLayout::of(
    const CounterSetTemplate& set, const SegmentCapacity& capacity) noexcept {
  const std::uint64_t texts_size = texts_size_of(set);
  if (texts_size > kMaxBytes) return kTooLarge;
  return of({.counters = static_cast<std::uint32_t>(set.counters.size()),
             .texts_size = static_cast<std::uint32_t>(texts_size),
             .capacity = capacity,
             .is_copied = set.has_references(),
             .cell_rows = set.cell_rows});
}

std::uint64_t texts_size_of(const CounterSetTemplate& set) noexcept {
  if (!has_texts(set)) return 0;
  std::uint64_t size = set.name.size() + set.help.size() + set.provider_name.size();
  size += segment::kTextsOfSet * segment::text::kLength;
  for (const CounterTemplate& counter : set.counters) {
    size += counter.name.size() + counter.help.size();
    size += segment::kTextsOfCounter * segment::text::kLength;
  }
  return size;
}

SegmentCapacity next_capacity(const CounterSetTemplate& set, std::size_t name_units,
                              unsigned earlier) noexcept {
  const std::size_t needed = (name_units + 1) * sizeof(char16_t);
  const auto fitting = std::ranges::find_if(kNameSizes, [&](auto size) { return size >= needed; });
  const std::uint32_t name_size = fitting == kNameSizes.end() ? kNameSizes.back() : *fitting;
  if (set.has_one_instance()) return {.slots = 1, .name_size = name_size};
  const std::uint64_t slot_size = slot_size_of(set, name_size);
  const std::uint64_t bytes = std::min<std::uint64_t>(
      kLargestBytes, std::uint64_t{kFirstBytes} << std::min(2 * earlier, 16U));
  const std::uint64_t slots = std::clamp<std::uint64_t>(bytes / slot_size, 1, kMostSlots);
  return {.slots = static_cast<std::uint32_t>(slots), .name_size = name_size};
}

}  // namespace openperflib
