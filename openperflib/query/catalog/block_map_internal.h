// BlockMap: the positions of the counter blocks of a block, and the proof that they are the same in
// the next block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "openperflib/wire/data_block_view.h"

namespace openperflib {

// The position of a counter block, in bytes from the start of the block.
struct CounterBlockPlace {
  std::uint32_t offset = 0;
  std::uint32_t size = 0;  // the bytes of it that exist
};

// Resource: copies of the bytes that define a layout; reused.
class BlockMap {
 public:
  // Whether Collection Status is part of the layout: it changes whenever a reason does. It is the
  // last object, so its changes move nothing else.
  enum class StatusObject : std::uint8_t { ignored, included };

  // Walks the block once.
  void assign(const DataBlockView& view, StatusObject status_object);
  void clear() noexcept { is_set_ = false; }

  // Whether every definition, instance and name is where it was in the block of assign(): all bytes
  // that determine this are equal. Values, clocks and padding may differ.
  [[nodiscard]] bool is_layout_of(const DataBlockView& view) const noexcept;

  // The counter blocks of an object (by its position in the block): one per instance, or the only
  // one of an object without instances.
  [[nodiscard]] std::span<const CounterBlockPlace> places(std::size_t object) const noexcept {
    return std::span(places_).subspan(objects_[object].first_place, objects_[object].places);
  }
  // The offset of the object's header, in bytes from the start of the block: its clock is there.
  [[nodiscard]] std::uint32_t object_offset(std::size_t object) const noexcept {
    return objects_[object].offset;
  }

 private:
  struct Object {
    std::uint32_t offset;
    std::uint32_t first_place;
    std::uint32_t places;
  };
  struct Extent {
    std::uint32_t offset;
    std::uint32_t length;
  };
  void add_object(const DataBlockView& view, const ObjectTypeView& object);
  void add_padding(const DataBlockView& view, std::size_t begin, std::size_t end);
  void add_place(const DataBlockView& view, const CounterBlockView& block);
  void add_layout(const DataBlockView& view, std::size_t offset, std::size_t length);

  std::vector<Object> objects_;
  std::vector<CounterBlockPlace> places_;
  std::vector<Extent> extents_;
  std::vector<std::byte> contents_;  // of all extents, one after the other
  std::size_t end_ = 0;              // end of the last extent
  std::uint64_t size_ = 0;           // of the block; 0: it may change
  ByteOrder order_ = ByteOrder::little;
  bool is_set_ = false;
};

}  // namespace openperflib
