#include "openperflib/view/paths/watch_presets.h"

#include <algorithm>

#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using Paths = std::string_view;
constexpr PresetPath::Worth kExtra = PresetPath::Worth::extra;
constexpr PresetPath::Worth kEssential = PresetPath::Worth::essential;

constexpr auto kOverview = std::to_array<PresetPath>({
    {R"(\Processor(_Total)\% Processor Time)",
     {R"(\Processor Information(_Total)\% Processor Time)", R"(\Processor(*)\% Processor Time)"},
     kEssential},
    {R"(\Processor(_Total)\% Privileged Time)",
     {R"(\Processor Information(_Total)\% Privileged Time)"},
     kExtra},
    {R"(\System\Processor Queue Length)"},
    {R"(\System\Context Switches/sec)", {}, kExtra},
    {R"(\Linux System\Load Average 1m)", {}, kExtra},  // also in the first line of the screen
    {R"(\Memory\Available Bytes)",
     {R"(\Memory\Available MBytes)", R"(\Memory\Available KBytes)"},
     kEssential},
    {R"(\Memory\% Committed Bytes In Use)", {R"(\Memory\Committed Bytes)"}},
    {R"(\Memory\Pages/sec)", {R"(\Memory\Pages Input/sec)"}},
    {R"(\Linux Memory\SwapUsed Bytes)", {}, kExtra},
    {R"(\PhysicalDisk(_Total)\Avg. Disk sec/Transfer)",
     {R"(\PhysicalDisk(*)\Avg. Disk sec/*)", R"(\LogicalDisk(*)\Avg. Disk sec/*)"},
     kEssential},
    {R"(\PhysicalDisk(_Total)\Disk Bytes/sec)",
     {R"(\PhysicalDisk(*)\Disk Bytes/sec)", R"(\LogicalDisk(*)\Disk Bytes/sec)"}},
    {R"(\Network Interface(*)\Bytes Total/sec)", {R"(\Network Adapter(*)\Bytes Total/sec)"}},
    {R"(\Linux Pressure(_Total)\% io some)"},
    {R"(\Linux Process(*)\State)"},
    {R"(\Process(*)\% Processor Time)", {}, kEssential},
});
constexpr auto kCpu = std::to_array<PresetPath>({
    {R"(\Processor Information(*)\% Processor Time)", {R"(\Processor(*)\% Processor Time)"}},
    {R"(\Processor(_Total)\% User Time)", {R"(\Processor Information(_Total)\% User Time)"}},
    {R"(\Processor(_Total)\% Privileged Time)",
     {R"(\Processor Information(_Total)\% Privileged Time)"}},
    {R"(\Processor(_Total)\% Interrupt Time)",
     {R"(\Processor Information(_Total)\% Interrupt Time)"}},
    {R"(\Processor(_Total)\% DPC Time)", {R"(\Processor Information(_Total)\% DPC Time)"}},
    {R"(\Processor(_Total)\Interrupts/sec)", {R"(\Processor Information(_Total)\Interrupts/sec)"}},
    {R"(\Processor Information(_Total)\Processor Frequency)"},
    {R"(\Processor Information(_Total)\% Processor Performance)"},
    {R"(\System\Processor Queue Length)"},
    {R"(\System\Context Switches/sec)"},
    {R"(\Linux Pressure(_Total)\% cpu some)"},
});
constexpr auto kCpuObjects =
    std::to_array<Paths>({R"(\Processor(*)\*)", R"(\Processor Information(*)\*)"});
constexpr auto kMemory = std::to_array<PresetPath>({
    {R"(\Memory\Available Bytes)",
     {R"(\Memory\Available MBytes)", R"(\Memory\Available KBytes)"},
     kEssential},
    {R"(\Memory\Committed Bytes)"},
    {R"(\Memory\% Committed Bytes In Use)", {}, kEssential},
    {R"(\Memory\Cache Bytes)"},
    {R"(\Memory\Free & Zero Page List Bytes)"},
    {R"(\Memory\Modified Page List Bytes)"},
    {R"(\Memory\Standby Cache Normal Priority Bytes)"},
    {R"(\Memory\Page Faults/sec)"},
    {R"(\Memory\Pages Input/sec)", {R"(\Memory\Pages/sec)"}, kEssential},
    {R"(\Memory\Pages Output/sec)"},
    {R"(\Linux Pressure(_Total)\% memory some)"},
    {R"(\Linux Pressure(_Total)\% memory full)"},
    {R"(\Process(*)\Working Set - Private)",
     {R"(\Process(*)\Working Set)", R"(\Process(*)\Private Bytes)"},
     kEssential},
});
constexpr auto kMemoryObjects = std::to_array<Paths>({R"(\Memory\*)"});
constexpr auto kDisk = std::to_array<PresetPath>({
    {R"(\PhysicalDisk(*)\% Idle Time)",
     {R"(\PhysicalDisk(*)\% Disk Time)", R"(\LogicalDisk(*)\% Idle Time)"}},
    {R"(\PhysicalDisk(*)\Avg. Disk sec/Read)",
     {R"(\LogicalDisk(*)\Avg. Disk sec/Read)"},
     kEssential},
    {R"(\PhysicalDisk(*)\Avg. Disk sec/Write)",
     {R"(\LogicalDisk(*)\Avg. Disk sec/Write)"},
     kEssential},
    {R"(\PhysicalDisk(*)\Disk Read Bytes/sec)", {R"(\LogicalDisk(*)\Disk Read Bytes/sec)"}},
    {R"(\PhysicalDisk(*)\Disk Write Bytes/sec)", {R"(\LogicalDisk(*)\Disk Write Bytes/sec)"}},
    {R"(\PhysicalDisk(*)\Current Disk Queue Length)",
     {R"(\PhysicalDisk(*)\Avg. Disk Queue Length)",
      R"(\LogicalDisk(*)\Current Disk Queue Length)"}},
    {R"(\LogicalDisk(*)\% Free Space)", {R"(\LogicalDisk(*)\Free Megabytes)"}},
    {R"(\Linux Pressure(_Total)\% io some)"},
    {R"(\Linux Pressure(_Total)\% io full)"},
    {R"(\Process(*)\IO Data Bytes/sec)", {R"(\Process(*)\IO Write Bytes/sec)"}, kEssential},
});
constexpr auto kDiskObjects =
    std::to_array<Paths>({R"(\PhysicalDisk(*)\*)", R"(\LogicalDisk(*)\*)"});
constexpr auto kNetwork = std::to_array<PresetPath>({
    {R"(\Network Interface(*)\Bytes Received/sec)",
     {R"(\Network Adapter(*)\Bytes Received/sec)", R"(\Network Interface(*)\Bytes Total/sec)"}},
    {R"(\Network Interface(*)\Bytes Sent/sec)", {R"(\Network Adapter(*)\Bytes Sent/sec)"}},
    {R"(\Network Interface(*)\Packets/sec)", {R"(\Network Adapter(*)\Packets/sec)"}},
    {R"(\Network Interface(*)\Current Bandwidth)", {R"(\Network Adapter(*)\Current Bandwidth)"}},
    {R"(\Network Interface(*)\Packets Received Discarded)"},
    {R"(\Network Interface(*)\Packets Received Errors)"},
    {R"(\Network Interface(*)\Packets Outbound Discarded)"},
    {R"(\Network Interface(*)\Packets Outbound Errors)"},
});
constexpr auto kNetworkObjects =
    std::to_array<Paths>({R"(\Network Interface(*)\*)", R"(\Network Adapter(*)\*)"});
constexpr auto kProcess = std::to_array<PresetPath>({
    {R"(\Process(*)\% Processor Time)"},
    {R"(\Process(*)\Working Set - Private)",
     {R"(\Process(*)\Working Set)", R"(\Process(*)\Private Bytes)"}},
    {R"(\Process(*)\IO Data Bytes/sec)"},
    {R"(\Linux Process(*)\State)"},
});
constexpr auto kProcessObjects = std::to_array<Paths>({R"(\Process(*)\*)"});

constexpr auto kPresets = std::to_array<WatchPreset>({
    {"@overview", {}, "a bit of everything (the default of watch)", kOverview, {}},
    {"@cpu", {"cpus"}, "processors: time, interrupts, frequency", kCpu, kCpuObjects},
    {"@memory",
     {"mem", "ram"},
     "memory: available, committed, faults, paging",
     kMemory,
     kMemoryObjects},
    {"@disk",
     {"disks", "io"},
     "disks: response times, rates, queues, free space, processes by I/O",
     kDisk,
     kDiskObjects},
    {"@network", {"net"}, "network interfaces: rates, errors", kNetwork, kNetworkObjects},
    {"@process",
     {"processes"},
     "processes by processor time, memory and I/O, and those that are stuck",
     kProcess,
     kProcessObjects},
});

}  // namespace

std::span<const WatchPreset> watch_presets() noexcept { return kPresets; }

const WatchPreset* find_watch_preset(std::string_view word) noexcept {
  const auto row = std::ranges::find_if(kPresets, [&](const WatchPreset& preset) {
    if (word.starts_with('@')) return equal_ignoring_case(preset.name, word);
    return equal_ignoring_case(preset.name.substr(1), word) ||
           std::ranges::any_of(preset.aliases, [&](std::string_view alias) {
             return !alias.empty() && equal_ignoring_case(alias, word);
           });
  });
  return row == kPresets.end() ? nullptr : &*row;
}

}  // namespace openperflib
