// Microseconds per picture of 50 series of 198,230 records in 1,200 pixels: of all records, and of
// the half, the quarter and so on from the first record. Floor: the extremes of as many values as a
// chart has of them, two for each pixel and series.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "openperflib/view/chart/history_picture.h"

namespace openperflib {
namespace {

constexpr std::size_t kSeries = 50;
constexpr std::size_t kRecords = 198'230;
constexpr std::size_t kPixels = 1200;

struct PicturedLog {
  HistoryRecords records;
  std::vector<SeriesHistory> series;
};

// 80 MB of values, so that those of a picture are in no cache.
PicturedLog pictured_log() {
  PicturedLog log;
  for (std::size_t i = 0; i < kRecords; ++i) {
    log.records.times.push_back(static_cast<FileTime>(i) * kTicksPerSecond);
  }
  std::mt19937 random(1);
  const auto machine = std::make_shared<HistoryMachine>();
  for (std::size_t i = 0; i < kSeries; ++i) {
    std::vector<double> values(kRecords);
    for (double& value : values) value = static_cast<double>(random() % 100'000);
    log.series.push_back({.machine = machine, .pyramid = ValuePyramid(std::move(values))});
  }
  return log;
}

void picture_floor(benchmark::State& state) {
  std::vector<double> values(2 * kPixels * kSeries);
  std::mt19937 random(1);
  for (double& value : values) value = static_cast<double>(random());
  for (auto _ : state) {
    double least = std::numeric_limits<double>::infinity();
    double largest = -least;
    for (const double value : values) {
      least = std::min(least, value);
      largest = std::max(largest, value);
    }
    benchmark::DoNotOptimize(least);
    benchmark::DoNotOptimize(largest);
  }
}
BENCHMARK(picture_floor)->Unit(benchmark::kMicrosecond);

void picture_of_a_part(benchmark::State& state) {
  static const PicturedLog log = pictured_log();
  const FileTime last = log.records.times[kRecords / static_cast<std::size_t>(state.range(0)) - 1];
  for (auto _ : state) {
    const auto rows = pixel_rows(log.records, {.begin = 0, .end = last, .pixels = kPixels});
    for (const SeriesHistory& one : log.series) {
      benchmark::DoNotOptimize(picture_of(one, log.records, rows));
    }
  }
}
BENCHMARK(picture_of_a_part)->Unit(benchmark::kMicrosecond)->RangeMultiplier(4)->Range(1, 256);

}  // namespace
}  // namespace openperflib
