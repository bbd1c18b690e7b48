// Paths that are added to a running query and removed from it: the other series keep their
// identities.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "openperflib/query/query.h"
#include "openperflib/testing/query_example.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// System and the processes with these ids, each of which has used `user_time` so far.
Snapshot system_and_processes(std::int64_t now, std::initializer_list<std::uint64_t> pids,
                              std::uint64_t user_time = 0) {
  TestBlock block(now);
  block.object(title::kSystem, {{title::kContextSwitchesPerSec, PERF_COUNTER_BULK_COUNT, 8}},
               Instances::none);
  block.single({static_cast<std::uint64_t>(now)});
  block.object(title::kProcess, {{title::kPercentUserTime, PERF_100NSEC_TIMER},
                                 {title::kElapsedTime, PERF_ELAPSED_TIME},
                                 {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}});
  for (const std::uint64_t pid : pids) block.instance("twin", {user_time, kBoot + pid, pid});
  return block.snapshot();
}

class QueryPaths : public testing::Test {
 protected:
  QueryPaths() : query_(fixed_titles(), live_options()) {}
  Query::PathId add(std::string_view path) { return query_.add(path).value(); }
  // The identity of each series of a path, by its value.
  std::map<double, std::uint64_t> identities(Query::PathId path) {
    std::map<double, std::uint64_t> all;
    for (std::size_t i = 0; i < query_.binding().series().size(); ++i) {
      const Series& series = query_.binding().series()[i];
      if (series.path == path) all[query_.row().values[i].number] = series.identity;
    }
    return all;
  }
  std::vector<double> numbers() {
    std::vector<double> all;
    for (const Value& value : query_.row().values)
      all.push_back(value.usable() ? value.number : -1);
    return all;
  }
  Query query_;
};

TEST_F(QueryPaths, FirstOfTwoRemoved_EachProcessKeepsItsIdentity) {
  const auto switches = add("\\System\\Context Switches/sec");
  const auto ids = add("\\Process(*)\\ID Process");
  query_.take(system_and_processes(10 * kSecond, {10, 11, 12}));
  const auto before = identities(ids);
  query_.remove(switches);
  query_.take(system_and_processes(11 * kSecond, {10, 11, 12}));
  EXPECT_EQ(identities(ids), before);
  EXPECT_THAT(numbers(), ElementsAre(10, 11, 12));
}

TEST_F(QueryPaths, FirstOfTwoRemovedWhileProcessesComeAndGo_NoneGetsAnothersIdentity) {
  const auto switches = add("\\System\\Context Switches/sec");
  const auto ids = add("\\Process(*)\\ID Process");
  query_.take(system_and_processes(10 * kSecond, {10, 11, 12}));
  const auto before = identities(ids);
  query_.remove(switches);
  query_.take(system_and_processes(11 * kSecond, {11, 13}));
  const auto after = identities(ids);
  EXPECT_EQ(after.at(11), before.at(11));
  for (const auto& [pid, identity] : before) EXPECT_NE(after.at(13), identity) << pid;
}

TEST_F(QueryPaths, PathRemovedThatOverlapsAnother_TheOtherKeepsItsSeries) {
  const auto all = add("\\Process(*)\\ID Process");
  const auto one = add("\\Process(twin#1)\\ID Process");
  query_.take(system_and_processes(10 * kSecond, {10, 11, 12}));
  const auto before = identities(one);
  query_.remove(all);
  query_.take(system_and_processes(11 * kSecond, {10, 11, 12}));
  EXPECT_EQ(identities(one), before);
  EXPECT_THAT(numbers(), ElementsAre(11));
}

TEST_F(QueryPaths, PathAdded_TheOthersHaveTheirRatesAtOnce) {
  add("\\Process(*)\\% User Time");
  query_.take(system_and_processes(10 * kSecond, {10, 11}, 0));
  const auto switches = add("\\System\\Context Switches/sec");
  query_.take(system_and_processes(11 * kSecond, {10, 11}, 1'000'000));
  EXPECT_THAT(numbers(), ElementsAre(10, 10, -1));
  EXPECT_EQ(query_.reason(2), "first sample: a rate needs two");
  query_.take(system_and_processes(12 * kSecond, {10, 11}, 3'000'000));
  EXPECT_THAT(numbers(), ElementsAre(20, 20, kSecond));
  EXPECT_EQ(query_.match(switches), Query::Match::matched);
}

TEST_F(QueryPaths, Removed_IsNeitherAskedForNorMatchedAndItsNumberIsNotUsedAgain) {
  const auto switches = add("\\System\\Context Switches/sec");
  const auto ids = add("\\Process(*)\\ID Process");
  query_.remove(switches);
  query_.remove(7);  // there is no such path
  EXPECT_THAT(query_.request().objects(), ElementsAre(title::kProcess));
  query_.take(system_and_processes(10 * kSecond, {10}));
  EXPECT_EQ(query_.match(switches), Query::Match::no_object);
  EXPECT_EQ(query_.match(ids), Query::Match::matched);
  EXPECT_EQ(add("\\System\\Context Switches/sec"), 2U);
}

TEST_F(QueryPaths, Replaced_HasTheNumberAndNoEarlierReading) {
  const auto first = add("\\Process(*)\\% User Time");
  const auto other = add("\\System\\Context Switches/sec");
  query_.take(system_and_processes(kSecond, {1}));
  query_.remove(first);
  ASSERT_TRUE(query_.replace(first, "\\Process(*)\\% User Time").has_value());
  query_.take(system_and_processes(2 * kSecond, {1}, 100));
  ASSERT_EQ(query_.binding().series().size(), 2U);
  EXPECT_EQ(query_.binding().series()[0].path, first);
  EXPECT_FALSE(query_.row().values[0].usable());  // it was not known before
  EXPECT_TRUE(query_.row().values[1].usable());
  EXPECT_EQ(query_.match(other), Query::Match::matched);
  query_.take(system_and_processes(3 * kSecond, {1}, 200));
  EXPECT_TRUE(query_.row().values[0].usable());
  EXPECT_EQ(query_.replace(7, "\\System\\Processes").error().code, Errc::wrong_value);
}

TEST_F(QueryPaths, Reserved_IsNeitherAskedForNorMatchedUntilItHasAPath) {
  const auto reserved = query_.reserve();
  const auto ids = add("\\Process(*)\\ID Process");
  EXPECT_THAT(query_.request().objects(), ElementsAre(title::kProcess));
  query_.take(system_and_processes(10 * kSecond, {10}));
  EXPECT_EQ(query_.match(reserved), Query::Match::no_object);
  EXPECT_EQ(query_.match(ids), Query::Match::matched);
  ASSERT_TRUE(query_.replace(reserved, "\\System\\Context Switches/sec").has_value());
  query_.take(system_and_processes(11 * kSecond, {10}));
  EXPECT_EQ(query_.match(reserved), Query::Match::matched);
}

TEST_F(QueryPaths, LastOneRemoved_RowsAreEmpty) {
  query_.remove(add("\\Process(*)\\ID Process"));
  query_.take(system_and_processes(10 * kSecond, {10}));
  EXPECT_THAT(query_.binding().series(), IsEmpty());
}

Series logged(std::string_view object, std::string_view counter) {
  Series series;
  series.object = object;
  series.counter = counter;
  series.type = CounterType(PERF_COUNTER_COUNTER);
  return series;
}

TEST_F(QueryPaths, OfALog_RemovedAndAddedPathsLeaveTheOthersTheirReadings) {
  Catalog catalog;
  catalog.add(logged("System", "Context Switches/sec"));
  catalog.add(logged("Memory", "Pages/sec"));
  const auto sample = [](std::uint64_t second) {
    const RawCounter reading{.first = 10 * second,
                             .second = second,
                             .time_base = 1,
                             .size = 4,
                             .status = CStatus::valid_data};
    return Sample{.time_utc = 1, .counters = {reading, reading}};
  };
  const auto switches = add("\\System\\Context Switches/sec");
  const auto pages = add("\\Memory\\Pages/sec");
  query_.take({catalog, sample(1)});
  const std::uint64_t identity = query_.binding().series()[1].identity;
  query_.remove(switches);
  add("\\*\\Context*");
  query_.take({catalog, sample(2)});
  EXPECT_THAT(numbers(), ElementsAre(10, -1));
  EXPECT_EQ(query_.binding().series()[0].identity, identity);
  EXPECT_EQ(query_.binding().series()[0].path, pages);
}

}  // namespace
}  // namespace openperflib
