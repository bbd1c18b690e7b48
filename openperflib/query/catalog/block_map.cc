#include <algorithm>
#include <cstring>

#include "openperflib/query/catalog/block_map_internal.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/wire/layout.h"

namespace openperflib {
namespace {

std::size_t offset_in(const DataBlockView& view, Bytes part) {
  return static_cast<std::size_t>(part.data() - view.bytes().data());
}

std::size_t first_object_offset(const DataBlockView& view) {
  return view.object_count() == 0 ? 0 : offset_in(view, (*view.objects().begin()).bytes());
}

std::uint64_t word(const std::byte* at) {
  std::uint64_t value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

constexpr std::size_t kShortPadding = 16;

// Most extents are 50 bytes long, and there are thousands: no call, no branch per byte.
bool same_bytes(const std::byte* a, const std::byte* b, std::size_t length) {
  constexpr std::size_t kWordSize = sizeof(std::uint64_t);
  if (length < kWordSize || length > 16 * kWordSize) return std::memcmp(a, b, length) == 0;
  std::uint64_t differences = 0;
  for (std::size_t at = 0; at + kWordSize < length; at += kWordSize) {
    differences |= word(a + at) ^ word(b + at);
  }
  differences |= word(a + length - kWordSize) ^ word(b + length - kWordSize);
  return differences == 0;
}

}  // namespace

void BlockMap::add_layout(const DataBlockView& view, std::size_t offset, std::size_t length) {
  if (length == 0) return;
  const Bytes bytes = view.bytes().subspan(offset, length);
  contents_.insert(contents_.end(), bytes.begin(), bytes.end());
  end_ = std::max(end_, offset + length);
  if (!extents_.empty() && extents_.back().offset + extents_.back().length == offset) {
    extents_.back().length += static_cast<std::uint32_t>(length);
    return;
  }
  extents_.push_back({static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(length)});
}

// Padding may differ in the next block. If it is 0, as correct writers leave it, it is treated as
// part of the layout, so that what is on both sides is compared in one step.
void BlockMap::add_padding(const DataBlockView& view, std::size_t begin, std::size_t end) {
  if (begin >= end || end - begin > kShortPadding) return;
  const Bytes padding = view.bytes().subspan(begin, end - begin);
  const bool is_zero = std::ranges::all_of(padding, [](std::byte b) { return b == std::byte{0}; });
  if (is_zero) add_layout(view, begin, end - begin);
}

void BlockMap::add_place(const DataBlockView& view, const CounterBlockView& block) {
  const std::size_t offset = offset_in(view, block.bytes());
  places_.push_back(
      {static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(block.bytes().size())});
  add_layout(view, offset, std::min(block.bytes().size(), layout::counter_block::kSize));
}

void BlockMap::add_object(const DataBlockView& view, const ObjectTypeView& object) {
  const std::size_t offset = offset_in(view, object.bytes());
  objects_.push_back(
      {static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(places_.size()), 0});
  add_layout(view, offset, layout::object_type::kPerfTime);  // only its clock may differ
  const std::size_t definitions = offset + layout::object_type::kPerfFreq;
  add_layout(view, definitions, offset + object.definition_length() - definitions);
  if (const auto single = object.single(); single.has_value()) add_place(view, *single);
  for (const InstanceView& instance : object.instances()) {
    const Bytes bytes = instance.definition.bytes();
    const Bytes name = instance.definition.name();
    const std::size_t start = offset_in(view, bytes);
    add_layout(view, start, layout::instance_definition::kSize);
    if (!name.empty()) add_layout(view, offset_in(view, name), name.size());
    add_padding(view, extents_.back().offset + extents_.back().length, start + bytes.size());
    add_place(view, instance.counters);
  }
  objects_.back().places = static_cast<std::uint32_t>(places_.size()) - objects_.back().first_place;
}

void BlockMap::assign(const DataBlockView& view, StatusObject status_object) {
  objects_.clear();
  places_.clear();
  extents_.clear();
  contents_.clear();
  is_set_ = true;
  end_ = 0;
  size_ = view.bytes().size();
  order_ = view.byte_order();
  namespace header = layout::data_block;
  add_layout(view, header::kHeaderLength, header::kSystemTime - header::kHeaderLength);
  add_layout(view, header::kPerfFreq, header::kPerfTime100nSec - header::kPerfFreq);
  add_layout(view, header::kSystemNameLength, header::kSize - header::kSystemNameLength);
  if (!view.machine_name().empty()) {
    add_layout(view, offset_in(view, view.machine_name()), view.machine_name().size());
  }
  bool is_cut = false;
  std::uint32_t left = view.object_count();
  for (const ObjectTypeView object : view.objects()) {
    is_cut = is_cut || object.is_cut();
    const bool is_status = object.name_title_index() == title::kCollectionStatus;
    if (--left == 0 && is_status && status_object == StatusObject::ignored && !is_cut) {
      const std::size_t offset = offset_in(view, object.bytes());
      objects_.push_back(
          {static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(places_.size()), 0});
      add_layout(view, offset + layout::object_type::kObjectNameTitleIndex, sizeof(std::uint32_t));
      size_ = 0;
      break;
    }
    add_object(view, object);
  }
}

bool BlockMap::is_layout_of(const DataBlockView& view) const noexcept {
  const Bytes bytes = view.bytes();
  if (!is_set_ || view.byte_order() != order_) return false;
  if (size_ != 0 && bytes.size() != size_) return false;
  if (bytes.size() < end_) return false;
  if (!objects_.empty() && first_object_offset(view) != objects_.front().offset) return false;
  const std::byte* content = contents_.data();
  for (const Extent& extent : extents_) {
    if (!same_bytes(bytes.data() + extent.offset, content, extent.length)) return false;
    content += extent.length;
  }
  return true;
}

}  // namespace openperflib
