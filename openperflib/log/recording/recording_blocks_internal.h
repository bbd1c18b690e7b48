// BlockAssembler: recorded samples as PERF_DATA_BLOCKs again, one per object.
//
// Source: docs/formats/perfrec.md, "What a reader returns".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/log/recording/recording_fragments_internal.h"
#include "openperflib/log/recording/recording_numbers_internal.h"

namespace openperflib::recording {

// The clocks in the header of a sample.
struct SampleClocks {
  std::int64_t perf_time = 0;
  std::int64_t perf_freq = 0;
  FileTime time_utc = 0;
};

// Resource: keeps the bytes of each object, so that a sample with the same pieces costs only its
// values.
class BlockAssembler {
 public:
  // Takes a sample. Returns its clocks if it is a block: a header followed by objects, at least
  // `least_objects` (0 if some were left out).
  [[nodiscard]] std::optional<SampleClocks> take(const RecordedSample& sample,
                                                 const Fragments& pieces,
                                                 std::size_t least_objects = 1);
  // The next samples use another dictionary.
  void forget_pieces() noexcept;

  // Title indices of the objects of the sample, in its order.
  [[nodiscard]] std::span<const std::uint32_t> objects() const noexcept { return titles_; }
  // The block as it was recorded, byte for byte. Appended to `into`.
  void append_whole(std::vector<std::byte>& into) const;
  // Appends the header of the sample to `into`, and one object of objects(), by position, each as
  // it was recorded.
  void append_head(std::vector<std::byte>& into) const { put_bytes(into, parts_[0].bytes); }
  void append_object(std::size_t object, std::vector<std::byte>& into) const {
    put_bytes(into, parts_[1 + object].bytes);
  }
  // The block of one object of objects(), by position, with the names that no fixed table has
  // (Titles) and its rows of Collection Status, and `time_local` as its time of day. It replaces
  // the contents of `into`.
  void make_block(std::size_t object, FileTime time_local, std::vector<std::byte>& into) const;

 private:
  // The position of a value in the bytes of a part.
  struct Place {
    std::uint32_t offset;
    std::uint32_t width;
  };
  // The header or an object.
  struct Part {
    std::vector<std::uint32_t> pieces;
    std::vector<std::byte> bytes;
    std::vector<Place> places;
    std::vector<std::uint32_t> rows;  // the start of each row, and the end of the last one
    StatusPlace status_place;         // of Collection Status
    bool is_stale = true;
  };
  void fill(Part& part, std::span<const std::uint32_t> piece_numbers,
            std::span<const std::uint64_t> values, const Fragments& pieces);
  static void rebuild(Part& part, std::span<const std::uint32_t> piece_numbers,
                      const Fragments& pieces);
  [[nodiscard]] const Part* part_of(std::uint32_t object) const;
  bool append_beside(std::uint32_t describing, std::uint32_t object,
                     std::vector<std::byte>& into) const;
  bool append_status_of(std::uint32_t object, std::vector<std::byte>& into) const;

  std::vector<Part> parts_;  // header first; those after part_count_ are kept for their memory
  std::size_t part_count_ = 0;
  std::vector<std::uint32_t> titles_;  // of all parts except the first
};

}  // namespace openperflib::recording
