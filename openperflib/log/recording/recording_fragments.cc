#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

#include "openperflib/log/recording/recording_fragments_internal.h"
#include "openperflib/log/recording/recording_layout_internal.h"

namespace openperflib::recording {
namespace {

// The least length of a piece that contains all its values; nullopt if two of them overlap or are
// out of order in a piece of any such length.
struct Extent {
  std::uint64_t from_start = 0;
  std::uint64_t from_end = 0;
  [[nodiscard]] std::uint64_t length() const noexcept { return from_start + from_end; }
};

bool is_width(std::uint8_t width) noexcept {
  return width == 1 || width == 2 || width == 4 || width == 8;
}

// Whether the slots ascend without overlaps, with those measured from the end after all others.
bool measure(std::span<const ValueSlot> slots, Extent& extent) noexcept {
  std::int64_t end_of_last = 0;  // of those from the start
  bool is_from_end = false;
  for (const ValueSlot& slot : slots) {
    const std::int64_t place = slot.place;
    if (!is_width(slot.width)) return false;
    if (place < 0) {
      if (!is_from_end) {
        is_from_end = true;
        extent.from_end = static_cast<std::uint64_t>(-place);
        end_of_last = place;
      }
      if (place < end_of_last || place + slot.width > 0) return false;
    } else if (is_from_end || place < end_of_last) {
      return false;
    }
    end_of_last = place + slot.width;
    if (!is_from_end) extent.from_start = static_cast<std::uint64_t>(end_of_last);
  }
  return true;
}

std::size_t hash_of(std::uint32_t shape, Bytes bytes) noexcept {
  return std::hash<std::string_view>()(as_text(bytes)) * 31 + shape;
}

}  // namespace

void Fragments::clear() noexcept {
  shapes_.clear();
  slot_counts_.clear();
  least_lengths_.clear();
  pieces_.clear();
  bytes_.clear();
  by_hash_.clear();
}

void Fragments::add(FragmentLayout shape) {
  Extent extent;
  (void)measure(shape.slots, extent);
  least_lengths_.push_back(static_cast<std::size_t>(extent.length()));
  slot_counts_.push_back(static_cast<std::uint32_t>(shape.slots.size()));
  shapes_.push_back(std::move(shape));
}

void Fragments::add(std::uint32_t shape, Bytes bytes) {
  pieces_.push_back({shape, static_cast<std::uint32_t>(bytes.size()), bytes_.size()});
  put_bytes(bytes_, bytes);
}

std::uint32_t Fragments::intern(const FragmentLayout& shape) {
  const auto found = std::ranges::find(shapes_, shape);
  if (found == shapes_.end()) {
    add(shape);
    return static_cast<std::uint32_t>(shapes_.size() - 1);
  }
  return static_cast<std::uint32_t>(found - shapes_.begin());
}

std::uint32_t Fragments::intern(std::uint32_t shape, Bytes bytes) {
  const std::size_t hash = hash_of(shape, bytes);
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto it = begin; it != end; ++it) {
    const Bytes known = this->bytes(it->second);
    if (shape_of(it->second) == shape && std::ranges::equal(known, bytes)) return it->second;
  }
  const auto number = static_cast<std::uint32_t>(pieces_.size());
  add(shape, bytes);
  by_hash_.emplace(hash, number);
  return number;
}

void Fragments::put(std::size_t first_shape, std::size_t first_piece,
                    std::vector<std::byte>& into) const {
  put_number(into, shapes_.size() - first_shape);
  for (const FragmentLayout& shape : std::span(shapes_).subspan(first_shape)) {
    into.push_back(static_cast<std::byte>(shape.kind));
    put_number(into, shape.object);
    put_number(into, shape.slots.size());
    for (const ValueSlot& slot : shape.slots) {
      put_number(into, zigzag(static_cast<std::uint64_t>(std::int64_t{slot.place})));
      into.push_back(static_cast<std::byte>(slot.width));
      put_number(into, slot.title);
    }
  }
  put_number(into, pieces_.size() - first_piece);
  for (const Piece& piece : std::span(pieces_).subspan(first_piece)) {
    put_number(into, piece.shape);
    put_number(into, piece.length);
    put_bytes(into, Bytes(bytes_).subspan(piece.begin, piece.length));
  }
}

void Fragments::take_shape(NumberReader& reader) {
  FragmentLayout shape;
  const Bytes kind = reader.bytes(1);
  if (kind.empty() || kind[0] > static_cast<std::byte>(PieceKind::row)) return reader.fail();
  shape.kind = static_cast<PieceKind>(kind[0]);
  shape.object = reader.number32();
  const std::uint64_t count = reader.count();
  for (std::uint64_t i = 0; i < count && reader.is_sound(); ++i) {
    const auto place = static_cast<std::int64_t>(unzigzag(reader.number()));
    const Bytes width = reader.bytes(1);
    const std::uint32_t title = reader.number32();
    constexpr std::int64_t kFar = kMostBlockBytes;
    if (width.empty() || place > kFar || place < -kFar) return reader.fail();
    shape.slots.push_back(
        {static_cast<std::int32_t>(place), static_cast<std::uint8_t>(width[0]), title});
  }
  Extent extent;
  if (!reader.is_sound() || !measure(shape.slots, extent)) return reader.fail();
  add(std::move(shape));
}

void Fragments::take_piece(NumberReader& reader) {
  const std::uint32_t shape = reader.number32();
  const Bytes bytes = reader.bytes(reader.number32());
  if (!reader.is_sound() || shape >= shapes_.size() || bytes.size() < least_lengths_[shape]) {
    return reader.fail();
  }
  add(shape, bytes);
}

void Fragments::take(NumberReader& reader) {
  const std::uint64_t shapes = reader.count();
  for (std::uint64_t i = 0; i < shapes && reader.is_sound(); ++i) take_shape(reader);
  const std::uint64_t pieces = reader.count();
  for (std::uint64_t i = 0; i < pieces && reader.is_sound(); ++i) take_piece(reader);
}

}  // namespace openperflib::recording
