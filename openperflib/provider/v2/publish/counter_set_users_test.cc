#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "openperflib/provider/v2/publish/counter_set.h"
#include "openperflib/provider/v2/read/counter_sets.h"
#include "openperflib/testing/providers/counter_set_users_stage.h"

namespace openperflib {
namespace {

using Names = std::vector<std::string>;

class CounterSetUsers : public CounterSetUsersStage {
 protected:
  [[nodiscard]] CounterSets sets(OfferLimits limits = {}) const {
    limits.patience = std::chrono::minutes(1);
    return {fixed_titles(),
            {.folders = {.system = folder_.path(), .own = {}}, .stores = {}, .limits = limits}};
  }
  static Names names_of(CounterSets& read) {
    read.look();
    Names names;
    for (const ObjectDescription& object : read.describe()) names.emplace_back(object.name);
    return names;
  }
  static std::uint64_t first_value(CounterSets& read, std::size_t position) {
    return read.instances(position)[0].values[0];
  }
};

TEST_F(CounterSetUsers, SameSetOfAnotherUser_IsAnotherObject) {
  const Fork other = publish_as_other(good_set());
  const RootsSet roots(folder_.path());
  CounterSets read = sets();
  EXPECT_EQ(names_of(read), (Names{"Good Set", "Good Set {user 65534}"}));
  EXPECT_EQ(read.instances(0).size(), 1U);
  EXPECT_EQ(first_value(read, 0), 41U);
  EXPECT_EQ(first_value(read, 1), 999U);
  EXPECT_FALSE(read.running(0).is_displaced);
  EXPECT_TRUE(read.running(1).is_displaced);
  ASSERT_EQ(read.services().size(), 1U);
  EXPECT_TRUE(read.services()[0].service.starts_with(folder_.path() + "/a-other/"));
  EXPECT_EQ(read.services()[0].lack,
            "another user offers Good Set too, and comes first: this one is shown as "
            "Good Set {user 65534}");
}

TEST_F(CounterSetUsers, OtherCountersUnderTheSameGuid_RootsStay) {
  CounterSetDeclaration declaration = good_set();
  declaration.counters[0].name = "other";
  const Fork other = publish_as_other(declaration);
  const RootsSet roots(folder_.path());
  CounterSets read = sets();
  EXPECT_EQ(names_of(read), (Names{"Good Set", "Good Set {user 65534}"}));
  EXPECT_EQ(read.describe()[0].counters[0].name, "c0");
  EXPECT_EQ(read.describe()[1].counters[0].name, "other");
}

TEST_F(CounterSetUsers, OtherGuidUnderTheSameName_RootHasTheName) {
  CounterSetDeclaration declaration = good_set();
  declaration.guid = "8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c22";
  const Fork other = publish_as_other(declaration);
  CounterSets before = sets();
  EXPECT_EQ(names_of(before), Names{"Good Set"});
  const RootsSet roots(folder_.path());
  CounterSets read = sets();
  const Names names{"Good Set", "Good Set {8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c22}"};
  EXPECT_EQ(names_of(read), names);
  EXPECT_EQ(first_value(read, 0), 41U);
  EXPECT_EQ(names_of(before), (Names{names[1], names[0]}));  // in the order of their indices
}

// Each user has a page and a segment, far less than he may have.
TEST_F(CounterSetUsers, MoreSegmentsThanAllMayHave_OneIsRefused) {
  const Fork other = publish_as_other(good_set());
  const RootsSet roots(folder_.path());
  CounterSets read = sets({.mappings = 3});
  EXPECT_EQ(read.running_count(), 1U);
  ASSERT_EQ(read.services().size(), 1U);
  EXPECT_EQ(read.services()[0].lack, "its user has more segments than are read");
  EXPECT_EQ(sets({.mappings = 4}).running_count(), 2U);
}

TEST_F(CounterSetUsers, RootEnds_OtherUserHasTheName) {
  const Fork other = publish_as_other(good_set());
  CounterSets read = sets();
  {
    const RootsSet roots(folder_.path());
    EXPECT_EQ(names_of(read).size(), 2U);
  }
  EXPECT_EQ(names_of(read), Names{"Good Set"});
  EXPECT_EQ(first_value(read, 0), 999U);
  EXPECT_TRUE(read.services().empty());
}

}  // namespace
}  // namespace openperflib
