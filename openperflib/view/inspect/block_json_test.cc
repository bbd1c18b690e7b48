#include "openperflib/view/inspect/block_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "openperflib/testing/code_page_1251.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib {
namespace {

// What write_block_json() wrote last.
std::string& last_written() {
  static std::string text;
  return text;
}

bool append(std::string_view piece) {
  last_written() += piece;
  return true;
}

bool refuse(std::string_view piece) {
  last_written() += piece;
  return false;
}

std::string json_of_block(const Snapshot& snapshot, CodePageDecoder decode = nullptr) {
  last_written().clear();
  write_block_json(snapshot, fixed_titles(), decode, &append);
  return last_written();
}

TEST(BlockJson, OneObject_IsOneDocumentOnOneLine) {
  TestBlock block;
  block.object(title::kMemory, {{title::kAvailableBytes}}, Instances::none).single({7});
  EXPECT_EQ(
      json_of_block(block.snapshot()),
      R"({"machine":"db-17","version":1,"revision":1,"perf_time":50000000,"perf_freq":10000000,)"
      R"("perf_time_100ns":133700000050000000,"system_time":null,"objects":[)"
      R"({"title_index":4,"name":"Memory","perf_time":133700000050000000,"perf_freq":10000000,)"
      R"("default_counter":0,"counters":[{"title_index":24,"name":"Available Bytes",)"
      R"("type":65792,"size":8,"offset":8,"scale":0}],)"
      R"("instances":[{"name":null,"unique_id":-1,"parent":null,"values":[7]}]}]})"
      "\n");
}

TEST(BlockJson, ParentAndText_AreThoseOfTheInstance) {
  TestBlock block;
  block.object(title::kProcessor, {{title::kPercentUserTime, PERF_COUNTER_TEXT, 8}});
  block.instance("0", {0x0062'0061})
      .instance("1", {0x0063}, {.parent = ParentInstance{title::kProcessor, 0}});
  EXPECT_THAT(json_of_block(block.snapshot()),
              testing::HasSubstr(
                  R"("instances":[{"name":"0","unique_id":-1,"parent":null,"values":["ab"]},)"
                  R"({"name":"1","unique_id":-1,)"
                  R"("parent":{"object_title_index":238,"instance":0},"values":["c"]}])"));
}

TEST(BlockJson, MissingValue_IsNull) {
  TestBlock block;
  block.object(title::kMemory, {{title::kAvailableBytes}}, Instances::none).single({7});
  block.status().missing("no permission", title::kMemory, 0, 0, 1);
  EXPECT_THAT(json_of_block(block.snapshot()), testing::HasSubstr(R"("values":[null])"));
}

TEST(BlockJson, NameInACodePage_IsReadByTheGivenFunction) {
  DataBlockBuilder builder;
  builder.begin({.machine_name = "db-17"});
  const CounterDefinition bytes{.name_title_index = title::kAvailableBytes,
                                .type = PERF_COUNTER_LARGE_RAWCOUNT,
                                .size = 8,
                                .offset = 8};
  builder.begin_object({.name_title_index = title::kMemory,
                        .instances = Instances::multiple,
                        .code_page = kCodePage1251},
                       {&bytes, 1});
  builder.begin_instance_raw(as_bytes(std::string_view("\xC4")), {});
  builder.set(8, 8, 1);
  builder.end_object();
  Snapshot snapshot;
  snapshot.assign(builder.finish().value()).value();
  EXPECT_THAT(json_of_block(snapshot, &decode_1251), testing::HasSubstr(R"("name":"Д")"));
  EXPECT_THAT(json_of_block(snapshot), testing::HasSubstr("\"name\":\"\uFFFD\""));
}

TEST(BlockJson, SinkThatRefusesAPiece_GetsNoOther) {
  TestBlock block;
  block.object(title::kMemory, {{title::kAvailableBytes}}, Instances::none).single({7});
  block.object(title::kProcessor, {{title::kPercentUserTime}}).instance("0", {1});
  const Snapshot snapshot = block.snapshot();
  const std::string whole = json_of_block(snapshot);
  last_written().clear();
  write_block_json(snapshot, fixed_titles(), nullptr, &refuse);
  EXPECT_LT(last_written().size(), whole.size());
  EXPECT_TRUE(whole.starts_with(last_written()));
}

}  // namespace
}  // namespace openperflib
