// Small recordings, and what a reader returns for them. For tests.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/counter/cstatus.h"
#include "openperflib/log/recording/recording_reader.h"
#include "openperflib/log/recording/recording_writer.h"
#include "openperflib/query/paths/counter_path.h"
#include "openperflib/testing/memory_file.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib::recording_example {

inline constexpr std::uint32_t kProcessor = 238;
inline constexpr std::uint32_t kProcessorTime = 6;
inline constexpr std::int64_t kSecond = kTicksPerSecond;
inline constexpr std::int64_t kEpoch = 133'700'000'000'000'000;
inline constexpr std::int64_t kHour = 3600 * kSecond;

using File = std::vector<std::byte>;  // all bytes of a recording, or a block
using Rows = std::vector<std::pair<std::string, std::uint64_t>>;  // instances and their values

// A number of 4 or 8 bytes that is shown as it is; its help has the next title.
inline CounterDefinition counter_of(std::uint32_t title, std::uint32_t size, std::uint32_t offset) {
  const std::uint32_t type = size == 8 ? PERF_COUNTER_LARGE_RAWCOUNT : PERF_COUNTER_RAWCOUNT;
  return {title, title + 1, 0, 100, type, size, offset};
}

// One sample: Processor with one counter. If `missing` is an instance, its value is missing.
inline File block_of(std::int64_t second, std::int64_t ahead, const Rows& instances,
                     std::optional<std::uint32_t> missing = std::nullopt) {
  DataBlockBuilder builder;
  const std::int64_t now = (second + 1) * kSecond;
  builder.begin({.perf_time = now,
                 .perf_freq = kSecond,
                 .perf_time_100ns = kEpoch + now + ahead,
                 .machine_name = "db-17"});
  const std::vector<CounterDefinition> time = {counter_of(kProcessorTime, 8, 8)};
  builder.begin_object({.name_title_index = kProcessor, .instances = Instances::multiple}, time);
  for (const auto& [name, value] : instances) {
    builder.begin_instance(name, {});
    builder.set(8, 8, value);
  }
  builder.end_object();
  if (missing.has_value()) {
    std::vector<CounterDefinition> status;
    for (std::uint32_t i = 0; i < 5; ++i) {
      status.push_back(counter_of(title::kObjectTitleIndex + 2 * i, 4, 4 + 4 * i));
    }
    builder.begin_object(
        {.name_title_index = title::kCollectionStatus, .instances = Instances::multiple}, status);
    builder.begin_instance("not there", {});
    const std::uint32_t row[] = {kProcessor, 0, *missing, 1, pdh_code(CStatus::no_data)};
    for (std::uint32_t i = 0; i < 5; ++i) builder.set(4 + 4 * i, 4, row[i]);
    builder.end_object();
  }
  const Bytes block = builder.finish().value();
  return {block.begin(), block.end()};
}

// Sample by sample, flushed after each.
class Example {
 public:
  // A new recording in memory.
  explicit Example(RecordingOptions options = {})
      : writer_(fd_.get(), "example.perfrec", std::move(options)) {}

  // A sample this many seconds after the first possible one; its block is that of block_of().
  Example& write(std::int64_t second, const Rows& instances,
                 std::optional<std::uint32_t> missing = std::nullopt) {
    const File block = block_of(second, ahead_, instances, missing);
    writer_.write(DataBlockView::parse(block).value()).value();
    return *this;
  }
  // From now on the time of day is ahead by this.
  Example& set_clock(std::int64_t ahead) {
    ahead_ = ahead;
    return *this;
  }
  // Its current bytes.
  [[nodiscard]] File bytes() const { return bytes_of(fd_.get()); }
  [[nodiscard]] std::size_t size() const { return bytes_of(fd_.get()).size(); }
  [[nodiscard]] File finish() {
    writer_.end().value();
    return bytes_of(fd_.get());
  }

 private:
  UniqueFd fd_ = empty_file();
  RecordingWriter writer_;
  std::int64_t ahead_ = 0;
};

// Reads a copy of the bytes, with the fixed titles. Errors: those of RecordingReader::open().
inline std::expected<std::unique_ptr<RecordingReader>, SourceFault> open(
    const File& bytes, const RecordingWindow& window = {}) {
  return RecordingReader::open(file_of(bytes), "example.perfrec", fixed_titles(), window);
}

// The same with readings of a form, of some objects only.
inline std::unique_ptr<RecordingReader> open_as(LogReadings readings, const File& bytes,
                                                const ObjectRequest& request = {}) {
  return RecordingReader::open(file_of(bytes), "example.perfrec", fixed_titles(), {}, request,
                               readings)
      .value();
}

// The result of reading: of each sample its values, with times relative to the first possible one,
// and of the last one paths and statuses. Collection Status itself is left out.
struct ReadRecording {
  std::vector<std::string> paths;
  std::vector<CStatus> statuses;
  std::vector<std::vector<std::uint64_t>> values;
  std::vector<std::int64_t> seconds;
  std::vector<bool> starts_anew;
  std::uint64_t anomalies = 0;
};

// Throws on any error; values of lost blocks are left out.
inline ReadRecording read_recording(const File& bytes, const RecordingWindow& window = {}) {
  ReadRecording read;
  const auto reader = open(bytes, window).value();
  LogRecord record;
  while (reader->read(record).value() == ReadResult::reading) {
    read.paths.clear();
    read.statuses.clear();
    auto& values = read.values.emplace_back();
    const auto series = reader->catalog().series();
    for (std::size_t i = 0; i < series.size(); ++i) {
      if (series[i].object_title_index != kProcessor) continue;
      if (record.sample.counters[i].status == CStatus::invalid_data) continue;  // its block is lost
      values.push_back(record.sample.counters[i].first);
      read.statuses.push_back(record.sample.counters[i].status);
      read.paths.push_back(exact_path_of(series[i]));
    }
    read.seconds.push_back((record.sample.time_utc - kEpoch) / kSecond - 1);
    read.starts_anew.push_back(record.sample.starts_anew);
  }
  read.anomalies = reader->anomaly_count();
  return read;
}

}  // namespace openperflib::recording_example
