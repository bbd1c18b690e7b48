#include "openperflib/view/watch/watch_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace openperflib {
namespace {

using testing::ElementsAre;

WatchLine line(std::string label, double last) {
  WatchLine one;
  one.label = std::move(label);
  one.last = {.number = last, .status = CStatus::valid_data};
  one.statistics.maximum = one.last;
  return one;
}

WatchLine virtual_line(std::string label, double last) {
  WatchLine one = line(std::move(label), last);
  one.is_virtual = true;
  return one;
}

WatchGroup list(std::string title, std::vector<WatchLine> lines) {
  return {.title = std::move(title), .is_list = true, .lines = std::move(lines)};
}

WatchGroup counters(std::string title, std::vector<WatchLine> lines) {
  return {.title = std::move(title), .is_list = false, .lines = std::move(lines)};
}

WatchGroup process_list(int count) {
  std::vector<WatchLine> lines;
  for (int i = 0; i < count; ++i) lines.push_back(line("p" + std::to_string(i), count - i));
  return list("Process", std::move(lines));
}

// "Title 2/8" and labels.
std::vector<std::string> texts(const std::vector<BodyRow>& body) {
  std::vector<std::string> all;
  for (const BodyRow& row : body) {
    all.push_back(row.line != nullptr ? row.line->label
                                      : row.group->title + " " + std::to_string(row.shown) + "/" +
                                            std::to_string(row.all));
  }
  return all;
}

TEST(WatchRows, WhereEverythingFits_ItIsShown) {
  const std::vector<WatchGroup> groups = {counters("System", {line("a", 1)}), process_list(2)};
  EXPECT_THAT(texts(body_rows(groups, 5)),
              ElementsAre("System 1/1", "a", "Process 2/2", "p0", "p1"));
}

TEST(WatchRows, RealAndBusyDevices_ComeBeforeVirtualAndIdleOnes) {
  const std::vector<WatchGroup> groups = {
      list("Network",
           {virtual_line("ifb0", 0), virtual_line("veth1", 9), line("eth0", 5), line("eth1", 0)}),
      process_list(8)};
  EXPECT_THAT(texts(body_rows(groups, 5)),
              ElementsAre("Network 1/4", "eth0", "Process 2/8", "p0", "p1"));
}

TEST(WatchRows, WhereAllAreIdle_TheRealOneIsShown) {
  const std::vector<WatchGroup> groups = {
      list("Network", {virtual_line("ifb0", 0), virtual_line("ifb1", 0), line("eth0", 0)}),
      process_list(8)};
  EXPECT_THAT(texts(body_rows(groups, 6)),
              ElementsAre("Network 1/3", "eth0", "Process 3/8", "p0", "p1", "p2"));
}

TEST(WatchRows, RowsThatAreLeft_AreForTheProcesses) {
  const std::vector<WatchGroup> groups = {list("Network", {line("eth0", 1)}), process_list(8)};
  EXPECT_EQ(body_rows(groups, 10).size(), 10U);
}

TEST(WatchRows, ShortOfRoom_ExtraLinesGiveWayWithTheirTitles) {
  WatchLine extra = line("extra", 1);
  extra.is_extra = true;
  const std::vector<WatchGroup> groups = {counters("A", {line("a", 1), extra}),
                                          counters("B", {extra}), process_list(8)};
  EXPECT_THAT(texts(body_rows(groups, 8)),
              ElementsAre("A 1/1", "a", "Process 5/8", "p0", "p1", "p2", "p3", "p4"));
  EXPECT_THAT(texts(body_rows(groups, 11)),
              ElementsAre("A 2/2", "a", "extra", "B 1/1", "extra", "Process 5/8", "p0", "p1", "p2",
                          "p3", "p4"));
}

TEST(WatchRows, RoomForTheEssentialOnly_IsTheirs) {
  WatchLine essential = line("cpu", 1);
  essential.is_essential = true;
  WatchGroup processes = process_list(8);
  for (WatchLine& process : processes.lines) process.is_essential = true;
  const std::vector<WatchGroup> groups = {counters("A", {essential, line("a", 1)}),
                                          counters("B", {line("b", 1), line("c", 1)}),
                                          list("Network", {line("eth0", 1)}), processes};
  EXPECT_THAT(texts(body_rows(groups, 5)), ElementsAre("A 1/1", "cpu", "Process 2/8", "p0", "p1"));
  EXPECT_EQ(texts(body_rows(groups, 10)).at(2), "a");  // a line of each list fits
  EXPECT_EQ(texts(body_rows(groups, 3)).at(2), "a");   // not even the essential ones fit
}

WatchLine added_line(std::string label, std::size_t place) {
  WatchLine one = line(std::move(label), 1);
  one.added = place;
  return one;
}

TEST(WatchRows, WhatTheUserHasAdded_StaysBesideTheEssential_TheLastFirst) {
  WatchLine essential = line("cpu", 1);
  essential.is_essential = true;
  WatchGroup processes = process_list(8);
  for (WatchLine& process : processes.lines) process.is_essential = true;
  const std::vector<WatchGroup> groups = {
      counters("A", {essential, line("a", 1)}),
      counters("B", {line("b", 1), line("c", 1)}),
      list("Network", {line("eth0", 1)}),
      processes,
      counters("C", {added_line("first", 2), added_line("second", 1)}),
      counters("D", {added_line("last", 3)})};
  EXPECT_THAT(texts(body_rows(groups, 10)),
              ElementsAre("A 1/1", "cpu", "Process 2/8", "p0", "p1", "C 2/2", "first", "second",
                          "D 1/1", "last"));
  EXPECT_THAT(texts(body_rows(groups, 7)),
              ElementsAre("Process 1/8", "p0", "C 2/2", "first", "second", "D 1/1", "last"));
  EXPECT_THAT(texts(body_rows(groups, 5)), ElementsAre("Process 2/8", "p0", "p1", "D 1/1", "last"));
  EXPECT_EQ(body_rows(groups, 3).size(), 16U);  // not even the essential ones fit: two processes
}

TEST(WatchRows, UsualStates_AreLeftOut_BesideOtherGroups) {
  WatchLine sleeping = line("a", 1);
  sleeping.is_usual = true;
  const WatchGroup states = list("State", {sleeping, line("b", 4)});
  EXPECT_THAT(texts(body_rows(std::vector{states, process_list(1)}, 20)),
              ElementsAre("State 1/1", "b", "Process 1/1", "p0"));
  EXPECT_THAT(texts(body_rows(std::vector{states}, 20)), ElementsAre("State 2/2", "a", "b"));
  const WatchGroup all_usual = list("State", {sleeping, sleeping});
  EXPECT_THAT(texts(body_rows(std::vector{all_usual, process_list(4)}, 3)),
              ElementsAre("Process 2/4", "p0", "p1"));
}

WatchLine state_line(std::string label, double number) {
  WatchLine one = line(std::move(label), number);
  one.is_word = true;
  one.is_usual = number < 3;
  return one;
}

TEST(WatchRows, States_TheStuckAndTheStopped_ComeBeforeZombies) {
  const std::vector<WatchGroup> groups = {
      list("State", {state_line("zombie", 6), state_line("traced", 5), state_line("stopped", 4),
                     state_line("disk", 3)}),
      process_list(1)};
  EXPECT_THAT(texts(text_rows(groups, 1)), ElementsAre("State 1/4", "disk", "Process 1/1", "p0"));
  EXPECT_THAT(texts(text_rows(groups, 3)),
              ElementsAre("State 3/4", "traced", "stopped", "disk", "Process 1/1", "p0"));
}

TEST(WatchRows, States_HaveOneLine_UntilFourProcessesHaveOne) {
  WatchGroup processes = process_list(8);
  for (WatchLine& process : processes.lines) process.state = "sleeping";
  const std::vector<WatchGroup> groups = {
      list("State", {state_line("a", 3), state_line("b", 3), state_line("c", 3)}), processes};
  EXPECT_THAT(texts(body_rows(groups, 5)),
              ElementsAre("State 1/3", "a", "Process 2/8", "p0", "p1"));
  EXPECT_THAT(texts(body_rows(groups, 7)),
              ElementsAre("State 1/3", "a", "Process 4/8", "p0", "p1", "p2", "p3"));
  EXPECT_THAT(texts(body_rows(groups, 8)),
              ElementsAre("State 2/3", "a", "b", "Process 4/8", "p0", "p1", "p2", "p3"));
}

TEST(WatchRows, TotalOfOneInstance_IsLeftOutAndNotCounted) {
  WatchLine total = line("_Total", 7);
  total.competes = false;
  total.is_repeat = true;
  const std::vector<WatchGroup> groups = {list("Disk", {line("0 vda", 7), total}), process_list(1)};
  EXPECT_THAT(texts(body_rows(groups, 20)), ElementsAre("Disk 1/1", "0 vda", "Process 1/1", "p0"));
}

TEST(WatchRows, OnlyGroup_IsWhole) {
  WatchLine total = line("_Total", 7);
  total.is_repeat = true;
  const std::vector<WatchGroup> groups = {list("Disk", {line("0 vda", 7), total})};
  EXPECT_EQ(body_rows(groups, 1).size(), 3U);
}

TEST(WatchRows, GroupWithoutAMeaning_IsATitle) {
  const std::vector<WatchGroup> groups = {counters("\\Nope\\x  not available", {}),
                                          process_list(3)};
  EXPECT_EQ(texts(body_rows(groups, 3)).front(), "\\Nope\\x  not available 0/0");
}

TEST(WatchRows, Text_LeavesOutIdleVirtualDevices_WhereThereAreOthers) {
  const WatchGroup network =
      list("Network", {virtual_line("ifb0", 0), virtual_line("veth1", 3), line("eth0", 0)});
  EXPECT_THAT(texts(text_rows(std::vector{network, process_list(1)}, 5)),
              ElementsAre("Network 2/3", "veth1", "eth0", "Process 1/1", "p0"));
  const WatchGroup only_virtual = list("Network", {virtual_line("ifb0", 0), virtual_line("lo", 0)});
  EXPECT_THAT(texts(text_rows(std::vector{only_virtual, process_list(1)}, 5)),
              ElementsAre("Network 2/2", "ifb0", "lo", "Process 1/1", "p0"));
}

TEST(WatchRows, Text_HasTheLargestOfEachList) {
  const std::vector<WatchGroup> groups = {counters("A", {line("a", 1)}), process_list(8)};
  EXPECT_THAT(texts(text_rows(groups, 2)), ElementsAre("A 1/1", "a", "Process 2/8", "p0", "p1"));
}

}  // namespace
}  // namespace openperflib
