#include "apps/perflib/provider/statsd_sets.h"

#include <gtest/gtest.h>

#include "openperflib/provider/v2/publish/publisher.h"
#include "openperflib/provider/v2/read/offer_watch.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/text/utf16.h"

namespace openperflib::apps {
namespace {

using std::chrono::seconds;
using Texts = std::vector<std::string>;

class StatsdSetsTest : public ::testing::Test {
 protected:
  // A packet that arrives `at` seconds after the start.
  void take(std::string_view packet, int at = 0) {
    sets_.take(packet, start_ + seconds{at}, [&](std::string_view line, StatsdFault fault) {
      refused_.push_back(std::string(line) + ": " + std::string(describe(fault)));
    });
  }
  // "jobs 1 1": the instances of a set.
  Texts instances(std::string_view set) {
    Texts all;
    for_each_instance(set, [&](const InstanceReading& one) {
      all.push_back(utf8_from_utf16(std::as_bytes(std::span(one.name))).text);
      for (const std::uint64_t value : one.values) all.back() += " " + std::to_string(value);
    });
    return all;
  }
  std::vector<std::uint64_t> lives(std::string_view set) {
    std::vector<std::uint64_t> all;
    for_each_instance(set, [&](const InstanceReading& one) { all.push_back(one.life); });
    return all;
  }
  void for_each_instance(std::string_view set,
                         const std::function<void(const InstanceReading&)>& take_one) {
    (void)watch_.look();
    for (OfferedSegment& segment : watch_.processes()[0].segments) {
      if (segment.view.set().name != set) continue;
      ReadBudget budget;
      segment.view.read(segment.reading, budget);
      for (std::size_t i = 0; i < segment.reading.size(); ++i) take_one(segment.reading[i]);
    }
  }

  MadeFolder folder_;
  std::unique_ptr<Publisher> publisher_ = Publisher::start({folder_.path()}).value();
  StatsdSets sets_ =
      StatsdSets::publish(*publisher_, {.instances = 3, .expire = seconds{60}}).value();
  StatsdSets::Clock::time_point start_;
  Texts refused_;
  OfferWatch watch_{{.system = folder_.path(), .own = {}}};
};

TEST_F(StatsdSetsTest, Counter_IsScaledByItsRate) {
  take("jobs:2|c\njobs:1|c|@0.1");
  EXPECT_EQ(instances("StatsD Counters"), Texts{"jobs 12 12"});
}

// Three thirds are one: what is left of one line is added to the next.
TEST_F(StatsdSetsTest, FractionOfACount_IsCarried) {
  for (int i = 0; i < 4; ++i) take("jobs:0.25|c");
  EXPECT_EQ(instances("StatsD Counters"), Texts{"jobs 1 1"});
  take("jobs:1|c|@0.4");
  EXPECT_EQ(instances("StatsD Counters"), Texts{"jobs 3 3"});
  take("jobs:1|c|@0.4");
  EXPECT_EQ(instances("StatsD Counters"), Texts{"jobs 6 6"});
}

TEST_F(StatsdSetsTest, Gauge_IsInThousandthsAndChanges) {
  take("queue:3.25|g");
  EXPECT_EQ(instances("StatsD Gauges"), Texts{"queue 3250"});
  take("queue:+1|g\nqueue:-0.5|g");
  EXPECT_EQ(instances("StatsD Gauges"), Texts{"queue 3750"});
  take("queue:0|g");
  EXPECT_EQ(instances("StatsD Gauges"), Texts{"queue 0"});
}

// A reading below zero is that number modulo 2^64; Thousandths is shown as a signed number.
TEST_F(StatsdSetsTest, GaugeBelowZero_IsKept) {
  take("queue:1|g\nqueue:-2|g\nnew:-0.5|g");
  EXPECT_EQ(instances("StatsD Gauges"), (Texts{"queue " + std::to_string(0 - std::uint64_t{1'000}),
                                               "new " + std::to_string(0 - std::uint64_t{500})}));
  take("queue:+3|g");
  EXPECT_EQ(instances("StatsD Gauges")[0], "queue 2000");
  EXPECT_EQ(refused_, Texts{});
}

TEST_F(StatsdSetsTest, GaugeWithARate_IsNotScaled) {
  take("queue:333|g\nqueue:250|g|@0.5");
  EXPECT_EQ(instances("StatsD Gauges"), Texts{"queue 250000"});
  take("queue:-50|g|@0.1");
  EXPECT_EQ(instances("StatsD Gauges"), Texts{"queue 200000"});
}

TEST_F(StatsdSetsTest, Decrement_IsSubtracted) {
  take("sessions:3|c\nsessions:-1|c");
  EXPECT_EQ(instances("StatsD Counters"), Texts{"sessions 2 2"});
  take("sessions:-1|c|@0.5");
  EXPECT_EQ(instances("StatsD Counters"), Texts{"sessions 0 0"});
}

// The reading of the rate cannot fall below 0: readers see another instance, and no rate.
TEST_F(StatsdSetsTest, SumBelowZero_HasNoRateOverItsInterval) {
  take("sessions:1|c\nsessions:-1|c");
  const std::uint64_t life = lives("StatsD Counters").at(0);
  take("sessions:-1|c");
  const std::string below = "sessions " + std::to_string(0 - std::uint64_t{1});
  EXPECT_EQ(instances("StatsD Counters"), Texts{below + " 0"});
  const std::uint64_t next = lives("StatsD Counters").at(0);
  EXPECT_NE(next, life);
  take("sessions:5|c");
  EXPECT_EQ(instances("StatsD Counters"), Texts{"sessions 4 5"});
  take("sessions:-3|c");
  EXPECT_EQ(instances("StatsD Counters"), Texts{"sessions 1 2"});
  EXPECT_EQ(lives("StatsD Counters").at(0), next);
  EXPECT_EQ(instances("StatsD"), Texts{" 4 4 5 0 1 0"});
}

TEST_F(StatsdSetsTest, AmountsBeyond2To53_AreRefusedAndKept) {
  take("a:9e15|c\na:9e15|c\nb:9e12|g\nb:+9e12|g");
  EXPECT_EQ(instances("StatsD Counters"), Texts{"a 9000000000000000 9000000000000000"});
  EXPECT_EQ(instances("StatsD Gauges"), Texts{"b 9000000000000000"});
  const std::string why = ": the value is larger than 2^53, or makes the metric so";
  EXPECT_EQ(refused_, (Texts{"a:9e15|c" + why, "b:+9e12|g" + why}));
}

TEST_F(StatsdSetsTest, SeveralValuesInALine_AreAllTaken) {
  take("a:1|c:2|c:320|ms\na:80:100|ms|@0.5");
  EXPECT_EQ(instances("StatsD Counters"), Texts{"a 3 3"});
  EXPECT_EQ(instances("StatsD Timers"), Texts{"a 680000 5 5 5"});
  EXPECT_EQ(instances("StatsD"), Texts{" 1 1 2 0 2 0"});
}

TEST_F(StatsdSetsTest, WrongValueAmongOthers_IsALineRefused) {
  take("a:1|c:2|s:4|c");
  EXPECT_EQ(instances("StatsD Counters"), Texts{"a 5 5"});
  EXPECT_EQ(instances("StatsD"), Texts{" 1 1 1 1 1 0"});
  EXPECT_EQ(refused_, Texts{"a:1|c:2|s:4|c: it is a set (type s), and different values are not "
                            "counted here"});
}

TEST_F(StatsdSetsTest, TimersAndHistograms_AreAverages) {
  take("time:320|ms\ntime:80.5|ms\nsize:7|h|@0.5");
  EXPECT_EQ(instances("StatsD Timers"), Texts{"time 400500 2 2 2"});
  EXPECT_EQ(instances("StatsD Histograms"), Texts{"size 14000 2 2 2"});
}

TEST_F(StatsdSetsTest, SameNameOfTwoTypes_AreTwoInstances) {
  take("a:1|c\na:2|g\na:3|c|#t:1");
  EXPECT_EQ(instances("StatsD Counters"), (Texts{"a 1 1", "a{t:1} 3 3"}));
  EXPECT_EQ(instances("StatsD Gauges"), Texts{"a 2000"});
}

// Packets, packets for the rate, lines, refused lines, instances, expired instances.
TEST_F(StatsdSetsTest, OwnSet_CountsWhatIsRefused) {
  take("a:1|c\r\n\nb\nc:1|s\n");
  take("");
  EXPECT_EQ(instances("StatsD"), Texts{" 2 2 3 2 1 0"});
  EXPECT_EQ(refused_,
            (Texts{"b: it is not NAME:VALUE|TYPE, with |@RATE and |#TAGS after it",
                   "c:1|s: it is a set (type s), and different values are not counted here"}));
}

TEST_F(StatsdSetsTest, MoreInstancesThanMayBe_AreRefused) {
  take("a:1|c\nb:1|c\nc:1|g\nd:1|c\na:1|c");
  EXPECT_EQ(instances("StatsD Counters"), (Texts{"a 2 2", "b 1 1"}));
  EXPECT_EQ(refused_, Texts{"d:1|c: there are as many instances as may be"});
}

TEST_F(StatsdSetsTest, IdleInstance_Expires) {
  EXPECT_EQ(sets_.next_expiry(), StatsdSets::Clock::time_point::max());
  take("a:1|c", 0);
  take("b:1|c", 10);
  take("a:1|c", 30);
  EXPECT_EQ(sets_.next_expiry(), start_ + seconds{70});
  sets_.expire(start_ + seconds{69});
  EXPECT_EQ(instances("StatsD Counters").size(), 2U);
  sets_.expire(start_ + seconds{70});
  EXPECT_EQ(instances("StatsD Counters"), Texts{"a 2 2"});
  EXPECT_EQ(instances("StatsD"), Texts{" 3 3 3 0 1 1"});
}

// What was carried went with the instance.
TEST_F(StatsdSetsTest, ExpiredInstance_StartsAgainAtZero) {
  take("a:1.5|c", 0);
  sets_.expire(start_ + seconds{60});
  take("a:0.5|c", 61);
  EXPECT_EQ(instances("StatsD Counters"), Texts{"a 0 0"});
}

}  // namespace
}  // namespace openperflib::apps
