#include "apps/perflib/provider/statsd_sets.h"

#include <gtest/gtest.h>

#include "openperflib/provider/v2/offer_watch.h"
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
    (void)watch_.look();
    Texts all;
    for (OfferedSegment& segment : watch_.processes()[0].segments) {
      if (segment.view.set().name != set) continue;
      ReadBudget budget;
      segment.view.read(segment.reading, budget);
      for (std::size_t i = 0; i < segment.reading.size(); ++i) {
        const InstanceReading one = segment.reading[i];
        all.push_back(utf8_from_utf16(std::as_bytes(std::span(one.name))).text);
        for (const std::uint64_t value : one.values) all.back() += " " + std::to_string(value);
      }
    }
    return all;
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

TEST_F(StatsdSetsTest, GaugeBelowZero_IsRefusedAndKept) {
  take("queue:1|g\nqueue:-2|g\nnew:-1|g");
  EXPECT_EQ(instances("StatsD Gauges"), Texts{"queue 1000"});
  EXPECT_EQ(refused_,
            (Texts{"queue:-2|g: the value is negative", "new:-1|g: the value is negative"}));
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
  EXPECT_EQ(refused_, (Texts{"b: it is not NAME:VALUE|TYPE, with |@RATE and |#TAGS after it",
                             "c:1|s: the type is not c, g, ms or h"}));
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
