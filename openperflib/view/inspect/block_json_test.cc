#include "openperflib/view/inspect/block_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "openperflib/testing/test_block.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kMemory = 4, kProcessor = 238, kAvailableBytes = 24, kUserTime = 142;

// What write_block_json() wrote last.
std::string& written() {
  static std::string text;
  return text;
}

bool append(std::string_view piece) {
  written() += piece;
  return true;
}

bool refuse(std::string_view piece) {
  written() += piece;
  return false;
}

std::string json_of(const Snapshot& snapshot, CodePageDecoder decode = nullptr) {
  written().clear();
  write_block_json(snapshot, fixed_titles(), decode, &append);
  return written();
}

// Knows one code page.
std::optional<std::string> decode_1251(std::uint32_t code_page, Bytes text) {
  return code_page == 1251 && as_text(text) == "\xC4" ? std::optional<std::string>("Д")
                                                      : std::nullopt;
}

TEST(BlockJson, OneObject_IsOneDocumentOnOneLine) {
  TestBlock block;
  block.object(kMemory, {{kAvailableBytes}}, Instances::none).single({7});
  EXPECT_EQ(
      json_of(block.snapshot()),
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
  block.object(kProcessor, {{kUserTime, PERF_COUNTER_TEXT, 8}});
  block.instance("0", {0x0062'0061})
      .instance("1", {0x0063}, {.parent = ParentInstance{kProcessor, 0}});
  EXPECT_THAT(json_of(block.snapshot()),
              testing::HasSubstr(
                  R"("instances":[{"name":"0","unique_id":-1,"parent":null,"values":["ab"]},)"
                  R"({"name":"1","unique_id":-1,)"
                  R"("parent":{"object_title_index":238,"instance":0},"values":["c"]}])"));
}

TEST(BlockJson, MissingValue_IsNull) {
  TestBlock block;
  block.object(kMemory, {{kAvailableBytes}}, Instances::none).single({7});
  block.status().missing("no permission", kMemory, 0, 0, 1);
  EXPECT_THAT(json_of(block.snapshot()), testing::HasSubstr(R"("values":[null])"));
}

TEST(BlockJson, NameInACodePage_IsReadByTheGivenFunction) {
  DataBlockBuilder builder;
  builder.begin({.machine_name = "db-17"});
  const CounterDefinition bytes{.name_title_index = kAvailableBytes,
                                .type = PERF_COUNTER_LARGE_RAWCOUNT,
                                .size = 8,
                                .offset = 8};
  builder.begin_object(
      {.name_title_index = kMemory, .instances = Instances::multiple, .code_page = 1251},
      {&bytes, 1});
  builder.begin_instance_raw(as_bytes(std::string_view("\xC4")), {});
  builder.set(8, 8, 1);
  builder.end_object();
  Snapshot snapshot;
  snapshot.assign(builder.finish().value()).value();
  EXPECT_THAT(json_of(snapshot, &decode_1251), testing::HasSubstr(R"("name":"Д")"));
  EXPECT_THAT(json_of(snapshot), testing::HasSubstr("\"name\":\"\uFFFD\""));
}

TEST(BlockJson, SinkThatRefusesAPiece_GetsNoOther) {
  TestBlock block;
  block.object(kMemory, {{kAvailableBytes}}, Instances::none).single({7});
  block.object(kProcessor, {{kUserTime}}).instance("0", {1});
  const Snapshot snapshot = block.snapshot();
  const std::string whole = json_of(snapshot);
  written().clear();
  write_block_json(snapshot, fixed_titles(), nullptr, &refuse);
  EXPECT_LT(written().size(), whole.size());
  EXPECT_TRUE(whole.starts_with(written()));
}

}  // namespace
}  // namespace openperflib
