// Readings of a live source, written to a binary log and read back.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>

#include "openperflib/counter/type_table.h"
#include "openperflib/testing/logs/blg_example.h"
#include "openperflib/testing/logs/blg_writer_example.h"
#include "openperflib/testing/memory_file.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib {
namespace {

using namespace blg_written;

constexpr FileTime kStart = 133'700'000'000'000'000;

// An object with a counter of each predefined type that has a value, followed by its base.
class EveryType {
 public:
  EveryType() {
    std::uint32_t offset = 8;
    for (const TypeRow& row : type_table()) {
      if (row.formula.evaluate == nullptr) continue;
      add(row.type, row.data_bytes, next_title(), offset);
      if (row.base.has_value()) add(*row.base, row.formula.base_is_dword ? 4 : 8, 0, offset);
    }
  }

  // All readings grow: values by an odd step a counter, bases by 1,000.
  [[nodiscard]] Snapshot at(std::int64_t seconds, std::vector<std::string_view> names) const {
    DataBlockBuilder builder;
    const std::int64_t ticks = seconds * kTicksPerSecond + 3'456;
    builder.begin({.perf_time = ticks,
                   .perf_freq = kTicksPerSecond,
                   .perf_time_100ns = kStart + ticks,
                   .machine_name = "db-17"});
    builder.begin_object({.name_title_index = kProcessor,
                          .default_counter = 0,
                          .instances = Instances::multiple,
                          .perf_time = kStart + ticks,
                          .perf_freq = kTicksPerSecond},
                         definitions_);
    std::uint64_t value = 5;
    for (const std::string_view name : names) {
      builder.begin_instance(name);
      for (const CounterDefinition& one : definitions_) {
        const bool is_base = CounterType(one.type).is_base();
        value += 2;
        builder.set(one.offset, one.size,
                    is_base ? 3'000 + static_cast<std::uint64_t>(seconds) * 1'000
                            : 100 + static_cast<std::uint64_t>(seconds) * value);
      }
    }
    builder.end_object();
    Snapshot snapshot;
    EXPECT_TRUE(snapshot.assign(builder.finish().value()).has_value());
    return snapshot;
  }

  [[nodiscard]] std::size_t counters() const { return counters_; }

 private:
  // The next title that no other has the name of.
  [[nodiscard]] std::uint32_t next_title() {
    const auto names = fixed_titles().names();
    while (fixed_titles().positions(names[title_].text).size() != 1) ++title_;
    ++counters_;
    return names[title_++].index;
  }
  void add(CounterType type, std::uint32_t size, std::uint32_t title, std::uint32_t& offset) {
    CounterDefinition definition;
    definition.name_title_index = title;
    definition.help_title_index = title == 0 ? 0 : title + 1;
    definition.default_scale = -static_cast<std::int32_t>(title_ % 4);
    definition.type = type.bits();
    definition.size = size;
    definition.offset = offset;
    offset += 8;
    definitions_.push_back(definition);
  }

  std::size_t title_ = 100;
  std::size_t counters_ = 0;
  std::vector<CounterDefinition> definitions_;
};

using Rows = std::vector<std::map<std::string, Value>>;

void add_row_of(Rows& rows, const Query& query) {
  auto& row = rows.emplace_back();
  for (std::size_t i = 0; i < query.binding().series().size(); ++i) {
    row.emplace(query.binding().path_of(i), query.row().values[i]);
  }
}

// The rows of the log for the same paths.
Rows rows_of(const std::vector<std::byte>& log, const std::vector<std::string>& paths) {
  Rows rows;
  auto reader = BlgReader::open(file_of(log), "a.blg", fixed_titles());
  EXPECT_TRUE(reader.has_value());
  Query query = query_of(paths);
  LogRecord record;
  while ((*reader)->read(record).value_or(ReadResult::end) == ReadResult::reading) {
    query.take({(*reader)->catalog(), record.sample});
    add_row_of(rows, query);
  }
  EXPECT_EQ((*reader)->anomaly_count(), 0U);
  return rows;
}

// To the last bit; a value without a number has its status.
void expect_same(const Rows& live, const Rows& read) {
  ASSERT_EQ(live.size(), read.size());
  for (std::size_t i = 0; i < live.size(); ++i) {
    EXPECT_EQ(live[i].size(), read[i].size());
    for (const auto& [path, value] : live[i]) {
      SCOPED_TRACE(path + " in row " + std::to_string(i));
      const auto place = read[i].find(path);
      ASSERT_NE(place, read[i].end());
      EXPECT_EQ(place->second.usable(), value.usable());
      if (!value.usable()) continue;
      EXPECT_EQ(std::bit_cast<std::uint64_t>(place->second.number),
                std::bit_cast<std::uint64_t>(value.number))
          << place->second.number << " " << value.number;
    }
  }
}

std::size_t usable_values(const std::map<std::string, Value>& row) {
  return static_cast<std::size_t>(
      std::ranges::count_if(row, [](const auto& one) { return one.second.usable(); }));
}

// The live rows, and those of the log that was written of the same readings.
std::pair<Rows, Rows> live_and_read(const std::vector<std::string>& paths) {
  const EveryType source;
  LogFile file;
  BlgWriter writer(file.fd(), "a.blg", options_for(paths));
  Query query = query_of(paths);
  Rows live;
  for (const std::int64_t seconds : {1, 3, 4, 9}) {
    query.take(source.at(seconds, {"0", "1"}));
    add_row_of(live, query);
    EXPECT_TRUE(write_sample(writer, query).has_value());
  }
  EXPECT_TRUE(writer.end().has_value());
  return {std::move(live), rows_of(file.bytes(), paths)};
}

TEST(BlgRoundTrip, EveryTypeOfAllInstances_GivesTheSameRates) {
  const auto [live, read] = live_and_read({R"(\Processor(*)\*)"});
  EXPECT_EQ(live.front().size(), 2 * EveryType().counters());
  EXPECT_EQ(usable_values(live.back()), 2 * EveryType().counters());
  expect_same(live, read);
}

TEST(BlgRoundTrip, EveryTypeOfANamedInstance_GivesTheSameRates) {
  const auto [live, read] = live_and_read({R"(\Processor(1)\*)"});
  EXPECT_EQ(usable_values(live.back()), EveryType().counters());
  expect_same(live, read);
}

// Log to log: what a query reads of one is written to another.
TEST(BlgRoundTrip, LogOfALog_GivesTheSameRates) {
  const std::vector<std::string> paths = {R"(\PhysicalDisk(*)\*)", R"(\Processor(*)\*)"};
  const auto source = blg_example::real_log("BasicPerfCounters.blg");
  LogFile file;
  BlgWriterOptions options = options_for(paths);
  options.zone = {.name = "PST", .bias_minutes = 480};
  BlgWriter writer(file.fd(), "b.blg", options);
  auto reader = BlgReader::open(file_of(source), "a.blg", fixed_titles()).value();
  Query query = query_of(paths);
  LogRecord record;
  while (reader->read(record).value_or(ReadResult::end) == ReadResult::reading) {
    query.take({reader->catalog(), record.sample});
    ASSERT_TRUE(write_sample(writer, query).has_value());
  }
  ASSERT_TRUE(writer.end().has_value());
  const Rows before = rows_of(source, paths);
  ASSERT_EQ(before.size(), 601U);
  expect_same(before, rows_of(file.bytes(), paths));
}

}  // namespace
}  // namespace openperflib
