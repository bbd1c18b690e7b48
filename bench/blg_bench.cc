// Reading binary logs: raw values of the three forms, compared with only reading the same file.
// make_log creates the files, script/bench calls it.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "openperflib/log/blg/blg_reader.h"
#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/floor.h"

namespace openperflib::bench {
namespace {

constexpr std::size_t kPieceBytes = 64U << 10;

UniqueFd open_log_file(benchmark::State& state, const char* path) {
  UniqueFd file(::open(path, O_RDONLY | O_CLOEXEC));
  if (!file) state.SkipWithError("there is no such log; script/bench makes it");
  return file;
}

void set_processed(benchmark::State& state, int fd) {
  struct stat status{};
  if (::fstat(fd, &status) == 0) state.SetBytesProcessed(state.iterations() * status.st_size);
}

void read_pieces(benchmark::State& state, const char* path) {
  const UniqueFd file = open_log_file(state, path);
  std::vector<char> piece(kPieceBytes);
  for (auto _ : state) {
    ::lseek(file.get(), 0, SEEK_SET);
    benchmark::DoNotOptimize(read_pieces_floor(file.get(), piece));
  }
  set_processed(state, file.get());
}

// The allocations from the third sample on.
std::uint64_t read_every_value(UniqueFd file, const char* path) {
  auto reader = BlgReader::open(std::move(file), path, fixed_titles()).value();
  LogRecord record;
  std::uint64_t before = 0;
  for (int i = 0; reader->read(record).value() == ReadResult::reading; ++i) {
    benchmark::DoNotOptimize(record.sample.counters.data());
    benchmark::ClobberMemory();
    if (i == 2) before = allocations.load();
  }
  return allocations - before;
}

void read_values(benchmark::State& state, const char* path) {
  const UniqueFd file = open_log_file(state, path);
  std::uint64_t allocated = 0;
  for (auto _ : state) allocated += read_every_value(UniqueFd(::dup(file.get())), path);
  state.counters["allocations"] = static_cast<double>(allocated);
  set_processed(state, file.get());
}

BENCHMARK_CAPTURE(read_pieces, form_1, BENCH_LOGS "/1.blg")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_values, form_1, BENCH_LOGS "/1.blg")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_pieces, form_2, BENCH_LOGS "/2.blg")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_values, form_2, BENCH_LOGS "/2.blg")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_pieces, form_5, BENCH_LOGS "/5.blg")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_values, form_5, BENCH_LOGS "/5.blg")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace openperflib::bench
