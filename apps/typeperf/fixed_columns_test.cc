#include "apps/typeperf/fixed_columns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace openperflib::typeperf {
namespace {

using testing::ElementsAre;

Series series(std::uint64_t identity, std::uint32_t path = 0, bool is_named = false) {
  Series one;
  one.identity = identity;
  one.path = path;
  one.is_named = is_named;
  return one;
}

TEST(FixedColumns, InTheFirstLayout_AreItsSeries) {
  const FixedColumns columns(std::vector{series(7), series(8)});
  EXPECT_THAT(columns.positions(), ElementsAre(0, 1));
}

TEST(FixedColumns, SeriesThatMoved_IsFoundByItsIdentity) {
  FixedColumns columns(std::vector{series(7), series(8)});
  columns.follow(std::vector{series(9), series(8), series(7)});
  EXPECT_THAT(columns.positions(), ElementsAre(2, 1));
}

TEST(FixedColumns, SeriesThatIsGone_ComesBackAsItselfAlone) {
  FixedColumns columns(std::vector{series(7), series(8)});
  columns.follow(std::vector{series(8)});
  EXPECT_THAT(columns.positions(), ElementsAre(FixedColumns::kGone, 0));
  columns.follow(std::vector{series(9), series(8), series(7)});
  EXPECT_THAT(columns.positions(), ElementsAre(2, 1));
}

TEST(FixedColumns, OneSeriesAskedForTwice_HasTwoColumns) {
  FixedColumns columns(std::vector{series(7, 0), series(7, 1)});
  columns.follow(std::vector{series(5, 0), series(7, 0), series(7, 1)});
  EXPECT_THAT(columns.positions(), ElementsAre(1, 2));
}

TEST(FixedColumns, NamedByItsWholePath_FollowsTheName) {
  FixedColumns columns(std::vector{series(7, 0, true)});
  columns.follow(std::vector{series(9, 0, true)});
  EXPECT_THAT(columns.positions(), ElementsAre(0));
}

}  // namespace
}  // namespace openperflib::typeperf
