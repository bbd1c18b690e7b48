#include "openperflib/log/log_inputs.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "openperflib/titles/title_indices.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

const std::array<std::string, 3> kPaths = {"\\Memory\\Available Bytes", "\\Nonsense\\Nonsense",
                                           "no path"};

TEST(RequestOfPaths, KnownObjects_AreAskedForAlone) {
  const ObjectRequest request = request_of({kPaths.data(), 1}, fixed_titles());
  EXPECT_TRUE(request.wants_object(title::kMemory));
  EXPECT_FALSE(request.wants_object(title::kProcess));
}

TEST(RequestOfPaths, NoPathAtAll_AsksForEverything) {
  EXPECT_EQ(request_of({}, fixed_titles()), ObjectRequest());
  EXPECT_EQ(request_of({}, fixed_titles(), UnknownObject::counter_sets), ObjectRequest());
}

TEST(RequestOfPaths, UnknownObject_AsksForEverythingInALog) {
  EXPECT_EQ(request_of({kPaths.data(), 2}, fixed_titles()), ObjectRequest());
  EXPECT_EQ(request_of({kPaths.data() + 2, 1}, fixed_titles()), ObjectRequest());
}

TEST(RequestOfPaths, UnknownObject_AsksForCounterSetsOnAMachine) {
  const ObjectRequest request = request_of(kPaths, fixed_titles(), UnknownObject::counter_sets);
  EXPECT_TRUE(request.wants_object(title::kMemory));
  EXPECT_FALSE(request.wants_object(title::kProcess));
  EXPECT_TRUE(request.wants_counter_set(1'000'000));
}

}  // namespace
}  // namespace openperflib
