#include "openperflib/view/pick/pick_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class PickListTest : public testing::Test {
 protected:
  Catalog catalog_ = [] {
    TestBlock block;
    block.object(4, {{24}, {26}}, Instances::none).single({1, 2});
    block.object(230, {{6}, {784}}).instance("bash", {1, 2}).instance("bash", {1, 3});
    block.instance("java?", {1, 4});
    block.object(232, {{6}}).instance("0", {1}, {ParentInstance{230, 2}, -1});
    return catalog_of(block.status().left_out("why", 4, 56).snapshot(), fixed_titles());
  }();
  PickList list_{catalog_, {}};

  static std::vector<std::string> texts(const PickList& list) {
    std::vector<std::string> all;
    for (const PickRow& row : list.rows()) all.push_back(list.text_of(row));
    return all;
  }
  std::vector<std::string> texts() const { return texts(list_); }
  std::string selected() const { return list_.text_of(list_.rows()[list_.selected()]); }
};

TEST_F(PickListTest, Nothing_IsTypedAtFirstAndEachCounterIsARow) {
  EXPECT_THAT(texts(), ElementsAre(R"(\Memory\Available Bytes)", R"(\Memory\Committed Bytes)",
                                   R"(\Process(*)\% Processor Time)", R"(\Process(*)\ID Process)",
                                   R"(\Thread(*)\% Processor Time)"));
  EXPECT_EQ(list_.selected(), 0U);
}

TEST_F(PickListTest, Words_MustAllBeInTheNames) {
  list_.narrow("PROC time");
  EXPECT_THAT(texts(),
              ElementsAre(R"(\Process(*)\% Processor Time)", R"(\Thread(*)\% Processor Time)"));
  list_.narrow(" byte  avail ");
  EXPECT_THAT(texts(), ElementsAre(R"(\Memory\Available Bytes)"));
  list_.narrow(R"(\process(*)\id)");
  EXPECT_THAT(texts(), ElementsAre(R"(\Process(*)\ID Process)"));
  list_.narrow("nothing");
  EXPECT_THAT(texts(), IsEmpty());
  EXPECT_THAT(list_.chosen(), IsEmpty());
}

TEST_F(PickListTest, WordOfAnInstance_ShowsTheInstancesThatHaveIt) {
  list_.narrow("id bash");
  EXPECT_THAT(texts(),
              ElementsAre(R"(\Process(bash)\ID Process)", R"(\Process(bash#1)\ID Process)"));
  list_.narrow("java/thread");
  EXPECT_THAT(texts(), ElementsAre(R"(\Thread(java?/0)\% Processor Time)"));
}

TEST_F(PickListTest, OpenedCounter_HasItsInstancesBelowIt) {
  list_.narrow("id process");
  list_.open();
  EXPECT_THAT(texts(),
              ElementsAre(R"(\Process(*)\ID Process)", R"(\Process(bash)\ID Process)",
                          R"(\Process(bash#1)\ID Process)", R"(\Process(java?)\ID Process)"));
  list_.select(2);
  list_.close();
  EXPECT_THAT(texts(), ElementsAre(R"(\Process(*)\ID Process)"));
  list_.narrow("memory");
  list_.open();  // it has none
  EXPECT_EQ(list_.rows().size(), 2U);
}

TEST_F(PickListTest, SelectedRow_StaysSelectedWhileItIsShown) {
  list_.select(3);
  list_.narrow("id");
  EXPECT_EQ(selected(), R"(\Process(*)\ID Process)");
  list_.narrow("");
  EXPECT_EQ(list_.selected(), 3U);
  list_.narrow("memory");
  EXPECT_EQ(list_.selected(), 0U);
  list_.select(99);
  EXPECT_EQ(list_.selected(), 1U);
}

TEST_F(PickListTest, Chosen_AreTheMarkedRowsInTheOrderOfTheList) {
  EXPECT_THAT(list_.chosen(), ElementsAre(R"(\Memory\Available Bytes)"));
  list_.select(4);
  list_.toggle_mark();
  list_.narrow("java id");
  list_.toggle_mark();
  list_.narrow("memory");
  EXPECT_EQ(list_.marked(), 2U);
  // The name of a process has a ?, which is not a wildcard in its path.
  EXPECT_THAT(list_.chosen(),
              ElementsAre(R"(\Process(java[?])\ID Process)", R"(\Thread(*)\% Processor Time)"));
  list_.narrow("thread");
  list_.toggle_mark();
  EXPECT_THAT(list_.chosen(), ElementsAre(R"(\Process(java[?])\ID Process)"));
}

TEST_F(PickListTest, Path_IsShownAndSelected) {
  list_.narrow("memory");
  EXPECT_TRUE(list_.show(*CounterPath::parse(R"(\process(BASH#1)\id process)")));
  EXPECT_EQ(selected(), R"(\Process(bash#1)\ID Process)");
  EXPECT_TRUE(list_.show(*CounterPath::parse(R"(\Process(gone)\% Processor Time)")));
  EXPECT_EQ(selected(), R"(\Process(*)\% Processor Time)");
  EXPECT_TRUE(list_.show(*CounterPath::parse(R"(\230(java?)\784)")));
  EXPECT_EQ(selected(), R"(\Process(java?)\ID Process)");
  EXPECT_TRUE(list_.show(*CounterPath::parse(R"(\Process(gone)\% Processor Time)")));
  EXPECT_FALSE(list_.show(*CounterPath::parse(R"(\Process(bash)\Nothing)")));
  EXPECT_FALSE(list_.show(*CounterPath::parse(R"(\\db-18\Memory\Available Bytes)")));
  EXPECT_EQ(selected(), R"(\Process(*)\% Processor Time)");
}

TEST_F(PickListTest, Objects_AreRowsWithAllTheirCounters) {
  PickList objects(catalog_, {.rows = PickOptions::Rows::objects});
  EXPECT_THAT(texts(objects), ElementsAre(R"(\Memory\*)", R"(\Process(*)\*)", R"(\Thread(*)\*)"));
  objects.narrow("proc");
  EXPECT_THAT(objects.chosen(), ElementsAre(R"(\Process(*)\*)"));
}

TEST_F(PickListTest, MergedInstances_HaveNoNumber) {
  PickList merged(catalog_, {.instances = PickOptions::Instances::merged});
  merged.narrow("id bash");
  EXPECT_THAT(texts(merged), ElementsAre(R"(\Process(bash)\ID Process)"));
}

TEST_F(PickListTest, OfAMachineThatIsNotInIt_IsEmpty) {
  EXPECT_THAT(texts(PickList(catalog_, {.machine = "DB-17"})), testing::SizeIs(5));
  EXPECT_THAT(texts(PickList(catalog_, {.machine = "db-18"})), IsEmpty());
}

TEST(PickListOfALog, OfSeveralMachines_NamesThem) {
  Catalog log;
  for (const std::string_view machine : {"db-16", "db-17"}) {
    Series series;
    series.machine = machine;
    series.object = "Memory";
    series.counter = "Available Bytes";
    log.add(series);
  }
  const PickList list(log, {});
  EXPECT_EQ(list.rows().size(), 2U);
  EXPECT_EQ(list.text_of(list.rows()[1]), R"(\\db-17\Memory\Available Bytes)");
}

}  // namespace
}  // namespace openperflib
