#include "openperflib/view/list/list_selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

ListedObject list_selection_object(std::string name, std::vector<std::string> instances,
                                   const std::vector<std::string>& counters) {
  ListedObject object;
  object.name = std::move(name);
  object.has_instances = !instances.empty();
  object.instances = std::move(instances);
  for (const std::string& counter : counters) object.counters.emplace_back().name = counter;
  return object;
}

std::vector<ListedObject> list_selection_of(const std::vector<std::string>& paths) {
  return selected_by_paths({list_selection_object("Memory", {}, {"Available Bytes", "Pages/sec"}),
                            list_selection_object("Process", {"bash", "bash#1", "mmc"},
                                                  {"% Processor Time", "Working Set"})},
                           paths);
}

TEST(ListSelection, PathOfAProcess_KeepsItsInstanceWithAllCounters) {
  const auto objects = list_selection_of({R"(\Process(MMC)\*)"});
  ASSERT_THAT(objects, SizeIs(1));
  EXPECT_EQ(objects[0].name, "Process");
  EXPECT_THAT(objects[0].instances, ElementsAre("mmc"));
  EXPECT_THAT(objects[0].counters, SizeIs(2));
}

TEST(ListSelection, EqualNames_AreSelectedByTheirNumbers) {
  EXPECT_THAT(list_selection_of({R"(\Process(bash#*)\*)"})[0].instances,
              ElementsAre("bash", "bash#1"));
  EXPECT_THAT(list_selection_of({R"(\Process(bash#1)\*)"})[0].instances, ElementsAre("bash#1"));
}

TEST(ListSelection, SeveralPaths_KeepWhatAnyOfThemNames) {
  const auto objects =
      list_selection_of({R"(\Memory\Pages/sec)", R"(\Process(*)\Working Set)", "Memory/Nope"});
  ASSERT_THAT(objects, SizeIs(2));
  ASSERT_THAT(objects[0].counters, SizeIs(1));
  EXPECT_EQ(objects[0].counters[0].name, "Pages/sec");
  EXPECT_THAT(objects[1].instances, SizeIs(3));
  ASSERT_THAT(objects[1].counters, SizeIs(1));
  EXPECT_EQ(objects[1].counters[0].name, "Working Set");
}

TEST(ListSelection, PathsOfNothing_LeaveNothing) {
  EXPECT_THAT(list_selection_of({R"(\Process(nobody)\*)", R"(\Disk(*)\*)", "no path"}), IsEmpty());
  EXPECT_THAT(list_selection_of({}), IsEmpty());
}

}  // namespace
}  // namespace openperflib
