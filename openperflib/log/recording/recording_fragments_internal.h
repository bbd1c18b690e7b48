// The pieces of PERF_DATA_BLOCKs: everything in a block that is not a value, each piece stored
// once.
//
// Source: docs/formats/perfrec.md, "Pieces".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/log/recording/recording_numbers_internal.h"

namespace openperflib::recording {

// A number in the bytes of a piece.
struct ValueSlot {
  std::int32_t place = 0;   // from the start of the piece; if negative, from its end
  std::uint8_t width = 0;   // 1, 2, 4 or 8 bytes
  std::uint32_t title = 0;  // of the counter; 0: none
  bool operator==(const ValueSlot&) const = default;

  [[nodiscard]] std::size_t offset_in(std::size_t length) const noexcept {
    return place >= 0 ? static_cast<std::size_t>(place)
                      : length - static_cast<std::size_t>(-static_cast<std::int64_t>(place));
  }
};

enum class PieceKind : std::uint8_t {
  raw,     // anything else: it has no values
  head,    // PERF_DATA_BLOCK
  object,  // PERF_OBJECT_TYPE and its definitions
  row,     // an instance and its counter block, or the only counter block of an object
};

// The common properties of pieces: those with the same shape contain the same values.
struct FragmentLayout {
  PieceKind kind = PieceKind::raw;
  std::uint32_t object = 0;      // its title index; 0 for raw and head
  std::vector<ValueSlot> slots;  // ascending, without overlaps
  bool operator==(const FragmentLayout&) const = default;
};

[[nodiscard]] inline std::uint64_t load_slot(Bytes bytes, const ValueSlot& slot) noexcept {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + slot.offset_in(bytes.size()), slot.width);
  return value;
}

// The shapes and pieces of one journal or block, by number. Resource.
class Fragments {
 public:
  void clear() noexcept;

  [[nodiscard]] std::size_t shape_count() const noexcept { return shapes_.size(); }
  [[nodiscard]] std::size_t size() const noexcept { return pieces_.size(); }
  // The bytes of all pieces.
  [[nodiscard]] std::size_t byte_count() const noexcept { return bytes_.size(); }
  [[nodiscard]] const FragmentLayout& shape(std::uint32_t number) const noexcept {
    return shapes_[number];
  }
  [[nodiscard]] std::uint32_t shape_of(std::uint32_t piece) const noexcept {
    return pieces_[piece].shape;
  }
  // Its bytes, with zeros in place of its values; valid until the next piece is added.
  [[nodiscard]] Bytes bytes(std::uint32_t piece) const noexcept {
    return Bytes(bytes_).subspan(pieces_[piece].begin, pieces_[piece].length);
  }
  [[nodiscard]] std::uint32_t slot_count(std::uint32_t piece) const noexcept {
    return slot_counts_[pieces_[piece].shape];
  }

  // The number of an equal shape or piece; a new one is added.
  [[nodiscard]] std::uint32_t intern(const FragmentLayout& shape);
  [[nodiscard]] std::uint32_t intern(std::uint32_t shape, Bytes bytes);

  // Appends all from these numbers on, as stored.
  void put(std::size_t first_shape, std::size_t first_piece, std::vector<std::byte>& into) const;
  // Adds stored ones. If the reader is not sound afterwards, they are invalid and must not be used.
  void take(NumberReader& reader);

 private:
  struct Piece {
    std::uint32_t shape;
    std::uint32_t length;
    std::size_t begin;
  };
  void add(std::uint32_t shape, Bytes bytes);
  void add(FragmentLayout shape);
  void take_shape(NumberReader& reader);
  void take_piece(NumberReader& reader);
  std::vector<FragmentLayout> shapes_;
  std::vector<std::uint32_t> slot_counts_;  // by shape
  std::vector<std::size_t> least_lengths_;  // of a piece, by shape
  std::vector<Piece> pieces_;
  std::vector<std::byte> bytes_;
  std::unordered_multimap<std::size_t, std::uint32_t> by_hash_;  // of intern()
};

// A counter in the definitions of an object.
struct DefinedCounter {
  std::uint32_t title = 0;
  std::uint32_t offset = 0;  // in the counter block
  std::uint32_t size = 0;
  bool shares_bytes = false;  // with another one
};
// The counters of a piece of kind object, which is foreign input; fewer if it is damaged.
[[nodiscard]] std::vector<DefinedCounter> counters_of(Bytes piece);

// The object that rows of Collection Status are about, from its definitions and a row with its
// values. Value.
class StatusPlace {
 public:
  StatusPlace() = default;
  explicit StatusPlace(Bytes definitions);
  // The title index of the object; nullopt if the row has none.
  [[nodiscard]] std::optional<std::uint32_t> object_of(Bytes row) const noexcept;

 private:
  std::optional<std::uint32_t> offset_;  // in the counter block
};

// One PERF_DATA_BLOCK: its pieces in order, and their values, piece by piece.
struct RecordedSample {
  std::vector<std::uint32_t> pieces;
  std::vector<std::uint64_t> values;
};

}  // namespace openperflib::recording
