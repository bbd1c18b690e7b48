// What PhysicalDisk and LogicalDisk share: the state of a device, and the table that derives
// counters from its numbers. Source: docs/objects/disks.md.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "openperflib/linux/storage/diskstats_internal.h"
#include "openperflib/linux/table/collect_context_internal.h"
#include "openperflib/linux/table/row_numbers.h"

namespace openperflib::linux_objects {

// The numbers of one device in one collection, from which its counters are derived.
struct DiskReading {
  std::array<std::uint64_t, kDiskFieldCount> values{};  // milliseconds carried past 32 bits
  std::array<ReasonId, kDiskFieldCount> reasons{};      // kPresent, or why the number is missing
  std::uint64_t time_100ns = 0;                         // the block's PerfTime100nSec
  ReasonId time_reason = Reasons::kPresent;
  std::uint64_t idle_100ns = 0;  // time_100ns minus the time spent doing I/O
  ReasonId idle_reason = Reasons::kPresent;
};

// Detects whether the time of day was set between two collections: whether its advance differs from
// that of the monotonic clock by more than 1 % and 10 ms.
class ClockWatch {
 public:
  // Call once per collection. False if the clocks are unknown.
  [[nodiscard]] bool was_set(const Instant& now) noexcept;

 private:
  Instant last_;
};

// The state of one device between collections. Its identity is the device number and diskseq (Linux
// 5.15), which is unique within a boot.
class DiskRecord {
 public:
  // Looks up its diskseq file: in its own folder or, for a partition, in that of its disk.
  DiskRecord(const DiskLine& line, const ProcRoot& root);

  // Reads diskseq. Returns true, and clears the state, if another device has taken the place.
  [[nodiscard]] bool is_replaced(ProcRoot& root, TextBuffer& buffer);
  // The numbers of the line. Milliseconds that decreased have wrapped at 32 bits and are carried
  // (process-private from then on), unless a count of requests decreased too, which means another
  // device. Idle time never decreases unless the clock was set.
  [[nodiscard]] DiskReading follow(const DiskLine& line, CollectContext& context,
                                   bool clock_was_set);
  // Identifies the device across collections; never 0.
  [[nodiscard]] std::uint64_t key() const noexcept;

 private:
  struct Milliseconds {
    std::uint64_t last = 0, carried = 0;
  };
  static constexpr std::size_t kMillisecondFields = 3;  // ms_reading, ms_writing, ms_busy
  void forget() noexcept;
  [[nodiscard]] bool requests_fell(const DiskLine& line) noexcept;
  void carry(DiskReading& reading, CollectContext& context);
  void set_idle(DiskReading& reading, CollectContext& context, bool clock_was_set);

  DeviceNumber device_;
  std::uint64_t sequence_ = 0;  // 0: not known
  KeptFile sequence_file_;
  std::array<Milliseconds, kMillisecondFields> milliseconds_;
  std::uint64_t last_reads_ = 0;
  std::uint64_t last_writes_ = 0;
  std::uint64_t last_idle_100ns_ = 0;
};

// "major:minor name": the key of a record, used when the lines have changed.
void device_text(const DiskLine& line, std::string& text);

// The first counter that both objects share: the order of Current Disk Queue Length.
inline constexpr std::size_t kPhysicalDiskCounters = PhysicalDiskRow::kCurrentDiskQueueLength;
inline constexpr std::size_t kLogicalDiskCounters = LogicalDiskRow::kCurrentDiskQueueLength;

// Sets every shared counter of an instance to its number or to the reason why it is missing.
void set_disk_counters(ObjectTable& table, std::size_t instance, std::size_t first_order,
                       const DiskReading& reading, Reasons& reasons);
// Marks every shared counter of an instance as missing, because the device has no line.
void set_disk_counters_missing(ObjectTable& table, std::size_t instance, std::size_t first_order,
                               ReasonId reason);

}  // namespace openperflib::linux_objects
