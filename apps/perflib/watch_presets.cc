#include "apps/perflib/watch_presets.h"

#include <algorithm>
#include <array>

namespace openperflib::apps {
namespace {

using Paths = std::string_view;

constexpr auto kOverview = std::to_array<Paths>({
    R"(\Processor(_Total)\% Processor Time)",
    R"(\Processor(_Total)\% Privileged Time)",
    R"(\System\Processor Queue Length)",
    R"(\System\Context Switches/sec)",
    R"(\Memory\Available Bytes)",
    R"(\Memory\% Committed Bytes In Use)",
    R"(\Memory\Pages/sec)",
    R"(\PhysicalDisk(_Total)\Avg. Disk sec/Transfer)",
    R"(\PhysicalDisk(_Total)\Disk Bytes/sec)",
    R"(\Network Interface(*)\Bytes Total/sec)",
    R"(\Linux Pressure(_Total)\% io some)",
    R"(\Process(*)\% Processor Time)",
});
constexpr auto kCpu = std::to_array<Paths>({
    R"(\Processor Information(*)\% Processor Time)",
    R"(\Processor(_Total)\% User Time)",
    R"(\Processor(_Total)\% Privileged Time)",
    R"(\Processor(_Total)\% Interrupt Time)",
    R"(\Processor(_Total)\% DPC Time)",
    R"(\Processor(_Total)\Interrupts/sec)",
    R"(\Processor Information(_Total)\Processor Frequency)",
    R"(\Processor Information(_Total)\% Processor Performance)",
    R"(\System\Processor Queue Length)",
    R"(\System\Context Switches/sec)",
    R"(\Linux Pressure(_Total)\% cpu some)",
});
constexpr auto kMemory = std::to_array<Paths>({
    R"(\Memory\Available Bytes)",
    R"(\Memory\Committed Bytes)",
    R"(\Memory\% Committed Bytes In Use)",
    R"(\Memory\Cache Bytes)",
    R"(\Memory\Free & Zero Page List Bytes)",
    R"(\Memory\Modified Page List Bytes)",
    R"(\Memory\Standby Cache Normal Priority Bytes)",
    R"(\Memory\Page Faults/sec)",
    R"(\Memory\Pages Input/sec)",
    R"(\Memory\Pages Output/sec)",
    R"(\Linux Pressure(_Total)\% memory some)",
    R"(\Linux Pressure(_Total)\% memory full)",
    R"(\Process(*)\Working Set - Private)",
});
constexpr auto kDisk = std::to_array<Paths>({
    R"(\PhysicalDisk(*)\% Idle Time)",
    R"(\PhysicalDisk(*)\Avg. Disk sec/Read)",
    R"(\PhysicalDisk(*)\Avg. Disk sec/Write)",
    R"(\PhysicalDisk(*)\Disk Read Bytes/sec)",
    R"(\PhysicalDisk(*)\Disk Write Bytes/sec)",
    R"(\PhysicalDisk(*)\Current Disk Queue Length)",
    R"(\LogicalDisk(*)\% Free Space)",
    R"(\Linux Pressure(_Total)\% io some)",
    R"(\Linux Pressure(_Total)\% io full)",
});
constexpr auto kNetwork = std::to_array<Paths>({
    R"(\Network Interface(*)\Bytes Received/sec)",
    R"(\Network Interface(*)\Bytes Sent/sec)",
    R"(\Network Interface(*)\Packets/sec)",
    R"(\Network Interface(*)\Current Bandwidth)",
    R"(\Network Interface(*)\Packets Received Discarded)",
    R"(\Network Interface(*)\Packets Received Errors)",
    R"(\Network Interface(*)\Packets Outbound Discarded)",
    R"(\Network Interface(*)\Packets Outbound Errors)",
});
constexpr auto kProcess = std::to_array<Paths>({
    R"(\Process(*)\% Processor Time)",
    R"(\Process(*)\Working Set - Private)",
    R"(\Process(*)\IO Data Bytes/sec)",
});

constexpr auto kPresets = std::to_array<WatchPreset>({
    {"@overview", "what one looks at first (the default)", kOverview},
    {"@cpu", "processors: time, interrupts, frequency", kCpu},
    {"@memory", "memory: available, committed, faults, paging", kMemory},
    {"@disk", "disks: response times, rates, queues, free space", kDisk},
    {"@network", "network interfaces: rates, errors", kNetwork},
    {"@process", "processes by processor time, memory and I/O", kProcess},
});

}  // namespace

std::span<const WatchPreset> watch_presets() noexcept { return kPresets; }

const WatchPreset* find_watch_preset(std::string_view name) noexcept {
  const auto* row = std::ranges::find(kPresets, name, &WatchPreset::name);
  return row == kPresets.end() ? nullptr : row;
}

}  // namespace openperflib::apps
