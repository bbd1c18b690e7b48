// Paging: Windows' counts of pages read and written, derived from Linux' counts of swapping.
// Source: docs/objects/memory.md.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/linux/storage/diskstats_internal.h"
#include "openperflib/linux/table/key_file_internal.h"
#include "openperflib/linux/table/object_table_internal.h"

namespace openperflib::linux_objects {

// A number or the reason why it is missing.
using PagingNumber = std::expected<std::uint64_t, ReasonId>;

// Reads the names of the block devices in /proc/swaps ("sda2" from "/dev/sda2  partition  2097148 0
// -2") into `devices`, reused: views of the text.
void parse_swaps(std::string_view text, std::vector<std::string_view>& devices);

// Resource: keeps sums that have no running total in the kernel; they are process-private after the
// first collection.
class Paging {
 public:
  // Requests the keys that read() uses.
  static void want_keys(KeyFile& vmstat);
  // Updates the numbers below, once per collection. `vmstat` must have been read.
  void read(const KeyFile& vmstat, CollectContext& context);

  // Starts at the larger of pswpin and pgmajfault and grows by the larger of their increases; in
  // pages of 4 KiB.
  [[nodiscard]] const PagingNumber& pages_input() const noexcept { return input_; }
  // The sum of pages read and pages written.
  [[nodiscard]] const PagingNumber& pages() const noexcept { return pages_; }
  // Completed writes of the swap devices; without a swap device, clusters of 32 pages written.
  [[nodiscard]] const PagingNumber& page_writes() const noexcept { return writes_; }

 private:
  [[nodiscard]] PagingNumber read_input(const KeyFile& vmstat, CollectContext& context);
  [[nodiscard]] static PagingNumber sum_of(const PagingNumber& input, const KeyFile& vmstat,
                                           CollectContext& context);
  [[nodiscard]] PagingNumber read_writes(const KeyFile& vmstat, CollectContext& context);
  [[nodiscard]] std::optional<PagingNumber> device_writes(CollectContext& context);
  [[nodiscard]] PagingNumber clusters_written(const KeyFile& vmstat, CollectContext& context);

  PagingNumber input_ = 0, pages_ = 0, writes_ = 0;
  std::uint64_t last_swapped_in_ = 0, last_faults_ = 0, added_input_ = 0;
  std::uint64_t last_swapped_out_ = 0, added_clusters_ = 0;
  std::uint64_t most_writes_ = 0;
  KeptFile swaps_{"proc/swaps"};
  KeptFile diskstats_{"proc/diskstats"};
  TextBuffer swaps_text_;
  std::vector<std::string_view> devices_;  // of swaps_text_
  std::vector<DiskLine> lines_;
};

}  // namespace openperflib::linux_objects
