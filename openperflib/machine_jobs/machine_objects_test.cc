#include "openperflib/machine_jobs/machine_objects.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "openperflib/titles/title_indices.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {
namespace {

LocalSourceOptions recorded() { return {.roots = {OPENPERFLIB_BINARY_DIR "/machines/vm-6.18"}}; }

TEST(MachineObjects, List_HasWhatIsAbsentIfItIsAskedFor) {
  const auto objects = list_machine(recorded(), AbsentObjects::left_out, fixed_titles());
  const auto all = list_machine(recorded(), AbsentObjects::listed, fixed_titles());
  ASSERT_TRUE(objects.has_value() && all.has_value());
  EXPECT_TRUE(std::ranges::find(*objects, "Memory", &ListedObject::name) != objects->end());
  EXPECT_GE(all->size(), objects->size());
}

TEST(MachineObjects, Dump_IsABlockOfTheRequestedObjects) {
  ObjectRequest request = ObjectRequest::nothing();
  request.add_object(title::kMemory);
  const auto block = dump_machine(recorded(), request, fixed_titles());
  ASSERT_TRUE(block.has_value());
  const auto view = DataBlockView::parse(*block);
  ASSERT_TRUE(view.has_value());
  EXPECT_TRUE(view->find(title::kMemory).has_value());
  EXPECT_FALSE(view->find(title::kProcessor).has_value());
}

TEST(MachineObjects, AbsentFolder_IsNamed) {
  const auto block = dump_machine({.roots = {"/nonexistent"}}, ObjectRequest(), fixed_titles());
  ASSERT_FALSE(block.has_value());
  EXPECT_EQ(block.error().kind, JobFault::Kind::unreadable);
}

}  // namespace
}  // namespace openperflib
