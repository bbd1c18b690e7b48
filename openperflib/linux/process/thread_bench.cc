// Thread with 20,000 threads in a generated /proc, including the listing and the block. Floor:
// opening, reading and closing the same stat files by absolute path, with known ids.
// docs/performance.md quotes the ratio: <= 1.0.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "openperflib/linux/linux_provider.h"
#include "openperflib/snapshot/provider_report.h"
#include "openperflib/testing/counted_allocations.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib {
namespace {

constexpr unsigned kProcesses = 200, kThreadsOfEach = 100;
constexpr std::uint32_t kThread = 232;
// All counters of Thread except Context Switches/sec, which needs another file.
constexpr std::uint32_t kCounters[] = {6, 142, 144, 684, 694, 682, 46, 336, 784, 804};

std::string stat_of(unsigned id) {
  return std::to_string(id) +
         " (worker) S 1 1 1 0 -1 4194368 5123 0 12 0 4711 815 0 0 20 0 100 0 123456 2359296000 "
         "35123 18446744073709551615 94123456789012 94123456999999 140731234567890 0 0 0 0 "
         "16781312 17642 0 0 0 -1 3 0 0 0 0 0 94123457000000 94123457001000 94123480000000 "
         "140731234560000 140731234561000 140731234561000 140731234569999 0\n";
}

// Resource: 200 processes with 100 threads each, in a file system in memory.
class MadeThreads {
 public:
  MadeThreads() {
    std::string path = "/dev/shm/openperflib-threads-XXXXXX";
    if (::mkdtemp(path.data()) == nullptr) return;
    folder_ = path;
    write("proc/stat", "cpu0 1 0 1 1 0 0 0 0\nbtime 1700000000\n");
    write("proc/uptime", "5000.00 1.00\n");
    unsigned id = 100'000;
    for (unsigned process = 0; process < kProcesses; ++process) add_process(++id);
  }
  ~MadeThreads() {
    std::error_code ignored;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
  }
  MadeThreads(const MadeThreads&) = delete;
  MadeThreads& operator=(const MadeThreads&) = delete;
  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }
  // For each process, its id followed by those of its threads.
  [[nodiscard]] const std::vector<unsigned>& ids() const noexcept { return ids_; }

 private:
  void write(const std::string& path, const std::string& text) const {
    const std::filesystem::path file = std::filesystem::path(folder_) / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  void add_process(unsigned& id) {
    const unsigned process = id;
    const std::string folder = "proc/" + std::to_string(process);
    write(folder + "/stat", stat_of(process));
    ids_.push_back(process);
    for (unsigned i = 0; i < kThreadsOfEach; ++i, ++id) {
      write(folder + "/task/" + std::to_string(id) + "/stat", stat_of(id));
      ids_.push_back(id);
    }
  }
  std::string folder_;
  std::vector<unsigned> ids_;
};

const MadeThreads& made_threads() {
  static const MadeThreads made;
  return made;
}

std::size_t read_file(const char* path, std::vector<char>& buffer) {
  const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
  const ssize_t count = ::read(fd, buffer.data(), buffer.size());
  ::close(fd);
  return count <= 0 ? 0 : static_cast<std::size_t>(count);
}

void open_read_close_thread_stats_floor(benchmark::State& state) {
  const char* folder = made_threads().folder().c_str();
  const std::vector<unsigned>& ids = made_threads().ids();
  std::vector<char> buffer(16384);
  char path[128];
  for (auto _ : state) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const unsigned process = ids[i - i % (kThreadsOfEach + 1)];
      if (ids[i] == process && i % (kThreadsOfEach + 1) == 0) {
        std::snprintf(path, sizeof path, "%s/proc/%u/stat", folder, process);
      } else {
        std::snprintf(path, sizeof path, "%s/proc/%u/task/%u/stat", folder, process, ids[i]);
      }
      if (read_file(path, buffer) == 0) return state.SkipWithError("a file cannot be read");
    }
  }
}

void collect_20000_threads(benchmark::State& state) {
  auto provider = LinuxProvider::open(made_threads().folder(), {});
  if (!provider.has_value()) return state.SkipWithError("there is no folder");
  ObjectRequest request = ObjectRequest::nothing();
  for (const std::uint32_t counter : kCounters) request.add_counter(kThread, counter);
  DataBlockBuilder builder;
  ProviderReport report;
  const auto collect = [&] {
    report.clear();
    const Instant& instant = (*provider)->take_instant();
    builder.begin({});
    (void)(*provider)->collect({request, instant}, builder, report);
    return builder.finish().value_or(Bytes{}).size();
  };
  for (int i = 0; i < 3; ++i) collect();
  const std::uint64_t before = bench::allocations;
  for (auto _ : state) {
    if (collect() < 1'000'000) return state.SkipWithError("threads are missing");
  }
  state.counters["allocations"] = static_cast<double>(bench::allocations - before);
}

BENCHMARK(open_read_close_thread_stats_floor)->Unit(benchmark::kMicrosecond);
BENCHMARK(collect_20000_threads)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace openperflib
