#include "apps/perflib/provider/statsd_line.h"

#include <gtest/gtest.h>

namespace openperflib::apps {
namespace {

using enum StatsdType;
using Values = std::vector<StatsdValue>;

// Why a line is refused, or its first value that is wrong.
StatsdFault fault_of(const std::string& line) {
  const auto read = read_statsd_line(line);
  if (!read.has_value()) return read.error();
  EXPECT_TRUE(read->refused.has_value()) << line;
  return read->refused.value_or(StatsdFault{});
}

StatsdValue value_of(const std::string& line) {
  const auto read = read_statsd_line(line);
  EXPECT_TRUE(read.has_value() && read->values.size() == 1 && !read->refused) << line;
  return read.has_value() && read->values.size() == 1 ? read->values[0] : StatsdValue{};
}

TEST(StatsdLine, EachType_IsRead) {
  EXPECT_EQ(read_statsd_line("jobs:3|c"),
            (StatsdLine{.instance = "jobs", .values = {{.type = counter, .value = 3}}}));
  EXPECT_EQ(value_of("queue:3.25|g"), (StatsdValue{.type = gauge, .value = 3.25}));
  EXPECT_EQ(value_of("time:320|ms"), (StatsdValue{.type = timer, .value = 320}));
  EXPECT_EQ(value_of("size:12.5|h"), (StatsdValue{.type = histogram, .value = 12.5}));
}

TEST(StatsdLine, Distribution_IsATimer) {
  EXPECT_EQ(value_of("time:320|d|@0.5"), (StatsdValue{.type = timer, .value = 320, .rate = 0.5}));
}

TEST(StatsdLine, Rate_IsRead) {
  EXPECT_EQ(value_of("jobs:1|c|@0.1").rate, 0.1);
  EXPECT_EQ(value_of("time:1|ms|@0.5").rate, 0.5);
}

// A client has one rate for all that it sends, and the value of a gauge is not scaled by it.
TEST(StatsdLine, RateOfGauge_IsIgnored) {
  for (const char* rate : {"0.5", "1", "0", "-1", "1e-9", "7"}) {
    EXPECT_EQ(value_of("queue:250|g|@" + std::string(rate)),
              (StatsdValue{.type = gauge, .value = 250}));
    EXPECT_EQ(value_of("queue:+4|g|@" + std::string(rate)),
              (StatsdValue{.type = gauge, .value = 4, .is_change = true}));
  }
}

// A sign means a change only for a gauge.
TEST(StatsdLine, SignOfGauge_IsAChange) {
  EXPECT_EQ(value_of("queue:-4|g"), (StatsdValue{.type = gauge, .value = -4, .is_change = true}));
  EXPECT_TRUE(value_of("queue:+4|g").is_change);
  EXPECT_FALSE(value_of("jobs:+4|c").is_change);
}

TEST(StatsdLine, Decrement_IsNegative) {
  EXPECT_EQ(value_of("jobs:-1|c|@0.5"), (StatsdValue{.type = counter, .value = -1, .rate = 0.5}));
}

TEST(StatsdLine, ValuesBeforeAType_AreAllOfIt) {
  EXPECT_EQ(read_statsd_line("time:1:2.5:3|ms|@0.5|#a:b,c"),
            (StatsdLine{.instance = "time{a:b,c}",
                        .values = {{.type = timer, .value = 1, .rate = 0.5},
                                   {.type = timer, .value = 2.5, .rate = 0.5},
                                   {.type = timer, .value = 3, .rate = 0.5}}}));
}

TEST(StatsdLine, ValuesWithTypes_AreEachOfItsOwn) {
  EXPECT_EQ(read_statsd_line("a:1|c|@0.5:2:3|g:-4|g|@0.1:5|h|#t:1"),
            (StatsdLine{.instance = "a{t:1}",
                        .values = {{.type = counter, .value = 1, .rate = 0.5},
                                   {.type = gauge, .value = 2},
                                   {.type = gauge, .value = 3},
                                   {.type = gauge, .value = -4, .is_change = true},
                                   {.type = histogram, .value = 5}}}));
}

// A wrong value does not cost the others; the first fault is reported.
TEST(StatsdLine, WrongValueAmongOthers_IsRefusedAlone) {
  EXPECT_EQ(read_statsd_line("a:1|c:x|c:2|s:3|c"),
            (StatsdLine{.instance = "a",
                        .values = {{.type = counter, .value = 1}, {.type = counter, .value = 3}},
                        .refused = StatsdFault::bad_number}));
  EXPECT_EQ(read_statsd_line("a:1::2|c")->values,
            (Values{{.type = counter, .value = 1}, {.type = counter, .value = 2}}));
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
  EXPECT_EQ(fault_of("jobs:1:2"), StatsdFault::malformed);
  EXPECT_EQ(fault_of("jobs:1|c:2"), StatsdFault::malformed);
  EXPECT_EQ(fault_of("jobs:1|s"), StatsdFault::set_type);
  EXPECT_EQ(fault_of("jobs:1|S"), StatsdFault::unknown_type);
  EXPECT_EQ(fault_of("jobs:1|"), StatsdFault::unknown_type);
  for (const char* line : {"jobs:|c", "jobs:x|c", "jobs:1x|c", "jobs:nan|c", "jobs:inf|g",
                           "jobs:0x1|c", "jobs:+-1|g", "jobs::|c"}) {
    EXPECT_EQ(fault_of(line), StatsdFault::bad_number) << line;
  }
  for (const char* line : {"time:-1|ms", "time:-1|h", "time:-1|d"}) {
    EXPECT_EQ(fault_of(line), StatsdFault::negative) << line;
  }
  for (const char* line : {"jobs:1|c|@0", "jobs:1|c|@1.5", "jobs:1|c|@x", "jobs:1|c|@-1",
                           "jobs:1|c|@1e-7", "queue:1|g|@x"}) {
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
