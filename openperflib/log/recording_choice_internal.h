// RecordingChoice: which columns of a recording a request needs.
//
// Source: docs/formats/perfrec.md, "Block".
#pragma once

#include <cstdint>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/log/recording_pieces_internal.h"
#include "openperflib/query/object_request.h"

namespace openperflib::recording {

// Value. What is asked for reads as if all were there: its bases, who its instances are, its clocks
// and statuses are chosen with it.
class RecordingChoice {
 public:
  // Everything.
  RecordingChoice() = default;
  // What an id list names; another request is everything.
  explicit RecordingChoice(ObjectRequest request);

  // Takes the pieces of a block or a journal: what its objects define. The first ones that lack an
  // object that is asked for are read whole: then whoever asked is told what there is instead.
  void take(const Pieces& pieces);
  [[nodiscard]] bool is_all() const noexcept { return is_all_ || is_whole_; }
  // Whether whatever comes is read whole.
  [[nodiscard]] bool asks_for_all() const noexcept { return is_all_; }
  // Whether the object is given out.
  [[nodiscard]] bool wants(std::uint32_t object) const noexcept;
  // Whether it is read: Collection Status is where it may tell of what is wanted.
  [[nodiscard]] bool reads(std::uint32_t object) const noexcept;
  // Whether the column is read.
  [[nodiscard]] bool reads(const PieceShape& shape, const ValueSlot& slot) const noexcept;
  // Whether a reading of that counter has all that it is made of.
  [[nodiscard]] bool has(std::uint32_t object, std::uint32_t counter) const noexcept;
  // Another one where other columns are read than before.
  [[nodiscard]] std::uint64_t generation() const noexcept { return generation_; }

 private:
  // What is needed of the rows of an object.
  struct Needed {
    std::uint32_t object = 0;
    bool all_counters = false;
    std::vector<std::uint32_t> counters;  // ascending; bases too
    std::vector<std::uint32_t> complete;  // those that were asked for
    bool operator==(const Needed&) const = default;
  };
  void take_object(std::uint32_t object, Bytes definitions);
  void unite_objects();
  [[nodiscard]] bool lacks_an_object(const Pieces& pieces) const;
  [[nodiscard]] bool needs_statuses(const Pieces& pieces) const;
  [[nodiscard]] const Needed* find(std::uint32_t object) const noexcept;

  ObjectRequest request_;
  bool is_all_ = true;
  bool is_whole_ = false;  // the pieces taken last
  bool has_pieces_ = false;
  bool reads_statuses_ = true;  // of the pieces taken last
  std::uint64_t generation_ = 1;
  std::vector<Needed> needed_;  // by object, ascending
  std::vector<Needed> before_;
};

}  // namespace openperflib::recording
