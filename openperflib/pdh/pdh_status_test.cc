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

}  // namespace
}  // namespace openperflib
