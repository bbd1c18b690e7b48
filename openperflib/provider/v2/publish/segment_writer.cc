#include "openperflib/provider/v2/publish/segment_writer.h"

#include <cstring>
#include <string>

#include "openperflib/provider/v2/segment_format.h"

namespace openperflib {
namespace {

namespace header = segment::header;
namespace slot_field = segment::slot;

using Word = std::uint64_t;

void write_header(MutableBytes memory, const CounterSetTemplate& set, const SegmentLayout& layout,
                  bool has_callback) {
  const SegmentCounts& counts = layout.counts();
  const std::uint32_t requests =
      (has_callback ? segment::kHasCallback : 0) | (counts.is_copied ? segment::kIsCopied : 0);
  store(memory, header::kRequests, requests);
  store(memory, header::kVersion, segment::kVersion);
  store(memory, header::kMagic, segment::kMagic);
  store(memory, header::kTotalSize, layout.size());
  store_guid(memory, header::kSet, set.set);
  store_guid(memory, header::kProvider, set.provider);
  store(memory, header::kInstanceType, set.instance_type);
  store(memory, header::kCounterCount, counts.counters);
  store(memory, header::kSlotCount, counts.capacity.slots);
  store(memory, header::kNameSize, counts.capacity.name_size);
  store(memory, header::kSlotsOffset, std::uint64_t{layout.slots_offset()});
  store(memory, header::kSlotSize, layout.slot_size());
  store(memory, header::kTextsOffset, static_cast<std::uint32_t>(layout.texts_offset()));
  store(memory, header::kTextsSize, counts.texts_size);
  store(memory, header::kCellRows, counts.cell_rows);
}

void write_counter(MutableBytes at, const CounterTemplate& counter) {
  store(at, segment::counter::kId, counter.id);
  store(at, segment::counter::kType, counter.type);
  store(at, segment::counter::kAttributes, counter.attributes);
  store(at, segment::counter::kDetailLevel, counter.detail_level);
  store(at, segment::counter::kScale, counter.scale);
  store(at, segment::counter::kBaseId, counter.base_id);
  store(at, segment::counter::kPerfTimeId, counter.perf_time_id);
  store(at, segment::counter::kPerfFreqId, counter.perf_freq_id);
  store(at, segment::counter::kMultiId, counter.multi_id);
  store(at, segment::counter::kAggregate, counter.aggregate);
}

// Writes the table of texts and, one after the other, the texts.
class TextWriter {
 public:
  TextWriter(MutableBytes texts, std::size_t rows) noexcept
      : texts_(texts), next_text_(rows * segment::text::kLength) {}

  void add(std::string_view text) noexcept {
    store(texts_, next_row_ + segment::text::kOffset, static_cast<std::uint32_t>(next_text_));
    store(texts_, next_row_ + segment::text::kSize, static_cast<std::uint32_t>(text.size()));
    if (!text.empty()) std::memcpy(texts_.data() + next_text_, text.data(), text.size());
    next_row_ += segment::text::kLength;
    next_text_ += text.size();
  }

 private:
  MutableBytes texts_;
  std::size_t next_row_ = 0;
  std::size_t next_text_;
};

void write_texts(MutableBytes texts, const CounterSetTemplate& set) {
  TextWriter writer(texts, segment::kTextsOfSet + segment::kTextsOfCounter * set.counters.size());
  writer.add(set.name);
  writer.add(set.help);
  writer.add(set.provider_name);
  for (const CounterTemplate& counter : set.counters) {
    writer.add(counter.name);
    writer.add(counter.help);
  }
}

// Words, because readers may look at the place while it is written: what they read then is thrown
// away, but it must not be a data race.
void store_word(MutableBytes slot, std::size_t offset, Word word) noexcept {
  shared_word<Word>(slot, offset).store(word, std::memory_order_relaxed);
}

void store_half(MutableBytes slot, std::size_t offset, std::uint32_t half) noexcept {
  shared_word<std::uint32_t>(slot, offset).store(half, std::memory_order_relaxed);
}

// The name with its NUL; the rest of its last word is 0. What follows is of earlier names.
void store_name(MutableBytes slot, std::size_t offset, std::u16string_view name) noexcept {
  constexpr std::size_t kUnits = sizeof(Word) / sizeof(char16_t);
  for (std::size_t done = 0; done <= name.size(); done += kUnits) {
    Word word = 0;
    const std::u16string_view part = name.substr(done, kUnits);
    if (!part.empty()) std::memcpy(&word, part.data(), part.size() * sizeof(char16_t));
    store_word(slot, offset, word);
    offset += sizeof(Word);
  }
}

std::uint32_t size_of(std::u16string_view name) noexcept {
  return static_cast<std::uint32_t>((name.size() + 1) * sizeof(char16_t));
}

}  // namespace

SegmentWriter::SegmentWriter(const CounterSetTemplate& set, const SegmentLayout& layout,
                             MutableBytes memory, bool has_callback)
    : layout_(layout), memory_(memory) {
  write_header(memory, set, layout, has_callback);
  for (std::uint32_t i = 0; i < layout.counts().counters; ++i) {
    write_counter(memory.subspan(layout.counter_offset(i)), set.counters[i]);
  }
  if (layout.counts().texts_size != 0) write_texts(memory.subspan(layout.texts_offset()), set);
  free_.reserve(layout.counts().capacity.slots);
  states_.reserve(layout.counts().capacity.slots);
}

bool SegmentWriter::holds_name(std::u16string_view name) const noexcept {
  return name.size() < layout_.counts().capacity.name_size / sizeof(char16_t);
}

std::optional<std::uint32_t> SegmentWriter::create(const SlotInstance& instance) {
  const std::lock_guard lock(mutex_);
  const auto slot = take_slot();
  if (slot.has_value()) write_instance(*slot, instance);
  return slot;
}

void SegmentWriter::remove(std::uint32_t slot) {
  const std::lock_guard lock(mutex_);
  const std::size_t state = layout_.slot_offset(slot) + slot_field::kState;
  shared_word<std::uint32_t>(memory_, state).store(segment::kFreeSlot, std::memory_order_release);
  free_.push_back(slot);
}

// A reader that sees a value as present sees the value, too, or a later one.
void SegmentWriter::copy_values(std::uint32_t number, std::span<const Word> values,
                                std::span<const Word> missing) noexcept {
  constexpr std::size_t kBits = 64;
  const MutableBytes slot = memory_.subspan(layout_.slot_offset(number), layout_.slot_size());
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    const bool is_missing = (missing[i / kBits] >> (i % kBits) & 1U) != 0;
    if (!is_missing) store_word(slot, layout_.value_offset(i), values[i]);
  }
  for (std::size_t i = 0; i < missing.size(); ++i) {
    shared_word<Word>(slot, layout_.missing_offset() + i * sizeof(Word))
        .store(missing[i], std::memory_order_release);
  }
}

void SegmentWriter::withdraw() noexcept {
  shared_word<std::uint32_t>(memory_, header::kWithdrawn).store(1, std::memory_order_release);
}

MutableBytes SegmentWriter::block(std::uint32_t slot) const noexcept {
  const MutableBytes whole = memory_.subspan(layout_.slot_offset(slot), layout_.slot_size());
  return whole.subspan(slot_field::kBlock);
}

// Call with the mutex held.
std::optional<std::uint32_t> SegmentWriter::take_slot() {
  if (!free_.empty()) {
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    return slot;
  }
  if (states_.size() == layout_.counts().capacity.slots) return std::nullopt;
  states_.push_back(segment::kFreeSlot);
  return static_cast<std::uint32_t>(states_.size() - 1);
}

// Call with the mutex held. A slot has another even state in each life, so that a reader that was
// interrupted for a whole life notices it.
void SegmentWriter::write_instance(std::uint32_t number, const SlotInstance& instance) noexcept {
  const MutableBytes slot = memory_.subspan(layout_.slot_offset(number), layout_.slot_size());
  const auto state = shared_word<std::uint32_t>(slot, slot_field::kState);
  const std::uint32_t changing = states_[number] + 1;
  std::uint32_t stable = changing + 1;
  if (stable == segment::kFreeSlot) stable += 2;  // after 2^31 lives
  state.store(changing, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);  // nobody sees what follows before that
  store_word(slot, slot_field::kLife, instance.life);
  write_block(slot, instance);
  state.store(stable, std::memory_order_release);
  states_[number] = stable;
  shared_word<std::uint32_t>(memory_, header::kUsedSlots)
      .store(static_cast<std::uint32_t>(states_.size()), std::memory_order_release);
}

// The PERF_COUNTERSET_INSTANCE.
void SegmentWriter::write_block(MutableBytes slot, const SlotInstance& instance) noexcept {
  const std::size_t name_offset = layout_.name_offset() - slot_field::kBlock;
  const std::uint32_t name_size = size_of(instance.name);
  const std::size_t words = (name_offset + name_size + sizeof(Word) - 1) / sizeof(Word);
  store_word(slot, slot_field::kBlockSet, load<Word>(memory_, header::kSet));
  store_word(slot, slot_field::kBlockSet + sizeof(Word),
             load<Word>(memory_, header::kSet + sizeof(Word)));
  store_half(slot, slot_field::kBlockSize, static_cast<std::uint32_t>(words * sizeof(Word)));
  store_half(slot, slot_field::kInstanceId, instance.id);
  store_half(slot, slot_field::kNameOffset, static_cast<std::uint32_t>(name_offset));
  store_half(slot, slot_field::kNameSize, name_size);
  for (std::uint32_t i = 0; i < layout_.counts().counters; ++i) {
    store_word(slot, layout_.value_offset(i), 0);
    for (std::uint32_t row = 0; row < layout_.counts().cell_rows; ++row) {
      store_word(slot, layout_.cells_offset(row) + i * sizeof(Word), 0);
    }
  }
  store_name(slot, layout_.name_offset(), instance.name);
  for (std::size_t i = 0; i < layout_.missing_words(); ++i) {
    store_word(slot, layout_.missing_offset() + i * sizeof(Word), ~Word{0});
  }
}

}  // namespace openperflib
