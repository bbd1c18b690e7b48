// Snapshot: one PERF_DATA_BLOCK with its bytes, and which of its values are missing and why.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/counter/cstatus.h"
#include "openperflib/snapshot/counter_links.h"
#include "openperflib/snapshot/missing_reason.h"
#include "openperflib/text/string_pool.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {

// A run of instances whose values of one counter are missing (docs/perflib.md, section 5).
struct MissingRun {
  std::uint32_t object_title_index;
  std::uint32_t
      counter_ordinal;           // kLeftOut: the counter has no definition; first_instance names it
  std::uint32_t first_instance;  // position, or the counter's title index where it is kLeftOut
  std::uint32_t instance_count;
  CStatus status;
  MissingReason code;
  Bytes reason;  // UTF-16 with its NUL, in the snapshot's bytes
  static constexpr std::uint32_t kLeftOut = 0xFFFFFFFF;
};

// Identifies an instance across snapshots of the same source if its name does not (device number
// and diskseq, ifindex, a host process), or an object without instances, whose position is 0. Only
// live sources know it: a block has no place for it.
struct InstanceKey {
  std::uint32_t object_title_index;
  std::uint32_t instance;  // position
  std::uint64_t key;
  // The process that the values are from, where it may be restarted and count from 0 again; 0:
  // none. The same for all instances of an object. `key` depends on it.
  std::uint64_t process = 0;
};

// Resource, because of its bytes: move-only. Reused: another block that is not larger allocates
// nothing.
class Snapshot {
 public:
  Snapshot() = default;
  // A snapshot that was moved from is empty.
  Snapshot(Snapshot&& other) noexcept { swap(other); }
  Snapshot& operator=(Snapshot&& other) noexcept {
    Snapshot(std::move(other)).swap(*this);
    return *this;
  }
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

  // Copies `block`, parses it and reads its objects Counter Links, Titles and Collection
  // Status, if it has them.
  // Errors: those of DataBlockView::parse; the snapshot is empty then.
  [[nodiscard]] std::expected<void, Error> assign(
      Bytes block, const Limits& limits = {},
      Conformance conformance = Conformance::as_seen_in_the_wild);
  // Does what assign() does without the copy: takes the bytes, and gives back the previous ones for
  // reuse.
  [[nodiscard]] std::expected<void, Error> adopt(
      std::vector<std::byte>& block, const Limits& limits = {},
      Conformance conformance = Conformance::as_seen_in_the_wild);
  // Called after assign() or adopt() with the keys of a live source, sorted by object, then
  // instance.
  void set_instance_keys(std::vector<InstanceKey>& keys);  // swaps

  // Adds runs of values that the block does not have although it has room for them; called after
  // assign() or adopt() by a reader that did not read them. The reasons must live as long as the
  // block.
  void add_missing(std::span<const MissingRun> runs);

  // Returns whether there is no block: nothing was assigned, or the last assign() or adopt()
  // failed.
  [[nodiscard]] bool empty() const noexcept { return !view_.has_value(); }
  // Returns the block. Must not be called if empty(); valid until the next assign() or adopt().
  [[nodiscard]] const DataBlockView& view() const& noexcept { return *view_; }
  [[nodiscard]] const DataBlockView& view() const&& = delete;  // would outlive its bytes
  // Returns the tolerated anomalies of the block.
  [[nodiscard]] const ToleranceReport& tolerated() const noexcept { return tolerated_; }
  // Returns the runs sorted by object, ordinal, first instance. Empty also for a block without
  // Collection Status.
  [[nodiscard]] const std::vector<MissingRun>& missing() const noexcept { return missing_; }
  // Returns the names and help texts stored in the block, ascending by index: those of objects and
  // counters that no fixed table has. Valid until the next assign() or adopt().
  [[nodiscard]] std::span<const Title> titles() const noexcept { return titles_; }
  // Returns the rows of Counter Links: what counters of sets have besides their definitions, sorted
  // by object and ordinal. Valid until the next assign() or adopt().
  [[nodiscard]] std::span<const CounterLink> counter_links() const noexcept { return links_; }
  // Returns the keys of set_instance_keys(); none for a block from a file.
  [[nodiscard]] const std::vector<InstanceKey>& instance_keys() const noexcept { return keys_; }

  // Returns the status of a stored value: valid_data unless a run contains it. `why` (optional)
  // receives the run.
  [[nodiscard]] CStatus status(std::uint32_t object_title_index, std::uint32_t counter_ordinal,
                               std::uint32_t instance,
                               const MissingRun** why = nullptr) const noexcept;
  // Returns the run with the reason why a counter has no definition in this block: its own, or that
  // of an object that is missing as a whole; null: none.
  [[nodiscard]] const MissingRun* left_out(std::uint32_t object_title_index,
                                           std::uint32_t counter_title_index) const noexcept;
  // Returns the reason of a run of missing(), as UTF-8.
  [[nodiscard]] std::string reason(const MissingRun& run) const;

 private:
  // View and bytes are swapped together: the bytes do not move in memory.
  void swap(Snapshot& other) noexcept;
  // Checks bytes_ and reads the missing runs; there is no view after an error.
  [[nodiscard]] std::expected<void, Error> parse(const Limits& limits, Conformance conformance);
  std::vector<std::byte> bytes_;
  std::optional<DataBlockView> view_;
  ToleranceReport tolerated_;
  std::vector<MissingRun> missing_;  // sorted by object, ordinal, first instance
  std::vector<InstanceKey> keys_;
  // Read again only if the object differs from the last one.
  void read_titles_of_block();
  void read_links_of_block();
  std::vector<Title> titles_;
  StringPool title_texts_;
  std::vector<std::byte> titles_object_;  // its bytes
  std::vector<CounterLink> links_;
  std::vector<std::byte> links_object_;
};

}  // namespace openperflib
