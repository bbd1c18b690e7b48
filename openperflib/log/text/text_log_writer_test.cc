#include "openperflib/log/text/text_log_writer.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/testing/logs/blg_writer_example.h"
#include "openperflib/testing/logs/text_log_example.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib {
namespace {

constexpr auto kCounters = std::to_array<CounterDefinition>({{.name_title_index = 142,
                                                              .help_title_index = 143,
                                                              .type = PERF_100NSEC_TIMER,
                                                              .size = 8,
                                                              .offset = 8},
                                                             {.name_title_index = 148,
                                                              .help_title_index = 149,
                                                              .type = PERF_COUNTER_RAWCOUNT,
                                                              .size = 4,
                                                              .offset = 16}});

struct Processor {
  std::string_view name;
  std::uint64_t user_100ns;
  std::uint32_t interrupts;
};

// A snapshot of Processor `seconds` after midnight.
Snapshot processors(std::int64_t seconds, std::initializer_list<Processor> rows) {
  DataBlockBuilder builder;
  const std::int64_t ticks = seconds * kTicksPerSecond;
  builder.begin({.perf_time = ticks,
                 .perf_freq = kTicksPerSecond,
                 .perf_time_100ns = kMidnight + ticks,
                 .machine_name = "db-17"});
  builder.begin_object({.name_title_index = 238, .instances = Instances::multiple}, kCounters);
  for (const Processor& row : rows) {
    builder.begin_instance(row.name);
    builder.set(8, 8, row.user_100ns);
    builder.set(16, 4, row.interrupts);
  }
  builder.end_object();
  Snapshot snapshot;
  EXPECT_TRUE(snapshot.assign(builder.finish().value()).has_value());
  return snapshot;
}

// What is written to a descriptor, read back.
class Output {
 public:
  Output() : fd_(::open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600)) {}
  [[nodiscard]] int fd() const { return fd_.get(); }
  [[nodiscard]] std::string text() const {
    std::array<char, 8192> bytes{};
    const ssize_t size = ::pread(fd_.get(), bytes.data(), bytes.size(), 0);
    return {bytes.data(), size > 0 ? static_cast<std::size_t>(size) : 0};
  }

 private:
  UniqueFd fd_;
};

void write_row(TextLogWriter& writer, const Query& query) {
  ASSERT_TRUE(writer.begin(query.binding(), blg_written::all_of(query)).has_value());
  ASSERT_TRUE(writer.write(query.newer(), query.row()).has_value());
}

Query query_for(std::string_view path) {
  Query query(fixed_titles());
  EXPECT_TRUE(query.add(path).has_value());
  return query;
}

TEST(TextLogWriter, FirstRowOfARate_IsABlankAndNotAZero) {
  Output output;
  TextLogWriter writer(output.fd(), "log.csv", TextLogFormat::csv, {});
  Query query = query_for(R"(\Processor(0)\*)");
  query.take(processors(0, {{"0", 1'000'000, 7}}));
  write_row(writer, query);
  EXPECT_EQ(output.text(),
            "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\db-17\\Processor(0)\\% User Time\","
            "\"\\\\db-17\\Processor(0)\\Interrupts/sec\"\r\n"
            "\"11/22/2026 00:00:00.000\",\" \",\"7\"\r\n");
}

TEST(TextLogWriter, Number_HasSeventeenDigits) {
  Output output;
  TextLogWriter writer(output.fd(), "log.tsv", TextLogFormat::tsv, {});
  Query query = query_for(R"(\Processor(0)\% User Time)");
  query.take(processors(0, {{"0", 0, 0}}));
  query.take(processors(3, {{"0", 10'000'000, 0}}));
  write_row(writer, query);
  EXPECT_EQ(output.text(),
            "\"(PDH-TSV 4.0) (UTC)(0)\"\t\"\\\\db-17\\Processor(0)\\% User Time\"\r\n"
            "\"11/22/2026 00:00:03.000\"\t\"33.333333333333329\"\r\n");
}

TEST(TextLogWriter, LocalTime_IsUtcLessTheBiasOfTheHeader) {
  Output output;
  TextLogWriter writer(output.fd(), "log.csv", TextLogFormat::csv, {"PST", 480});
  Query query = query_for(R"(\Processor(0)\Interrupts/sec)");
  query.take(processors(0, {{"0", 0, 1}}));
  write_row(writer, query);
  EXPECT_EQ(output.text(),
            "\"(PDH-CSV 4.0) (PST)(480)\",\"\\\\db-17\\Processor(0)\\Interrupts/sec\"\r\n"
            "\"11/21/2026 16:00:00.000\",\"1\"\r\n");
}

TEST(TextLogWriter, ClockBeyondTheYear9999_IsAFaultAndLeavesWholeRows) {
  Output output;
  TextLogWriter writer(output.fd(), "log.csv", TextLogFormat::csv, {});
  Query query = query_for(R"(\Processor(*)\Interrupts/sec)");
  query.take(processors(0, {{"0", 0, 10}}));
  write_row(writer, query);
  const std::string before = output.text();
  Row row = query.row();
  row.time_utc = 2'650'467'744'000'000'000;  // 10000-01-01
  const auto written = writer.write(query.newer(), row);
  ASSERT_FALSE(written.has_value());
  EXPECT_EQ(describe(written.error()),
            "log.csv: the clock is beyond the year 9999, which a text log cannot hold");
  EXPECT_EQ(output.text(), before);
}

TEST(TextLogWriter, InstanceThatLeavesAndOneThatComes_KeepTheColumns) {
  Output output;
  TextLogWriter writer(output.fd(), "log.csv", TextLogFormat::csv, {});
  Query query = query_for(R"(\Processor(*)\Interrupts/sec)");
  query.take(processors(0, {{"0", 0, 10}, {"1", 0, 11}}));
  write_row(writer, query);
  query.take(processors(1, {{"1", 0, 21}, {"2", 0, 22}}));
  write_row(writer, query);
  EXPECT_THAT(writer.without_column(),
              testing::ElementsAre(R"(\\db-17\Processor(2)\Interrupts/sec)"));
  query.take(processors(2, {{"1", 0, 31}, {"2", 0, 32}}));
  write_row(writer, query);
  EXPECT_TRUE(writer.without_column().empty()) << "it was named before";
  EXPECT_EQ(output.text(),
            "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\db-17\\Processor(0)\\Interrupts/sec\","
            "\"\\\\db-17\\Processor(1)\\Interrupts/sec\"\r\n"
            "\"11/22/2026 00:00:00.000\",\"10\",\"11\"\r\n"
            "\"11/22/2026 00:00:01.000\",\" \",\"21\"\r\n"
            "\"11/22/2026 00:00:02.000\",\" \",\"31\"\r\n");
}

// The process of that name has ended, and another one is called so.
TEST(TextLogWriter, ColumnOfAnInstance_ShowsItAloneOrWhicheverHasItsName) {
  const auto process = [&](std::uint64_t id, std::uint64_t threads) {
    TestBlock block(static_cast<std::int64_t>(id) * kTicksPerSecond);
    block.object(title::kProcess, {{title::kIdProcess}, {title::kThreadCount}})
        .instance("make", {id, threads});
    return block.snapshot();
  };
  using Follow = TextLogWriteOptions::Follow;
  for (const Follow follow : {Follow::identity, Follow::name}) {
    Output output;
    TextLogWriteOptions options;
    options.follow = follow;
    TextLogWriter writer(output.fd(), "log.csv", TextLogFormat::csv, {}, options);
    Query query = query_for(R"(\Process(*)\Thread Count)");
    query.take(process(10, 1));
    write_row(writer, query);
    query.take(process(11, 2));
    write_row(writer, query);
    EXPECT_TRUE(output.text().ends_with(follow == Follow::name ? "\"2\"\r\n" : "\" \"\r\n"));
  }
}

TEST(TextLogWriter, NamedInstanceThatIsGone_IsABlankAndNoNewInstance) {
  Output output;
  TextLogWriter writer(output.fd(), "log.csv", TextLogFormat::csv, {});
  Query query = query_for(R"(\Processor(1)\Interrupts/sec)");
  query.take(processors(0, {{"0", 0, 10}, {"1", 0, 11}}));
  write_row(writer, query);
  query.take(processors(1, {{"0", 0, 20}}));
  write_row(writer, query);
  EXPECT_TRUE(writer.without_column().empty());
  query.take(processors(2, {{"0", 0, 30}, {"1", 0, 31}}));
  write_row(writer, query);
  EXPECT_EQ(output.text(),
            "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\db-17\\Processor(1)\\Interrupts/sec\"\r\n"
            "\"11/22/2026 00:00:00.000\",\"11\"\r\n"
            "\"11/22/2026 00:00:01.000\",\" \"\r\n"
            "\"11/22/2026 00:00:02.000\",\"31\"\r\n");
}

TEST(TextLogWriter, QuoteInAName_IsDoubled) {
  Output output;
  TextLogWriter writer(output.fd(), "log.csv", TextLogFormat::csv, {});
  Query query = query_for(R"(\Processor(*)\Interrupts/sec)");
  query.take(processors(0, {{"a\"b,c", 0, 1}}));
  write_row(writer, query);
  EXPECT_EQ(output.text(),
            "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\db-17\\Processor(a\"\"b,c)\\Interrupts/sec\"\r\n"
            "\"11/22/2026 00:00:00.000\",\"1\"\r\n");
}

TEST(TextLogWriter, FullDisk_IsAFaultThatNamesTheLog) {
  const UniqueFd full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  TextLogWriter writer(full.get(), "log.csv", TextLogFormat::csv, {});
  Query query = query_for(R"(\Processor(*)\Interrupts/sec)");
  query.take(processors(0, {{"0", 0, 1}}));
  const auto begun = writer.begin(query.binding(), blg_written::all_of(query));
  ASSERT_FALSE(begun.has_value());
  EXPECT_EQ(describe(begun.error()), "No space left on device: log.csv");
}

}  // namespace
}  // namespace openperflib
