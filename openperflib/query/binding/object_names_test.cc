#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/query/binding/object_names_internal.h"
#include "openperflib/testing/query_example.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

class ObjectNamesTest : public testing::Test {
 protected:
  void SetUp() override { names_.assign(*catalog_.find(title::kPhysicalDisk)); }

  std::vector<std::uint32_t> instances(std::string_view pattern) {
    std::vector<std::uint32_t> found;
    names_.find_instances(InstancePattern(pattern), found);
    return found;
  }

  std::vector<std::uint32_t> counters(std::string_view pattern) {
    std::vector<std::uint32_t> found;
    names_.find_counters(NamePattern(pattern), fixed_titles(), found);
    return found;
  }

  const Catalog catalog_ = catalog_of_disks();
  ObjectNames names_;
};

TEST_F(ObjectNamesTest, Instances_AreFoundInAnyCase) {
  EXPECT_THAT(instances("_total"), testing::ElementsAre(2));
  EXPECT_THAT(instances("1 sdb"), testing::IsEmpty());
}

TEST_F(ObjectNamesTest, EqualInstances_AreFoundByTheirNumber) {
  EXPECT_THAT(instances("0 sda"), testing::ElementsAre(0));
  EXPECT_THAT(instances("0 sda#1"), testing::ElementsAre(1));
  EXPECT_THAT(instances("0 sda#2"), testing::IsEmpty());
  EXPECT_THAT(instances("0 sda#*"), testing::ElementsAre(0, 1));
}

TEST_F(ObjectNamesTest, Wildcards_FindAllInTheOrderOfTheObject) {
  EXPECT_THAT(instances("*"), testing::ElementsAre(0, 1, 2));
  EXPECT_THAT(instances("0 s*"), testing::ElementsAre(0, 1));
  EXPECT_THAT(counters("*"), testing::ElementsAre(0, 1));
}

TEST_F(ObjectNamesTest, Counters_AreFoundByNameInAnyCaseAndByTitleIndex) {
  EXPECT_THAT(counters("disk bytes/SEC"), testing::ElementsAre(0));
  EXPECT_THAT(counters("206"), testing::ElementsAre(1));
  EXPECT_THAT(counters("6"), testing::IsEmpty());
  EXPECT_THAT(counters("Disk Bytes"), testing::IsEmpty());
}

TEST_F(ObjectNamesTest, AnotherObject_ReplacesTheIndicesOfTheFirst) {
  ASSERT_THAT(instances("_Total"), testing::ElementsAre(2));
  ASSERT_THAT(counters("Disk Bytes/sec"), testing::ElementsAre(0));
  names_.assign(*catalog_.find(title::kMemory));
  EXPECT_THAT(instances("_Total"), testing::IsEmpty());
  EXPECT_THAT(counters("Disk Bytes/sec"), testing::IsEmpty());
  EXPECT_THAT(counters("Available Bytes"), testing::ElementsAre(0));
}

}  // namespace
}  // namespace openperflib
