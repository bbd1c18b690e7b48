#include "openperflib/view/text/counter_text.h"

#include <gtest/gtest.h>

#include "openperflib/query/query.h"
#include "openperflib/testing/code_page_1251.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib {
namespace {

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
  block.object(title::kProcessor,
               {{title::kAvailableBytes}, {title::kPercentUserTime, PERF_COUNTER_TEXT, 8}});
  block.instance("0", {1, 0x0062'0061}).instance("1", {2, 0x0020'00E9'0063});
  EXPECT_EQ(text_at(block, "\\Processor(0)\\% User Time"), "ab");
  EXPECT_EQ(text_at(block, "\\Processor(1)\\% User Time"), "c\u00e9 ");
}

TEST(CounterText, OfAnObjectWithoutInstances_IsItsString) {
  TestBlock block;
  block.object(title::kMemory, {{title::kAvailableBytes, PERF_COUNTER_TEXT, 8}}, Instances::none);
  block.single({0x0079});
  EXPECT_EQ(text_at(block, "\\Memory\\Available Bytes"), "y");
}

TEST(CounterText, InACodePage_IsReadByTheGivenFunctionOrAsUtf8) {
  constexpr CounterType kAscii(PERF_SIZE_VARIABLE_LEN | PERF_TYPE_TEXT | PERF_TEXT_ASCII);
  DataBlockBuilder builder;
  builder.begin({.machine_name = "db-17"});
  builder.begin_object({.name_title_index = title::kMemory,
                        .instances = Instances::none,
                        .code_page = kCodePage1251},
                       {});
  builder.begin_single();
  builder.end_object();
  Snapshot snapshot;
  snapshot.assign(builder.finish().value()).value();
  const auto object = snapshot.view().find(title::kMemory);
  ASSERT_TRUE(object.has_value());
  const auto text = [&](std::string_view stored, CodePageDecoder decode) {
    return decoded_text(*object, kAscii, as_bytes(stored), decode);
  };
  EXPECT_EQ(text(std::string_view("\xC4\0x", 3), &decode_1251), "Д");
  EXPECT_EQ(text("\xC3\xA9", &decode_1251), "é");
  EXPECT_EQ(text("\xC3\xA9", nullptr), "é");
  EXPECT_EQ(text("\xC4", nullptr), "\uFFFD");
}

TEST(CounterText, OfANumberOrAMissingValue_IsNone) {
  TestBlock number;
  number.object(title::kMemory, {{title::kAvailableBytes}}, Instances::none).single({0x0079});
  EXPECT_EQ(text_at(number, "\\Memory\\Available Bytes"), std::nullopt);

  TestBlock missing;
  missing.object(title::kMemory, {{title::kAvailableBytes, PERF_COUNTER_TEXT, 8}}, Instances::none)
      .single({0x79});
  missing.status().missing("no permission", title::kMemory, 0, 0, 1);
  EXPECT_EQ(text_at(missing, "\\Memory\\Available Bytes"), std::nullopt);
}

}  // namespace
}  // namespace openperflib
