#include "openperflib/view/text/remainder_text.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

TEST(RemainderText, Forks_AreSaidIfTheyAreCounted) {
  EXPECT_EQ(remainder_text({.used = 54, .by_processes = 23, .forks_per_second = 154}),
            "not attributed: 31 % (ended processes), 154 forks/s");
  EXPECT_EQ(forks_text({.used = 54, .by_processes = 23, .forks_per_second = 154}), "154 forks/s");
}

TEST(RemainderText, LogWithoutForks_NamesInterruptsToo) {
  EXPECT_EQ(remainder_text({.used = 20, .by_processes = 12.7}),
            "not attributed: 7.3 % (interrupts, ended processes)");
  EXPECT_EQ(forks_text({.used = 20, .by_processes = 12.7}), "");
}

TEST(RemainderText, Json_HasAllNumbers) {
  JsonWriter out(JsonLayout::line);
  out.begin_object();
  write_remainder(out, {.used = 54, .by_processes = 23, .forks_per_second = 154});
  out.end_object();
  EXPECT_EQ(out.take(), R"({"not_attributed":{"percent":31.0,"used":54.0,"by_processes":23.0,)"
                        R"("forks_per_second":154.0,"is_notable":true}})");
}

// Ticks of 10 ms make the sum of the processes a little too large at times.
TEST(CpuRemainder, Rest_IsNeverBelowZero) {
  EXPECT_EQ((CpuRemainder{.used = 20, .by_processes = 21}.rest()), 0);
}

TEST(CpuRemainder, Notable_IsAtLeastFivePercentAndMoreThanATenth) {
  const auto is_notable = [](double used, double by_processes) {
    return CpuRemainder{.used = used, .by_processes = by_processes}.is_notable();
  };
  EXPECT_TRUE(is_notable(5, 0));
  EXPECT_FALSE(is_notable(4.75, 0));
  EXPECT_TRUE(is_notable(200, 179));
  EXPECT_FALSE(is_notable(200, 180));
  EXPECT_FALSE(is_notable(10, 12));
}

}  // namespace
}  // namespace openperflib
