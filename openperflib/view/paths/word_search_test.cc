#include "openperflib/view/paths/word_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Series series_of(std::string_view object, std::optional<std::string_view> instance,
                 std::string_view counter, std::uint32_t number = 0, std::string_view parent = {}) {
  Series series;
  series.object = object;
  series.instance = instance;
  series.instance_number = number;
  series.parent = parent;
  series.counter = counter;
  return series;
}

const Catalog& catalog() {
  static const Catalog all = [] {
    Catalog names;
    for (const Series& series : {
             series_of("Memory", std::nullopt, "Available Bytes"),
             series_of("Memory", std::nullopt, "Available MBytes"),
             series_of("Process", "svchost", "% Processor Time"),
             series_of("Process", "svchost", "% Processor Time", 1),
             series_of("Process", "mmc", "% Processor Time"),
             series_of("Process", "_Total", "% Processor Time"),
             series_of("Processor", "_Total", "% Processor Time"),
             series_of("Processor", "0", "DPC Rate"),
             series_of("Thread", "0", "ID Thread", 0, "mmc"),
             series_of("Linux Process", "mmc", "State"),
         }) {
      names.add(series);
    }
    return names;
  }();
  return all;
}

WordMeanings meanings(std::string_view word) { return meanings_of(word, Names(catalog())); }
std::vector<std::string> exact(std::string_view word) { return meanings(word).exact; }
std::vector<std::string> near(std::string_view word) { return meanings(word).near; }

TEST(WordSearch, NameOfAnObject_MeansAllOfItsCounters) {
  EXPECT_THAT(exact("memory"), ElementsAre("\\Memory\\*"));
  EXPECT_THAT(exact("\\Memory"), ElementsAre("\\Memory\\*"));
  EXPECT_THAT(exact("Process"), ElementsAre("\\Process(*)\\*"));
}

TEST(WordSearch, NameOfAProcess_MeansThatOfProcess) {
  EXPECT_THAT(exact("mmc"), ElementsAre("\\Process(mmc)\\*"));
  EXPECT_THAT(exact("state"), ElementsAre("\\Linux Process(*)\\State"));
}

TEST(WordSearch, ObjectWithAnInstance_MeansAllCountersOfIt) {
  EXPECT_THAT(exact("Process(mmc)"), ElementsAre("\\Process(mmc)\\*"));
  EXPECT_THAT(exact("\\process(mmc#2)"), ElementsAre("\\Process(mmc#2)\\*"));
  EXPECT_THAT(exact("Memory(mmc)"), IsEmpty());
  EXPECT_THAT(exact("Process()"), IsEmpty());
}

TEST(WordSearch, NameOfACounter_MeansThatOfEachInstance) {
  EXPECT_THAT(exact("available bytes"), ElementsAre("\\Memory\\Available Bytes"));
  EXPECT_THAT(exact("DPC Rate"), ElementsAre("\\Processor(*)\\DPC Rate"));
}

TEST(WordSearch, CounterOfTwoObjects_HasTwoMeanings) {
  EXPECT_THAT(exact("% Processor Time"),
              ElementsAre("\\Process(*)\\% Processor Time", "\\Processor(*)\\% Processor Time"));
}

TEST(WordSearch, NameOfSeveralInstances_MeansAllOfThem) {
  EXPECT_THAT(exact("SVCHOST"), ElementsAre("\\Process(svchost#*)\\*"));
  EXPECT_THAT(exact("mmc"), ElementsAre("\\Process(mmc)\\*"));
  EXPECT_THAT(exact("_total"), ElementsAre("\\Process(_Total)\\*", "\\Processor(_Total)\\*"));
}

TEST(WordSearch, ObjectOfSeveralMachines_HasOneMeaning) {
  Catalog log;
  Series series = series_of("Process", "mmc", "% Processor Time");
  for (const std::string_view machine : {"db-16", "db-17"}) {
    series.machine = machine;
    log.add(series);
  }
  series.instance_number = 1;
  log.add(series);
  const Names names(log);
  EXPECT_THAT(meanings_of("process", names).exact, ElementsAre("\\Process(*)\\*"));
  EXPECT_THAT(meanings_of("mmc", names).exact, ElementsAre("\\Process(mmc#*)\\*"));
  EXPECT_THAT(meanings_of("% processor time", names).exact,
              ElementsAre("\\Process(*)\\% Processor Time"));
}

TEST(WordSearch, NameThatIsNearlyOne_IsNear) {
  EXPECT_THAT(exact("mcm"), IsEmpty());
  EXPECT_THAT(near("mcm"), ElementsAre("\\Process(mmc)\\*"));
  EXPECT_THAT(near("svch"), ElementsAre("\\Process(svchost#*)\\*"));
  EXPECT_THAT(near("available"),
              ElementsAre("\\Memory\\Available Bytes", "\\Memory\\Available MBytes"));
}

TEST(WordSearch, PathThatLacksItsCounter_IsNearAndNotExact) {
  EXPECT_THAT(exact("\\Memory\\"), IsEmpty());
  EXPECT_THAT(near("\\Memory\\"), ElementsAre("\\Memory\\*"));
}

TEST(WordSearch, WhatIsNothingLikeIt_HasNoMeaning) {
  EXPECT_THAT(exact("qwertzuiop"), IsEmpty());
  EXPECT_THAT(near("qwertzuiop"), IsEmpty());
  EXPECT_THAT(near(""), IsEmpty());
}

}  // namespace
}  // namespace openperflib
