// Collects every counter of Process for 1,000 sleeping processes into a block. Floor: opening,
// reading and closing stat, status and io of each process by absolute path, with known ids.
// docs/performance.md quotes the ratios: <= 0.85 with kept descriptors, <= 1.25 without.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <vector>

#include "openperflib/linux/table/object_writer_internal.h"
#include "openperflib/snapshot/provider_report.h"
#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/machines/process_stage.h"
#include "openperflib/testing/sleepers.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::size_t kSleepers = 1000;
constexpr unsigned kFilesOfAProcess = 4;
constexpr unsigned kOtherDescriptors = 500;  // for the other processes that run here
constexpr unsigned kBudget = kSleepers * kFilesOfAProcess + kOtherDescriptors;

const bench::Sleepers& sleepers() {
  static const bench::Sleepers children(kSleepers);
  return children;
}

// The floor: bytes read, 0 if a file could not be.
std::size_t open_read_close(const std::vector<pid_t>& ids, std::vector<char>& buffer) {
  std::size_t bytes = 0;
  char path[64];
  for (const pid_t id : ids) {
    for (const char* file : {"stat", "status", "io"}) {
      std::snprintf(path, sizeof path, "/proc/%d/%s", id, file);
      const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
      const ssize_t count = ::read(fd, buffer.data(), buffer.size());
      ::close(fd);
      if (count <= 0) return 0;
      bytes += static_cast<std::size_t>(count);
    }
  }
  return bytes;
}

void open_read_close_floor(benchmark::State& state) {
  const std::vector<pid_t>& ids = sleepers().ids();
  std::vector<char> buffer(16384);
  for (auto _ : state) {
    if (open_read_close(ids, buffer) == 0) return state.SkipWithError("a file cannot be read");
  }
}

// One collection after another, each into a block.
class Collector {
 public:
  explicit Collector(unsigned kept_descriptors) : stage_({}, kept_descriptors) {}

  // Collects once; returns the number of instances written.
  std::size_t collect() {
    stage_.instant = read_clocks();
    const ObjectTable& table = stage_.collect();
    report_.clear();
    builder_.begin({});
    writer_.write(table, stage_.reasons, stage_.instant, builder_, report_);
    return builder_.finish().has_value() ? table.instance_count() : 0;
  }

 private:
  ProcessStage stage_;
  ProviderReport report_;
  DataBlockBuilder builder_;
  ObjectWriter writer_;
};

void collect(benchmark::State& state, unsigned kept_descriptors) {
  const std::size_t expected = sleepers().ids().size();
  bench::raise_descriptor_limit();
  Collector collector(kept_descriptors);
  for (int i = 0; i < 3; ++i) collector.collect();
  const std::uint64_t before = bench::allocations;
  for (auto _ : state) {
    if (collector.collect() < expected) return state.SkipWithError("processes are missing");
  }
  state.counters["allocations"] = static_cast<double>(bench::allocations - before);
}

void collect_with_kept_descriptors(benchmark::State& state) { collect(state, kBudget); }
void collect_without_kept_descriptors(benchmark::State& state) { collect(state, 0); }

BENCHMARK(open_read_close_floor)->Unit(benchmark::kMicrosecond);
BENCHMARK(collect_with_kept_descriptors)->Unit(benchmark::kMicrosecond);
BENCHMARK(collect_without_kept_descriptors)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace openperflib::linux_objects
