#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/compat/pdh/counter_choice_internal.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/testing/test_block.h"

namespace openperflib::compat {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

class PlayedSource final : public Source {
 public:
  std::expected<ReadResult, SourceFault> read(const ObjectRequest&, Deadline,
                                              Snapshot& into) override {
    TestBlock block;
    block.object(4, {{24}}, Instances::none).single({1});
    block.object(230, {{784}}).instance("bash", {1}).instance("bash", {2}).instance("a*", {3});
    into = block.snapshot();
    return ReadResult::reading;
  }
  bool is_live() const noexcept override { return true; }
  std::shared_ptr<const TitleSet> titles() override { return title_set_of(fixed_titles()); }
};

class CounterChoiceTest : public testing::Test {
 protected:
  SourceNames names_{{.open = [] { return std::make_unique<PlayedSource>(); },
                      .name = "db-17",
                      .fixed = fixed_titles()}};
  CounterChoice choice_;

  std::vector<std::string> arguments() { return choice_.arguments(names_); }
  std::vector<std::string> paths(const std::vector<std::string>& lines) {
    return choice_.paths(lines, names_).names();
  }
};

TEST_F(CounterChoiceTest, NoField_MeansAllLevelsAndMergedInstances) {
  EXPECT_THAT(arguments(), ElementsAre("--detail=wizard", "--no-index"));
}

TEST_F(CounterChoiceTest, EachField_IsAnArgument) {
  choice_.has_index = true;
  choice_.is_single = true;
  choice_.has_fixed_detail = true;
  choice_.has_costly_objects = true;
  choice_.is_of_objects = true;
  choice_.has_fixed_machine = true;  // this machine has no other
  choice_.detail_level = 200;
  choice_.title = "Add counters";
  choice_.initial_path = R"(\\db-17\Memory\Available Bytes)";
  EXPECT_THAT(arguments(), ElementsAre("--detail=advanced", "--single", "--fixed-detail",
                                       "--costly", "--objects", "--title=Add counters",
                                       R"(--path=\Memory\Available Bytes)"));
  choice_.initial_path = "what is not a path";
  EXPECT_THAT(arguments(), Not(Contains(testing::HasSubstr("--path"))));
}

TEST_F(CounterChoiceTest, OfALog_ItsMachineIsFixed) {
  const MadeFolder folder;
  folder.write("a.csv",
               "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\db-16\\Memory\\Available Bytes\"\r\n"
               "\"01/02/2026 03:04:05.000\",\"1\"\r\n");
  choice_.source = DataSource::of_log(folder.path() + "/a.csv");
  choice_.has_fixed_machine = true;
  EXPECT_THAT(arguments(), Contains("--machine=db-16"));
  EXPECT_THAT(arguments(), Contains("--log=" + folder.path() + "/a.csv"));
  EXPECT_THAT(paths({R"(\Memory\Available Bytes)"}),
              ElementsAre(R"(\\db-16\Memory\Available Bytes)"));
}

TEST_F(CounterChoiceTest, Paths_HaveTheMachineUnlessTheyAreLocal) {
  EXPECT_THAT(paths({R"(\Memory\Available Bytes)"}),
              ElementsAre(R"(\\db-17\Memory\Available Bytes)"));
  choice_.is_local = true;
  EXPECT_THAT(paths({R"(\Memory\Available Bytes)"}), ElementsAre(R"(\Memory\Available Bytes)"));
}

TEST_F(CounterChoiceTest, AllInstances_AreAWildcardOrEachOfThem) {
  choice_.is_local = true;
  EXPECT_THAT(paths({R"(\Process(*)\ID Process)"}),
              ElementsAre(R"(\Process(bash)\ID Process)", R"(\Process(a*)\ID Process)"));
  choice_.has_index = true;
  EXPECT_THAT(paths({R"(\Process(*)\ID Process)"}),
              ElementsAre(R"(\Process(bash)\ID Process)", R"(\Process(bash#1)\ID Process)",
                          R"(\Process(a*)\ID Process)"));
  choice_.is_single = true;
  EXPECT_THAT(paths({R"(\Process(*)\ID Process)"}), ElementsAre(R"(\Process(bash)\ID Process)"));
  choice_.keeps_wildcards = true;
  EXPECT_THAT(paths({R"(\Process(*)\ID Process)"}), ElementsAre(R"(\Process(*)\ID Process)"));
}

TEST_F(CounterChoiceTest, NamesWithWildcards_AreWrittenAsPdhReadsThem) {
  choice_.is_local = true;
  EXPECT_THAT(paths({R"(\Process(a[*]b[?])\ID Process)"}),
              ElementsAre(R"(\Process(a*b?)\ID Process)"));
}

TEST_F(CounterChoiceTest, Objects_AreTakenAsTheyAre) {
  choice_.is_of_objects = true;
  choice_.is_local = true;
  EXPECT_THAT(paths({R"(\Process(*)\*)", R"(\Memory\*)"}),
              ElementsAre(R"(\Process(*)\*)", R"(\Memory\*)"));
}

}  // namespace
}  // namespace openperflib::compat
