#include "apps/perflib/provider/statsd_line.h"

#include <gtest/gtest.h>

namespace openperflib::apps {
namespace {

StatsdFault fault_of(const std::string& line) {
  const auto read = read_statsd_line(line);
  EXPECT_FALSE(read.has_value()) << line;
  return read.has_value() ? StatsdFault{} : read.error();
}

TEST(StatsdLine, EachType_IsRead) {
  EXPECT_EQ(read_statsd_line("jobs:3|c"),
            (StatsdLine{.type = StatsdType::counter, .instance = "jobs", .value = 3}));
  EXPECT_EQ(read_statsd_line("queue:3.25|g"),
            (StatsdLine{.type = StatsdType::gauge, .instance = "queue", .value = 3.25}));
  EXPECT_EQ(read_statsd_line("time:320|ms"),
            (StatsdLine{.type = StatsdType::timer, .instance = "time", .value = 320}));
  EXPECT_EQ(read_statsd_line("size:12.5|h"),
            (StatsdLine{.type = StatsdType::histogram, .instance = "size", .value = 12.5}));
}

TEST(StatsdLine, Rate_IsRead) {
  EXPECT_EQ(read_statsd_line("jobs:1|c|@0.1")->rate, 0.1);
  EXPECT_EQ(read_statsd_line("time:1|ms|@0.5")->rate, 0.5);
}

// A sign means a change only for a gauge.
TEST(StatsdLine, SignOfGauge_IsAChange) {
  EXPECT_EQ(
      read_statsd_line("queue:-4|g"),
      (StatsdLine{.type = StatsdType::gauge, .instance = "queue", .value = -4, .is_change = true}));
  EXPECT_TRUE(read_statsd_line("queue:+4|g")->is_change);
  EXPECT_FALSE(read_statsd_line("jobs:+4|c")->is_change);
}

TEST(StatsdLine, Tags_AreInTheInstanceInTheirOrder) {
  EXPECT_EQ(read_statsd_line("jobs:1|c|#env:prod,area:eu")->instance, "jobs{area:eu,env:prod}");
  EXPECT_EQ(read_statsd_line("jobs:1|c|@0.5|#b,,a")->instance, "jobs{a,b}");
  EXPECT_EQ(read_statsd_line("jobs:1|c|#")->instance, "jobs");
  EXPECT_EQ(read_statsd_line("jobs:1|c|#a|c:83c0a99c")->instance, "jobs{a}");
}

TEST(StatsdLine, CharactersOfPaths_AreReplaced) {
  EXPECT_EQ(read_statsd_line("a\\b(c)#1*?\x01:1|c")->instance, "a_b_c__1___");
  EXPECT_EQ(read_statsd_line("caf\u00E9/x.y-z:1|c")->instance, "caf\u00E9/x.y-z");
}

TEST(StatsdLine, Faults_AreTold) {
  EXPECT_EQ(fault_of("jobs"), StatsdFault::malformed);
  EXPECT_EQ(fault_of("jobs:1"), StatsdFault::malformed);
  EXPECT_EQ(fault_of("jobs|c:1"), StatsdFault::malformed);
  EXPECT_EQ(fault_of("jobs:1|c|T16"), StatsdFault::malformed);
  EXPECT_EQ(fault_of(":1|c"), StatsdFault::bad_name);
  EXPECT_EQ(fault_of("\xFF:1|c"), StatsdFault::bad_name);
  EXPECT_EQ(fault_of("jobs:1|s"), StatsdFault::unknown_type);
  EXPECT_EQ(fault_of("jobs:1|"), StatsdFault::unknown_type);
  for (const char* line : {"jobs:|c", "jobs:x|c", "jobs:1x|c", "jobs:nan|c", "jobs:inf|g",
                           "jobs:0x1|c", "jobs:+-1|g", "jobs:1:2|c"}) {
    EXPECT_EQ(fault_of(line), StatsdFault::bad_number) << line;
  }
  EXPECT_EQ(fault_of("jobs:-1|c"), StatsdFault::negative);
  EXPECT_EQ(fault_of("time:-1|ms"), StatsdFault::negative);
  for (const char* line : {"jobs:1|c|@0", "jobs:1|c|@1.5", "jobs:1|c|@x", "jobs:1|c|@-1",
                           "jobs:1|c|@1e-7", "queue:1|g|@0.5"}) {
    EXPECT_EQ(fault_of(line), StatsdFault::bad_rate) << line;
  }
  EXPECT_EQ(fault_of("jobs:9007199254740993000|c"), StatsdFault::too_large);
  EXPECT_EQ(fault_of("queue:9007199254740993|g"), StatsdFault::too_large);
  EXPECT_EQ(fault_of("jobs:1e15|c|@0.01"), StatsdFault::too_large);
}

TEST(StatsdLine, Lengths_AreBounded) {
  EXPECT_EQ(fault_of(std::string(kMostStatsdLine, 'x') + ":1|c"), StatsdFault::too_long);
  EXPECT_EQ(fault_of(std::string(kMostStatsdInstance + 1, 'x') + ":1|c"), StatsdFault::too_long);
  EXPECT_TRUE(read_statsd_line(std::string(kMostStatsdInstance, 'x') + ":1|c").has_value());
}

}  // namespace
}  // namespace openperflib::apps
