// The pieces that PERF_DATA_BLOCKs are made of: what of a block is no value, each piece once.
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
#include "openperflib/log/recording_numbers_internal.h"

namespace openperflib::recording {

// A number in the bytes of a piece.
struct ValueSlot {
  std::int32_t place = 0;   // from the piece's start; below 0: from its end
  std::uint8_t width = 0;   // 1, 2, 4 or 8 bytes
  std::uint32_t title = 0;  // of the counter; 0: no counter's
  bool operator==(const ValueSlot&) const = default;

  [[nodiscard]] std::size_t offset_in(std::size_t length) const noexcept {
    return place >= 0 ? static_cast<std::size_t>(place)
                      : length - static_cast<std::size_t>(-static_cast<std::int64_t>(place));
  }
};

enum class PieceKind : std::uint8_t {
  raw,     // anything: it has no values
  head,    // PERF_DATA_BLOCK
  object,  // PERF_OBJECT_TYPE and its definitions
  row,     // an instance and its counter block, or the one counter block of an object
};

// What pieces have in common: those of one shape hold the same values.
struct PieceShape {
  PieceKind kind = PieceKind::raw;
  std::uint32_t object = 0;      // its title index; 0 for raw and head
  std::vector<ValueSlot> slots;  // ascending, none over another
  bool operator==(const PieceShape&) const = default;
};

[[nodiscard]] inline std::uint64_t load_slot(Bytes bytes, const ValueSlot& slot) noexcept {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + slot.offset_in(bytes.size()), slot.width);
  return value;
}

// The shapes and pieces of one journal or block, by number. Resource.
class Pieces {
 public:
  void clear() noexcept;

  [[nodiscard]] std::size_t shape_count() const noexcept { return shapes_.size(); }
  [[nodiscard]] std::size_t size() const noexcept { return pieces_.size(); }
  [[nodiscard]] const PieceShape& shape(std::uint32_t number) const noexcept {
    return shapes_[number];
  }
  [[nodiscard]] std::uint32_t shape_of(std::uint32_t piece) const noexcept {
    return pieces_[piece].shape;
  }
  // Its bytes, zeros where its values are; valid until the next piece is added.
  [[nodiscard]] Bytes bytes(std::uint32_t piece) const noexcept {
    return Bytes(bytes_).subspan(pieces_[piece].begin, pieces_[piece].length);
  }
  [[nodiscard]] std::uint32_t slot_count(std::uint32_t piece) const noexcept {
    return slot_counts_[pieces_[piece].shape];
  }

  // The numbers of those that are equal; new ones are added.
  [[nodiscard]] std::uint32_t intern(const PieceShape& shape);
  [[nodiscard]] std::uint32_t intern(std::uint32_t shape, Bytes bytes);

  // All from these numbers on, as they are stored.
  void put(std::size_t first_shape, std::size_t first_piece, std::vector<std::byte>& into) const;
  // Adds those that are stored. Not sound afterwards: they are none; what was added is of no use.
  void take(NumberReader& reader);

 private:
  struct Piece {
    std::uint32_t shape;
    std::uint32_t length;
    std::size_t begin;
  };
  void add(std::uint32_t shape, Bytes bytes);
  void add(PieceShape shape);
  void take_shape(NumberReader& reader);
  void take_piece(NumberReader& reader);
  std::vector<PieceShape> shapes_;
  std::vector<std::uint32_t> slot_counts_;  // by shape
  std::vector<std::size_t> least_lengths_;  // of a piece, by shape
  std::vector<Piece> pieces_;
  std::vector<std::byte> bytes_;
  std::unordered_multimap<std::size_t, std::uint32_t> by_hash_;  // of intern()
};

// A counter as the definitions of an object say.
struct DefinedCounter {
  std::uint32_t title = 0;
  std::uint32_t offset = 0;  // in the counter block
  std::uint32_t size = 0;
  bool shares_bytes = false;  // with another one
};
// Those of a piece of kind object, which anybody may have written; fewer where it is not sound.
[[nodiscard]] std::vector<DefinedCounter> counters_of(Bytes piece);

// Whose status the rows of Collection Status tell, by its definitions and a row with its values.
// Value.
class StatusPlace {
 public:
  StatusPlace() = default;
  explicit StatusPlace(Bytes definitions);
  // The title index of the object; nothing where the row has none.
  [[nodiscard]] std::optional<std::uint32_t> object_of(Bytes row) const noexcept;

 private:
  std::optional<std::uint32_t> offset_;  // in the counter block
};

// One PERF_DATA_BLOCK: its pieces in their order, and their values, piece by piece.
struct RecordedSample {
  std::vector<std::uint32_t> pieces;
  std::vector<std::uint64_t> values;
};

}  // namespace openperflib::recording
