#include <algorithm>
#include <array>

#include "openperflib/base/checked.h"
#include "openperflib/linux/memory/paging_internal.h"
#include "openperflib/linux/table/collect_context_internal.h"
#include "openperflib/linux/table/counter_rows_internal.h"
#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::string_view kSwappedIn = "pswpin", kSwappedOut = "pswpout", kFaults = "pgmajfault";
constexpr std::uint64_t kPagesPerWrite = 32;  // SWAP_CLUSTER_MAX: what the kernel writes in one go
constexpr std::string_view kDeviceFolder = "/dev/";

bool is_bad(const KeyNumber& key) { return key.state == KeyNumber::State::bad; }
bool is_there(const KeyNumber& key) { return key.state == KeyNumber::State::number; }

// How much a total grew; 0 if it decreased (a reboot between two recordings).
std::uint64_t growth(std::uint64_t now, std::uint64_t& last) noexcept {
  const std::uint64_t grown = now - std::min(now, last);
  last = now;
  return grown;
}

// In pages of 4 KiB.
PagingNumber in_pages(std::uint64_t kernel_pages, std::string_view key, const KeyFile& vmstat,
                      CollectContext& context) {
  const auto pages = in_unit(kernel_pages, Unit::kernel_pages_as_pages, context.page_size);
  if (pages.has_value()) return *pages;
  return std::unexpected(
      context.reasons.add_bad_word(vmstat.path(), key, vmstat[key].offset, Errc::out_of_range));
}

}  // namespace

void parse_swaps(std::string_view text, std::vector<std::string_view>& devices) {
  devices.clear();
  Lines lines = lines_below_headings(text);
  for (std::string_view line; lines.next(line);) {
    const std::string_view path = word_at(line, 0);
    if (path.starts_with(kDeviceFolder)) devices.push_back(path.substr(kDeviceFolder.size()));
  }
}

void Paging::want_keys(KeyFile& vmstat) {
  for (const std::string_view key : {kSwappedIn, kSwappedOut, kFaults}) vmstat.want(key);
}

PagingNumber Paging::read_input(const KeyFile& vmstat, CollectContext& context) {
  const KeyNumber& swapped = vmstat[kSwappedIn];
  const KeyNumber& faults = vmstat[kFaults];
  for (const KeyNumber* key : {&swapped, &faults}) {
    if (is_bad(*key)) return std::unexpected(vmstat.why_not(*key, context.reasons));
  }
  if (!is_there(swapped) && !is_there(faults)) {
    return std::unexpected(vmstat.why_not(faults, context.reasons));
  }
  const std::uint64_t more_swapped =
      is_there(swapped) ? growth(swapped.value, last_swapped_in_) : 0;
  const std::uint64_t more_faults = is_there(faults) ? growth(faults.value, last_faults_) : 0;
  added_input_ += std::max(more_swapped, more_faults);
  return in_pages(added_input_, is_there(faults) ? kFaults : kSwappedIn, vmstat, context);
}

// A kernel without swap has no pswpout and has written nothing.
PagingNumber Paging::sum_of(const PagingNumber& input, const KeyFile& vmstat,
                            CollectContext& context) {
  const KeyNumber& out = vmstat[kSwappedOut];
  if (is_bad(out)) return std::unexpected(vmstat.why_not(out, context.reasons));
  if (!is_there(out)) return input;
  const PagingNumber output = in_pages(out.value, kSwappedOut, vmstat, context);
  if (!output.has_value()) return output;
  const bool reads_lack = !is_there(vmstat[kSwappedIn]) && !is_there(vmstat[kFaults]) &&
                          !is_bad(vmstat[kSwappedIn]) && !is_bad(vmstat[kFaults]);
  if (reads_lack) return output;
  if (!input.has_value()) return input;
  return *input + *output;
}

// The writes of all swap devices with a line in diskstats; nullopt if there are none.
std::optional<PagingNumber> Paging::device_writes(CollectContext& context) {
  const auto swaps = context.root.read(swaps_, swaps_text_);
  if (!swaps.has_value()) return std::nullopt;
  parse_swaps(*swaps, devices_);
  if (devices_.empty()) return std::nullopt;
  const auto text = context.root.read(diskstats_, context.buffer);
  if (!text.has_value()) return std::nullopt;
  parse_diskstats(*text, lines_);
  std::optional<PagingNumber> writes;
  for (const DiskLine& line : lines_) {
    if (std::ranges::find(devices_, line.name) == devices_.end()) continue;
    if (!line.has(DiskField::writes)) {
      const DiskLine::Fault& fault = line.faults[static_cast<std::size_t>(DiskField::writes)];
      return std::unexpected(
          context.reasons.add_bad_word(diskstats_.path(), line.name, fault.offset, fault.code));
    }
    writes = writes.value_or(0).value() + line[DiskField::writes];
  }
  return writes;
}

PagingNumber Paging::clusters_written(const KeyFile& vmstat, CollectContext& context) {
  const KeyNumber& out = vmstat[kSwappedOut];
  if (!is_there(out)) return std::unexpected(vmstat.why_not(out, context.reasons));
  const std::uint64_t pages = growth(out.value, last_swapped_out_);
  added_clusters_ += pages / kPagesPerWrite + (pages % kPagesPerWrite != 0 ? 1 : 0);
  return added_clusters_;
}

// Kept at its maximum, because a removed swap device takes its writes along.
PagingNumber Paging::read_writes(const KeyFile& vmstat, CollectContext& context) {
  const auto of_devices = device_writes(context);
  const PagingNumber writes =
      of_devices.has_value() ? *of_devices : clusters_written(vmstat, context);
  if (!writes.has_value()) return writes;
  most_writes_ = std::max(most_writes_, *writes);
  return most_writes_;
}

void Paging::read(const KeyFile& vmstat, CollectContext& context) {
  input_ = read_input(vmstat, context);
  pages_ = sum_of(input_, vmstat, context);
  writes_ = read_writes(vmstat, context);
}

}  // namespace openperflib::linux_objects
