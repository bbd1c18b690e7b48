// All series of a recording as rows; and one counter in the last hour of a large one, compared with
// copying what must be looked at: the directories of its blocks, and the chunks that have the
// counter, uncompressed. make_recording creates the files, script/bench calls it.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/log/reader/log_anomalies.h"
#include "openperflib/log/recording/recording_columns_internal.h"
#include "openperflib/log/recording/recording_file_internal.h"
#include "openperflib/log/recording/recording_reader.h"
#include "openperflib/log/recording/recording_zstd_internal.h"
#include "openperflib/query/query.h"

namespace openperflib::bench {
namespace {

constexpr const char* kRecording = BENCH_LOGS "/big.perfrec";
constexpr const char* kCutRecording = BENCH_LOGS "/rows.perfrec";
constexpr const char* kCounter = R"(\Processor(_Total)\% Processor Time)";
constexpr FileTime kHour = 3600 * kTicksPerSecond;

UniqueFd open_recording() { return UniqueFd(::open(kRecording, O_RDONLY | O_CLOEXEC)); }

// When the hour begins, by the last block.
FileTime begin_of_hour() {
  LogAnomalies anomalies(kRecording);
  auto file = recording::RecordingFile::open(open_recording(), anomalies).value();
  const auto last = file.last_record().value();
  return last.value().head.last_time - kHour;
}

using Block = std::vector<std::byte>;

ObjectRequest request_of_counter() {
  Query query(fixed_titles());
  (void)query.add(kCounter).value();
  return query.request();
}

// What a reader of the counter looks at in the hour: each directory and each chunk, uncompressed.
std::vector<Block> what_is_read(FileTime begin) {
  LogAnomalies anomalies(kRecording);
  auto file = recording::RecordingFile::open(open_recording(), anomalies).value();
  recording::RecordingChoice choice(request_of_counter(), fixed_titles());
  recording::StreamDecompressor decompressor;
  recording::BlockDecoder decoder;
  std::vector<Block> read;
  const auto take = [&](Bytes compressed, std::size_t most) {
    if (!decompressor.frame(compressed, most, read.emplace_back())) read.pop_back();
  };
  while (const auto found = file.next(anomalies).value()) {
    const recording::RecordHead& head = found->head;
    if (head.kind != recording::RecordKind::block || head.last_time < begin) continue;
    const std::uint64_t payload = found->payload_offset();
    const Bytes stored = file.read(payload, head.directory_length).value();
    const Block directory(stored.begin(), stored.end());
    if (!decoder.open(directory, head.samples)) continue;
    choice.take(decoder.pieces());
    if (!decoder.choose(choice)) continue;
    take(directory, recording::kMostRaw);
    for (const auto& chunk : decoder.chunks()) {
      if (!chunk.is_wanted) continue;
      take(file.read(payload + head.directory_length + chunk.offset, chunk.length).value(),
           chunk.raw_length);
    }
  }
  return read;
}

// Whether the file is in memory before it is read: an incident of an hour ago is not.
enum class Pages : std::uint8_t { cached, on_disk };

void prepare(benchmark::State& state, Pages pages) {
  if (pages == Pages::cached) return;
  state.PauseTiming();
  const UniqueFd fd = open_recording();
  ::posix_fadvise(fd.get(), 0, 0, POSIX_FADV_DONTNEED);
  state.ResumeTiming();
}

bool is_there(benchmark::State& state) {
  if (open_recording()) return true;
  state.SkipWithError("there is no such recording; script/bench makes it");
  return false;
}

void copy_what_is_read(benchmark::State& state) {
  if (!is_there(state)) return;
  const std::vector<Block> blocks = what_is_read(begin_of_hour());
  std::size_t bytes = 0;
  std::size_t longest = 0;
  for (const Block& one : blocks) {
    bytes += one.size();
    longest = std::max(longest, one.size());
  }
  Block buffer(longest);
  for (auto _ : state) {
    for (const Block& one : blocks) {
      std::ranges::copy(one, buffer.begin());
      benchmark::DoNotOptimize(buffer.data());
      benchmark::ClobberMemory();
    }
  }
  state.counters["bytes"] = static_cast<double>(bytes);
}

// How many rates there are, from opening the file on.
std::uint64_t rates_since(FileTime begin) {
  Query query(fixed_titles());
  (void)query.add(kCounter).value();
  const auto reader =
      RecordingReader::open(open_recording(), kRecording, fixed_titles(), {.begin_local = begin},
                            query.request(), LogReadings::by_block)
          .value();
  LogRecord record;
  std::uint64_t rates = 0;
  while (reader->read(record).value() == ReadResult::reading) {
    query.take(record_of(*reader, record));
    if (query.row().values.size() == 1 && query.row().values[0].usable()) ++rates;
  }
  return rates;
}

void one_counter(benchmark::State& state, Pages pages) {
  if (!is_there(state)) return;
  constexpr std::uint64_t kEnough = 3500;  // a few samples come after a clock that was set
  const FileTime begin = begin_of_hour();
  std::uint64_t rates = 0;
  for (auto _ : state) {
    prepare(state, pages);
    rates = rates_since(begin);
  }
  state.counters["rates"] = static_cast<double>(rates);
  if (rates < kEnough) state.SkipWithError("the hour is not whole");
}

// Done before reading: finds the position of the hour.
void find_the_last_hour(benchmark::State& state) {
  if (!is_there(state)) return;
  LogAnomalies anomalies(kRecording);
  for (auto _ : state) {
    auto file = recording::RecordingFile::open(open_recording(), anomalies).value();
    benchmark::DoNotOptimize(file.spans(anomalies).value().size());
  }
}

// The same without indices: over the heads of all blocks.
void walk_over_all_heads(benchmark::State& state) {
  if (!is_there(state)) return;
  LogAnomalies anomalies(kRecording);
  for (auto _ : state) {
    auto file = recording::RecordingFile::open(open_recording(), anomalies).value();
    while (file.next(anomalies).value().has_value()) {
    }
  }
}

// All series of a recording as rows, from opening the file on: by block, as whatever gives records
// to a query reads it, or series by series, so that each object is bound before the query binds
// its series again.
void recording_to_rows(benchmark::State& state, LogReadings readings) {
  std::size_t series = 0;
  for (auto _ : state) {
    UniqueFd fd(::open(kCutRecording, O_RDONLY | O_CLOEXEC));
    if (!fd) return state.SkipWithError("there is no such recording; script/bench makes it");
    const auto reader =
        RecordingReader::open(std::move(fd), kCutRecording, fixed_titles(), {}, {}, readings)
            .value();
    Query query(fixed_titles());
    for (const char* path : {R"(\*\*)", R"(\*(*)\*)"}) (void)query.add(path).value();
    LogRecord record;
    while (reader->read(record).value() == ReadResult::reading) {
      query.take(record_of(*reader, record));
      benchmark::DoNotOptimize(query.row().values.data());
    }
    series = query.row().values.size();
  }
  state.counters["series"] = static_cast<double>(series);
}

BENCHMARK(copy_what_is_read)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(one_counter, cached, Pages::cached)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(one_counter, on_disk, Pages::on_disk)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(recording_to_rows, by_block, LogReadings::by_block)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(recording_to_rows, by_series, LogReadings::by_series)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(find_the_last_hour)->Unit(benchmark::kMillisecond);
BENCHMARK(walk_over_all_heads)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace openperflib::bench
