#include "openperflib/view/paths/watch_presets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace openperflib {
namespace {

using testing::ElementsAre;

std::vector<std::string_view> essential_paths(std::string_view set) {
  std::vector<std::string_view> paths;
  for (const PresetPath& path : find_watch_preset(set)->paths) {
    if (path.worth == PresetPath::Worth::essential) paths.push_back(path.path);
  }
  return paths;
}

// With their titles and two processes these are seven rows: a screen of 40x12 has nine.
TEST(WatchPresets, SmallestScreens_HaveProcessesBesideMemoryAndDisks) {
  EXPECT_THAT(essential_paths("@memory"),
              ElementsAre(R"(\Memory\Available Bytes)", R"(\Memory\% Committed Bytes In Use)",
                          R"(\Memory\Pages Input/sec)", R"(\Process(*)\Working Set - Private)"));
  EXPECT_THAT(essential_paths("@disk"), ElementsAre(R"(\PhysicalDisk(*)\Avg. Disk sec/Read)",
                                                    R"(\PhysicalDisk(*)\Avg. Disk sec/Write)",
                                                    R"(\Process(*)\IO Data Bytes/sec)"));
}

}  // namespace
}  // namespace openperflib
