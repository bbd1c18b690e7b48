// Every parser of /proc and /sys texts. The first byte chooses the parser (a letter, so that seeds
// are readable), the rest is its text. Results must fit the text: offsets are inside, names are
// parts of it, and repeating a parse gives the same numbers.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/linux/cgroup/job_processes_internal.h"
#include "openperflib/linux/cgroup/pressure_text_internal.h"
#include "openperflib/linux/cpu/cpu_columns_internal.h"
#include "openperflib/linux/cpu/cpu_idle_internal.h"
#include "openperflib/linux/cpu/cpu_list_internal.h"
#include "openperflib/linux/cpu/cpu_numbers_internal.h"
#include "openperflib/linux/cpu/cpu_speed_internal.h"
#include "openperflib/linux/cpu/stat_text_internal.h"
#include "openperflib/linux/gpu/drm_text_internal.h"
#include "openperflib/linux/machine_internal.h"
#include "openperflib/linux/memory/kernel_sizes_internal.h"
#include "openperflib/linux/memory/paging_internal.h"
#include "openperflib/linux/memory/swap_areas_internal.h"
#include "openperflib/linux/memory/zone_watermarks_internal.h"
#include "openperflib/linux/network/network_interface_internal.h"
#include "openperflib/linux/network/tcp_sockets_internal.h"
#include "openperflib/linux/process/hidden_processes_internal.h"
#include "openperflib/linux/process/process_text_internal.h"
#include "openperflib/linux/process/thread_text_internal.h"
#include "openperflib/linux/sensors/temperature_internal.h"
#include "openperflib/linux/storage/diskstats_internal.h"
#include "openperflib/linux/storage/mounts_internal.h"
#include "openperflib/linux/storage/physical_disk_internal.h"
#include "openperflib/linux/system/ipc_text_internal.h"
#include "openperflib/linux/system/load_average_internal.h"
#include "openperflib/linux/table/instance_name_internal.h"
#include "openperflib/linux/table/key_file_internal.h"

namespace openperflib::linux_objects {
namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

bool is_part(std::string_view part, std::string_view text) {
  return part.empty() ||
         (part.data() >= text.data() && part.data() + part.size() <= text.data() + text.size());
}

template <typename T>
void require_inside(const std::expected<T, BadWord>& result, std::string_view text) {
  if (!result.has_value()) require(result.error().offset <= text.size());
}

template <typename T>
void require_inside(const std::expected<T, Error>& result, std::string_view text) {
  if (!result.has_value()) require(result.error().offset <= text.size());
}

void check_stat(std::string_view text) {
  StatText stat;
  parse_stat(text, stat);
  for (const TickFault& fault : stat.tick_faults) require(fault.error.offset <= text.size());
  for (const auto& number : stat.numbers) require_inside(number, text);
  for (std::size_t i = 1; i < stat.cpus.size(); ++i) {
    require(stat.cpus[i - 1].cpu < stat.cpus[i].cpu);
  }
  constexpr std::uint16_t kAllFields = (1U << kTickFieldCount) - 1;
  for (const CpuTicks& cpu : stat.cpus) {
    for (const auto member : kTickMembers) require(cpu.sum(kAllFields) >= cpu.*member);
  }
}

void check_cpu_columns(std::string_view text) {
  CpuColumns columns;
  parse_cpu_columns(text, columns);
  for (const auto& [cpu, column] : columns.by_cpu) require(column < columns.columns.size());
}

void check_cpu_list(std::string_view text) {
  std::vector<CpuRange> ranges;
  require_inside(parse_cpu_list(text, ranges), text);
  for (const CpuRange& range : ranges) {
    require(range.first <= range.last);
    require(cpu_position(ranges, range.last) ==
            std::size_t{range.before} + range.last - range.first);
  }
}

void check_cpu_files(std::string_view text) {
  static constexpr Field kField{"file", "number"};
  require_inside(parse_cpu_number_file(text, kField), text);
  std::vector<CpuMhz> cpus;
  parse_cpuinfo_mhz(text, cpus);
  for (std::size_t i = 1; i < cpus.size(); ++i) require(cpus[i - 1].cpu < cpus[i].cpu);
  static_cast<void>(idle_class(text, true));
  static_cast<void>(classify_disk_name(text));
}

void check_diskstats(std::string_view text) {
  std::vector<DiskLine> lines;
  parse_diskstats(text, lines);
  for (const DiskLine& line : lines) {
    require(is_part(line.name, text));
    for (std::size_t field = 0; field < kDiskFieldCount; ++field) {
      const bool has = line.has(static_cast<DiskField>(field));
      require(has || line.faults[field].offset <= text.size());
    }
  }
}

void check_mounts(std::string_view text) {
  for (const MountFormat format : {MountFormat::mountinfo, MountFormat::mounts}) {
    for (const Mount& mount : parse_mounts(text, format)) {
      require(mount.mount_point.size() + mount.source.size() <= text.size());
      static_cast<void>(is_network_filesystem(mount.type) || spans_devices(mount.type));
    }
    const std::string_view options = proc_options(text, format);
    require(is_part(options, text));
    if (hides_processes(options)) static_cast<void>(sees_hidden_processes(options, text));
  }
  std::vector<std::string_view> points;
  parse_cgroup_mounts(text, points);
  for (const std::string_view point : points) require(is_part(point, text));
  require(decode_mount_text(text).size() <= text.size());
}

void check_network(std::string_view text) {
  std::vector<NetDevLine> lines;
  parse_net_dev(text, lines);
  static_cast<void>(parse_link_speed(text));
}

void check_process_stat(std::string_view text) {
  ProcessNumbers numbers;
  const auto comm = parse_process_stat(text, numbers);
  if (!comm.has_value()) return;
  require(is_part(*comm, text));
  std::string name;
  name_process({}, *comm, name);
  require(name.find('(') == std::string::npos);
  ThreadStat thread;  // the same text in the parser for threads
  require(parse_thread_stat(text, thread));
  require(thread.user_ticks == numbers.get(ProcessNumber::user_ticks));
  require(thread.system_ticks == numbers.get(ProcessNumber::system_ticks));
  require(thread.start_ticks == numbers.get(ProcessNumber::start_ticks));
  require(thread.policy == numbers.get(ProcessNumber::policy));
}

void check_process_files(std::string_view text) {
  ProcessNumbers numbers;
  const ProcessActivity activity = parse_process_status(text, numbers);
  static_cast<void>(activity.has_not_run_since(activity));
  parse_process_io(text, numbers);
}

void check_keys(std::string_view text) {
  constexpr std::string_view kWanted[] = {"MemFree", "Tcp:InSegs", "pgfault"};
  for (const KeyFormat end :
       {KeyFormat::colon, KeyFormat::blank, KeyFormat::node, KeyFormat::headed, KeyFormat::pairs}) {
    for (const Zones zones : {Zones::none, Zones::added_up}) {
      std::vector<KeyNumber> keys;
      for (const std::string_view key : kWanted) keys.push_back({.key = key, .zones = zones});
      parse_keys(text, end, keys);
      for (const KeyNumber& key : keys) require(key.offset <= text.size());
    }
  }
}

void check_memory_files(std::string_view text) {
  require_inside(parse_modules(text), text);
  require(!parse_iomem(text).is_hidden || !parse_iomem(text).bytes.has_value());
  std::vector<std::string_view> devices;
  parse_swaps(text, devices);
  for (const std::string_view device : devices) require(is_part(device, text));
}

void check_machine_files(std::string_view text) {
  const LoadAverage load = parse_load_average(text);
  for (const auto& average : load.hundredths) require_inside(average, text);
  require_inside(load.threads, text);
  const auto uptime = parse_uptime(text);
  require(!uptime.has_value() || *uptime >= 0);
  static_cast<void>(parse_boot_time(text));
}

void check_pressure(std::string_view text) {
  for (const auto& total : parse_pressure(text)) require_inside(total, text);
}

void check_lists(std::string_view text) {
  std::vector<SwapArea> areas;
  parse_swap_areas(text, areas);
  for (const SwapArea& area : areas) {
    require(is_part(area.path, text));
    require_inside(area.kibibytes, text);
    require_inside(area.used_kibibytes, text);
  }
  require_inside(parse_semaphores(text), text);
  std::vector<NodeWatermark> marks;
  require_inside(parse_low_watermarks(text, marks), text);
  static_cast<void>(parse_millikelvin(text));
  std::vector<std::uint32_t> ids;
  require_inside(parse_job_processes(text, ids), text);
  require(std::ranges::is_sorted(ids));
  require(count_segments(text) <= text.size());
  require(count_established(text) <= text.size());
}

void check_names(std::string_view text) {
  std::string name;
  append_instance_name(name, text);
  require(name.find_first_of(std::string_view("()#/\\\0", 6)) == std::string::npos);
  name_process(text, "comm", name);
  name.clear();
  append_path_instance_name(name, text);
  require(name.find_first_of(std::string_view("/\0", 2)) == std::string::npos);
}

// Names must be unique parts of the text; a refusal must name its byte.
void check_drm_client(std::string_view text) {
  DrmClientText client;
  require_inside(parse_drm_client(text, client), text);
  require(is_part(client.driver.value_or(""), text));
  require(client.engines.size() <= kMostDrmNames + 1);
  require(client.regions.size() <= kMostDrmNames + 1);
  for (const DrmEngine& engine : client.engines) {
    require(!engine.name.empty() && is_part(engine.name, text));
    require(std::ranges::count(client.engines, engine.name, &DrmEngine::name) == 1);
    if (engine.nanoseconds.has_value()) require_inside(*engine.nanoseconds, text);
    if (!engine.capacity.has_value()) continue;
    require_inside(*engine.capacity, text);
    require(engine.capacity->value_or(1) > 0);
  }
  for (const DrmRegion& region : client.regions) {
    require(!region.name.empty() && is_part(region.name, text));
    static_cast<void>(kind_of_region(region.name));
    for (const auto* number : {&region.total, &region.resident, &region.older_resident}) {
      if (number->has_value()) require_inside(**number, text);
    }
  }
  const auto node = drm_node_of_link(text);
  require(!node.has_value() || node->minor < 1'000'000'000);
}

using Check = void (*)(std::string_view text);
constexpr auto kChecks = std::to_array<Check>({
    check_stat,           // a
    check_cpu_columns,    // b
    check_cpu_list,       // c
    check_cpu_files,      // d
    check_diskstats,      // e
    check_mounts,         // f
    check_network,        // g
    check_process_stat,   // h
    check_process_files,  // i
    check_keys,           // j
    check_memory_files,   // k
    check_machine_files,  // l
    check_pressure,       // m
    check_names,          // n
    check_lists,          // o
    check_drm_client,     // p
});

}  // namespace
}  // namespace openperflib::linux_objects

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace openperflib::linux_objects;
  if (size == 0) return 0;
  // A separate copy, so that sanitizers detect a read past its end.
  const std::vector<char> bytes(data + 1, data + size);
  const auto chosen = static_cast<std::uint8_t>(data[0] - 'a') % kChecks.size();
  kChecks[chosen](std::string_view(bytes.data(), bytes.size()));
  return 0;
}
