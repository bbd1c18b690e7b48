// BlockAssembler: recorded samples as PERF_DATA_BLOCKs again, one an object.
//
// Source: docs/formats/perfrec.md, "What a reader gives out".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/log/recording_pieces_internal.h"

namespace openperflib::recording {

// The clocks of a sample, as its header has them.
struct SampleClocks {
  std::int64_t perf_time = 0;
  std::int64_t perf_freq = 0;
  FileTime time_utc = 0;
};

// Resource: keeps the bytes of each object, so that a sample of the same pieces costs its values
// alone.
class BlockAssembler {
 public:
  // Takes a sample. Whether it is a block: a header, and objects behind it, at least
  // `least_objects` (0 where some were left out); its clocks then.
  [[nodiscard]] std::optional<SampleClocks> take(const RecordedSample& sample, const Pieces& pieces,
                                                 std::size_t least_objects = 1);
  // Another dictionary holds from the next sample on.
  void forget_pieces() noexcept;

  // Title indices of the objects of the sample, in its order.
  [[nodiscard]] std::span<const std::uint32_t> objects() const noexcept { return titles_; }
  // The block as it was recorded, byte for byte. Appended to `into`.
  void append_whole(std::vector<std::byte>& into) const;
  // The block of one object of objects(), by position, with what Collection Status says of it, and
  // `time_local` for its time of day. It replaces what is in `into`.
  void make_block(std::size_t object, FileTime time_local, std::vector<std::byte>& into) const;

 private:
  // Where a value belongs in the bytes of a part.
  struct Place {
    std::uint32_t offset;
    std::uint32_t width;
  };
  // The header, or an object.
  struct Part {
    std::vector<std::uint32_t> pieces;
    std::vector<std::byte> bytes;
    std::vector<Place> places;
    std::vector<std::uint32_t> rows;  // where each row begins, and where the last one ends
    StatusPlace status_place;         // of Collection Status
    bool is_stale = true;
  };
  void fill(Part& part, std::span<const std::uint32_t> piece_numbers,
            std::span<const std::uint64_t> values, const Pieces& pieces);
  static void rebuild(Part& part, std::span<const std::uint32_t> piece_numbers,
                      const Pieces& pieces);
  void append_status_of(std::uint32_t object, std::vector<std::byte>& into) const;

  std::vector<Part> parts_;  // header first; those behind part_count_ are kept for their memory
  std::size_t part_count_ = 0;
  std::vector<std::uint32_t> titles_;  // of the parts but the first
};

}  // namespace openperflib::recording
