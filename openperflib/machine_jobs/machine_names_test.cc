#include "openperflib/machine_jobs/machine_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/titles/title_table.h"
#include "openperflib/view/paths/path_completion.h"

namespace openperflib {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

KnownNames names_below(const std::string& root) {
  return names_of_machine({.roots = {root}}, fixed_titles());
}

KnownNames recorded_names() { return names_below(OPENPERFLIB_BINARY_DIR "/machines/vm-6.18"); }

TEST(MachineNames, Objects_AreThoseThatAreDescribed) {
  EXPECT_THAT(object_completions("memo", recorded_names()), Contains("Memory"));
  EXPECT_THAT(path_completions("\\Memory\\Available B", recorded_names()),
              ElementsAre("\\Memory\\Available Bytes"));
}

TEST(MachineNames, Instances_AreCollectedEachTimeTheyAreNeeded) {
  const KnownNames names = recorded_names();
  EXPECT_THAT(path_completions("\\Processor(_T", names),
              Contains("\\Processor(_Total)\\% Processor Time"));
  EXPECT_THAT(names.instances(*names.names.find("Memory")), IsEmpty());
}

TEST(MachineNames, AbsentFolder_HasNone) {
  const KnownNames names = names_below("/nonexistent");
  EXPECT_THAT(names.names.objects(), IsEmpty());
}

}  // namespace
}  // namespace openperflib
