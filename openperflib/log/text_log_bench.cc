// CSV to values. Floor: from_chars over the same numbers, back to back, with nothing between them.
#include <benchmark/benchmark.h>
#include <sys/mman.h>
#include <unistd.h>

#include <charconv>
#include <random>
#include <string>
#include <vector>

#include "openperflib/counter/format_value.h"
#include "openperflib/log/text_log_reader.h"
#include "openperflib/log/text_log_writer.h"

namespace openperflib::bench {
namespace {

constexpr std::size_t kColumns = 200;
constexpr std::size_t kRows = 2'000;

// Rates as logs have them: 17 digits.
double next_rate(std::mt19937_64& random) {
  return static_cast<double>(random() % 100'000'000) / 1'000'003.0;
}

// A log of kRows rows in memory, and its numbers without anything between them.
struct BigLog {
  UniqueFd file;
  std::string digits;
  std::vector<std::uint8_t> lengths;
};

const BigLog& big_log() {
  static const BigLog log = [] {
    BigLog made{UniqueFd(::memfd_create("log.csv", MFD_CLOEXEC)), {}, {}};
    TextLogWriteOptions options;
    options.flush = TextLogWriteOptions::Flush::in_pieces;
    TextLogWriter writer(made.file.get(), "log.csv", TextLogFormat::csv, {}, options);
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < kColumns; ++i) {
      paths.push_back("\\\\HOST\\Process(p" + std::to_string(i) + ")\\% Processor Time");
    }
    (void)writer.begin_columns(paths);
    std::mt19937_64 random(17);
    Row row{.time_utc = 134'397'792'000'000'000, .values = std::vector<Value>(kColumns)};
    for (std::size_t i = 0; i < kRows; ++i) {
      row.time_utc += kTicksPerSecond;
      for (Value& value : row.values) {
        value = {.number = next_rate(random), .status = CStatus::valid_data};
        const std::size_t before = made.digits.size();
        append_number(made.digits, value.number);
        made.lengths.push_back(static_cast<std::uint8_t>(made.digits.size() - before));
      }
      (void)writer.write({}, row);
    }
    (void)writer.end();
    return made;
  }();
  return log;
}

void set_processed(benchmark::State& state) {
  const BigLog& log = big_log();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kRows * kColumns));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(log.digits.size()));
}

void from_chars_floor(benchmark::State& state) {
  const BigLog& log = big_log();
  std::vector<double> values(kColumns);
  for (auto _ : state) {
    const char* at = log.digits.data();
    for (std::size_t i = 0; i < log.lengths.size(); ++i) {
      std::from_chars(at, at + log.lengths[i], values[i % kColumns]);
      at += log.lengths[i];
    }
    benchmark::DoNotOptimize(values.data());
    benchmark::ClobberMemory();
  }
  set_processed(state);
}

void csv_to_values(benchmark::State& state) {
  const BigLog& log = big_log();
  for (auto _ : state) {
    auto reader = TextLogReader::open(UniqueFd(::dup(log.file.get())), "log.csv");
    if (!reader.has_value()) return state.SkipWithError("the log cannot be opened");
    LogRecord record;
    std::size_t rows = 0;
    while ((*reader)->read(record).value_or(ReadResult::end) == ReadResult::reading) {
      benchmark::DoNotOptimize(record.row.values.data());
      ++rows;
    }
    if (rows != kRows) return state.SkipWithError("rows are missing");
  }
  set_processed(state);
}

BENCHMARK(from_chars_floor)->Unit(benchmark::kMillisecond);
BENCHMARK(csv_to_values)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace openperflib::bench
