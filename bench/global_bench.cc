// "Global" of this machine, second and later collections, against opening, reading and closing
// every file that it uses, by absolute path. Processes come and go on any machine: those of the
// reference are the ones that were there when it was begun.
#include <benchmark/benchmark.h>
#include <time.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "openperflib/machine/local_source.h"
#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/floor.h"
#include "openperflib/testing/sleepers.h"

namespace openperflib::bench {
namespace {

// The files of the machine that a collection of everything reads each time, as often as it reads
// them. /proc/net/tcp6 is where a reader of files finds the IPv6 sockets; our collection asks
// netlink for them, and reads the file only if netlink does not answer. Not included: what is read
// once (node lists, ifindex), sensors, which virtual machines lack, and other requests to the
// kernel (netlink, statvfs, the number of descriptors of each process), which only our collection
// makes.
constexpr const char* kFiles[] = {
    "/proc/stat",
    "/proc/interrupts",
    "/proc/softirqs",
    "/proc/diskstats",
    "/proc/meminfo",
    "/proc/vmstat",
    "/proc/loadavg",
    "/proc/swaps",
    "/proc/swaps",
    "/proc/iomem",
    "/proc/modules",
    "/proc/self/mountinfo",
    "/proc/pressure/io",
    "/proc/pressure/cpu",
    "/proc/pressure/memory",
    "/proc/sys/vm/overcommit_memory",
    "/proc/sys/fs/file-nr",
    "/proc/sysvipc/sem",
    "/proc/sysvipc/shm",
    "/proc/net/snmp",
    "/proc/net/snmp6",
    "/proc/net/netstat",
    "/proc/net/sockstat",
    "/proc/net/tcp6",
    "/proc/zoneinfo",
};

void add_if_there(std::vector<std::string>& paths, const std::filesystem::path& path) {
  std::error_code gone;
  if (std::filesystem::exists(path, gone)) paths.push_back(path);
}

// The writes of swap devices are in a file that the disks have, too.
void add_files_of_swap_devices(std::vector<std::string>& paths) {
  std::ifstream swaps("/proc/swaps");
  for (std::string line; std::getline(swaps, line);) {
    if (!line.starts_with("/dev/")) continue;
    paths.emplace_back("/proc/diskstats");
    return;
  }
}

// The frequencies that a CPU has: /proc/cpuinfo where none is nominal.
void add_files_of_frequencies(std::vector<std::string>& paths, const std::filesystem::path& cpu) {
  std::error_code gone;
  const bool has_base = std::filesystem::exists(cpu / "cpufreq/base_frequency", gone);
  add_if_there(paths, cpu / (has_base ? "cpufreq/base_frequency" : "acpi_cppc/nominal_freq"));
  for (const char* file : {"scaling_cur_freq", "scaling_max_freq", "cpuinfo_max_freq"}) {
    add_if_there(paths, cpu / "cpufreq" / file);
  }
}

// Files that not every machine has, or not as many of them.
void add_files_of_devices(std::vector<std::string>& paths) {
  namespace fs = std::filesystem;
  std::error_code gone;
  for (const auto& cpu : fs::directory_iterator("/sys/devices/system/cpu", gone)) {
    add_files_of_frequencies(paths, cpu.path());
    for (const auto& state : fs::directory_iterator(cpu.path() / "cpuidle", gone)) {
      for (const char* file : {"time", "usage"}) add_if_there(paths, state.path() / file);
    }
  }
  const bool has_base_frequency =
      fs::exists("/sys/devices/system/cpu/cpu0/cpufreq/base_frequency", gone) ||
      fs::exists("/sys/devices/system/cpu/cpu0/acpi_cppc/nominal_freq", gone);
  if (!has_base_frequency) paths.emplace_back("/proc/cpuinfo");
  for (const auto& node : fs::directory_iterator("/sys/devices/system/node", gone)) {
    add_if_there(paths, node.path() / "meminfo");
  }
  for (const auto& disk : fs::directory_iterator("/sys/block", gone)) {
    if (fs::exists(disk.path() / "device", gone)) add_if_there(paths, disk.path() / "diskseq");
  }
  for (const auto& link : fs::directory_iterator("/sys/class/net", gone)) {
    if (link.path().filename() != "lo") add_if_there(paths, link.path() / "speed");
  }
}

// A process with several threads: the only thread of one that sleeps is known by its process's
// status.
void add_files_of_threads(std::vector<std::string>& paths, const std::filesystem::path& folder) {
  std::error_code gone;
  std::vector<std::string> found;
  for (const auto& thread : std::filesystem::directory_iterator(folder, gone)) {
    for (const char* file : {"/stat", "/status"}) found.push_back(thread.path().string() + file);
  }
  if (found.size() > 2) paths.insert(paths.end(), found.begin(), found.end());
}

std::vector<std::string> files_of_a_collection() {
  std::vector<std::string> paths(std::begin(kFiles), std::end(kFiles));
  add_files_of_swap_devices(paths);
  add_files_of_devices(paths);
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    for (const char* file : {"/stat", "/status", "/io"}) paths.push_back("/proc/" + name + file);
    add_files_of_threads(paths, entry.path() / "task");
  }
  return paths;
}

void open_read_close_every_file_floor(benchmark::State& state) {
  const std::vector<std::string> paths = files_of_a_collection();
  std::vector<char> buffer(1U << 20);
  for (auto _ : state) {
    if (open_read_close_floor(paths, buffer) == 0) return state.SkipWithError("nothing was read");
  }
}

void collect_global(benchmark::State& state, unsigned kept_descriptors) {
  raise_descriptor_limit();
  auto source = LocalSource::open(fixed_titles(), {.kept_descriptors = kept_descriptors});
  Snapshot snapshot;
  for (int i = 0; i < 3; ++i) (void)(*source)->read(ObjectRequest(), snapshot);
  const std::uint64_t before = allocations;
  for (auto _ : state) {
    if (!(*source)->read(ObjectRequest(), snapshot).has_value()) {
      return state.SkipWithError("the collection failed");
    }
  }
  state.counters["allocations"] =
      static_cast<double>(allocations - before) / static_cast<double>(state.iterations());
}

void global_with_kept_descriptors(benchmark::State& state) { collect_global(state, 65'536); }
void global_without_kept_descriptors(benchmark::State& state) { collect_global(state, 0); }

double seconds_of(clockid_t clock) {
  timespec now = {};
  ::clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

// The counter `percent`: the share of a CPU for one collection per second, with 200 processes in
// addition to those of the machine. One iteration; its time is meaningless.
void global_once_a_second(benchmark::State& state) {
  constexpr int kCollections = 4;
  const Sleepers sleepers(200);
  raise_descriptor_limit();
  auto source = LocalSource::open(fixed_titles(), {.kept_descriptors = 65'536});
  Snapshot snapshot;
  for (int i = 0; i < 3; ++i) (void)(*source)->read(ObjectRequest(), snapshot);
  for (auto _ : state) {
    const double cpu = seconds_of(CLOCK_PROCESS_CPUTIME_ID), begin = seconds_of(CLOCK_MONOTONIC);
    for (int i = 0; i < kCollections; ++i) {
      std::this_thread::sleep_for(std::chrono::seconds(1));
      if (!(*source)->read(ObjectRequest(), snapshot).has_value()) {
        return state.SkipWithError("the collection failed");
      }
    }
    state.counters["percent"] = 100.0 * (seconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu) /
                                (seconds_of(CLOCK_MONOTONIC) - begin);
  }
}

BENCHMARK(open_read_close_every_file_floor)->Unit(benchmark::kMicrosecond);
BENCHMARK(global_with_kept_descriptors)->Unit(benchmark::kMicrosecond);
BENCHMARK(global_without_kept_descriptors)->Unit(benchmark::kMicrosecond);
BENCHMARK(global_once_a_second)->Iterations(1);

}  // namespace
}  // namespace openperflib::bench
