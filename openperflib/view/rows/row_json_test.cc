#include "openperflib/view/rows/row_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

constexpr std::size_t kFirst[] = {0};

std::string json_of_row(const Query& query, const RowBackground& background) {
  JsonWriter out(JsonLayout::line);
  write_row(out, query, kFirst, background);
  return out.take();
}

Query query_of_memory() {
  Query query(fixed_titles());
  EXPECT_TRUE(query.add("\\Memory\\Available Bytes").has_value());
  return query;
}

Snapshot memory(TestBlock block, std::uint32_t type = PERF_COUNTER_LARGE_RAWCOUNT,
                std::uint64_t value = 7) {
  block.object(title::kMemory, {{title::kAvailableBytes, type, 8}}, Instances::none)
      .single({value});
  return block.snapshot();
}

TEST(RowJson, OfReadings_HasTheTypeAndBothReadings) {
  Query query = query_of_memory();
  query.take(memory(TestBlock(50'000'000)));
  query.take(memory(TestBlock(60'000'000), PERF_COUNTER_LARGE_RAWCOUNT, 9));
  EXPECT_EQ(
      json_of_row(query, {.time = "2026-11-21T10:15:30.000+00:00"}),
      R"({"time":"2026-11-21T10:15:30.000+00:00","series":[{"path":"\\\\db-17\\Memory\\Available Bytes",)"
      R"("type":"PERF_COUNTER_LARGE_RAWCOUNT","value":9.0,"status":"CSTATUS_VALID_DATA",)"
      R"("reason":null,"raw":{"older":{"first":7,"second":0,"multi":0},)"
      R"("newer":{"first":9,"second":0,"multi":0},"time_base":10000000}}]})");
}

TEST(RowJson, FirstReading_HasNoOlderOne) {
  Query query = query_of_memory();
  query.take(memory(TestBlock()));
  EXPECT_THAT(json_of_row(query, {}),
              testing::HasSubstr(R"("raw":{"older":null,"newer":{"first":7,)"));
}

TEST(RowJson, OfAMissingValue_HasNullAndTheReason) {
  TestBlock block;
  block.object(title::kMemory, {{title::kAvailableBytes}}, Instances::none).single({7});
  block.status().missing("no permission", title::kMemory, 0, 0, 1);
  Query query = query_of_memory();
  query.take(block.snapshot());
  EXPECT_THAT(
      json_of_row(query, {}),
      testing::HasSubstr(R"("value":null,"status":"NO_DATA","reason":"no permission","raw":null)"));
}

TEST(RowJson, OfValues_HasNoType) {
  Query query = query_of_memory();
  query.take(memory(TestBlock()));
  EXPECT_THAT(json_of_row(query, {.rows = RowsOf::values}), testing::HasSubstr(R"("type":null)"));
}

TEST(RowJson, OfATextCounter_HasTheStringOfTheSnapshot) {
  const Snapshot snapshot = memory(TestBlock(), PERF_COUNTER_TEXT, 0x0062'0061);
  Query query = query_of_memory();
  query.take(snapshot);
  EXPECT_TRUE(json_of_row(query, {.snapshot = &snapshot}).ends_with(R"(,"text":"ab"}]})"));
  EXPECT_THAT(json_of_row(query, {}), testing::Not(testing::HasSubstr("\"text\"")));
}

TEST(RowJson, OfAState_HasItsMeaning) {
  TestBlock block;
  block.object(title::kThread, {{title::kThreadState, PERF_COUNTER_RAWCOUNT, 4}})
      .instance("0", {5})
      .instance("_Total", {0});
  Query query(fixed_titles());
  ASSERT_TRUE(query.add("\\Thread(*)\\Thread State").has_value());
  query.take(block.snapshot());
  EXPECT_THAT(json_of_row(query, {}), testing::HasSubstr(R"("meaning":"waiting"}]})"));
  const std::size_t total[] = {1};
  JsonWriter out(JsonLayout::line);
  write_row(out, query, total, {});
  EXPECT_THAT(out.take(), testing::Not(testing::HasSubstr("meaning")));
}

}  // namespace
}  // namespace openperflib
