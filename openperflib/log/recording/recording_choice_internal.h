// RecordingChoice: the columns of a recording that a request needs.
//
// Source: docs/formats/perfrec.md, "Block".
#pragma once

#include <cstdint>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/log/recording/recording_fragments_internal.h"
#include "openperflib/snapshot/object_request.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::recording {

// Value. A requested counter reads as if everything were read: its bases, the identities of its
// instances, its clocks and statuses are chosen with it.
class RecordingChoice {
 public:
  // Everything.
  RecordingChoice() = default;
  // The objects and counters of an id list; any other request is everything. `titles` has the names
  // by which they can be requested; its texts must live as long as this.
  RecordingChoice(ObjectRequest request, const TitleTable& titles);

  // Takes the pieces of a block or a journal: the definitions of its objects. If the first ones
  // lack a requested object, they are read completely, so that existing names can be suggested.
  void take(const Fragments& pieces);
  [[nodiscard]] bool is_all() const noexcept { return is_all_ || is_whole_; }
  // Whether everything is read.
  [[nodiscard]] bool asks_for_all() const noexcept { return is_all_; }
  // Whether the object is returned.
  [[nodiscard]] bool wants(std::uint32_t object) const noexcept;
  // Whether it is read; Collection Status is read if it may contain statuses of the choice.
  [[nodiscard]] bool reads(std::uint32_t object) const noexcept;
  // Whether the column is read.
  [[nodiscard]] bool reads(const FragmentLayout& shape, const ValueSlot& slot) const noexcept;
  // Whether a reading of that counter has all of its parts.
  [[nodiscard]] bool has(std::uint32_t object, std::uint32_t counter) const noexcept;
  // Changes when other columns are read than before.
  [[nodiscard]] std::uint64_t generation() const noexcept { return generation_; }

 private:
  // The parts of an object's rows that are needed.
  struct Needed {
    std::uint32_t object = 0;
    bool all_counters = false;
    std::vector<std::uint32_t> counters;  // ascending; including bases
    std::vector<std::uint32_t> complete;  // those that were requested
    bool operator==(const Needed&) const = default;
  };
  void take_object(std::uint32_t object, Bytes definitions);
  void unite_objects();
  [[nodiscard]] bool lacks_an_object(const Fragments& pieces) const;
  [[nodiscard]] bool needs_statuses(const Fragments& pieces) const;
  [[nodiscard]] const Needed* find(std::uint32_t object) const noexcept;

  [[nodiscard]] bool has_name(std::uint32_t title) const noexcept;

  ObjectRequest request_;
  TitleTable titles_{{}, {}, {}};
  bool is_all_ = true;
  bool is_whole_ = false;  // of the pieces taken last
  bool has_pieces_ = false;
  bool reads_statuses_ = true;  // of the pieces taken last
  std::uint64_t generation_ = 1;
  std::vector<Needed> needed_;  // by object, ascending
  std::vector<Needed> before_;
};

}  // namespace openperflib::recording
