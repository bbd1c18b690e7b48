// What is new in consecutive blocks, whatever begins, ends or is called alike.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "openperflib/log/blg/blg_instance_names_internal.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using InstanceList = std::vector<std::string>;

std::string numbered_name(const std::string& name, std::uint32_t number) {
  return number == 0 ? name : name + "#" + std::to_string(number);
}

// Notes a block with those instances; returns what is new.
InstanceList new_names(BlgInstanceNames& names, const InstanceList& instances) {
  TestBlock block;
  block.object(title::kProcess, {{title::kIdProcess}});
  for (const std::string& name : instances) block.instance(name, {1});
  const DataBlockView view = DataBlockView::parse(block.bytes()).value();
  InstanceList found;
  for (const auto& one : names.note(view, *view.objects().begin())) {
    found.push_back(numbered_name(one.name, one.number));
  }
  return found;
}

TEST(BlgInstanceNames, FirstBlock_IsNewAsAWhole) {
  BlgInstanceNames names;
  EXPECT_THAT(new_names(names, {"sh", "db", "sh", "sh"}), ElementsAre("sh", "db", "sh#1", "sh#2"));
  EXPECT_THAT(new_names(names, {"sh", "db", "sh", "sh"}), IsEmpty());
}

TEST(BlgInstanceNames, MoreOfAName_IsNewAndFewerAreNot) {
  BlgInstanceNames names;
  EXPECT_THAT(new_names(names, {"sh", "db"}), ElementsAre("sh", "db"));
  EXPECT_THAT(new_names(names, {"sh", "db", "sh"}), ElementsAre("sh#1"));
  EXPECT_THAT(new_names(names, {}), IsEmpty());
  EXPECT_THAT(new_names(names, {"db", "sh"}), IsEmpty());
  EXPECT_THAT(new_names(names, {"sh", "sh", "new", "sh"}), ElementsAre("new", "sh#2"));
  EXPECT_THAT(new_names(names, {"sh", "sh", "sh", "db"}), IsEmpty());
}

// The first in the block has no number, however it is spelled.
TEST(BlgInstanceNames, NameInTwoSpellings_IsNumberedInTheirOrder) {
  BlgInstanceNames names;
  EXPECT_THAT(new_names(names, {"sh", "db"}), ElementsAre("sh", "db"));
  EXPECT_THAT(new_names(names, {"sh", "db", "SH"}), ElementsAre("SH#1"));
  EXPECT_THAT(new_names(names, {"db", "SH"}), ElementsAre("SH"));
  EXPECT_THAT(new_names(names, {"SH", "sh"}), ElementsAre("sh#1"));
}

// Numbers each block by itself, and remembers how many of each name there were at most.
class PlainNumbering {
 public:
  InstanceList new_in(const InstanceList& instances) {
    InstanceList found;
    std::map<std::string, std::uint32_t> here;
    for (const std::string& name : instances) {
      const std::uint32_t number = here[name]++;
      if (number != most_[name]) continue;
      ++most_[name];
      found.push_back(numbered_name(name, number));
    }
    return found;
  }

 private:
  std::map<std::string, std::uint32_t> most_;
};

// Changes runs of instances: some begin, end or are replaced; most names are not the only ones.
class ChangingInstances {
 public:
  explicit ChangingInstances(std::uint32_t seed) : random_(seed) {}

  const InstanceList& next() {
    for (std::size_t change = one_of(4); change > 0; --change) change_run();
    return names_;
  }

 private:
  std::size_t one_of(std::size_t count) { return random_() % count; }

  void change_run() {
    constexpr std::size_t kLongestRun = 7;
    constexpr std::size_t kMost = 60;
    const std::size_t at = one_of(names_.size() + 1);
    const auto begin = names_.begin() + static_cast<std::ptrdiff_t>(at);
    const std::size_t left = names_.size() - at;
    const std::size_t ended = names_.size() > kMost ? left : std::min(left, one_of(kLongestRun));
    const auto rest = names_.erase(begin, begin + static_cast<std::ptrdiff_t>(ended));
    InstanceList begun(one_of(kLongestRun));
    for (std::string& name : begun) name = made_name();
    names_.insert(rest, begun.begin(), begun.end());
  }

  std::string made_name() {
    const bool is_unique = one_of(3) == 0;
    return is_unique ? "p" + std::to_string(next_++) : "sh" + std::to_string(one_of(5));
  }

  std::minstd_rand random_;
  InstanceList names_;
  int next_ = 0;
};

TEST(BlgInstanceNames, RandomChanges_AreThoseOfAPlainNumbering) {
  for (std::uint32_t seed = 1; seed <= 5; ++seed) {
    ChangingInstances instances(seed);
    BlgInstanceNames names;
    PlainNumbering plain;
    for (int block = 0; block < 200; ++block) {
      const InstanceList& now = instances.next();
      ASSERT_EQ(new_names(names, now), plain.new_in(now)) << "seed " << seed << ", block " << block;
    }
  }
}

// An order that has nothing to do with the one before.
TEST(BlgInstanceNames, ReversedOrder_HasNothingNew) {
  BlgInstanceNames names;
  InstanceList instances = {"a", "b", "b", "c", "d", "e", "a", "f", "g", "h"};
  EXPECT_EQ(new_names(names, instances).size(), instances.size());
  std::ranges::reverse(instances);
  EXPECT_THAT(new_names(names, instances), IsEmpty());
  instances.emplace_back("b");
  EXPECT_THAT(new_names(names, instances), ElementsAre("b#2"));
}

}  // namespace
}  // namespace openperflib
