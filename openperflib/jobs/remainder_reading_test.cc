#include "openperflib/jobs/remainder_reading.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <string>
#include <string_view>

#include "openperflib/testing/machines/short_lives.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

using short_lives::Counts;

CounterSession session_of(std::string_view path, Counts counts = Counts::all) {
  CounterSession session =
      CounterSession::of_source(short_lives::machine(counts), fixed_titles(), std::chrono::hours(1),
                                {.first_rates = QueryOptions::FirstRates::start});
  EXPECT_TRUE(session.add(path).has_value());
  RemainderReading::add_to(session);
  return session;
}

void collect_twice(CounterSession& session) {
  EXPECT_EQ(session.collect(), CounterSession::Collected::row);
  EXPECT_EQ(session.collect(), CounterSession::Collected::row);
}

TEST(RemainderReading, Rest_IsWhatNoProcessOfTheRowAccountsFor) {
  CounterSession session = session_of(kTimeOfProcesses);
  collect_twice(session);
  const auto found = RemainderReading(session).of(session.query());
  ASSERT_TRUE(found.has_value());
  EXPECT_DOUBLE_EQ(found->used, short_lives::kUsed);
  EXPECT_DOUBLE_EQ(found->by_processes, short_lives::kByProcesses);
  EXPECT_DOUBLE_EQ(found->rest(), 50);
  EXPECT_DOUBLE_EQ(found->forks_per_second, short_lives::kForks);
  EXPECT_TRUE(found->is_notable());
}

TEST(RemainderReading, FirstRow_HasNoRates) {
  CounterSession session = session_of(kTimeOfProcesses);
  EXPECT_EQ(session.collect(), CounterSession::Collected::row);
  EXPECT_EQ(RemainderReading(session).of(session.query()), std::nullopt);
}

TEST(RemainderReading, AddedTwice_IsReadOnce) {
  CounterSession session = session_of(kTimeOfProcesses);
  RemainderReading::add_to(session);
  EXPECT_EQ(session.paths().size(), 3U);
}

TEST(RemainderReading, OtherPathsInPlaceOfThese_HaveTheirOwn) {
  CounterSession session = session_of(kTimeOfProcesses);
  for (Query::PathId path = 0; path < 3; ++path) session.remove(path);
  EXPECT_EQ(RemainderReading(session).paths(), std::nullopt);
  ASSERT_TRUE(session.add(kTimeOfProcesses).has_value());
  RemainderReading::add_to(session);
  collect_twice(session);
  const auto found = RemainderReading(session).of(session.query());
  ASSERT_TRUE(found.has_value());
  EXPECT_DOUBLE_EQ(found->rest(), 50);
}

TEST(RemainderReading, SourceWithoutForks_HasTheShare) {
  CounterSession session = session_of(kTimeOfProcesses, Counts::without_forks);
  collect_twice(session);
  const auto found = RemainderReading(session).of(session.query());
  ASSERT_TRUE(found.has_value());
  EXPECT_DOUBLE_EQ(found->rest(), 50);
  EXPECT_TRUE(std::isnan(found->forks_per_second));
  for (Query::PathId path = 0; path < session.paths().size(); ++path) {
    EXPECT_EQ(session.unmatched_text(path), "") << session.paths()[path];
  }
}

// The rest of a few processes is not what ended.
TEST(RemainderReading, PathOfSomeProcesses_ReadsNothingMore) {
  for (const std::string_view path :
       {"\\Process(db)\\% Processor Time", "\\Process(d*)\\% Processor Time",
        "\\Process(*)\\% User Time", "\\\\other\\Process(*)\\% Processor Time",
        "\\*(*)\\% Processor Time"}) {
    const CounterSession session = session_of(path);
    EXPECT_EQ(session.paths().size(), 1U) << path;
    EXPECT_EQ(RemainderReading(session).paths(), std::nullopt) << path;
  }
}

TEST(RemainderReading, AnySpellingOfAllProcesses_IsUnderstood) {
  for (const std::string_view path :
       {"\\process(*)\\% processor time", "Process/*/% Processor Time", "\\230(*)\\6",
        "\\Process V2(*)\\% Processor Time", "\\Process(*)\\*"}) {
    EXPECT_TRUE(shows_time_of_processes(path)) << path;
  }
}

TEST(RemainderReading, PathsThatAreRead_AreThoseThatAreRequested) {
  EXPECT_THAT(remainder_paths_for(std::vector<std::string>{std::string(kTimeOfProcesses)}),
              testing::ElementsAre(kTimeOfProcessors, kForksPerSecond));
  EXPECT_TRUE(remainder_paths_for(std::vector<std::string>{"\\Memory\\*"}).empty());
}

}  // namespace
}  // namespace openperflib
