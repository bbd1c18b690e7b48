// CSV to values. Floor: from_chars over the same numbers, back to back, with nothing between them.
// make_log makes the file, script/bench calls it.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <string>
#include <string_view>
#include <vector>

#include "openperflib/log/text/text_log_reader.h"
#include "openperflib/testing/floor.h"

namespace openperflib::bench {
namespace {

constexpr const char* kPath = BENCH_LOGS "/log.csv";

// The numbers of the log without anything between them.
struct Numbers {
  std::string digits;
  std::vector<std::uint8_t> lengths;
};

// Appends the numbers of a line: all cells but the first, which is the time.
void append_line(Numbers& numbers, std::string_view line) {
  std::size_t at = line.find(",\"");
  while (at != std::string_view::npos) {
    const std::size_t first = at + 2;
    const std::size_t end = line.find('"', first);
    numbers.digits.append(line.substr(first, end - first));
    numbers.lengths.push_back(static_cast<std::uint8_t>(end - first));
    at = line.find(",\"", end);
  }
}

// Returns the numbers of all lines but the header.
Numbers numbers_in(std::string_view log) {
  Numbers numbers;
  numbers.digits.reserve(log.size());
  std::size_t line = log.find('\n') + 1;
  while (line < log.size()) {
    const std::size_t end = log.find('\n', line);
    append_line(numbers, log.substr(line, end - line));
    line = end + 1;
  }
  return numbers;
}

const Numbers& numbers_of_the_log() {
  static const Numbers numbers = [] {
    const UniqueFd file(::open(kPath, O_RDONLY | O_CLOEXEC));
    struct stat status{};
    if (::fstat(file.get(), &status) != 0) return Numbers{};
    const auto size = static_cast<std::size_t>(status.st_size);
    void* const bytes = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (bytes == MAP_FAILED) return Numbers{};
    Numbers found = numbers_in({static_cast<const char*>(bytes), size});
    ::munmap(bytes, size);
    return found;
  }();
  return numbers;
}

void from_chars_of_every_number(benchmark::State& state) {
  const Numbers& numbers = numbers_of_the_log();
  if (numbers.lengths.empty()) return state.SkipWithError("there is no log; script/bench makes it");
  for (auto _ : state) benchmark::DoNotOptimize(from_chars_floor(numbers.digits, numbers.lengths));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(numbers.lengths.size()));
}

void csv_to_values(benchmark::State& state) {
  std::size_t values = 0;
  for (auto _ : state) {
    auto reader = TextLogReader::open(UniqueFd(::open(kPath, O_RDONLY | O_CLOEXEC)), "log.csv");
    if (!reader.has_value()) return state.SkipWithError("there is no log; script/bench makes it");
    LogRecord record;
    while ((*reader)->read(record).value_or(ReadResult::end) == ReadResult::reading) {
      benchmark::DoNotOptimize(record.row.values.data());
      values += record.row.values.size();
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(values));
}

BENCHMARK(from_chars_of_every_number)->Unit(benchmark::kMillisecond);
BENCHMARK(csv_to_values)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace openperflib::bench
