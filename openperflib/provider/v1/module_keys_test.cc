#include "openperflib/provider/v1/module_keys.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kQueues = 1848;
constexpr std::uint32_t kJobs = 1854;
constexpr ModuleProcess kProcess{.installation = 5, .host = 1, .starts = 1};

// The keys that are reported for all objects of a block.
std::vector<std::uint64_t> keys_of(TestBlock block, const ModuleProcess& process = kProcess) {
  const Snapshot snapshot = block.snapshot();
  ModuleKeys keys;
  keys.begin(process);
  ProviderReport report;
  for (const ObjectTypeView object : snapshot.view().objects()) keys.add(object, report);
  std::vector<std::uint64_t> found;
  for (const InstanceKey& key : report.keys()) found.push_back(key.key);
  return found;
}

TestBlock queues(std::initializer_list<const char*> names) {
  TestBlock block;
  block.object(kQueues, {{1850}});
  for (const char* name : names) block.instance(name, {1});
  return block;
}

TestBlock single() {
  TestBlock block;
  block.object(kQueues, {{1850}}, Instances::none).single({1});
  return block;
}

// A job "7" of each queue.
TestBlock jobs(std::initializer_list<const char*> names) {
  TestBlock block = queues(names);
  block.object(kJobs, {{1856}});
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    block.instance("7", {1}, {.parent = ParentInstance{kQueues, i}});
  }
  return block;
}

TEST(ModuleKeys, InstancesThatChangePlaces_KeepTheirKeys) {
  const auto before = keys_of(queues({"mail", "print"}));
  const auto after = keys_of(queues({"print", "mail"}));
  ASSERT_EQ(before.size(), 2U);
  EXPECT_NE(before[0], before[1]);
  EXPECT_EQ(after, (std::vector{before[1], before[0]}));
}

TEST(ModuleKeys, ParentsThatChangePlaces_KeepTheKeysOfTheirChildren) {
  const auto before = keys_of(jobs({"mail", "print"}));
  const auto after = keys_of(jobs({"print", "mail"}));
  ASSERT_EQ(before.size(), 4U);
  EXPECT_NE(before[2], before[3]);
  EXPECT_EQ(after[2], before[3]);
  EXPECT_EQ(after[3], before[2]);
}

TEST(ModuleKeys, ChildOfAnotherParentAtTheSamePlace_HasAnotherKey) {
  EXPECT_NE(keys_of(jobs({"mail"}))[1], keys_of(jobs({"print"}))[1]);
}

TEST(ModuleKeys, UniqueId_TakesThePlaceOfTheName) {
  const auto with_id = [](const char* name, std::int32_t id) {
    TestBlock block;
    block.object(kQueues, {{1850}}).instance(name, {1}, {.parent = {}, .unique_id = id});
    return keys_of(std::move(block));
  };
  EXPECT_EQ(with_id("mail", 3), with_id("post", 3));
  EXPECT_NE(with_id("mail", 3), with_id("mail", 4));
}

TEST(ModuleKeys, AnotherProcessOrInstallation_HasOtherKeys) {
  for (const bool has_instances : {true, false}) {
    const auto keys = [&](std::uint64_t installation, std::uint64_t host, std::uint64_t starts) {
      return keys_of(has_instances ? queues({"mail"}) : single(), {installation, host, starts});
    };
    const auto before = keys(5, 1, 1);
    ASSERT_EQ(before.size(), 1U);
    EXPECT_EQ(keys(5, 1, 1), before);
    EXPECT_NE(keys(6, 1, 1), before);
    EXPECT_NE(keys(5, 2, 1), before);
    EXPECT_NE(keys(5, 1, 2), before);
  }
}

TEST(ModuleKeys, BytesAfterTheNul_AreNotInTheName) {
  const auto named = [](const char16_t(&name)[8]) {
    DataBlockBuilder builder;
    const CounterDefinition counter{.name_title_index = 1850, .size = 4, .offset = 4};
    builder.begin({});
    builder.begin_object({.name_title_index = kQueues, .instances = Instances::multiple},
                         {&counter, 1});
    builder.begin_instance_raw(std::as_bytes(std::span(name)));
    builder.end_object();
    const auto view = DataBlockView::parse(builder.finish().value()).value();
    ModuleKeys keys;
    keys.begin(kProcess);
    ProviderReport report;
    keys.add(*view.objects().begin(), report);
    return report.keys().at(0).key;
  };
  EXPECT_EQ(named(u"mail\0xy"), named(u"mail\0zz"));
  EXPECT_NE(named(u"mail\0xy"), named(u"mbil\0xy"));
}

}  // namespace
}  // namespace openperflib
