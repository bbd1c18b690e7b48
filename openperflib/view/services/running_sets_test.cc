#include "openperflib/view/services/running_sets.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

RunningSetFacts coffee() {
  return {.name = "Coffee",
          .guid = "{8f1c}",
          .help = "Machines",
          .process = 4711,
          .user = "ann",
          .program = "/usr/bin/shop",
          .instances = 2,
          .counters = {{.name = "Cups", .type = "PERF_COUNTER_LARGE_RAWCOUNT"}}};
}

TEST(RunningSets, Table_HasARowForEach) {
  const RunningSetFacts bare{.name = "",
                             .guid = "{8f1d}",
                             .help = "",
                             .user = "",
                             .program = "",
                             .is_of_system = true,
                             .counters = {}};
  EXPECT_EQ(running_set_table({coffee(), bare}),
            "COUNTER SET  PID   USER  PROGRAM        FOLDER  INSTANCES  GUID\n"
            "Coffee       4711  ann   /usr/bin/shop  user    2          {8f1c}\n"
            "-            -     -     -              system  0          {8f1d}\n");
  EXPECT_EQ(running_set_table({}), "");
}

TEST(RunningSets, NamesOfOthers_AreNotObeyed) {
  RunningSetFacts set = coffee();
  set.name = "a\x1B[2J";
  set.program = "b\n";
  EXPECT_EQ(running_set_table({set}).find('\x1B'), std::string::npos);
  EXPECT_EQ(running_set_details(set).find("b\n"), std::string::npos);
}

TEST(RunningSets, Details_NameProcessAndCounters) {
  EXPECT_EQ(running_set_details(coffee()),
            "counter set Coffee\n"
            "guid        {8f1c}\n"
            "help        Machines\n"
            "pid         4711\n"
            "user        ann\n"
            "program     /usr/bin/shop\n"
            "folder      user\n"
            "instances   2\n"
            "counter     Cups  PERF_COUNTER_LARGE_RAWCOUNT\n");
}

}  // namespace
}  // namespace openperflib
