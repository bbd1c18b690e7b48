#include <gtest/gtest.h>

#include <ostream>

#include "openperflib/linux/cpu/cpu_idle_internal.h"

namespace openperflib::linux_objects {
namespace {

struct Case {
  const char* name;
  bool first_that_counts;
  IdleClass expected;
  friend void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }
};

class IdleClassNames : public testing::TestWithParam<Case> {};

TEST_P(IdleClassNames, FollowTheNumberOrThePlace) {
  EXPECT_EQ(idle_class(GetParam().name, GetParam().first_that_counts), GetParam().expected)
      << GetParam().name;
}

INSTANTIATE_TEST_SUITE_P(
    Numbered, IdleClassNames,
    testing::Values(Case{"C1", true, IdleClass::c1}, Case{"C1E", false, IdleClass::c1},
                    Case{"C1_ACPI", false, IdleClass::c1}, Case{"C2", true, IdleClass::c2},
                    Case{"C3", true, IdleClass::c3}, Case{"NHM-C3", false, IdleClass::c3},
                    Case{"C6", false, IdleClass::c3}, Case{"C10", false, IdleClass::c3},
                    Case{"ACPI C2", false, IdleClass::c2},
                    Case{"CPU C2", false,
                         IdleClass::c2},  // not the first C: the first with a number
                    Case{"C99999999999", false, IdleClass::c3}));

INSTANTIATE_TEST_SUITE_P(Uncounted, IdleClassNames,
                         testing::Values(Case{"POLL", true, IdleClass::uncounted},
                                         Case{"snooze", true, IdleClass::uncounted},
                                         Case{"C0", true, IdleClass::uncounted}));

INSTANTIATE_TEST_SUITE_P(
    WithoutNumber, IdleClassNames,
    testing::Values(Case{"WFI", true, IdleClass::c1}, Case{"WFI", false, IdleClass::c3},
                    Case{"haltpoll idle", true, IdleClass::c1},
                    Case{"cpu-sleep-0", false, IdleClass::c3}, Case{"Nap", true, IdleClass::c1},
                    Case{"", true, IdleClass::c1}, Case{"C", false, IdleClass::c3}));

}  // namespace
}  // namespace openperflib::linux_objects
