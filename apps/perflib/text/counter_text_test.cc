#include "apps/perflib/text/counter_text.h"

#include <gtest/gtest.h>

#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {
namespace {

constexpr std::uint32_t kMemory = 4, kProcessor = 238, kAvailableBytes = 24, kUserTime = 142;

// The text of the only series that `path` matches.
std::optional<std::string> text_at(TestBlock& block, std::string_view path) {
  Query query(fixed_titles());
  EXPECT_TRUE(query.add(path).has_value());
  const Snapshot snapshot = block.snapshot();
  query.take(snapshot);
  EXPECT_EQ(query.binding().series().size(), 1U);
  return text_of(snapshot, query.binding().series()[0]);
}

TEST(CounterText, OfAnInstance_IsItsOwnStringUpToTheNul) {
  TestBlock block;
  block.object(kProcessor, {{kAvailableBytes}, {kUserTime, PERF_COUNTER_TEXT, 8}});
  block.instance("0", {1, 0x0062'0061}).instance("1", {2, 0x0020'00E9'0063});
  EXPECT_EQ(text_at(block, "\\Processor(0)\\% User Time"), "ab");
  EXPECT_EQ(text_at(block, "\\Processor(1)\\% User Time"), "c\u00e9 ");
}

TEST(CounterText, OfAnObjectWithoutInstances_IsItsString) {
  TestBlock block;
  block.object(kMemory, {{kAvailableBytes, PERF_COUNTER_TEXT, 8}}, Instances::none);
  block.single({0x0079});
  EXPECT_EQ(text_at(block, "\\Memory\\Available Bytes"), "y");
}

TEST(CounterText, OfANumberOrAMissingValue_IsNone) {
  TestBlock number;
  number.object(kMemory, {{kAvailableBytes}}, Instances::none).single({0x0079});
  EXPECT_EQ(text_at(number, "\\Memory\\Available Bytes"), std::nullopt);

  TestBlock missing;
  missing.object(kMemory, {{kAvailableBytes, PERF_COUNTER_TEXT, 8}}, Instances::none)
      .single({0x79});
  missing.status().missing("no permission", kMemory, 0, 0, 1);
  EXPECT_EQ(text_at(missing, "\\Memory\\Available Bytes"), std::nullopt);
}

}  // namespace
}  // namespace openperflib::apps
