#include "openperflib/view/text/value_text.h"

#include <gtest/gtest.h>

#include "openperflib/abi/winperf_constants.h"

namespace openperflib {
namespace {

std::string shown(std::uint32_t object, std::string_view instance, std::uint32_t process_id = 0,
                  std::string_view parent = {}, std::uint32_t number = 0) {
  Series series;
  series.object_title_index = object;
  series.instance = instance;
  series.process_id = process_id;
  series.parent = parent;
  series.instance_number = number;
  return title_instance(series);
}

TEST(ShownInstance, Process_HasItsIdAfterItsName) {
  EXPECT_EQ(shown(230, "java", 4711, "", 2), "java:4711");
  EXPECT_EQ(shown(230, "_Total"), "_Total");
}

TEST(ShownInstance, ProcessV2_HasItAlready) {
  EXPECT_EQ(shown(100028, "java:4711", 4711), "java:4711");
}

TEST(ShownInstance, ProcessWithItsIdInTheName_HasItOnce) {
  EXPECT_EQ(shown(230, "java_4711", 4711), "java_4711");
  EXPECT_EQ(shown(230, "java_711", 4711), "java_711:4711");
  EXPECT_EQ(shown(232, "0_12", 0, "java_4711"), "java_4711/0_12");
}

TEST(ShownInstance, Twin_HasItsNumberAndAChildItsParent) {
  EXPECT_EQ(shown(510, "eth0", 0, "", 1), "eth0#1");
  EXPECT_EQ(shown(232, "3", 0, "java"), "java/3");
}

TEST(ShownInstance, MountPoint_IsShownAsLinuxWritesIt) {
  EXPECT_EQ(shown(236, "\\home"), "/home");
  EXPECT_EQ(shown(100154, "\\srv\\x"), "/srv/x");
}

TEST(NumberText, ValueInHundredths_HasTwoDecimals) {
  Series series;
  series.object = "Linux System";
  series.counter = "Load Average 1m";
  series.type = CounterType(PERF_COUNTER_RAWCOUNT);
  series.shown_scale = -2;
  EXPECT_EQ(with_unit(number_text(series, 13.81)), "13.81");
  EXPECT_EQ(with_unit(number_text(series, 0.5)), "0.50");
}

Series state_series(std::string_view object, std::string_view counter, std::string_view instance) {
  Series series;
  series.object = object;
  series.counter = counter;
  series.instance = instance;
  series.type = CounterType(PERF_COUNTER_RAWCOUNT);
  return series;
}

TEST(NumberText, OfAState_HasItsWordInPlaceOfAUnit) {
  const Series state = state_series("Thread", "Thread State", "0");
  EXPECT_EQ(with_unit(number_text(state, 5)), "5 waiting");
  EXPECT_EQ(number_text(state, 4.5).unit, "");  // an average
  EXPECT_EQ(meaning_of(state_series("Thread", "Thread State", "_Total"), 0), "");
  EXPECT_EQ(meaning_of(state, Value{.number = 5, .status = CStatus::valid_data}), "waiting");
  EXPECT_EQ(meaning_of(state, Value{}), "");
}

TEST(ProcessState, AsksForAttention_FromWaitingForADiskOn) {
  const Series state = state_series("Linux Process", "State", "sh");
  EXPECT_TRUE(is_state_of_process(state));
  EXPECT_TRUE(is_usual_state(state, 0));
  EXPECT_TRUE(is_usual_state(state, 2));
  EXPECT_FALSE(is_usual_state(state, 3));
  EXPECT_FALSE(is_usual_state(state_series("Thread", "Thread State", "0"), 1));
}

}  // namespace
}  // namespace openperflib
