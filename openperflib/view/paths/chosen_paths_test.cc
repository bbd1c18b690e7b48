#include "openperflib/view/paths/chosen_paths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Remark = ChosenPaths::Remark;

constexpr auto kPaths =
    std::to_array<PresetPath>({{R"(\A\X)", {R"(\B\X)", R"(\C\X)"}, PresetPath::Worth::essential},
                               {R"(\A\Y)", {}, PresetPath::Worth::extra}});
constexpr auto kObjects = std::to_array<std::string_view>({R"(\A\*)", R"(\B\*)"});

WatchPreset example_set() {
  return {.name = "@a", .aliases = {}, .summary = {}, .paths = kPaths, .objects = kObjects};
}

ChosenPaths chosen_of_log(const std::vector<std::string>& present) {
  ChosenPaths chosen;
  chosen.add_set_of_log(example_set(), present, "a.blg");
  return chosen;
}

TEST(ChosenPaths, SetOfAMachine_HasItsOwnPaths) {
  ChosenPaths chosen;
  chosen.paths = {"\\Z\\Z"};
  chosen.add_set(example_set());
  EXPECT_THAT(chosen.paths, ElementsAre("\\Z\\Z", "\\A\\X", "\\A\\Y"));
  EXPECT_THAT(chosen.extra, ElementsAre(2U));
  EXPECT_THAT(chosen.essential, ElementsAre(1U));
}

TEST(ChosenPaths, SetOfALog_HasTheFirstOfTheWaysThatTheLogHas) {
  const ChosenPaths chosen = chosen_of_log({"\\C\\X", "\\B\\X", "\\A\\Y", "\\A\\*"});
  EXPECT_THAT(chosen.paths, ElementsAre("\\B\\X", "\\A\\Y"));
  EXPECT_THAT(chosen.extra, ElementsAre(1U));
  EXPECT_THAT(chosen.essential, ElementsAre(0U));
  EXPECT_THAT(chosen.remarks, IsEmpty());
}

TEST(ChosenPaths, LogWithoutThePaths_HasTheObjectsOfTheSet) {
  const ChosenPaths chosen = chosen_of_log({"\\B\\*"});
  EXPECT_THAT(chosen.paths, ElementsAre("\\B\\*"));
  EXPECT_FALSE(chosen.lacks_a_set);
}

TEST(ChosenPaths, LogWithoutTheSet_IsRemarkedOn) {
  const ChosenPaths chosen = chosen_of_log({});
  EXPECT_THAT(chosen.paths, IsEmpty());
  EXPECT_TRUE(chosen.lacks_a_set);
  EXPECT_THAT(chosen.remarks,
              ElementsAre(Remark{.subject = "a.blg", .text = "this log has no counters of @a"}));
}

TEST(ChosenPaths, PathOfTwoSets_IsTakenOnce) {
  ChosenPaths chosen = chosen_of_log({"\\A\\X"});
  chosen.add_set_of_log(example_set(), std::vector<std::string>{"\\A\\X", "\\A\\Y"}, "a.blg");
  EXPECT_THAT(chosen.paths, ElementsAre("\\A\\X", "\\A\\Y"));
}

TEST(ChosenPaths, MeaningOfAWord_IsRemarkedOn) {
  ChosenPaths chosen;
  chosen.add_meaning("mmc", "\\Process(mmc)\\*");
  EXPECT_THAT(chosen.paths, ElementsAre("\\Process(mmc)\\*"));
  EXPECT_THAT(chosen.remarks,
              ElementsAre(Remark{.subject = "mmc", .text = "read as \\Process(mmc)\\*"}));
}

TEST(ChosenPaths, CountersOfAProcess_AreNamedInTheRemark) {
  const std::string path = R"(\Process(mmc)\*)";
  const std::vector<std::string> three = {R"(\Process(mmc)\A)", R"(\Process(mmc)\B)",
                                          R"(\Process(mmc)\C)"};
  ChosenPaths chosen;
  chosen.add_process("mmc", path, three);
  chosen.add_process("x", path, std::vector<std::string>{three.front()});
  EXPECT_THAT(chosen.paths, ElementsAre(three[0], three[1], three[2], three[0]));
  EXPECT_THAT(
      chosen.remarks,
      ElementsAre(Remark{.subject = "mmc", .text = R"(read as A, B and C of \Process(mmc))"},
                  Remark{.subject = "x", .text = R"(read as A of \Process(mmc))"}));
}

TEST(ChosenPaths, ProcessWithoutTheCounters_HasAllOfItsOwn) {
  ChosenPaths chosen;
  chosen.add_process("mmc", R"(\Process(mmc)\*)", {});
  EXPECT_THAT(chosen.paths, ElementsAre(R"(\Process(mmc)\*)"));
  EXPECT_THAT(chosen.remarks,
              ElementsAre(Remark{.subject = "mmc", .text = R"(read as \Process(mmc)\*)"}));
}

TEST(ChosenPaths, PossiblePaths_AreAllWaysAndObjects) {
  EXPECT_THAT(possible_paths(example_set()),
              ElementsAre("\\A\\X", "\\B\\X", "\\C\\X", "\\A\\Y", "\\A\\*", "\\B\\*"));
}

TEST(DidYouMean, NearSetAndPaths_AreNamed) {
  const WordMeanings none{};
  const WordMeanings two{.exact = {"\\A\\X", "\\B\\X"}, .near = {}};
  EXPECT_EQ(did_you_mean("cpy", none, Sets::taken), "did you mean @cpu?");
  EXPECT_EQ(did_you_mean("cpy", none, Sets::refused), "");
  EXPECT_EQ(did_you_mean("x", two, Sets::taken), "did you mean \\A\\X or \\B\\X?");
}

TEST(DidYouMean, ManyPaths_AreFourAtMost) {
  const WordMeanings many{.exact = {"1", "2", "3"}, .near = {"4", "5"}};
  EXPECT_EQ(did_you_mean("x", many, Sets::taken), "did you mean 1, 2, 3 or 4?");
}

}  // namespace
}  // namespace openperflib
