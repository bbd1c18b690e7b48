#include <algorithm>
#include <cstring>
#include <tuple>
#include <utility>

#include "openperflib/log/recording/recording_split_internal.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/wire/layout.h"

namespace openperflib::recording {
namespace {

FragmentLayout head_shape() {
  using namespace layout::data_block;
  FragmentLayout shape{.kind = PieceKind::head, .object = 0, .slots = {}};
  const auto add = [&](std::size_t offset, std::uint8_t width) {
    shape.slots.push_back({static_cast<std::int32_t>(offset), width, 0});
  };
  constexpr std::size_t kWordsOfSystemTime = 8;
  add(kTotalByteLength, 4);
  for (std::size_t i = 0; i < kWordsOfSystemTime; ++i) add(kSystemTime + 2 * i, 2);
  add(kPerfTime, 8);
  add(kPerfTime100nSec, 8);
  return shape;
}

FragmentLayout object_shape(std::uint32_t object) {
  using namespace layout::object_type;
  return {.kind = PieceKind::object,
          .object = object,
          .slots = {{static_cast<std::int32_t>(kTotalByteLength), 4, 0},
                    {static_cast<std::int32_t>(kNumInstances), 4, 0},
                    {static_cast<std::int32_t>(kPerfTime), 8, 0}}};
}

// The positions of the values in a counter block of that length. Counters that are missing or not
// numbers have none.
std::vector<ValueSlot> counter_slots(const ObjectTypeView& object, std::size_t length) {
  std::vector<ValueSlot> slots;
  for (const CounterDefinitionView& counter : object.counters()) {
    const std::uint32_t size = counter.counter_size();
    const std::uint32_t offset = counter.counter_offset();
    const bool is_number = size == 1 || size == 2 || size == 4 || size == 8;
    // The object that a row is about: a reader that knows it need not decode the others.
    const bool is_whose = object.name_title_index() == title::kCollectionStatus &&
                          counter.name_title_index() == title::kObjectTitleIndex;
    if (is_whose || !is_number || offset < layout::counter_block::kSize ||
        !contains(length, offset, size)) {
      continue;
    }
    const auto place = static_cast<std::int64_t>(offset) - static_cast<std::int64_t>(length);
    slots.push_back({static_cast<std::int32_t>(place), static_cast<std::uint8_t>(size),
                     counter.name_title_index()});
  }
  std::ranges::stable_sort(slots, {}, [](const ValueSlot& slot) {
    return std::tuple(slot.place, -static_cast<int>(slot.width));
  });
  std::int32_t free_from = slots.empty() ? 0 : slots.front().place;
  std::erase_if(slots, [&](const ValueSlot& slot) {
    if (slot.place < free_from) return true;  // counters may share a place
    free_from = slot.place + slot.width;
    return false;
  });
  return slots;
}

}  // namespace

std::uint32_t BlockSplitter::shape_of(std::uint32_t object, Fragments& pieces) {
  const auto known = std::ranges::find(shapes_, object, &KnownShape::object);
  if (known != shapes_.end()) return known->shape;
  shapes_.push_back({object, pieces.intern(object_shape(object))});
  return shapes_.back().shape;
}

std::uint32_t BlockSplitter::row_shape(const ObjectTypeView& object, std::uint32_t definitions,
                                       std::size_t counter_bytes, bool has_instance,
                                       Fragments& pieces) {
  for (const RowShape& known : row_shapes_) {
    if (known.definitions == definitions && known.counter_bytes == counter_bytes &&
        known.has_instance == has_instance) {
      return known.shape;
    }
  }
  FragmentLayout shape{.kind = PieceKind::row, .object = object.name_title_index(), .slots = {}};
  if (has_instance) {  // the position of the parent changes with every instance before
                       // it
    constexpr auto kPlace =
        static_cast<std::int32_t>(layout::instance_definition::kParentObjectInstance);
    shape.slots.push_back({kPlace, 4, 0});
  }
  const auto counters = counter_slots(object, counter_bytes);
  shape.slots.insert(shape.slots.end(), counters.begin(), counters.end());
  row_shapes_.push_back({definitions, counter_bytes, has_instance, pieces.intern(shape)});
  return row_shapes_.back().shape;
}

std::uint32_t BlockSplitter::add(Bytes part, std::uint32_t shape, Fragments& pieces) {
  scratch_.assign(part.begin(), part.end());
  for (const ValueSlot& slot : pieces.shape(shape).slots) {
    sample_.values.push_back(load_slot(part, slot));
    std::memset(scratch_.data() + slot.offset_in(part.size()), 0, slot.width);
  }
  at_ = part.data() + part.size();
  const auto is_at = [&](std::size_t place) {
    return place < previous_.size() && pieces.shape_of(previous_[place]) == shape &&
           std::ranges::equal(pieces.bytes(previous_[place]), scratch_);
  };
  // If nothing changed; otherwise if one was removed.
  const std::size_t known = is_at(expected_) ? expected_ : expected_ + 1;
  const bool is_known = known == expected_ || is_at(known);
  const std::uint32_t piece = is_known ? previous_[known] : pieces.intern(shape, scratch_);
  if (is_known) expected_ = known + 1;
  sample_.pieces.push_back(piece);
  return piece;
}

void BlockSplitter::add_raw_up_to(const std::byte* end, Fragments& pieces) {
  if (at_ >= end) return;
  (void)add({at_, end}, pieces.intern(FragmentLayout{}), pieces);
}

void BlockSplitter::split_object(const ObjectTypeView& object, Fragments& pieces) {
  const Bytes bytes = object.bytes();
  add_raw_up_to(bytes.data(), pieces);
  const std::size_t length = object.definition_length();
  const std::uint32_t definitions = add(bytes.first(std::min(length, bytes.size())),
                                        shape_of(object.name_title_index(), pieces), pieces);
  for (const InstanceView& instance : object.instances()) {
    const Bytes counters = instance.counters.bytes();
    const Bytes name = instance.definition.bytes();
    add_raw_up_to(name.data(), pieces);
    add({name.data(), counters.data() + counters.size()},
        row_shape(object, definitions, counters.size(), true, pieces), pieces);
  }
  if (const auto single = object.single()) {
    const Bytes counters = single->bytes();
    add_raw_up_to(counters.data(), pieces);
    add(counters, row_shape(object, definitions, counters.size(), false, pieces), pieces);
  }
  add_raw_up_to(bytes.data() + bytes.size(), pieces);
}

void BlockSplitter::split(const DataBlockView& view, Fragments& pieces, RecordedSample& into) {
  const Bytes bytes = view.bytes();
  if (pieces.size() == 0) {
    head_shape_.reset();
    shapes_.clear();
    row_shapes_.clear();
    previous_.clear();
  }
  sample_.pieces.clear();
  sample_.values.clear();
  expected_ = 0;
  at_ = bytes.data();
  // Counters of a big-endian machine are not split: such a block is one piece.
  if (view.byte_order() == ByteOrder::little) {
    for (const ObjectTypeView& object : view.objects()) {
      if (at_ == bytes.data()) {
        if (!head_shape_.has_value()) head_shape_ = pieces.intern(head_shape());
        add({at_, object.bytes().data()}, *head_shape_, pieces);
      }
      split_object(object, pieces);
    }
  }
  add_raw_up_to(bytes.data() + bytes.size(), pieces);
  previous_ = sample_.pieces;
  std::swap(into, sample_);
}

}  // namespace openperflib::recording
