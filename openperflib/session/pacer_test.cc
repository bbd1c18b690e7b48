#include "openperflib/session/pacer.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr Pacer::Clock::time_point kStart{seconds(1000)};

TEST(Pacer, FirstRow_IsDueAtOnce) { EXPECT_EQ(Pacer(seconds(5), kStart).due(), kStart); }

TEST(Pacer, RowThatTakesLong_DoesNotDelayTheNextOne) {
  Pacer pacer(seconds(5), kStart);
  pacer.advance(kStart + seconds(2));
  EXPECT_EQ(pacer.due(), kStart + seconds(5));
  pacer.advance(kStart + seconds(9));
  EXPECT_EQ(pacer.due(), kStart + seconds(10));
}

TEST(Pacer, RowThatIsAnIntervalLate_DoesNotHurryTheNextOne) {
  Pacer pacer(seconds(5), kStart);
  pacer.advance(kStart + seconds(5));
  EXPECT_EQ(pacer.due(), kStart + seconds(10));
  pacer.advance(kStart + seconds(60));
  EXPECT_EQ(pacer.due(), kStart + seconds(65));
}

TEST(Pacer, NewInterval_HoldsFromTheNextRowOn) {
  Pacer pacer(seconds(5), kStart);
  pacer.set_interval(seconds(1));
  EXPECT_EQ(pacer.due(), kStart);
  pacer.advance(kStart);
  EXPECT_EQ(pacer.due(), kStart + seconds(1));
}

TEST(Pacer, Postponed_IsDueAnIntervalFromNow) {
  Pacer pacer(seconds(5), kStart);
  pacer.postpone(kStart + seconds(3));
  EXPECT_EQ(pacer.due(), kStart + seconds(8));
}

TEST(Pacer, HalfAnIntervalAfterARow_HasNotJustAdvanced) {
  Pacer pacer(seconds(4), kStart);
  pacer.advance(kStart);
  EXPECT_TRUE(pacer.has_just_advanced(kStart + milliseconds(1999)));
  EXPECT_FALSE(pacer.has_just_advanced(kStart + seconds(2)));
}

}  // namespace
}  // namespace openperflib
