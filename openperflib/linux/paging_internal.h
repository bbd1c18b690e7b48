// Paging: what Windows counts of reading and writing pages, out of what Linux counts of swapping.
// Source: docs/objects/memory.md.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/linux/diskstats_internal.h"
#include "openperflib/linux/key_file_internal.h"
#include "openperflib/linux/object_table_internal.h"

namespace openperflib::linux_objects {

// A number, or why there is none.
using PagingNumber = std::expected<std::uint64_t, ReasonId>;

// Names of the block devices of /proc/swaps ("sda2" of "/dev/sda2  partition  2097148  0  -2"),
// into `devices`, reused: views of the text.
void parse_swaps(std::string_view text, std::vector<std::string_view>& devices);

// Resource: remembers what came before, because what it adds up has no running total in the kernel:
// process-private beyond the value of its first collection.
class Paging {
 public:
  // Makes the file look for what read() takes from it.
  static void want_keys(KeyFile& vmstat);
  // One collection; the numbers below are of it. `vmstat` has been read.
  void read(const KeyFile& vmstat, Collection& collection);

  // Starts at the larger of pswpin and pgmajfault, and grows by the larger of the two's growths; in
  // pages of 4 KiB.
  [[nodiscard]] const PagingNumber& pages_input() const noexcept { return input_; }
  // The sum of pages read and pages written.
  [[nodiscard]] const PagingNumber& pages() const noexcept { return pages_; }
  // Writes completed of the swap devices; where swap has no device, clusters of 32 pages written.
  [[nodiscard]] const PagingNumber& page_writes() const noexcept { return writes_; }

 private:
  [[nodiscard]] PagingNumber read_input(const KeyFile& vmstat, Collection& collection);
  [[nodiscard]] static PagingNumber sum_of(const PagingNumber& input, const KeyFile& vmstat,
                                           Collection& collection);
  [[nodiscard]] PagingNumber read_writes(const KeyFile& vmstat, Collection& collection);
  [[nodiscard]] std::optional<PagingNumber> device_writes(Collection& collection);
  [[nodiscard]] PagingNumber clusters_written(const KeyFile& vmstat, Collection& collection);

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
