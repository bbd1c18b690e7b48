// The first rates of processes that began after the record before, where a query asks for them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/query/query.h"
#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/query_example.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

using testing::ElementsAre;

struct ShortProcess {
  const char* name;
  std::uint64_t pid;
  std::uint64_t start;
  std::uint64_t user_time;
  std::uint64_t io_bytes = 0;
};

TestBlock short_block_of(std::int64_t now, std::initializer_list<ShortProcess> list,
                         std::int64_t wall_offset = 0) {
  TestBlock block(now, wall_offset);
  block.object(title::kProcess, {{title::kPercentUserTime, PERF_100NSEC_TIMER},
                                 {title::kIoDataBytesPerSec, PERF_COUNTER_BULK_COUNT},
                                 {title::kElapsedTime, PERF_ELAPSED_TIME},
                                 {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}});
  for (const ShortProcess& one : list) {
    block.instance(one.name, {one.user_time, one.io_bytes, one.start, one.pid});
  }
  return block;
}

Snapshot at(std::int64_t now, std::initializer_list<ShortProcess> list,
            std::int64_t wall_offset = 0) {
  return short_block_of(now, list, wall_offset).snapshot();
}

QueryOptions from_start(QueryOptions options = live_options()) {
  options.first_rates = QueryOptions::FirstRates::start;
  return options;
}

// A start as Linux has it: seconds and hundredths after boot. One with a single tick of 100 ns more
// is exact, as on Windows.
constexpr std::uint64_t started(std::int64_t seconds, std::int64_t hundredths = 0) {
  return kBoot + static_cast<std::uint64_t>(seconds * kSecond + hundredths * (kSecond / 100));
}
constexpr std::uint64_t exactly(std::int64_t seconds, std::int64_t hundredths = 0) {
  return started(seconds, hundredths) + 1;
}

constexpr std::string_view kTimesOfUsers = "\\Process(*)\\% User Time";

std::vector<double> numbers_of_row(const Query& query) {
  std::vector<double> all;
  for (const Value& value : query.row().values) all.push_back(value.usable() ? value.number : -1);
  return all;
}

// The process ran for half a second of the two since the record before.
TEST(FirstRates, ProcessOfTheInterval_HasItsShareOfTheWholeInterval) {
  Query query = query_of(kTimesOfUsers, from_start());
  query.take(at(10 * kSecond, {{"a", 10, exactly(1), 0}}));
  query.take(
      at(12 * kSecond, {{"a", 10, exactly(1), 10'000'000}, {"b", 11, exactly(11), 5'000'000}}));
  EXPECT_THAT(numbers_of_row(query), ElementsAre(50, 25));
  EXPECT_FALSE(query.is_first_rate(0));
  EXPECT_TRUE(query.is_first_rate(1));
  EXPECT_TRUE(query.has_first_rates());
  EXPECT_EQ(query.reason(1), "");
  query.take(
      at(13 * kSecond, {{"a", 10, exactly(1), 10'000'000}, {"b", 11, exactly(11), 6'000'000}}));
  EXPECT_THAT(numbers_of_row(query), ElementsAre(0, 10));
  EXPECT_FALSE(query.has_first_rates());
}

TEST(FirstRates, OtherRatesOfTheProcess_CountFromItsStart) {
  Query query = query_of("\\Process(*)\\*", from_start());
  query.take(at(10 * kSecond, {}));
  query.take(at(12 * kSecond, {{"b", 11, exactly(11), 5'000'000, 3'000}}));
  EXPECT_EQ(query.row().values[0].number, 25);
  EXPECT_EQ(query.row().values[1].number, 1'500);  // over two seconds
  EXPECT_FALSE(query.is_first_rate(2));            // an instant needs no earlier reading
  EXPECT_EQ(query.older().counters[1].first, 0U);
}

// PDH, typeperf, relog and all who do not ask.
TEST(FirstRates, QueryThatDoesNotAsk_HasNoFirstRate) {
  Query query = query_of(kTimesOfUsers);
  query.take(at(10 * kSecond, {}));
  query.take(at(12 * kSecond, {{"b", 11, exactly(11), 5'000'000}}));
  EXPECT_EQ(query.row().values[0].status, CStatus::invalid_data);
  EXPECT_EQ(query.reason(0), "the instance is new");
  EXPECT_FALSE(query.has_first_rates());
}

TEST(FirstRates, FirstRecord_HasNoRates) {
  Query query = query_of(kTimesOfUsers, from_start());
  query.take(at(12 * kSecond, {{"b", 11, exactly(11), 5'000'000}}));
  EXPECT_THAT(numbers_of_row(query), ElementsAre(-1));
}

// The process existed, but was not seen: another namespace, or a right that was missing.
TEST(FirstRates, ProcessThatBeganBefore_HasNoRate) {
  Query query = query_of(kTimesOfUsers, from_start());
  query.take(at(10 * kSecond, {}));
  query.take(at(12 * kSecond, {{"b", 11, exactly(9, 99), 5'000'000}}));
  EXPECT_THAT(numbers_of_row(query), ElementsAre(-1));
  EXPECT_EQ(query.reason(0), "the instance is new");
}

// Linux adds ticks to a boot time of whole seconds: the process began up to a second later than its
// start says, and the older block shows that it did.
TEST(FirstRates, StartThatIsCutToASecond_CountsIfTheOlderBlockLacksTheProcess) {
  Query query = query_of(kTimesOfUsers, from_start());
  query.take(at(10 * kSecond, {}));
  query.take(at(11 * kSecond, {{"b", 11, started(9, 50), 5'000'000}}));
  EXPECT_THAT(numbers_of_row(query), ElementsAre(50));
}

TEST(FirstRates, StartBeyondTheCut_IsBefore) {
  Query query = query_of(kTimesOfUsers, from_start());
  query.take(at(10 * kSecond, {}));
  query.take(at(11 * kSecond, {{"b", 11, started(8, 98), 5'000'000}}));
  EXPECT_THAT(numbers_of_row(query), ElementsAre(-1));
}

// A process that was called otherwise, as by exec, is not new.
TEST(FirstRates, ProcessWithANewName_HasNoRate) {
  Query query = query_of("\\Process(b*)\\% User Time", from_start());
  query.take(at(10 * kSecond, {{"a", 11, started(9, 50), 1'000'000}}));
  query.take(at(11 * kSecond, {{"b", 11, started(9, 50), 5'000'000}}));
  EXPECT_THAT(numbers_of_row(query), ElementsAre(-1));
}

TEST(FirstRates, RestartedProcess_DoesNotMixWithTheOneBefore) {
  Query query = query_of("\\Process(a)\\% User Time", from_start());
  query.take(at(10 * kSecond, {{"a", 10, exactly(1), 90'000'000}}));
  query.take(at(11 * kSecond, {{"a", 12, exactly(10, 50), 2'000'000}}));
  EXPECT_THAT(numbers_of_row(query), ElementsAre(20));
  EXPECT_TRUE(query.is_first_rate(0));
}

TEST(FirstRates, PidThatIsUsedAgain_CountsFromTheNewStart) {
  Query query = query_of(kTimesOfUsers, from_start());
  query.take(at(10 * kSecond, {{"a", 10, exactly(1), 1'000}}));
  query.take(at(11 * kSecond, {{"a", 10, exactly(10, 50), 5'000'000}}));
  EXPECT_THAT(numbers_of_row(query), ElementsAre(50));
}

TEST(FirstRates, NamedProcessThatStarts_HasARate) {
  Query query = query_of("\\Process(b)\\% User Time", from_start());
  query.take(at(10 * kSecond, {{"a", 10, exactly(1), 0}}));
  query.take(at(11 * kSecond, {{"a", 10, exactly(1), 0}, {"b", 11, exactly(10, 50), 4'000'000}}));
  EXPECT_THAT(numbers_of_row(query), ElementsAre(40));
}

TEST(FirstRates, PathThatWasAddedSince_HasRatesOfNewProcessesOnly) {
  Query query = query_of("\\Process(*)\\IO Data Bytes/sec", from_start());
  query.take(at(10 * kSecond, {{"a", 10, exactly(1), 1}}));
  ASSERT_TRUE(query.add(kTimesOfUsers).has_value());
  query.take(at(11 * kSecond, {{"a", 10, exactly(1), 2}, {"b", 11, exactly(10, 50), 4'000'000}}));
  const std::size_t count = query.row().values.size();
  EXPECT_FALSE(query.row().values[count - 2].usable());
  EXPECT_EQ(query.row().values[count - 1].number, 40);
}

// A total of age 0 is not a process, and an object that appears has no new processes in it.
TEST(FirstRates, Total_HasNoStart) {
  Query query = query_of(kTimesOfUsers, from_start());
  query.take(TestBlock(10 * kSecond)
                 .object(title::kMemory, {{title::kAvailableBytes}}, Instances::none)
                 .single({1})
                 .snapshot());
  query.take(at(11 * kSecond, {{"_Total", 0, started(11), 9'000'000}}));
  EXPECT_THAT(numbers_of_row(query), ElementsAre(-1));
}

TEST(FirstRates, BlockWithoutStarts_ChangesNothing) {
  const auto block = [](std::int64_t now, bool has_more) {
    TestBlock made(now);
    made.object(title::kProcess, {{title::kPercentUserTime, PERF_100NSEC_TIMER},
                                  {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}});
    made.instance("a", {1, 10});
    if (has_more) made.instance("b", {5'000'000, 11});
    return made.snapshot();
  };
  Query query = query_of(kTimesOfUsers, from_start());
  query.take(block(10 * kSecond, false));
  query.take(block(11 * kSecond, true));
  EXPECT_THAT(numbers_of_row(query), ElementsAre(0, -1));
}

// The age is compared, not the start: it does not depend on the clock.
TEST(FirstRates, ClockThatWasSet_StillTellsWhoIsNew) {
  Query query = query_of("\\Process(*)\\*", from_start());
  constexpr std::int64_t kHour = 3600 * kSecond;
  constexpr auto kSet = static_cast<std::uint64_t>(kHour);
  query.take(at(10 * kSecond, {{"a", 10, exactly(1), 0, 0}}));
  query.take(at(12 * kSecond,
                {{"a", 10, exactly(1) + kSet, 0, 0}, {"b", 11, exactly(11) + kSet, 5, 3'000}},
                kHour));
  EXPECT_EQ(query.row().values[4].status, CStatus::no_data);  // of the clock that was set
  EXPECT_EQ(query.row().values[5].number, 1'500);
}

TEST(FirstRates, RestartedMachine_HasNone) {
  Query query = query_of(kTimesOfUsers, from_start());
  query.take(at(1000 * kSecond, {}));
  query.take(at(10 * kSecond, {{"b", 11, exactly(9, 50), 5}}));
  EXPECT_THAT(numbers_of_row(query), ElementsAre(-1));
}

// Threads begin as processes do.
TEST(FirstRates, ThreadOfTheInterval_HasARate) {
  const auto block = [](std::int64_t now, bool has_more) {
    TestBlock made(now);
    made.object(title::kProcess, {{title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}});
    made.instance("java", {1});
    made.object(title::kThread, {{title::kPercentUserTime, PERF_100NSEC_TIMER},
                                 {title::kElapsedTime, PERF_ELAPSED_TIME},
                                 {title::kIdThread, PERF_COUNTER_RAWCOUNT, 4}});
    made.instance("0", {0, exactly(1), 1}, {ParentInstance{title::kProcess, 0}, -1});
    if (has_more) {
      made.instance("1", {3'000'000, exactly(10, 20), 2}, {ParentInstance{title::kProcess, 0}, -1});
    }
    return made.snapshot();
  };
  Query query = query_of("\\Thread(java/*)\\% User Time", from_start());
  query.take(block(10 * kSecond, false));
  query.take(block(11 * kSecond, true));
  EXPECT_THAT(numbers_of_row(query), ElementsAre(0, 30));
}

// Once a second 200 processes have come and gone, a row allocates no more than without first rates.
TEST(FirstRates, ChurningProcesses_AllocateNothingMore) {
  const auto allocations_of = [](QueryOptions options) {
    Query query = query_of(kTimesOfUsers, std::move(options));
    std::vector<Snapshot> snapshots;
    for (std::int64_t second = 10; second < 16; ++second) {
      TestBlock block = short_block_of(second * kSecond, {});
      for (std::uint64_t i = 0; i < 200; ++i) {
        const auto pid = static_cast<std::uint64_t>(second) * 1000 + i;
        block.instance("short", {50'000, 0, exactly(second - 1, 50), pid});
      }
      snapshots.push_back(block.snapshot());
    }
    for (std::size_t i = 0; i < 4; ++i) query.take(snapshots[i]);
    const std::uint64_t before = bench::allocations;
    for (std::size_t i = 4; i < snapshots.size(); ++i) query.take(snapshots[i]);
    return bench::allocations - before;
  };
  EXPECT_EQ(allocations_of(from_start()), allocations_of(live_options()));
}

Series logged_process(const char* instance, std::string_view counter, std::uint32_t type) {
  Series one;
  one.machine = "db-17";
  one.object = "Process";
  one.instance = instance;
  one.counter = counter;
  one.type = CounterType(type);
  return one;
}

RawCounter reading_of_clock(std::uint64_t first, std::uint64_t second) {
  return {.first = first,
          .second = second,
          .time_base = kTicksPerSecond,
          .size = 8,
          .status = CStatus::valid_data};
}

constexpr RawCounter kLacking{.size = 8, .status = CStatus::invalid_data};

// A log of single counters: a lives, and b may begin.
Catalog two_logged_processes() {
  Catalog catalog;
  catalog.clear();
  for (const char* const name : {"a", "b"}) {
    catalog.add(logged_process(name, "% User Time", PERF_100NSEC_TIMER));
    catalog.add(logged_process(name, "Elapsed Time", PERF_ELAPSED_TIME));
  }
  return catalog;
}

Sample logged_at(std::int64_t seconds, std::uint64_t time_of_a, std::uint64_t time_of_b,
                 std::uint64_t start_of_b) {
  const std::uint64_t now = started(seconds);
  const bool has_b = start_of_b != 0;
  return {.time_utc = static_cast<FileTime>(now),
          .counters = {reading_of_clock(time_of_a, now), reading_of_clock(exactly(1), now),
                       has_b ? reading_of_clock(time_of_b, now) : kLacking,
                       has_b ? reading_of_clock(start_of_b, now) : kLacking}};
}

TEST(FirstRatesOfReadings, ProcessOfTheInterval_HasItsShareOfTheWholeInterval) {
  const Catalog catalog = two_logged_processes();
  Query query = query_of(kTimesOfUsers, from_start(QueryOptions()));
  query.take({catalog, logged_at(10, 0, 0, 0)});
  query.take({catalog, logged_at(12, 10'000'000, 5'000'000, exactly(11))});
  EXPECT_THAT(numbers_of_row(query), ElementsAre(50, 25));
  EXPECT_TRUE(query.is_first_rate(1));
  query.take({catalog, logged_at(13, 10'000'000, 6'000'000, exactly(11))});
  EXPECT_THAT(numbers_of_row(query), ElementsAre(0, 10));
  EXPECT_FALSE(query.has_first_rates());
}

TEST(FirstRatesOfReadings, ProcessThatBeganBefore_HasNoRate) {
  const Catalog catalog = two_logged_processes();
  Query query = query_of(kTimesOfUsers, from_start(QueryOptions()));
  query.take({catalog, logged_at(10, 0, 0, 0)});
  query.take({catalog, logged_at(12, 0, 5'000'000, exactly(9))});
  EXPECT_THAT(numbers_of_row(query), ElementsAre(0, -1));
}

TEST(FirstRatesOfReadings, NameThatPassesToAnotherProcess_DoesNotMix) {
  const Catalog catalog = two_logged_processes();
  Query query = query_of(kTimesOfUsers, from_start(QueryOptions()));
  query.take({catalog, logged_at(10, 0, 90'000'000, exactly(2))});
  query.take({catalog, logged_at(12, 0, 5'000'000, exactly(11))});
  EXPECT_THAT(numbers_of_row(query), ElementsAre(0, 25));
  EXPECT_TRUE(query.is_first_rate(1));
}

// No other series has the clock: the time between the records is that of the interval.
TEST(FirstRatesOfReadings, OnlySeries_HasTheTimeBetweenTheRecords) {
  const Catalog catalog = two_logged_processes();
  Query query = query_of("\\Process(b)\\% User Time", from_start(QueryOptions()));
  query.take({catalog, logged_at(10, 0, 0, 0)});
  query.take({catalog, logged_at(12, 0, 5'000'000, exactly(11))});
  EXPECT_THAT(numbers_of_row(query), ElementsAre(25));
}

TEST(FirstRatesOfReadings, LogWithoutStarts_ChangesNothing) {
  Catalog catalog;
  catalog.clear();
  catalog.add(logged_process("b", "% User Time", PERF_100NSEC_TIMER));
  Query query = query_of(kTimesOfUsers, from_start(QueryOptions()));
  query.take({catalog, Sample{.time_utc = 1, .counters = {kLacking}}});
  query.take({catalog, Sample{.time_utc = 2, .counters = {reading_of_clock(5, started(12))}}});
  EXPECT_THAT(numbers_of_row(query), ElementsAre(-1));
}

TEST(FirstRatesOfReadings, QueryThatDoesNotAsk_HasNoFirstRate) {
  const Catalog catalog = two_logged_processes();
  Query query = query_of(kTimesOfUsers, QueryOptions());
  query.take({catalog, logged_at(10, 0, 0, 0)});
  query.take({catalog, logged_at(12, 0, 5'000'000, exactly(11))});
  EXPECT_THAT(numbers_of_row(query), ElementsAre(0, -1));
}

}  // namespace
}  // namespace openperflib
