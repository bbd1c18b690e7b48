#include "apps/perflib/text/source_texts.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "apps/perflib/text/source_texts_machine.h"
#include "apps/perflib/text/source_texts_network.h"
#include "openperflib/query/catalog/idle_process.h"
#include "openperflib/view/text/value_text.h"

namespace openperflib::apps {
namespace {

constexpr std::uint32_t kSystem = 2, kMemory = 4, kProcess = 230, kThread = 232, kDisk = 234,
                        kLogicalDisk = 236, kProcessor = 238, kInterface = 510,
                        kNetworkAdapter = 1820;
constexpr std::uint32_t kProcessorInformation = 100000, kProcessV2 = 100028, kPressure = 100080;
using F = SourceFamily;

// Field names are those of proc(5), of Documentation/admin-guide/iostats.rst and of the sysfs
// files.
constexpr auto kWindowsTexts = std::to_array<SourceText>({
    {kSystem, "File Read Operations/sec", F::machine,
     "/proc/PID/io of every process: syscr, summed"},
    {kSystem, "File Write Operations/sec", F::machine,
     "/proc/PID/io of every process: syscw, summed"},
    {kSystem, "File Read Bytes/sec", F::machine, "/proc/PID/io of every process: rchar, summed"},
    {kSystem, "File Write Bytes/sec", F::machine, "/proc/PID/io of every process: wchar, summed"},
    {kSystem, "File Data Operations/sec", F::machine,
     "/proc/PID/io of every process: syscr + syscw, summed"},
    {kSystem, "Context Switches/sec", F::machine, "/proc/stat, ctxt: low 32 bits"},
    {kSystem, "System Up Time", F::machine, "CLOCK_BOOTTIME; of a recording /proc/uptime"},
    {kSystem, "Processor Queue Length", F::machine,
     "/proc/stat, procs_running less the online CPUs, at least 0"},
    {kSystem, "Processes", F::machine,
     "/proc: numbered folders, kernel threads counted as one (System)"},
    {kSystem, "Threads", F::machine, "/proc/loadavg, field 4: all tasks, kernel threads included"},

    {kMemory, "Page Faults/sec", F::machine, "/proc/vmstat, pgfault: low 32 bits"},
    {kMemory, "Available Bytes", F::machine, "/proc/meminfo, MemAvailable x 1,024"},
    {kMemory, "Available KBytes", F::machine, "/proc/meminfo, MemAvailable"},
    {kMemory, "Available MBytes", F::machine, "/proc/meminfo, MemAvailable / 1,024, rounded down"},
    {kMemory, "Committed Bytes", F::machine, "/proc/meminfo, Committed_AS x 1,024"},
    {kMemory, "Commit Limit", F::machine,
     "/proc/meminfo, (MemTotal + SwapTotal) x 1,024; CommitLimit where vm.overcommit_memory is 2"},
    {kMemory, "% Committed Bytes In Use", F::machine,
     "/proc/meminfo, Committed_AS over the commit limit (base), in pages of 4 KiB"},
    {kMemory, "Cache Faults/sec", F::machine, "/proc/vmstat, workingset_refault_file"},
    {kMemory, "Pages/sec", F::machine,
     "/proc/vmstat: pages input (pswpin or pgmajfault, what grew more) + pswpout"},
    {kMemory, "Pages Input/sec", F::machine,
     "/proc/vmstat: growth of pswpin or of pgmajfault, the larger at each collection"},
    {kMemory, "Page Reads/sec", F::machine, "/proc/vmstat, pgmajfault"},
    {kMemory, "Pages Output/sec", F::machine, "/proc/vmstat, pswpout"},
    {kMemory, "Page Writes/sec", F::machine,
     "/proc/diskstats, the swap devices of /proc/swaps: writes completed; without one pswpout / "
     "32"},
    {kMemory, "Pool Paged Bytes", F::machine, "/proc/meminfo, SReclaimable x 1,024"},
    {kMemory, "Pool Paged Resident Bytes", F::machine, "/proc/meminfo, SReclaimable x 1,024"},
    {kMemory, "Pool Nonpaged Bytes", F::machine,
     "/proc/meminfo, (SUnreclaim + KernelStack + Percpu) x 1,024"},
    {kMemory, "Free System Page Table Entries", F::machine,
     "/proc/meminfo, (VmallocTotal - VmallocUsed) / 4"},
    {kMemory, "Cache Bytes", F::machine,
     "/proc/meminfo, (Cached + Buffers - Shmem + SReclaimable) x 1,024"},
    {kMemory, "Cache Bytes Peak", F::machine,
     "the largest Cache Bytes that this run of the tool has seen"},
    {kMemory, "System Code Total Bytes", F::machine,
     "/proc/iomem, Kernel code: length of the range"},
    {kMemory, "System Code Resident Bytes", F::machine,
     "/proc/iomem, Kernel code: length of the range"},
    {kMemory, "System Driver Total Bytes", F::machine,
     "/proc/modules, field 2 of every line, summed"},
    {kMemory, "System Driver Resident Bytes", F::machine,
     "/proc/modules, field 2 of every line, summed"},
    {kMemory, "System Cache Resident Bytes", F::machine,
     "/proc/meminfo, (Cached + Buffers - Shmem) x 1,024"},
    {kMemory, "Transition Pages RePurposed/sec", F::machine,
     "/proc/vmstat, pgsteal_kswapd + pgsteal_direct + pgsteal_khugepaged + pgsteal_proactive"},
    {kMemory, "Free & Zero Page List Bytes", F::machine, "/proc/meminfo, MemFree x 1,024"},
    {kMemory, "Modified Page List Bytes", F::machine, "/proc/meminfo, (Dirty + Writeback) x 1,024"},
    {kMemory, "Standby Cache Normal Priority Bytes", F::machine,
     "/proc/meminfo, (MemAvailable - MemFree) x 1,024, at least 0"},

    {kProcessor, "% Processor Time", F::processor,
     "time since boot less /proc/stat, {}: user + nice + system + irq + softirq + steal; iowait is "
     "idle"},
    {kProcessor, "% Idle Time", F::processor,
     "time since boot less /proc/stat, {}: user + nice + system + irq + softirq + steal; iowait is "
     "idle"},
    {kProcessor, "% User Time", F::processor, "/proc/stat, {}: (user + nice), ticks as 100 ns"},
    {kProcessor, "% Privileged Time", F::processor,
     "/proc/stat, {}: (system + irq + softirq), ticks as 100 ns"},
    {kProcessor, "% Interrupt Time", F::processor, "/proc/stat, {}: irq, ticks as 100 ns"},
    {kProcessor, "% DPC Time", F::processor, "/proc/stat, {}: softirq, ticks as 100 ns"},
    {kProcessor, "Interrupts/sec", F::processor,
     "/proc/interrupts, the column of {}, ERR and MIS left out"},
    {kProcessor, "DPCs Queued/sec", F::processor, "/proc/softirqs, the column of {}: runs"},
    {kProcessor, "DPC Rate", F::processor,
     "/proc/softirqs, the column of {}: runs per 15.625 ms since the collection before"},
    {kProcessor, "% C1 Time", F::processor,
     "/sys/devices/system/cpu/{}/cpuidle, states C1*, WFI: time x 10"},
    {kProcessor, "% C2 Time", F::processor,
     "/sys/devices/system/cpu/{}/cpuidle, states C2*: time x 10"},
    {kProcessor, "% C3 Time", F::processor,
     "/sys/devices/system/cpu/{}/cpuidle, states C3 and deeper: time x 10"},
    {kProcessor, "C1 Transitions/sec", F::processor,
     "/sys/devices/system/cpu/{}/cpuidle, states C1*, WFI: usage"},
    {kProcessor, "C2 Transitions/sec", F::processor,
     "/sys/devices/system/cpu/{}/cpuidle, states C2*: usage"},
    {kProcessor, "C3 Transitions/sec", F::processor,
     "/sys/devices/system/cpu/{}/cpuidle, states C3 and deeper: usage"},
    {kProcessor, "Parking Status", F::processor,
     "0 by nature: a CPU with an instance is online, and Linux parks no other way"},
    {kProcessor, "Processor Frequency", F::processor,
     "/sys/devices/system/cpu/{}/cpufreq/base_frequency, else acpi_cppc/nominal_freq, else cpu MHz "
     "of /proc/cpuinfo"},
    {kProcessor, "% of Maximum Frequency", F::processor,
     "/sys/devices/system/cpu/{}/cpufreq: scaling_cur_freq over cpuinfo_max_freq"},
    {kProcessor, "Clock Interrupts/sec", F::processor,
     "/proc/interrupts, the column of {}: the timer's row (LOC, arch_timer)"},
    {kProcessor, "Average Idle Time", F::processor,
     "/sys/devices/system/cpu/{}/cpuidle, all states: time over usage (base)"},
    {kProcessor, "Idle Break Events/sec", F::processor,
     "/sys/devices/system/cpu/{}/cpuidle, all states: usage"},
    {kProcessor, "% Processor Performance", F::processor,
     "/sys/devices/system/cpu/{}/cpufreq: scaling_cur_freq over the nominal frequency, weighted by "
     "time"},
    {kProcessor, "% Processor Utility", F::processor,
     "busy time (/proc/stat, {}) weighted by cpufreq's scaling_cur_freq over the nominal "
     "frequency"},
    {kProcessor, "% Privileged Utility", F::processor,
     "privileged time (/proc/stat, {}) weighted by cpufreq's scaling_cur_freq over the nominal "
     "frequency"},
    {kProcessor, "% Performance Limit", F::processor,
     "/sys/devices/system/cpu/{}/cpufreq: scaling_max_freq over cpuinfo_max_freq"},
    {kProcessor, "Performance Limit Flags", F::processor,
     "/sys/devices/system/cpu/{}/thermal_throttle: 1 where a count has grown since the collection "
     "before"},

    {kDisk, "Current Disk Queue Length", F::disk, "/proc/diskstats, {}: I/Os in progress"},
    {kDisk, "% Disk Time", F::disk,
     "/proc/diskstats, {}: milliseconds reading + writing, x 10,000"},
    {kDisk, "Avg. Disk Queue Length", F::disk,
     "/proc/diskstats, {}: milliseconds reading + writing, x 10,000"},
    {kDisk, "% Disk Read Time", F::disk, "/proc/diskstats, {}: milliseconds reading x 10,000"},
    {kDisk, "Avg. Disk Read Queue Length", F::disk,
     "/proc/diskstats, {}: milliseconds reading x 10,000"},
    {kDisk, "% Disk Write Time", F::disk, "/proc/diskstats, {}: milliseconds writing x 10,000"},
    {kDisk, "Avg. Disk Write Queue Length", F::disk,
     "/proc/diskstats, {}: milliseconds writing x 10,000"},
    {kDisk, "Avg. Disk sec/Transfer", F::disk,
     "/proc/diskstats, {}: reads + writes completed (base), milliseconds reading + writing, x "
     "10,000 (value)"},
    {kDisk, "Avg. Disk sec/Read", F::disk,
     "/proc/diskstats, {}: reads completed (base), milliseconds reading x 10,000 (value)"},
    {kDisk, "Avg. Disk sec/Write", F::disk,
     "/proc/diskstats, {}: writes completed (base), milliseconds writing x 10,000 (value)"},
    {kDisk, "Disk Transfers/sec", F::disk, "/proc/diskstats, {}: reads + writes completed"},
    {kDisk, "Disk Reads/sec", F::disk, "/proc/diskstats, {}: reads completed"},
    {kDisk, "Disk Writes/sec", F::disk, "/proc/diskstats, {}: writes completed"},
    {kDisk, "Disk Bytes/sec", F::disk, "/proc/diskstats, {}: sectors read + written, x 512"},
    {kDisk, "Disk Read Bytes/sec", F::disk, "/proc/diskstats, {}: sectors read x 512"},
    {kDisk, "Disk Write Bytes/sec", F::disk, "/proc/diskstats, {}: sectors written x 512"},
    {kDisk, "Avg. Disk Bytes/Transfer", F::disk,
     "/proc/diskstats, {}: reads + writes completed (base), sectors read + written, x 512 (value)"},
    {kDisk, "Avg. Disk Bytes/Read", F::disk,
     "/proc/diskstats, {}: reads completed (base), sectors read x 512 (value)"},
    {kDisk, "Avg. Disk Bytes/Write", F::disk,
     "/proc/diskstats, {}: writes completed (base), sectors written x 512 (value)"},
    {kDisk, "% Idle Time", F::disk,
     "time less /proc/diskstats, {}: milliseconds doing I/Os x 10,000; iostat's %util is 100 less "
     "this"},
    {kLogicalDisk, "% Free Space", F::mount,
     "statvfs of {}: f_bavail over f_blocks - f_bfree + f_bavail (base), in MiB"},
    {kLogicalDisk, "Free Megabytes", F::mount, "statvfs of {}: f_bavail x f_frsize, in MiB"},

    {kInterface, "Bytes Total/sec", F::interface,
     "/sys/class/net/{}/statistics: rx_bytes + tx_bytes"},
    {kInterface, "Packets/sec", F::interface,
     "/sys/class/net/{}/statistics: rx_packets + tx_packets"},
    {kInterface, "Packets Received/sec", F::interface, "/sys/class/net/{}/statistics/rx_packets"},
    {kInterface, "Packets Sent/sec", F::interface, "/sys/class/net/{}/statistics/tx_packets"},
    {kInterface, "Current Bandwidth", F::interface,
     "/sys/class/net/{}/speed x 1,000,000 (bits per second)"},
    {kInterface, "Bytes Received/sec", F::interface, "/sys/class/net/{}/statistics/rx_bytes"},
    {kInterface, "Packets Received Unicast/sec", F::interface,
     "/sys/class/net/{}/statistics: rx_packets - multicast"},
    {kInterface, "Packets Received Non-Unicast/sec", F::interface,
     "/sys/class/net/{}/statistics/multicast"},
    {kInterface, "Packets Received Discarded", F::interface,
     "/sys/class/net/{}/statistics: rx_dropped + rx_missed_errors"},
    {kInterface, "Packets Received Errors", F::interface, "/sys/class/net/{}/statistics/rx_errors"},
    {kInterface, "Packets Received Unknown", F::interface,
     "/sys/class/net/{}/statistics/rx_nohandler"},
    {kInterface, "Packets Sent Unicast/sec", F::interface,
     "ethtool, {}: tx_packets less what its driver counts as multicast and broadcast"},
    {kInterface, "Packets Sent Non-Unicast/sec", F::interface,
     "ethtool, {}: what its driver counts as sent multicast and broadcast"},
    {kInterface, "Bytes Sent/sec", F::interface, "/sys/class/net/{}/statistics/tx_bytes"},
    {kInterface, "Packets Outbound Discarded", F::interface,
     "/sys/class/net/{}/statistics/tx_dropped"},
    {kInterface, "Packets Outbound Errors", F::interface, "/sys/class/net/{}/statistics/tx_errors"},
    {kInterface, "Output Queue Length", F::interface,
     "netlink RTM_GETQDISC, {}: qlen of the root queue"},

    {kProcess, "% Processor Time", F::process,
     "/proc/{}/stat, fields 14 + 15: utime + stime, ticks as 100 ns, of one CPU"},
    {kProcess, "% User Time", F::process,
     "/proc/{}/stat, field 14: utime, ticks as 100 ns, of one CPU"},
    {kProcess, "% Privileged Time", F::process,
     "/proc/{}/stat, field 15: stime, ticks as 100 ns, of one CPU"},
    {kProcess, "Virtual Bytes Peak", F::process, "/proc/{}/status, VmPeak x 1,024"},
    {kProcess, "Virtual Bytes", F::process, "/proc/{}/stat, field 23: vsize"},
    {kProcess, "Page Faults/sec", F::process, "/proc/{}/stat, fields 10 + 12: minflt + majflt"},
    {kProcess, "Working Set Peak", F::process, "/proc/{}/status, VmHWM x 1,024"},
    {kProcess, "Working Set", F::process, "/proc/{}/status, VmRSS x 1,024"},
    {kProcess, "Working Set - Private", F::process, "/proc/{}/status, RssAnon x 1,024"},
    {kProcess, "Page File Bytes Peak", F::process,
     "the largest Page File Bytes that this run of the tool has seen"},
    {kProcess, "Page File Bytes", F::process, "/proc/{}/status, (RssAnon + VmSwap) x 1,024"},
    {kProcess, "Private Bytes", F::process, "/proc/{}/status, (RssAnon + VmSwap) x 1,024"},
    {kProcess, "Thread Count", F::process, "/proc/{}/stat, field 20: num_threads"},
    {kProcess, "Priority Base", F::process,
     "/proc/{}/stat, nice and policy, as the nearest priority class of Windows"},
    {kProcess, "Elapsed Time", F::process,
     "now less btime of /proc/stat and field 22 of /proc/{}/stat: starttime"},
    {kProcess, "ID Process", F::process, "/proc/{}: the number of the folder"},
    {kProcessV2, "Process ID", F::process, "/proc/{}: the number of the folder"},
    {kProcess, "Creating Process ID", F::process, "/proc/{}/stat, field 4: ppid, as first seen"},
    {kProcess, "Pool Nonpaged Bytes", F::process,
     "/proc/{}/status, VmPTE x 1,024 + Threads x 16,384"},
    {kProcess, "Handle Count", F::process, "/proc/{}/fd: entries"},
    {kProcess, "IO Read Operations/sec", F::process,
     "/proc/{}/io, syscr; children that have ended are in it"},
    {kProcess, "IO Write Operations/sec", F::process,
     "/proc/{}/io, syscw; children that have ended are in it"},
    {kProcess, "IO Data Operations/sec", F::process,
     "/proc/{}/io, syscr + syscw; children that have ended are in it"},
    {kProcess, "IO Read Bytes/sec", F::process,
     "/proc/{}/io, rchar: pipes and the page cache too; children that have ended are in it"},
    {kProcess, "IO Write Bytes/sec", F::process,
     "/proc/{}/io, wchar: pipes and the page cache too; children that have ended are in it"},
    {kProcess, "IO Data Bytes/sec", F::process,
     "/proc/{}/io, rchar + wchar: pipes and the page cache too; children that have ended are in "
     "it"},

    {kThread, "% Processor Time", F::thread,
     "{}/stat, fields 14 + 15: utime + stime, ticks as 100 ns, of one CPU"},
    {kThread, "% User Time", F::thread, "{}/stat, field 14: utime, ticks as 100 ns, of one CPU"},
    {kThread, "% Privileged Time", F::thread,
     "{}/stat, field 15: stime, ticks as 100 ns, of one CPU"},
    {kThread, "Context Switches/sec", F::thread,
     "{}/status, voluntary_ctxt_switches + nonvoluntary_ctxt_switches: low 32 bits"},
    {kThread, "Elapsed Time", F::thread,
     "now less btime of /proc/stat and field 22 of {}/stat: starttime"},
    {kThread, "Priority Current", F::thread,
     "{}/stat, field 18: priority, as the nearest class; of real-time ones 16 to 31"},
    {kThread, "Priority Base", F::thread,
     "{}/stat, nice and policy, as the nearest priority class of Windows"},
    {kThread, "Thread State", F::thread, "{}/stat, field 3: R 2, waiting ones 5, ended ones 4"},
    {kThread, "Thread Wait Reason", F::thread, "{}/stat, field 3: S 6, D 0, T 5"},
    {kThread, "ID Process", F::thread, "{}: the number before task; of the kernel's 2"},
    {kThread, "ID Thread", F::thread, "{}: the number of the folder"},

    {kPressure, "% cpu some", F::pressure, "{}, some: total x 10"},
    {kPressure, "% cpu full", F::pressure, "{}, full: total x 10"},
    {kPressure, "% memory some", F::pressure, "{}, some: total x 10"},
    {kPressure, "% memory full", F::pressure, "{}, full: total x 10"},
    {kPressure, "% io some", F::pressure, "{}, some: total x 10"},
    {kPressure, "% io full", F::pressure, "{}, full: total x 10"},
});

// The tables, one after the other.
template <std::size_t... N>
constexpr auto joined(const std::array<SourceText, N>&... tables) {
  std::array<SourceText, (N + ...)> all{};
  auto at = all.begin();
  ((at = std::ranges::copy(tables, at).out), ...);
  return all;
}
constexpr auto kTexts = joined(kWindowsTexts, kMachineTexts, kNetworkTexts);

// The object whose rows also apply to this one.
std::uint32_t written_for(std::uint32_t object) {
  switch (object) {
    case kLogicalDisk:
      return kDisk;
    case kNetworkAdapter:
      return kInterface;
    case kProcessorInformation:
      return kProcessor;
    case kProcessV2:
      return kProcess;
    default:
      return object;
  }
}

const SourceText* find_text(const Series& series) {
  for (const std::uint32_t object :
       {series.object_title_index, written_for(series.object_title_index)}) {
    const auto* row = std::ranges::find_if(kTexts, [&](const SourceText& text) {
      return text.object == object && text.counter == series.counter;
    });
    if (row != kTexts.end()) return row;
  }
  return nullptr;
}

bool is_total(std::string_view instance) {
  return instance == "_Total" || instance.ends_with(",_Total");
}

// The name after the number in "0 sda"; the device of a mount point.
std::string disk_name(const Series& series, std::string_view instance) {
  if (is_total(instance)) return "every disk";
  if (series.object_title_index == kLogicalDisk) return "the device of " + title_instance(series);
  return std::string(instance.substr(instance.find(' ') + 1));
}

// "% cpu some" of a cgroup: "cpu.pressure of cgroup /system.slice".
std::string pressure_file(const Series& series, std::string_view instance) {
  const std::string_view words = series.counter.substr(series.counter.find(' ') + 1);
  const std::string_view resource = words.substr(0, words.find(' '));
  if (is_total(instance)) return fmt::format("/proc/pressure/{}", resource);
  return fmt::format("{}.pressure of cgroup {}", resource, instance);
}
// The text after some words of an instance; "N" if it does not contain them.
std::string_view behind(std::string_view instance, std::string_view words) {
  const std::size_t at = instance.find(words);
  return at == std::string_view::npos ? "N" : instance.substr(at + words.size());
}

// The same up to the next underscore: the 700 of "pid_700_luid_...".
std::string_view word_behind(std::string_view instance, std::string_view words) {
  const std::string_view rest = behind(instance, words);
  return rest.substr(0, rest.find('_'));
}

// "/sys/class/drm/card1" of "luid_0x00000000_0x00000001_phys_0".
std::string gpu_card(std::string_view instance) {
  const std::string_view digits = word_behind(instance, "luid_0x00000000_0x");
  std::uint32_t minor = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), minor, 16);
  return error == std::errc() ? fmt::format("/sys/class/drm/card{}", minor)
                              : "/sys/class/drm/cardN";
}

// "/proc/700/fdinfo, card1", followed by the key of the engine.
std::string gpu_source(std::string_view instance, SourceFamily family) {
  const std::string card = gpu_card(instance);
  std::string text = fmt::format("/proc/{}/fdinfo, {}", word_behind(instance, "pid_"),
                                 card.substr(card.rfind('/') + 1));
  if (family == SourceFamily::gpu_engine) {
    text += fmt::format(", drm-engine-{}", behind(instance, "_engtype_"));
  }
  return text;
}

// The replacement of {}: the name of the instance in its source.
std::string source_instance(const Series& series, SourceFamily family) {
  const std::string_view instance = series.instance.value_or("");
  switch (family) {
    case SourceFamily::machine:
      return {};
    case SourceFamily::processor: {
      const bool is_number =
          series.object_title_index != kProcessorInformation && !is_total(instance);
      return is_number ? fmt::format("cpu{}", instance) : "cpuN";
    }
    case SourceFamily::disk:
      return disk_name(series, instance);
    case SourceFamily::mount:
      return is_total(instance) ? "every mount" : title_instance(series);
    case SourceFamily::process:
      return series.process_id == 0 ? "PID" : fmt::format("{}", series.process_id);
    case SourceFamily::thread:
      return "/proc/PID/task/TID";
    case SourceFamily::interface:
      return std::string(instance);
    case SourceFamily::cgroup: {
      std::string folder = is_total(instance) ? "\\*" : std::string(instance);
      std::ranges::replace(folder, '\\', '/');
      return "/sys/fs/cgroup" + folder;
    }
    case SourceFamily::thermal_zone:
    case SourceFamily::power_zone:
    case SourceFamily::sensor:  // "0 acpitz": the number or name of the folder, and its label
      return std::string(instance.substr(0, instance.find(' ')));
    case SourceFamily::gpu:
    case SourceFamily::gpu_engine:
      return gpu_source(instance, family);
    case SourceFamily::gpu_card:
      return gpu_card(instance);
    case SourceFamily::node:
      return is_total(instance) ? "N" : std::string(instance);
    case SourceFamily::swap:
      return is_total(instance) ? "every area" : title_instance(series);
    case SourceFamily::pressure:
      return pressure_file(series, instance);
  }
  return {};
}

// The parts of an instance that sums up others.
std::string made_of(const Series& series, TotalRule rule, SourceFamily family) {
  const std::string_view instance = series.instance.value_or("");
  const bool is_system = instance == "System" || instance == "System_2" || instance == "System:2";
  if (family == SourceFamily::process && is_system) return "; System is all kernel threads";
  if (!is_total(instance) || family == SourceFamily::pressure) return {};
  switch (rule) {
    case TotalRule::mean:
      return "; the mean of all";
    case TotalRule::sum:
      return "; summed over all";
    case TotalRule::zero:
      return "; 0 for _Total";
    case TotalRule::flags_or:
      return "; the flags of all";
    case TotalRule::now:
    case TotalRule::source:
    case TotalRule::no_total:
      break;
  }
  return {};
}

std::string first_sentence(std::string_view note) {
  return std::string(note.substr(0, note.find(". ")));
}

}  // namespace

std::span<const SourceText> source_texts() noexcept { return kTexts; }

std::string source_text(const Series& series, const CatalogueCounter& counter) {
  if (counter.status == LinuxStatus::none || counter.status == LinuxStatus::omit) {
    return counter.left_out_reason.empty() ? "none"
                                           : fmt::format("none: {}", counter.left_out_reason);
  }
  const SourceText* row = find_text(series);
  if (row == nullptr) return first_sentence(counter.linux_source);
  if (row->family == SourceFamily::process && is_idle_process(series.instance.value_or(""))) {
    return "not a process: Idle represents the CPUs, and its time is their idle time";
  }
  std::string text(row->text);
  if (const std::size_t place = text.find("{}"); place != std::string::npos) {
    text.replace(place, 2, source_instance(series, row->family));
  }
  return text + made_of(series, counter.total, row->family);
}

}  // namespace openperflib::apps
