// All records of a binary log through pdh.h, for 100 of its counters, beside LogReader and
// Query::take() of the same. make_log creates the file, script/bench calls it.
#include <benchmark/benchmark.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "openperflib/compat/pdh/pdh_query.h"
#include "openperflib/log/open_log.h"
#include "openperflib/query/query.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::bench {
namespace {

constexpr std::size_t kCounters = 100;

std::unique_ptr<LogReader> opened(const char* path) {
  auto reader = open_log(path, {.titles = fixed_titles()});
  return reader.has_value() ? *std::move(reader) : nullptr;
}

// Evenly spread over the first record.
std::vector<std::string> paths_of(LogReader& log) {
  LogRecord record;
  (void)log.read(record);
  const auto series = log.catalog().series();
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < kCounters; ++i) {
    paths.push_back(path_of(series[i * series.size() / kCounters]));
  }
  return paths;
}

void set_processed(benchmark::State& state, const char* path) {
  const auto bytes = static_cast<std::int64_t>(std::filesystem::file_size(path));
  state.SetBytesProcessed(state.iterations() * bytes);
}

void read_and_take(benchmark::State& state, const char* path) {
  for (auto _ : state) {
    const auto first = opened(path);
    if (first == nullptr) return state.SkipWithError("there is no such log; script/bench makes it");
    Query query(fixed_titles());
    for (const std::string& one : paths_of(*first)) (void)query.add(one);
    const auto log = opened(path);
    LogRecord record;
    while (log->read(record).value() == ReadResult::reading) {
      query.take({log->catalog(), record.sample});
    }
  }
  set_processed(state, path);
}

void pdh_collect_log(benchmark::State& state, const char* path) {
  for (auto _ : state) {
    const auto first = opened(path);
    if (first == nullptr) return state.SkipWithError("there is no such log; script/bench makes it");
    PDH_HQUERY query = nullptr;
    (void)PdhOpenQueryA(path, 0, &query);
    for (const std::string& one : paths_of(*first)) {
      PDH_HCOUNTER counter = nullptr;
      if (PdhAddCounterA(query, one.c_str(), 0, &counter) != 0) state.SkipWithError("refused");
    }
    while (PdhCollectQueryData(query) == 0) {
    }
    (void)PdhCloseQuery(query);
  }
  set_processed(state, path);
}

BENCHMARK_CAPTURE(read_and_take, form_1, BENCH_LOGS "/1.blg")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(pdh_collect_log, form_1, BENCH_LOGS "/1.blg")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace openperflib::bench
