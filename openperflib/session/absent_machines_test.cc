// Machines of a session that are late or gone, come back, or were restarted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <string>

#include "openperflib/session/counter_session.h"
#include "openperflib/testing/machines/two_machines.h"
#include "openperflib/testing/query_example.h"

namespace openperflib {
namespace {

using std::chrono::seconds;
using testing::ElementsAre;

constexpr const char* kFaults = "\\\\*\\Memory\\Page Faults/sec";  // the square of the seconds

// Two rows with values; the series of a come first.
TwoMachines& with_rates(TwoMachines& two) {
  two.add({kFaults});
  two.collect(2);
  return two;
}

TEST(AbsentMachines, LateOne_CostsItsOwnSeriesAloneAndTheyStay) {
  TwoMachines two;
  const Query& query = with_rates(two).session.query();
  const std::uint64_t generation = query.binding().generation();
  two.b.script().needs_time = seconds(60);
  two.collect();
  EXPECT_EQ(query.binding().generation(), generation);
  EXPECT_THAT(paths_of(query),
              ElementsAre("\\\\a\\Memory\\Page Faults/sec", "\\\\b\\Memory\\Page Faults/sec"));
  EXPECT_EQ(query.row().values[0].number, 103 * 103 - 102 * 102);
  EXPECT_EQ(query.row().values[1].status, CStatus::no_data);
  EXPECT_EQ(query.newer().counters[1].status, CStatus::no_data);
  EXPECT_EQ(query.reason(0), "");
  EXPECT_EQ(query.reason(1), "no answer in time: b");
  EXPECT_EQ(query.missing_reason(1), MissingReason::too_late);
  EXPECT_EQ(two.session.match(0), Query::Match::matched);
}

TEST(AbsentMachines, FirstThatIsLate_LeavesTheTimeOfTheRowToTheNext) {
  TwoMachines two;
  const Query& query = with_rates(two).session.query();
  two.a.script().needs_time = seconds(60);
  two.b.pass(1000);
  two.collect();
  EXPECT_EQ(query.row().time_utc, TestBlock::kEpoch + 1103 * kSecond);
  EXPECT_FALSE(query.row().values[0].usable());
  EXPECT_TRUE(query.row().values[1].usable());
}

TEST(AbsentMachines, OneThatComesBack_HasTheRateSinceItsLastReading) {
  TwoMachines two;
  const Query& query = with_rates(two).session.query();
  two.b.script().needs_time = seconds(60);
  two.collect();
  two.b.script().needs_time = seconds(0);
  two.collect();
  EXPECT_EQ(query.row().values[0].number, 104 * 104 - 103 * 103);
  EXPECT_EQ(query.row().values[1].number, (104 * 104 - 102 * 102) / 2);
}

TEST(AbsentMachines, GoneOne_HasItsStatusAndTheReason) {
  TwoMachines two;
  const Query& query = with_rates(two).session.query();
  two.b.script().is_gone = true;
  two.collect();
  EXPECT_EQ(query.row().values[1].status, CStatus::no_machine);
  EXPECT_EQ(query.reason(1), "Connection refused: b");
  EXPECT_EQ(query.missing_reason(1), MissingReason::unreadable);
}

TEST(AbsentMachines, RestartedOne_HasNoRateAcrossTheRestart) {
  TwoMachines two;
  const Query& query = with_rates(two).session.query();
  two.b.restart(0);
  two.collect();
  EXPECT_TRUE(query.row().values[0].usable());
  EXPECT_EQ(query.row().values[1].status, CStatus::invalid_data);
  EXPECT_EQ(query.reason(1), "the machine was restarted, or its clock was set");
  two.collect();
  EXPECT_EQ(query.row().values[1].number, 2 * 2 - 1);
}

// It runs for longer than before its restart when it answers again: its PerfTime has not fallen.
TEST(AbsentMachines, OneThatWasRestartedLongAgo_HasNoRateEither) {
  TwoMachines two;
  const Query& query = with_rates(two).session.query();
  two.b.restart(0);
  two.b.pass(150);
  two.collect();
  EXPECT_EQ(query.row().values[1].status, CStatus::invalid_data);
  EXPECT_EQ(query.reason(1), "the machine was restarted, or its clock was set");
}

TEST(AbsentMachines, OneThatNeverAnswered_HasPlacesForTheSeriesThatPathsName) {
  TwoMachines two;
  const Query& query = two.session.query();
  two.b.script().is_gone = true;
  two.add({"\\\\b\\Memory\\Available Bytes", "\\\\b\\Processor(*)\\% User Time",
           "\\Memory\\Available Bytes"});
  two.collect();
  EXPECT_THAT(paths_of(query),
              ElementsAre("\\\\b\\Memory\\Available Bytes", "\\\\a\\Memory\\Available Bytes"));
  EXPECT_EQ(query.binding().series()[0].object_title_index, title::kMemory);
  EXPECT_EQ(query.binding().series()[0].type.bits(), PERF_COUNTER_LARGE_RAWCOUNT);
  EXPECT_EQ(query.row().values[0].status, CStatus::no_machine);
  EXPECT_EQ(two.session.match(0), Query::Match::left_out);
  EXPECT_EQ(two.session.match(1), Query::Match::left_out);
  EXPECT_EQ(query.left_out_reason(1), "Connection refused: b");
  EXPECT_FALSE(two.session.nothing_can_match());
  EXPECT_EQ(two.session.unmatched_text(0), "");
  two.b.script().is_gone = false;
  two.collect();
  EXPECT_EQ(two.session.match(1), Query::Match::matched);
  EXPECT_EQ(query.row().values.size(), 4U);
  EXPECT_TRUE(query.row().values[0].usable());
}

TEST(AbsentMachines, AllOfThem_AreTheErrorOfTheFirst) {
  TwoMachines two;
  const Query& query = with_rates(two).session.query();
  two.a.script().is_gone = two.b.script().is_gone = true;
  const auto collected = two.session.collect();
  ASSERT_FALSE(collected.has_value());
  EXPECT_EQ(collected.error().errno_value, ECONNREFUSED);
  EXPECT_EQ(collected.error().file, "a");
  EXPECT_TRUE(query.row().values[0].usable());  // the row before
  two.a.script().is_gone = two.b.script().is_gone = false;
  two.collect();
  EXPECT_EQ(query.row().values[1].number, (104 * 104 - 102 * 102) / 2);
}

TEST(AbsentMachines, OneThatEnds_EndsTheSessionOnlyWithTheOther) {
  TwoMachines two;
  const Query& query = with_rates(two).session.query();
  two.b.script().has_ended = true;
  two.collect();
  EXPECT_EQ(query.row().values[1].status, CStatus::no_data);
  EXPECT_EQ(query.reason(1), "no further reading");
  two.a.script().has_ended = true;
  EXPECT_EQ(two.session.collect(), CounterSession::Collected::end);
  EXPECT_TRUE(two.session.has_ended());
}

TEST(AbsentMachines, PathThatIsRemovedMeanwhile_LeavesTheOthersOfItsMachine) {
  TwoMachines two;
  const Query& query = two.session.query();
  two.add({"\\\\b\\Memory\\Available Bytes", "\\\\b\\Processor(0)\\% User Time"});
  two.collect(2);
  two.b.script().is_gone = true;
  two.session.remove(0);
  two.collect();
  EXPECT_THAT(paths_of(query), ElementsAre("\\\\b\\Processor(0)\\% User Time"));
  EXPECT_EQ(query.row().values[0].status, CStatus::no_machine);
  two.b.script().is_gone = false;
  two.collect();
  EXPECT_EQ(query.row().values[0].number, 25);
}

TEST(AbsentMachines, PathThatIsReplacedMeanwhile_HasNoSeriesUntilItsMachineAnswers) {
  TwoMachines two;
  const Query& query = two.session.query();
  two.add({"\\\\b\\Memory\\Available Bytes"});
  two.collect();
  two.b.script().is_gone = true;
  two.session.remove(0);
  ASSERT_TRUE(two.session.replace(0, "\\\\b\\Processor(0)\\% User Time").has_value());
  two.collect();
  EXPECT_TRUE(query.binding().series().empty());
  EXPECT_EQ(two.session.match(0), Query::Match::left_out);
  two.b.script().is_gone = false;
  two.collect();
  EXPECT_THAT(paths_of(query), ElementsAre("\\\\b\\Processor(0)\\% User Time"));
}

}  // namespace
}  // namespace openperflib
