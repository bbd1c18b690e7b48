// The object Counter Links, written and read. Facts: docs/perflib.md.
#include "openperflib/snapshot/counter_links.h"

#include <gtest/gtest.h>

#include "openperflib/snapshot/snapshot.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kNone = CounterLink::kNone;

TestBlock links_object() {
  TestBlock block;
  block.object(title::kCounterLinks, {{title::kObjectTitleIndex, PERF_COUNTER_RAWCOUNT, 4},
                                      {title::kCounterOrdinal, PERF_COUNTER_RAWCOUNT, 4},
                                      {title::kTimeOrdinal, PERF_COUNTER_RAWCOUNT, 4},
                                      {title::kFrequencyOrdinal, PERF_COUNTER_RAWCOUNT, 4},
                                      {title::kAttributes, PERF_COUNTER_RAWCOUNT, 4}});
  return block;
}

TEST(CounterLinks, WhatIsWritten_IsRead) {
  Guid set;
  set.bytes[0] = std::byte{0x11};
  const std::vector<CounterLink> links = {
      {.object_title_index = 2000, .counter_ordinal = 1, .time_ordinal = 2, .id = 9},
      {.object_title_index = 2000, .counter_ordinal = 3, .attributes = 2, .id = 0xFFFF'FFFE}};
  const SetLinks written{.set = set, .links = links};
  DataBlockBuilder builder;
  builder.begin({});
  write_counter_links(std::span(&written, 1), builder);
  Snapshot snapshot;
  snapshot.assign(builder.finish().value(), {}, Conformance::strict).value();
  ASSERT_EQ(snapshot.counter_links().size(), 2U);
  EXPECT_EQ(snapshot.counter_links()[0],
            (CounterLink{2000, 1, 2, kNone, 0, 0}));  // the id is only in the name
  EXPECT_EQ(snapshot.counter_links()[1], (CounterLink{2000, 3, kNone, kNone, 2, 0}));
  std::vector<std::string> names;
  for (const InstanceView& one : snapshot.view().find(title::kCounterLinks)->instances()) {
    names.push_back(utf8_from_utf16(one.definition.name()).text);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"{00000011-0000-0000-0000-000000000000}:9",
                                             "{00000011-0000-0000-0000-000000000000}:4294967294"}));
}

TEST(CounterLinks, BlockWithoutIt_HasNone) {
  EXPECT_TRUE(TestBlock().object(4, {{24}}).snapshot().counter_links().empty());
}

TEST(CounterLinks, BlockWithoutACounterOfIt_HasNone) {
  TestBlock block;
  block.object(title::kCounterLinks, {{title::kObjectTitleIndex, PERF_COUNTER_RAWCOUNT, 4}});
  EXPECT_TRUE(block.instance("a", {2000}).snapshot().counter_links().empty());
}

TEST(CounterLinks, RowsInAnyOrder_AreSortedAndTheFirstOfACounterCounts) {
  const Snapshot snapshot = links_object()
                                .instance("c", {2000, 4, 1, 2, 0})
                                .instance("a", {1000, 7, 1, 2, 0})
                                .instance("b", {2000, 4, 3, 3, 0})
                                .snapshot();
  ASSERT_EQ(snapshot.counter_links().size(), 2U);
  EXPECT_EQ(snapshot.counter_links()[0].object_title_index, 1000U);
  EXPECT_EQ(find_counter_link(snapshot.counter_links(), 2000, 4)->time_ordinal, 1U);
  EXPECT_EQ(find_counter_link(snapshot.counter_links(), 2000, 5), nullptr);
}

}  // namespace
}  // namespace openperflib
