#include "openperflib/alert/alert_condition.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "openperflib/testing/valid_value.h"

namespace openperflib {
namespace {

constexpr FileTime kStart = 134'000'000'000'000'000;

Value missing() { return Value::unusable(CStatus::no_instance); }

// One sample per second: a digit is the value divided by ten, '-' is missing. The result has what
// each changed: '.' nothing, F fired, C cleared, H held back.
std::string events_of(const AlertCondition& condition, std::string_view samples,
                      FileTime step = kTicksPerSecond) {
  AlertState state(condition);
  std::string changes;
  FileTime time = kStart;
  for (const char sample : samples) {
    const Value value = sample == '-' ? missing() : valid_value((sample - '0') * 10.0);
    switch (state.take(time, value)) {
      case AlertChange::none:
        changes += '.';
        break;
      case AlertChange::fired:
        changes += 'F';
        break;
      case AlertChange::cleared:
        changes += 'C';
        break;
      case AlertChange::suppressed:
        changes += 'H';
        break;
    }
    time += step;
  }
  return changes;
}

AlertCondition above(double threshold) {
  return {.when = AlertWhen::above, .threshold = threshold};
}

TEST(AlertCondition, Above_FiresOnceAndClears) {
  EXPECT_EQ(events_of(above(50), "4556677543"), "...F...C..");
}

TEST(AlertCondition, Below_FiresOnceAndClears) {
  EXPECT_EQ(events_of({.when = AlertWhen::below, .threshold = 50}, "65544556"), "...F.C..");
}

TEST(AlertCondition, NofM_DoesNotFireOnASpike) {
  AlertCondition condition = above(50);
  condition.needed = 3;
  condition.window = 5;
  EXPECT_EQ(events_of(condition, "191119111"), ".........");
  EXPECT_EQ(events_of(condition, "19919"), "....F");
  EXPECT_EQ(events_of(condition, "99111999"), ".......F");
  EXPECT_EQ(events_of(condition, "99199"), "...F.");
}

TEST(AlertCondition, NofM_ClearsWhenTheNewestIsFineAndTooFewAreBeyond) {
  AlertCondition condition = above(50);
  condition.needed = 2;
  condition.window = 3;
  EXPECT_EQ(events_of(condition, "99191199"), ".F..C..F");
}

TEST(AlertCondition, ClearValue_KeepsItFromFlapping) {
  EXPECT_EQ(events_of(above(50), "6464"), "FCFC");
  AlertCondition condition = above(50);
  condition.clear = 30;
  EXPECT_EQ(events_of(condition, "64646364"), "F....CF.");
  EXPECT_EQ(events_of({.when = AlertWhen::below, .threshold = 50, .clear = 70}, "4646746"),
            "F...CF.");
}

TEST(AlertCondition, Hold_FiresAfterThatTime) {
  AlertCondition condition = above(50);
  condition.hold = 3 * kTicksPerSecond;
  EXPECT_EQ(events_of(condition, "999199991"), ".......FC");
  EXPECT_EQ(events_of(condition, "99", 3 * kTicksPerSecond), ".F");
}

TEST(AlertCondition, HoldOverNofM_ToleratesFineSamples) {
  AlertCondition condition = above(50);
  condition.needed = 2;
  condition.window = 3;
  condition.hold = 3 * kTicksPerSecond;
  EXPECT_EQ(events_of(condition, "991999"), "....F.");
}

TEST(AlertCondition, Missing_NeitherFiresNorClears) {
  EXPECT_EQ(events_of(above(50), "----"), "....");
  EXPECT_EQ(events_of(above(50), "9---9--1"), "F......C");
  EXPECT_EQ(events_of({.when = AlertWhen::below, .threshold = 50}, "-9-1-"), "...F.");
}

TEST(AlertCondition, Missing_InterruptsTheHold) {
  AlertCondition condition = above(50);
  condition.needed = 2;
  condition.window = 2;
  EXPECT_EQ(events_of(condition, "9-9-99"), ".....F");
  AlertCondition held = above(50);
  held.hold = 2 * kTicksPerSecond;
  EXPECT_EQ(events_of(held, "99-999"), ".....F");
}

TEST(AlertCondition, NoData_CanBeTheCondition) {
  AlertCondition condition{.when = AlertWhen::missing, .needed = 2, .window = 2};
  EXPECT_EQ(events_of(condition, "-5--5"), "...FC");
  EXPECT_EQ(events_of(condition, "----"), ".F..");
}

TEST(AlertCondition, Silence_HoldsBackThenFires) {
  AlertCondition condition = above(50);
  condition.silence = 4 * kTicksPerSecond;
  EXPECT_EQ(events_of(condition, "9191111"), "FCH....");
  EXPECT_EQ(events_of(condition, "9199991"), "FCH.F.C");
  EXPECT_EQ(events_of(condition, "91119"), "FC..F");
}

TEST(AlertCondition, PerHour_LimitsAnyHour) {
  AlertCondition condition = above(50);
  condition.per_hour = 2;
  constexpr FileTime kTenMinutes = 600 * kTicksPerSecond;
  // Fired at 0 and 20 minutes: the third is held back at 40 and fires at 60.
  EXPECT_EQ(events_of(condition, "919199991", kTenMinutes), "FCFCH.F.C");
}

TEST(AlertCondition, HeldBack_EndsSilently) {
  AlertCondition condition = above(50);
  condition.silence = 100 * kTicksPerSecond;
  EXPECT_EQ(events_of(condition, "91919"), "FCH.H");
}

TEST(AlertCondition, ClockSetBack_EndsSilenceAndRestartsHold) {
  AlertCondition condition = above(50);
  condition.silence = 3600 * kTicksPerSecond;
  AlertState silent(condition);
  EXPECT_EQ(silent.take(kStart, valid_value(90)), AlertChange::fired);
  EXPECT_EQ(silent.take(kStart + 1, valid_value(10)), AlertChange::cleared);
  EXPECT_EQ(silent.take(kStart - 86400 * kTicksPerSecond, valid_value(90)), AlertChange::fired);

  condition = above(50);
  condition.hold = 10;
  AlertState held(condition);
  EXPECT_EQ(held.take(kStart, valid_value(90)), AlertChange::none);
  EXPECT_EQ(held.take(kStart - 100, valid_value(90)), AlertChange::none);
  EXPECT_EQ(held.take(kStart - 91, valid_value(90)), AlertChange::none);
  EXPECT_EQ(held.take(kStart - 90, valid_value(90)), AlertChange::fired);
}

TEST(AlertCondition, IsActive_FromFiringToClearing) {
  AlertState state(above(50));
  EXPECT_FALSE(state.is_active());
  (void)state.take(kStart, valid_value(90));
  EXPECT_TRUE(state.is_active());
  (void)state.take(kStart + 1, missing());
  EXPECT_TRUE(state.is_active());
  (void)state.take(kStart + 2, valid_value(10));
  EXPECT_FALSE(state.is_active());
}

}  // namespace
}  // namespace openperflib
