#include "apps/perflib/top_instances.h"

#include <gtest/gtest.h>

namespace openperflib::apps {
namespace {

constexpr std::uint32_t kProcess = 230;
constexpr std::uint32_t kProcessV2 = 100028;
constexpr std::uint32_t kProcessor = 238;
constexpr std::uint32_t kProcessorInformation = 100000;

bool is_ranked(std::uint32_t object, std::string_view instance) {
  Series series;
  series.object_title_index = object;
  series.instance = instance;
  return competes(series);
}

TEST(TopInstances, SumsOfOthers_AreNoneOfTheLargest) {
  EXPECT_FALSE(is_ranked(kProcessor, "_Total"));
  EXPECT_FALSE(is_ranked(kProcessorInformation, "_Total"));
  EXPECT_FALSE(is_ranked(kProcessorInformation, "0,_Total"));
  EXPECT_TRUE(is_ranked(kProcessorInformation, "0,1"));
}

TEST(TopInstances, TheProcessIdle_IsNobody) {
  EXPECT_FALSE(is_ranked(kProcess, "Idle"));
  EXPECT_FALSE(is_ranked(kProcessV2, "Idle:0"));
}

TEST(TopInstances, NamesLikeThoseElsewhere_HideNobody) {
  EXPECT_TRUE(is_ranked(kProcess, "evil,_Total"));
  EXPECT_TRUE(is_ranked(kProcessor, "Idle"));
}

TEST(TopInstances, ObjectWithoutInstances_Competes) {
  const Series series;
  EXPECT_TRUE(competes(series));
}

}  // namespace
}  // namespace openperflib::apps
