#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <vector>

#include "openperflib/provider/v2/counter_set.h"
#include "openperflib/provider/v2/counter_sets.h"
#include "openperflib/testing/child_program.h"
#include "openperflib/testing/made_folder.h"

namespace openperflib {
namespace {

constexpr uid_t kOther = 65'534;
using Names = std::vector<std::string>;

CounterSetDeclaration good_set() {
  return {.guid = "8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c21",
          .name = "Good Set",
          .counters = {{.name = "c0"}}};
}

// Two folders of the system: "b-good" of root, and "a-other" of another user, which sorts before
// it.
class CounterSetUsers : public ::testing::Test {
 protected:
  void SetUp() override {
    if (::geteuid() != 0) GTEST_SKIP() << "needs root, who may become another user";
    folder_.make_folder("b-good").make_folder("a-other");
    ASSERT_EQ(::chmod(folder_.path().c_str(), 0755), 0);
    ASSERT_EQ(::chown((folder_.path() + "/a-other").c_str(), kOther, kOther), 0);
  }
  // Starts a process of the other user, which publishes the set until the test ends.
  [[nodiscard]] Fork publish_as_other(const CounterSetDeclaration& declaration) {
    Ends ready = make_pipe();
    const pid_t child = ::fork();
    if (child == 0) {
      ready.reading.reset();
      if (::setresuid(kOther, kOther, kOther) == 0) publish(declaration, ready.writing);
      ::_exit(1);
    }
    ready.writing.reset();
    char byte = 0;
    EXPECT_EQ(::read(ready.reading.get(), &byte, 1), 1);
    return Fork(child);
  }
  [[nodiscard]] CounterSets sets() const {
    return {fixed_titles(),
            {.folders = {.system = folder_.path(), .own = {}},
             .stores = {},
             .limits = {.patience = std::chrono::minutes(1)}}};
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
  MadeFolder folder_;

 private:
  void publish(const CounterSetDeclaration& declaration, const UniqueFd& ready) {
    const auto publisher = Publisher::start({folder_.path() + "/a-other"}).value();
    auto set = CounterSet::publish(*publisher, declaration).value();
    const auto fine = set.add("fine").value();
    fine[0].set(999);
    (void)::write(ready.get(), "x", 1);
    ::pause();
  }
};

// What root publishes.
struct RootsSet {
  explicit RootsSet(const std::string& folder)
      : publisher(Publisher::start({folder + "/b-good"}).value()),
        set(CounterSet::publish(*publisher, good_set()).value()),
        fine(set.add("fine").value()) {
    fine[0].set(41);
  }
  std::unique_ptr<Publisher> publisher;
  CounterSet set;
  CounterSetInstance fine;
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
