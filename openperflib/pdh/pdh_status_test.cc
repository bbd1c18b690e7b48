#include "openperflib/pdh/pdh_status.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

TEST(PdhStatus, OfAMatch_NamesWhatIsLacking) {
  EXPECT_EQ(status_of(PathMatch::matched), kPdhSuccess);
  EXPECT_EQ(status_of(PathMatch::left_out), kPdhSuccess);
  EXPECT_EQ(status_of(PathMatch::no_machine), PDH_CSTATUS_NO_MACHINE);
  EXPECT_EQ(status_of(PathMatch::no_object), PDH_CSTATUS_NO_OBJECT);
  EXPECT_EQ(status_of(PathMatch::no_counter), PDH_CSTATUS_NO_COUNTER);
  EXPECT_EQ(status_of(PathMatch::no_instance), PDH_CSTATUS_NO_INSTANCE);
}

TEST(PdhStatus, OfAValue_NamesReadingsThatWentBack) {
  EXPECT_EQ(status_of_value(CStatus::valid_data), kPdhSuccess);
  EXPECT_EQ(status_of_value(CStatus::new_data), kPdhSuccess);
  EXPECT_EQ(status_of_value(CStatus::negative_value), PDH_CALC_NEGATIVE_VALUE);
  EXPECT_EQ(status_of_value(CStatus::negative_timebase), PDH_CALC_NEGATIVE_TIMEBASE);
  EXPECT_EQ(status_of_value(CStatus::negative_denominator), PDH_CALC_NEGATIVE_DENOMINATOR);
  for (const CStatus none : {CStatus::no_instance, CStatus::item_not_validated, CStatus::no_data,
                             CStatus::invalid_data, CStatus::no_object, CStatus::no_machine}) {
    EXPECT_EQ(status_of_value(none), PDH_INVALID_DATA);
  }
}

}  // namespace
}  // namespace openperflib
