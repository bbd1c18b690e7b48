// Where the objects of memory, paging, the kernel and the machine's devices come from: rows of
// source_texts.cc.
#pragma once

#include <array>

#include "apps/perflib/source_texts.h"

namespace openperflib::apps {

inline constexpr std::uint32_t kCache = 86, kObjects = 260, kPagingFile = 700,
                               kNumaNodeMemory = 1814, kThermalZone = 100032,
                               kEnergyMeter = 100042, kPowerMeter = 100050,
                               kLinuxProcessor = 100094, kLinuxSystem = 100104,
                               kLinuxMemory = 100118;

inline constexpr auto kMachineTexts = std::to_array<SourceText>({
    {kPagingFile, "% Usage", SourceFamily::swap,
     "/proc/swaps, the line of {}: Used over Size (base), in pages of 4 KiB"},
    {kPagingFile, "% Usage Peak", SourceFamily::swap,
     "/proc/swaps, the line of {}: the largest Used that this run of the tool has seen over Size "
     "(base)"},
    {kObjects, "Processes", SourceFamily::machine,
     "/proc: numbered folders, kernel threads counted as one (System)"},
    {kObjects, "Threads", SourceFamily::machine,
     "/proc/loadavg, field 4: all tasks, kernel threads included"},
    {kObjects, "Events", SourceFamily::machine,
     "/proc/PID/fd of every process: links to anon_inode:[eventfd] and [timerfd]"},
    {kObjects, "Semaphores", SourceFamily::machine,
     "/proc/sysvipc/sem, nsems of every line, summed, and /dev/shm/sem.*"},
    {kObjects, "Sections", SourceFamily::machine,
     "/proc/sysvipc/shm, its lines, and the files of /dev/shm but sem.*"},
    {kCache, "Lazy Write Pages/sec", SourceFamily::machine,
     "/proc/vmstat, nr_written, in pages of 4 KiB: low 32 bits"},
    {kCache, "Dirty Pages", SourceFamily::machine, "/proc/vmstat, nr_dirty, in pages of 4 KiB"},
    {kCache, "Dirty Page Threshold", SourceFamily::machine,
     "/proc/vmstat, nr_dirty_threshold, in pages of 4 KiB"},
    {kLinuxProcessor, "% Steal Time", SourceFamily::processor,
     "/proc/stat, {}: steal, ticks as 100 ns"},
    {kLinuxProcessor, "% IO Wait Time", SourceFamily::processor,
     "/proc/stat, {}: iowait, ticks as 100 ns"},
    {kLinuxProcessor, "% Guest Time", SourceFamily::processor,
     "/proc/stat, {}: (guest + guest_nice), ticks as 100 ns"},
    {kLinuxProcessor, "% Nice Time", SourceFamily::processor,
     "/proc/stat, {}: nice, ticks as 100 ns"},
    {kLinuxSystem, "Load Average 1m", SourceFamily::machine, "/proc/loadavg, first word x 100"},
    {kLinuxSystem, "Load Average 5m", SourceFamily::machine, "/proc/loadavg, second word x 100"},
    {kLinuxSystem, "Load Average 15m", SourceFamily::machine, "/proc/loadavg, third word x 100"},
    {kLinuxSystem, "Blocked Tasks", SourceFamily::machine, "/proc/stat, procs_blocked"},
    {kLinuxSystem, "Forks/sec", SourceFamily::machine, "/proc/stat, processes: low 32 bits"},
    {kLinuxSystem, "Open Files", SourceFamily::machine, "/proc/sys/fs/file-nr, first word"},
    {kLinuxMemory, "Swap In Pages/sec", SourceFamily::machine,
     "/proc/vmstat, pswpin, in pages of 4 KiB"},
    {kLinuxMemory, "Swap Out Pages/sec", SourceFamily::machine,
     "/proc/vmstat, pswpout, in pages of 4 KiB"},
    {kLinuxMemory, "Major Faults/sec", SourceFamily::machine, "/proc/vmstat, pgmajfault"},
    {kLinuxMemory, "OOM Kills", SourceFamily::machine, "/proc/vmstat, oom_kill"},
    {kLinuxMemory, "Direct Reclaim Pages/sec", SourceFamily::machine,
     "/proc/vmstat, pgscan_direct, in pages of 4 KiB"},
    {kLinuxMemory, "Block Read KBytes/sec", SourceFamily::machine, "/proc/vmstat, pgpgin"},
    {kLinuxMemory, "Block Write KBytes/sec", SourceFamily::machine, "/proc/vmstat, pgpgout"},
    {kLinuxMemory, "Cached Bytes", SourceFamily::machine, "/proc/meminfo, Cached x 1,024"},
    {kLinuxMemory, "Buffers Bytes", SourceFamily::machine, "/proc/meminfo, Buffers x 1,024"},
    {kLinuxMemory, "Shmem Bytes", SourceFamily::machine, "/proc/meminfo, Shmem x 1,024"},
    {kLinuxMemory, "Slab Bytes", SourceFamily::machine, "/proc/meminfo, Slab x 1,024"},
    {kLinuxMemory, "AnonPages Bytes", SourceFamily::machine, "/proc/meminfo, AnonPages x 1,024"},
    {kLinuxMemory, "PageTables Bytes", SourceFamily::machine, "/proc/meminfo, PageTables x 1,024"},
    {kLinuxMemory, "Dirty Bytes", SourceFamily::machine, "/proc/meminfo, Dirty x 1,024"},
    {kLinuxMemory, "Writeback Bytes", SourceFamily::machine, "/proc/meminfo, Writeback x 1,024"},
    {kLinuxMemory, "SwapUsed Bytes", SourceFamily::machine,
     "/proc/meminfo, (SwapTotal - SwapFree) x 1,024"},
    {kLinuxMemory, "HugePages_Total Bytes", SourceFamily::machine,
     "/proc/meminfo, HugePages_Total x Hugepagesize x 1,024"},
    {kNumaNodeMemory, "Total MBytes", SourceFamily::node,
     "/sys/devices/system/node/node{}/meminfo, MemTotal / 1,024, rounded down"},
    {kNumaNodeMemory, "Free & Zero Page List MBytes", SourceFamily::node,
     "/sys/devices/system/node/node{}/meminfo, MemFree / 1,024, rounded down"},
    {kNumaNodeMemory, "Standby List MBytes", SourceFamily::node,
     "/sys/devices/system/node/node{}/meminfo, Active(file) + Inactive(file) + SReclaimable less "
     "the low watermarks of /proc/zoneinfo"},
    {kNumaNodeMemory, "Available MBytes", SourceFamily::node,
     "/sys/devices/system/node/node{}/meminfo, MemFree, and the standby list"},
    {kThermalZone, "Temperature", SourceFamily::thermal_zone,
     "/sys/class/thermal/thermal_zone{}/temp as kelvin, rounded down"},
    {kThermalZone, "High Precision Temperature", SourceFamily::thermal_zone,
     "/sys/class/thermal/thermal_zone{}/temp as tenths of a kelvin, rounded down"},
    {kThermalZone, "% Passive Limit", SourceFamily::thermal_zone,
     "/sys/class/thermal/thermal_zone{}/cdev*: cur_state over max_state, of the one that leaves "
     "least"},
    {kThermalZone, "Throttle Reasons", SourceFamily::machine,
     "/sys/devices/system/cpu/cpuN/thermal_throttle: 1 where a count has grown since the "
     "collection before"},
    {kEnergyMeter, "Time", SourceFamily::machine, "PerfTime of the block, in 100 ns"},
    {kEnergyMeter, "Energy", SourceFamily::power_zone,
     "/sys/class/powercap/{}/energy_uj x 2,500 / 9, carried over its rounds"},
    {kEnergyMeter, "Power", SourceFamily::power_zone,
     "/sys/class/powercap/{}/energy_uj: growth over the time since the collection before"},
    {kPowerMeter, "Power", SourceFamily::sensor,
     "/sys/class/hwmon/hwmon{}/power1_average, else power1_input, / 1,000"},
    {kPowerMeter, "Power Budget", SourceFamily::sensor,
     "/sys/class/hwmon/hwmon{}/power1_cap / 1,000"},
});

}  // namespace openperflib::apps
