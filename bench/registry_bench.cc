// The registry interface as a C program calls it: a query of three objects against opening, reading
// and closing every file it uses by absolute path, and the table of titles against the copy of its
// bytes.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "openperflib/compat/winreg/winreg.h"
#include "openperflib/testing/floor.h"

namespace openperflib::bench {
namespace {

// The files of System, Processor and Memory. Not included: other requests to the kernel that only
// our collection makes: the listing of /proc, uname, clocks.
constexpr const char* kFiles[] = {
    "/proc/stat",     "/proc/interrupts",
    "/proc/softirqs", "/proc/loadavg",
    "/proc/meminfo",  "/proc/vmstat",
    "/proc/swaps",    "/proc/iomem",
    "/proc/modules",  "/proc/sys/vm/overcommit_memory",
};

std::vector<std::string> files_of_the_query() {
  namespace fs = std::filesystem;
  std::vector<std::string> paths(std::begin(kFiles), std::end(kFiles));
  std::error_code gone;
  for (const auto& cpu : fs::directory_iterator("/sys/devices/system/cpu", gone)) {
    for (const auto& state : fs::directory_iterator(cpu.path() / "cpuidle", gone)) {
      for (const char* file : {"time", "usage"}) paths.push_back(state.path() / file);
    }
  }
  for (const auto& entry :
       fs::directory_iterator("/proc")) {  // System sums the requests of all processes
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    for (const char* file : {"/stat", "/io"}) paths.push_back("/proc/" + name + file);
  }
  return paths;
}

void open_read_close_files_of_query_floor(benchmark::State& state) {
  const std::vector<std::string> paths = files_of_the_query();
  std::vector<char> buffer(1U << 20);
  for (auto _ : state) {
    if (open_read_close_floor(paths, buffer) == 0) return state.SkipWithError("nothing was read");
  }
}

LSTATUS query(LPCWSTR name, std::span<BYTE> buffer, DWORD& size) {
  size = static_cast<DWORD>(buffer.size());
  return RegQueryValueExW(HKEY_PERFORMANCE_DATA, name, nullptr, nullptr, buffer.data(), &size);
}

// The destinations of the copies: 64 positions in a page in turn. The time of a copy varies by a
// factor of three with the relative positions of source and destination in their pages, which would
// distort the comparison.
class Destinations {
 public:
  std::span<BYTE> next() { return std::span(buffer_).subspan(64 * (turn_++ % 64)); }

 private:
  std::vector<BYTE> buffer_ = std::vector<BYTE>(1U << 20);
  std::size_t turn_ = 0;
};

void registry_query_of_three_objects(benchmark::State& state) {
  std::vector<BYTE> buffer(1U << 20);
  DWORD size = 0;
  for (int i = 0; i < 3; ++i) (void)query(u"2 238 4", buffer, size);
  for (auto _ : state) {
    if (query(u"2 238 4", buffer, size) != ERROR_SUCCESS) return state.SkipWithError("refused");
  }
}

void copy_of_titles_floor(benchmark::State& state) {
  Destinations destinations;
  DWORD size = 0;
  const std::span<BYTE> first = destinations.next();
  (void)query(u"Counter 009", first, size);
  const std::vector<BYTE> kept(first.begin(), first.begin() + size);
  for (auto _ : state) {
    BYTE* const to = destinations.next().data();
    std::memcpy(to, kept.data(), kept.size());
    benchmark::DoNotOptimize(to);
    benchmark::ClobberMemory();
  }
}

void registry_counter_titles(benchmark::State& state) {
  Destinations destinations;
  DWORD size = 0;
  for (auto _ : state) {
    if (query(u"Counter 009", destinations.next(), size) != ERROR_SUCCESS) {
      return state.SkipWithError("refused");
    }
  }
}

// Pages of this process that are in memory and its own: not those of program files, which the
// kernel brings in sixteen at a time.
long own_pages() {
  long size = 0;
  long resident = 0;
  long shared = 0;
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  const bool read =
      file != nullptr && std::fscanf(file, "%ld %ld %ld", &size, &resident, &shared) == 3;
  if (file != nullptr) std::fclose(file);
  return read ? resident - shared : 0;
}

// The counter `growth`: KiB that 10,000 queries leave allocated. One iteration; its time is
// meaningless.
void growth_by_queries(benchmark::State& state) {
  std::vector<BYTE> buffer(1U << 20);
  DWORD size = 0;
  for (auto _ : state) {
    for (int i = 0; i < 10; ++i) (void)query(u"238 4", buffer, size);
    const long before = own_pages();
    for (int i = 10; i < 10'000; ++i) (void)query(u"238 4", buffer, size);
    state.counters["growth"] =
        static_cast<double>((own_pages() - before) * ::sysconf(_SC_PAGESIZE)) / 1024.0;
  }
}

BENCHMARK(open_read_close_files_of_query_floor)->Unit(benchmark::kMicrosecond);
BENCHMARK(registry_query_of_three_objects)->Unit(benchmark::kMicrosecond);
BENCHMARK(copy_of_titles_floor)->Unit(benchmark::kMicrosecond);
BENCHMARK(registry_counter_titles)->Unit(benchmark::kMicrosecond);
BENCHMARK(growth_by_queries)->Iterations(1);

}  // namespace
}  // namespace openperflib::bench
