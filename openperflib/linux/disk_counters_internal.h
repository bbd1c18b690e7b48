// What PhysicalDisk and LogicalDisk have in common: what is remembered of a device, and the one
// table that makes counters of its numbers. Source: docs/objects/disks.md.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "openperflib/linux/collection_internal.h"
#include "openperflib/linux/diskstats_internal.h"

namespace openperflib::linux_objects {

// The numbers of one device in one collection, as its counters are made of them.
struct DiskReading {
  std::array<std::uint64_t, kDiskFieldCount> values{};  // milliseconds carried past 32 bits
  std::array<ReasonId, kDiskFieldCount> reasons{};      // kPresent, or why there is no such number
  std::uint64_t time_100ns = 0;                         // the block's PerfTime100nSec
  ReasonId time_reason = Reasons::kPresent;
  std::uint64_t idle_100ns = 0;  // time_100ns without the time of doing I/O
  ReasonId idle_reason = Reasons::kPresent;
};

// Whether the time of day was set between two collections: it advanced otherwise than the monotonic
// clock by more than 1 % and 10 ms.
class ClockWatch {
 public:
  // Call once a collection. Without clocks: false.
  [[nodiscard]] bool was_set(const Instant& now) noexcept;

 private:
  Instant last_;
};

// One device, remembered from collection to collection. Its identity is the device number and
// diskseq (Linux 5.15), which no other disk of this boot has.
class DiskRecord {
 public:
  // Finds out where its diskseq is told: in its own folder or, for a partition, in its disk's.
  DiskRecord(const DiskLine& line, const ProcRoot& root);

  // Reads diskseq. True where another device has taken the place: all that was remembered is gone.
  [[nodiscard]] bool is_replaced(ProcRoot& root, TextBuffer& buffer);
  // The line's numbers. Milliseconds that fell were cut to 32 bits and are carried (process-private
  // from then on), unless a count of requests fell too: that is another device. Idle time never
  // falls but where the clock was set.
  [[nodiscard]] DiskReading follow(const DiskLine& line, Collection& collection,
                                   bool clock_was_set);
  // What makes it the same device as in an earlier collection; never 0.
  [[nodiscard]] std::uint64_t key() const noexcept;

 private:
  struct Milliseconds {
    std::uint64_t last = 0, carried = 0;
  };
  static constexpr std::size_t kMillisecondFields = 3;  // ms_reading, ms_writing, ms_busy
  void forget() noexcept;
  [[nodiscard]] bool requests_fell(const DiskLine& line) noexcept;
  void carry(DiskReading& reading, Collection& collection);
  void set_idle(DiskReading& reading, Collection& collection, bool clock_was_set);

  DeviceNumber device_;
  std::uint64_t sequence_ = 0;  // 0: not known
  KeptFile sequence_file_;
  std::array<Milliseconds, kMillisecondFields> milliseconds_;
  std::uint64_t last_reads_ = 0;
  std::uint64_t last_writes_ = 0;
  std::uint64_t last_idle_100ns_ = 0;
};

// "major:minor name": how a record is found again when the lines have changed.
void device_text(const DiskLine& line, std::string& text);

// Where the counters that both objects share begin: the order of Current Disk Queue Length.
inline constexpr std::size_t kPhysicalDiskCounters = 0;
inline constexpr std::size_t kLogicalDiskCounters = 2;

// Sets every shared counter of an instance; of one whose number is missing, the reason.
void set_disk_counters(ObjectTable& table, std::size_t instance, std::size_t first_order,
                       const DiskReading& reading, Reasons& reasons);
// Every shared counter of an instance is missing for one reason: it has no line.
void set_disk_counters_missing(ObjectTable& table, std::size_t instance, std::size_t first_order,
                               ReasonId reason);

}  // namespace openperflib::linux_objects
