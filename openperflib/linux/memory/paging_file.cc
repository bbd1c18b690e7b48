// Paging File: one instance per swap area, from /proc/swaps. Source: docs/objects/paging_file.md.
#include <algorithm>
#include <string>
#include <vector>

#include "openperflib/linux/memory/swap_areas_internal.h"
#include "openperflib/linux/storage/mounts_internal.h"
#include "openperflib/linux/table/counter_rows_internal.h"
#include "openperflib/linux/table/instance_name_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/linux/table/row_numbers.h"

namespace openperflib::linux_objects {
namespace {

// The peak usage of an area, kept until the area is switched off.
struct SwapPeak {
  std::string name;  // of the instance
  std::uint64_t pages = 0;
  std::uint64_t collection_number = 0;  // the last collection with this area
};

struct PagingFileState {
  KeptFile swaps{"proc/swaps"};
  std::vector<SwapArea> areas;
  std::vector<SwapPeak> peaks;
  std::string path, name;  // of the current area
};

// In pages of 4 KiB, so that 32 bits hold areas of up to 16 TiB.
std::uint64_t pages_of(std::uint64_t kibibytes) noexcept {
  constexpr std::uint64_t kPageKibibytes = 4;
  return kibibytes / kPageKibibytes;
}

void set_fraction(ObjectTable& table, std::size_t row, std::size_t order, std::uint64_t part,
                  std::uint64_t whole) {
  table.set(row, order, part);
  table.set(row, order, whole, Part::base);
}

std::uint64_t peak_of(PagingFileState& state, std::uint64_t used, std::uint64_t collection) {
  auto peak = std::ranges::find(state.peaks, state.name, &SwapPeak::name);
  if (peak == state.peaks.end()) peak = state.peaks.insert(peak, SwapPeak{.name = state.name});
  peak->pages = std::max(peak->pages, used);
  peak->collection_number = collection;
  return peak->pages;
}

void set_area(PagingFileState& state, const SwapArea& area, CollectContext& context,
              ObjectTable& table, std::size_t row) {
  for (const auto* number : {&area.kibibytes, &area.used_kibibytes}) {
    if (number->has_value()) continue;
    const ReasonId reason = context.reasons.add_bad_word(
        state.swaps.path(), number == &area.kibibytes ? "Size" : "Used", number->error().offset,
        number->error().code);
    table.set_missing(row, PagingFileRow::kPercentUsage, reason);
    return table.set_missing(row, PagingFileRow::kPercentUsagePeak, reason);
  }
  const std::uint64_t size = pages_of(*area.kibibytes), used = pages_of(*area.used_kibibytes);
  set_fraction(table, row, PagingFileRow::kPercentUsage, used, size);
  set_fraction(table, row, PagingFileRow::kPercentUsagePeak, peak_of(state, used, context.number),
               size);
}

void add_area(PagingFileState& state, const SwapArea& area, CollectContext& context,
              ObjectTable& table) {
  state.path.clear();
  append_mount_text(state.path, area.path);
  state.name.clear();
  append_path_instance_name(state.name, state.path);
  set_area(state, area, context, table, table.add_instance(state.name));
}

void collect_paging_file(PagingFileState& state, CollectContext& context, ObjectTable& table) {
  const auto text = context.root.read(state.swaps, context.buffer);
  if (!text.has_value()) return;
  parse_swap_areas(*text, state.areas);
  for (const SwapArea& area : state.areas) add_area(state, area, context, table);
  std::erase_if(state.peaks,
                [&](const SwapPeak& peak) { return peak.collection_number != context.number; });
  const std::size_t total = table.add_total();
  if (!state.areas.empty()) return;
  // Without swap, 0 of 1 is used, which is exact.
  set_fraction(table, total, PagingFileRow::kPercentUsage, 0, 1);
  set_fraction(table, total, PagingFileRow::kPercentUsagePeak, 0, 1);
}

}  // namespace

std::unique_ptr<Collector> make_paging_file_collector() {
  return make_collector<PagingFileState, collect_paging_file>();
}

}  // namespace openperflib::linux_objects
