#include "openperflib/provider/v2/read/segment_view.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <string>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/base/checked.h"
#include "openperflib/base/shared_words.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/provider/v2/segment_format.h"

namespace openperflib {
namespace {

namespace header = segment::header;
namespace slot_field = segment::slot;

using Word = std::uint64_t;
constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr std::size_t kWordUnits = sizeof(Word) / sizeof(char16_t);

constexpr Field kSegmentField{"Segment", "size"};
constexpr Field kVersionField{"Segment", "Version"};
constexpr Field kMagicField{"Segment", "Magic"};
constexpr Field kTotalSizeField{"Segment", "TotalSize"};
constexpr Field kCounterCountField{"Segment", "CounterCount"};
constexpr Field kSlotCountField{"Segment", "SlotCount"};
constexpr Field kNameSizeField{"Segment", "NameSize"};
constexpr Field kSlotsOffsetField{"Segment", "SlotsOffset"};
constexpr Field kSlotSizeField{"Segment", "SlotSize"};
constexpr Field kTextsOffsetField{"Segment", "TextsOffset"};
constexpr Field kRequestsField{"Segment", "Requests"};
constexpr Field kCellRowsField{"Segment", "CellRows"};
constexpr Field kCountersField{"Segment", "counters"};
constexpr Field kTextOffsetField{"SegmentText", "Offset"};
constexpr Field kTextSizeField{"SegmentText", "Size"};

std::unexpected<Error> segment_fault(Errc code, std::uint64_t stored, const Field& field,
                                     std::uint64_t offset) noexcept {
  const auto aux = std::min<std::uint64_t>(stored, 0xFFFF'FFFF);
  return std::unexpected(Error{code, static_cast<std::uint32_t>(aux), &field, offset});
}

// A copy of bytes that another process may change meanwhile. They are whole words, so that a reader
// of the same process, as in tests, does not race with a writer either.
void copy_words(Bytes from, std::span<Word> to) noexcept {
  for (std::size_t i = 0; i < to.size(); ++i) {
    to[i] = load_shared<Word>(from, i * sizeof(Word), kRelaxed);
  }
}

using Header = std::array<Word, header::kLength / sizeof(Word)>;

std::expected<Header, Error> copy_header(Bytes memory) noexcept {
  Header copy;
  if (memory.size() < header::kLength) {
    return segment_fault(Errc::truncated, header::kLength - memory.size(), kSegmentField,
                         memory.size());
  }
  copy_words(memory, copy);
  return copy;
}

// The two words that all versions have.
std::expected<void, Error> check_version(Bytes copy) noexcept {
  const auto magic = load<std::uint32_t>(copy, header::kMagic);
  if (magic != segment::kMagic)
    return segment_fault(Errc::wrong_value, magic, kMagicField, header::kMagic);
  const auto version = load<std::uint32_t>(copy, header::kVersion);
  if (version == segment::kVersion) return {};
  return segment_fault(Errc::wrong_value, version, kVersionField, header::kVersion);
}

std::expected<SegmentCounts, Error> read_counts(Bytes copy, const Limits& limits) noexcept {
  const SegmentCounts counts{
      .counters = load<std::uint32_t>(copy, header::kCounterCount),
      .texts_size = load<std::uint32_t>(copy, header::kTextsSize),
      .capacity = {.slots = load<std::uint32_t>(copy, header::kSlotCount),
                   .name_size = load<std::uint32_t>(copy, header::kNameSize)},
      .is_copied = (load<std::uint32_t>(copy, header::kRequests) & segment::kIsCopied) != 0,
      .cell_rows = load<std::uint32_t>(copy, header::kCellRows)};
  const auto& [slots, name_size] = counts.capacity;
  if (counts.counters > std::min(limits.counters, kMaxCounters)) {
    return segment_fault(Errc::over_limit, counts.counters, kCounterCountField,
                         header::kCounterCount);
  }
  if (counts.cell_rows > segment::kMostCellRows) {
    return segment_fault(Errc::over_limit, counts.cell_rows, kCellRowsField, header::kCellRows);
  }
  const std::uint32_t words = counts.counters * (1 + counts.cell_rows);  // at most 64,000 * 65
  if (slots > limits.instances || slots > limits.values / std::max(words, 1U)) {
    return segment_fault(Errc::over_limit, slots, kSlotCountField, header::kSlotCount);
  }
  if (name_size > limits.name_bytes) {
    return segment_fault(Errc::over_limit, name_size, kNameSizeField, header::kNameSize);
  }
  return counts;
}

template <typename T>
std::expected<void, Error> check_equal(Bytes copy, std::size_t offset, const Field& field,
                                       T computed) noexcept {
  const T stored = load<T>(copy, offset);
  if (stored == computed) return {};
  return segment_fault(Errc::disagrees, stored, field, offset);
}

// The layout follows from the counts; what the header says of it must be the same.
std::expected<SegmentLayout, Error> check_layout(Bytes copy, const SegmentCounts& counts,
                                                 std::uint64_t size) noexcept {
  const auto layout = SegmentLayout::of(counts);
  if (!layout.has_value()) {
    return segment_fault(Errc::over_limit, counts.capacity.slots, kSlotCountField,
                         header::kSlotCount);
  }
  OPENPERFLIB_TRY(check_equal(copy, header::kTextsOffset, kTextsOffsetField,
                              static_cast<std::uint32_t>(layout->texts_offset())));
  OPENPERFLIB_TRY(check_equal(copy, header::kSlotsOffset, kSlotsOffsetField,
                              std::uint64_t{layout->slots_offset()}));
  OPENPERFLIB_TRY(check_equal(copy, header::kSlotSize, kSlotSizeField, layout->slot_size()));
  OPENPERFLIB_TRY(check_equal(copy, header::kTotalSize, kTotalSizeField, layout->size()));
  if (layout->size() != size) {
    return segment_fault(Errc::disagrees, layout->size(), kTotalSizeField, header::kTotalSize);
  }
  return *layout;
}

CounterTemplate read_counter_reg_info(Bytes at) {
  return {.id = load<std::uint32_t>(at, segment::counter::kId),
          .type = load<std::uint32_t>(at, segment::counter::kType),
          .attributes = load<std::uint64_t>(at, segment::counter::kAttributes),
          .detail_level = load<std::uint32_t>(at, segment::counter::kDetailLevel),
          .scale = load<std::int32_t>(at, segment::counter::kScale),
          .base_id = load<std::uint32_t>(at, segment::counter::kBaseId),
          .perf_time_id = load<std::uint32_t>(at, segment::counter::kPerfTimeId),
          .perf_freq_id = load<std::uint32_t>(at, segment::counter::kPerfFreqId),
          .multi_id = load<std::uint32_t>(at, segment::counter::kMultiId),
          .aggregate = load<std::uint32_t>(at, segment::counter::kAggregate)};
}

// Reads the texts, in the order of their table.
class TextReader {
 public:
  // `texts` are a copy; `offset` is where they are in the segment.
  TextReader(Bytes texts, std::size_t offset) noexcept : texts_(texts), offset_(offset) {}

  std::expected<void, Error> read(std::string& text) {
    if (texts_.empty()) return {};
    const std::size_t row = next_row_;
    if (!contains(texts_.size(), row, segment::text::kLength)) {
      return segment_fault(Errc::truncated, row, kTextOffsetField, offset_ + row);
    }
    next_row_ += segment::text::kLength;
    const auto start = load<std::uint32_t>(texts_, row + segment::text::kOffset);
    const auto size = load<std::uint32_t>(texts_, row + segment::text::kSize);
    if (size > kMaxTextBytes) {
      return segment_fault(Errc::over_limit, size, kTextSizeField,
                           offset_ + row + segment::text::kSize);
    }
    if (!contains(texts_.size(), start, size)) {
      return segment_fault(Errc::outside, start, kTextOffsetField,
                           offset_ + row + segment::text::kOffset);
    }
    text = as_text(texts_.subspan(start, size));
    return {};
  }

 private:
  Bytes texts_;
  std::size_t offset_;
  std::size_t next_row_ = 0;
};

std::expected<void, Error> read_texts(TextReader texts, CounterSetTemplate& set) {
  OPENPERFLIB_TRY(texts.read(set.name));
  OPENPERFLIB_TRY(texts.read(set.help));
  OPENPERFLIB_TRY(texts.read(set.provider_name));
  for (CounterTemplate& counter : set.counters) {
    OPENPERFLIB_TRY(texts.read(counter.name));
    OPENPERFLIB_TRY(texts.read(counter.help));
  }
  return {};
}

// The counters and texts, from a copy of all that precedes the slots.
std::expected<CounterSetTemplate, Error> read_set(Bytes memory, const SegmentLayout& layout) {
  std::vector<Word> words(layout.slots_offset() / sizeof(Word));
  copy_words(memory, words);
  const Bytes copy = std::as_bytes(std::span(words));
  CounterSetTemplate set{.set = load_guid(copy, header::kSet),
                         .provider = load_guid(copy, header::kProvider),
                         .instance_type = load<std::uint32_t>(copy, header::kInstanceType)};
  set.counters.reserve(layout.counts().counters);
  for (std::uint32_t i = 0; i < layout.counts().counters; ++i) {
    set.counters.push_back(read_counter_reg_info(copy.subspan(layout.counter_offset(i))));
  }
  const Bytes texts = copy.subspan(layout.texts_offset(), layout.counts().texts_size);
  OPENPERFLIB_TRY(read_texts(TextReader(texts, layout.texts_offset()), set));
  const auto valid = validate(set);
  if (valid.has_value() && set.has_references() != layout.counts().is_copied) {
    return segment_fault(Errc::disagrees, load<std::uint32_t>(copy, header::kRequests),
                         kRequestsField, header::kRequests);
  }
  if (valid.has_value()) return set;
  return segment_fault(Errc::wrong_value, static_cast<std::uint32_t>(valid.error()), kCountersField,
                       header::kLength);
}

std::uint64_t mask_of(const CounterTemplate& counter) noexcept {
  return counter.value_width() == sizeof(std::uint32_t) ? 0xFFFF'FFFFU : ~std::uint64_t{0};
}

// The sum of samples and how many they are.
struct Samples {
  Word sum = 0;
  Word count = 0;
};

// A writer adds to the sum, then to the count, both with release: as long as the count stays the
// same, the sum has all samples that it counts, and of each thread at most one more.
Samples read_samples(Bytes slot, std::size_t sum_offset, std::size_t count_offset,
                     unsigned& retries) noexcept {
  Samples samples;
  for (;; --retries) {
    samples.count = load_shared<Word>(slot, count_offset, kAcquire);
    samples.sum = load_shared<Word>(slot, sum_offset, kRelaxed);
    std::atomic_thread_fence(kAcquire);
    const bool at_rest = load_shared<Word>(slot, count_offset, kRelaxed) == samples.count;
    if (at_rest || retries == 0) return samples;
  }
}

}  // namespace

std::expected<SegmentView, Error> SegmentView::parse(Bytes memory, const Limits& limits) {
  if (memory.size() > limits.bytes)
    return segment_fault(Errc::over_limit, memory.size(), kSegmentField, 0);
  const Header words = OPENPERFLIB_TRY(copy_header(memory));
  const Bytes copy = std::as_bytes(std::span(words));
  OPENPERFLIB_TRY(check_version(copy));
  const SegmentCounts counts = OPENPERFLIB_TRY(read_counts(copy, limits));
  SegmentView view;
  view.layout_ = OPENPERFLIB_TRY(check_layout(copy, counts, memory.size()));
  view.memory_ = memory;
  view.has_callback_ = (load<std::uint32_t>(copy, header::kRequests) & segment::kHasCallback) != 0;
  view.set_ = OPENPERFLIB_TRY(read_set(memory, view.layout_));
  view.masks_.resize(view.set_.counters.size());
  std::ranges::transform(view.set_.counters, view.masks_.begin(), mask_of);
  view.find_averages();
  return view;
}

bool SegmentView::withdrawn() const noexcept {
  return load_shared<std::uint32_t>(memory_, header::kWithdrawn, kAcquire) != 0;
}

void SegmentView::copy_values(Bytes slot, std::uint64_t* values) const noexcept {
  const Bytes from = slot.subspan(slot_field::kValues);
  std::size_t offset = 0;
  for (const std::uint64_t mask : masks_) {
    *values++ = load_shared<Word>(from, offset, kRelaxed) & mask;
    offset += sizeof(Word);
  }
  values -= masks_.size();
  if (layout_.counts().cell_rows != 0) add_cells(slot, values);
  unsigned retries = kRetries;
  for (const Average& average : averages_) copy_average(slot, average, values, retries);
}

void SegmentView::add_cells(Bytes slot, std::uint64_t* values) const noexcept {
  for (std::uint32_t row = 0; row < layout_.counts().cell_rows; ++row) {
    const Bytes cells = slot.subspan(layout_.cells_offset(row));
    for (std::size_t i = 0; i < masks_.size(); ++i) {
      values[i] = (values[i] + load_shared<Word>(cells, i * sizeof(Word), kRelaxed)) & masks_[i];
    }
  }
}

void SegmentView::copy_average(Bytes slot, const Average& average, std::uint64_t* values,
                               unsigned& retries) const noexcept {
  Samples all = read_samples(slot, layout_.value_offset(average.sum),
                             layout_.value_offset(average.base), retries);
  for (std::uint32_t row = 0; row < layout_.counts().cell_rows; ++row) {
    const std::size_t cells = layout_.cells_offset(row);
    const Samples of_row = read_samples(slot, cells + average.sum * sizeof(Word),
                                        cells + average.base * sizeof(Word), retries);
    all.sum += of_row.sum;
    all.count += of_row.count;
  }
  values[average.sum] = all.sum & masks_[average.sum];
  values[average.base] = all.count & masks_[average.base];
}

// Finds the averages, of which the set says what their base is.
void SegmentView::find_averages() {
  for (std::uint32_t i = 0; i < set_.counters.size(); ++i) {
    const CounterTemplate& counter = set_.counters[i];
    if (counter.type != PERF_AVERAGE_BULK || counter.base_id == kNoCounterId) continue;
    const auto base = set_.position_of(counter.base_id);
    if (base.has_value()) averages_.push_back({i, *base});
  }
}

// Before the values: one that is seen as present has been written.
void SegmentView::copy_lacks(Bytes slot, ValueLack* lacks) const noexcept {
  constexpr std::size_t kBits = 64;
  const std::size_t counters = masks_.size();
  for (std::size_t i = 0; i < counters; i += kBits) {
    const std::size_t offset = layout_.missing_offset() + i / kBits * sizeof(Word);
    const auto missing = load_shared<Word>(slot, offset, kAcquire);
    for (std::size_t bit = 0; bit < std::min(kBits, counters - i); ++bit) {
      *lacks++ = (missing >> bit & 1U) != 0 ? ValueLack::no_data : ValueLack::none;
    }
  }
}

// The id and the name of an instance that was not seen before. False: they cannot be true.
bool SegmentView::read_instance(Bytes slot, SegmentReading::Known& known,
                                std::span<char16_t> name) const noexcept {
  known.id = load_shared<std::uint32_t>(slot, slot_field::kInstanceId, kRelaxed);
  const auto size = load_shared<std::uint32_t>(slot, slot_field::kNameSize, kRelaxed);
  constexpr std::uint32_t kUnit = sizeof(char16_t);
  if (size < kUnit || size % kUnit != 0 || size / kUnit > name.size()) return false;
  known.name_units = size / kUnit - 1;  // without the NUL
  const Bytes from = slot.subspan(layout_.name_offset());
  for (std::size_t i = 0; i < known.name_units; i += kWordUnits) {
    const Word word = load_shared<Word>(from, i * kUnit, kRelaxed);
    std::memcpy(name.data() + i, &word, sizeof word);  // a name place has whole words
  }
  return true;
}

SegmentView::SlotOutcome SegmentView::try_slot(Bytes slot, std::uint32_t number,
                                               SegmentReading& reading) const noexcept {
  const auto before = load_shared<std::uint32_t>(slot, slot_field::kState, kAcquire);
  if (before == segment::kFreeSlot) return SlotOutcome::free;
  if (before % 2 != 0) return SlotOutcome::changing;
  const auto life = load_shared<Word>(slot, slot_field::kLife, kRelaxed);
  SegmentReading::Known& known = reading.known_[number];
  bool believable = life != 0;
  if (life != known.life) [[unlikely]] {
    known.life = 0;  // unless the slot is seen at rest
    reading.is_changed_ = true;
    believable = read_instance(slot, known, reading.name_place(number)) && believable;
  }
  if (is_copied()) copy_lacks(slot, reading.next_lacks());
  copy_values(slot, reading.next_values());
  std::atomic_thread_fence(kAcquire);  // what was read is older than the state that follows
  if (load_shared<std::uint32_t>(slot, slot_field::kState, kRelaxed) != before) [[unlikely]] {
    return SlotOutcome::changing;
  }
  if (!believable) return SlotOutcome::malformed;
  known.life = life;
  return SlotOutcome::in_use;
}

SegmentView::SlotOutcome SegmentView::read_slot(std::uint32_t number, SegmentReading& reading,
                                                ReadBudget& budget) const noexcept {
  const Bytes slot = memory_.subspan(layout_.slot_offset(number), layout_.slot_size());
  auto outcome = SlotOutcome::changing;
  for (unsigned tries = 0; tries < kTries && outcome == SlotOutcome::changing; ++tries) {
    if (budget.bytes < slot.size()) return SlotOutcome::over_budget;
    budget.bytes -= slot.size();
    outcome = try_slot(slot, number, reading);
  }
  return outcome;
}

void SegmentView::read(SegmentReading& reading, ReadBudget& budget) const {
  const auto stored = load_shared<std::uint32_t>(memory_, header::kUsedSlots, kAcquire);
  const std::uint32_t used = std::min(stored, layout_.counts().capacity.slots);
  reading.begin(used, layout_.counts());
  for (std::uint32_t slot = 0; slot < used; ++slot) {
    switch (read_slot(slot, reading, budget)) {
      case SlotOutcome::in_use:
        reading.add(slot);
        break;
      case SlotOutcome::free:
        break;
      case SlotOutcome::changing:
        ++reading.losses_.changing;
        break;
      case SlotOutcome::malformed:
        ++reading.losses_.malformed;
        break;
      case SlotOutcome::over_budget:
        reading.losses_.over_budget = used - slot;
        return reading.end();
    }
  }
  reading.end();
}

}  // namespace openperflib
