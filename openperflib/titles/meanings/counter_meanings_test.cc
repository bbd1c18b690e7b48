#include "openperflib/titles/meanings/counter_meanings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "openperflib/titles/object_catalogue.h"

namespace openperflib {
namespace {

TEST(CounterMeanings, NumberOfAState_HasItsWord) {
  EXPECT_EQ(value_meaning("Thread", "Thread State", 5), "waiting");
  EXPECT_EQ(value_meaning("THREAD", "thread state", 2), "running");
  EXPECT_EQ(value_meaning("Thread", "Thread Wait Reason", 13), "user request");
  EXPECT_EQ(value_meaning("Thread", "Thread Wait Reason", 19), "page out");
  EXPECT_EQ(value_meaning("Linux Process", "State", 4), "stopped");
  EXPECT_EQ(value_meaning("Linux Filesystem", "Read Only", 1), "read-only");
}

TEST(CounterMeanings, OtherNumbersAndCounters_HaveNone) {
  for (const double number : {-1.0, 0.5, 8.0, 1e300, std::numeric_limits<double>::quiet_NaN(),
                              std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(value_meaning("Thread", "Thread State", number), "") << number;
  }
  EXPECT_EQ(value_meaning("Process", "Thread State", 5), "");
  EXPECT_EQ(value_meaning("Thread", "ID Thread", 5), "");
}

TEST(CounterMeanings, WordsOfACounter_AreByNumber) {
  const auto words = state_words_of("linux filesystem", "READ ONLY");
  ASSERT_EQ(words.size(), 2U);
  EXPECT_EQ(words[1], "read-only");
  EXPECT_TRUE(state_words_of("Linux Process", "Read Only").empty());
}

// A counter that is renamed in the catalogue must be renamed here.
TEST(CounterMeanings, EveryRow_IsACounterOfTheCatalogue) {
  for (const CounterMeanings& row : counter_meanings()) {
    const auto object = std::ranges::find(object_catalogue(), row.object, &CatalogueObject::name);
    ASSERT_NE(object, object_catalogue().end()) << row.object;
    EXPECT_EQ(std::ranges::count(object->counters, row.counter, &CatalogueCounter::name), 1)
        << row.counter;
  }
}

}  // namespace
}  // namespace openperflib
