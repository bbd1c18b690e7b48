// Blocks that were split into pieces and values are restored unchanged.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "openperflib/log/open_log.h"
#include "openperflib/log/recording/recording_blocks_internal.h"
#include "openperflib/log/recording/recording_journal_internal.h"
#include "openperflib/log/recording/recording_split_internal.h"
#include "openperflib/testing/logs/recording_example.h"
#include "openperflib/testing/test_block.h"

namespace openperflib::recording {
namespace {

using recording_example::kProcessor;
using recording_example::kProcessorTime;
using testing::ElementsAre;
using Block = std::vector<std::byte>;

Block of(TestBlock& block) {
  const Bytes bytes = block.bytes();
  return {bytes.begin(), bytes.end()};
}

// The blocks of a log that Windows wrote, object by object.
std::vector<Block> blocks_of_sample_log() {
  const auto log = open_log(std::string(OPENPERFLIB_SOURCE_DIR) + "/tests/data/blg/SampleLog.blg",
                            {.titles = fixed_titles()})
                       .value();
  std::vector<Block> blocks;
  LogRecord record;
  while (log->read(record).value() == ReadResult::reading) {
    for (const Bytes block : record.blocks) blocks.emplace_back(block.begin(), block.end());
  }
  return blocks;
}

// All blocks through a journal with one flush each, and put together again.
std::vector<Block> through_a_journal(const std::vector<Block>& blocks) {
  Fragments pieces;
  BlockSplitter splitter;
  RecordedSample sample;
  JournalEncoder encoder;
  JournalDecoder decoder;
  BlockAssembler assembler;
  decoder.restart();
  std::vector<Block> again;
  for (const Block& block : blocks) {
    const auto view = DataBlockView::parse(block);
    EXPECT_TRUE(view.has_value());
    splitter.split(*view, pieces, sample);
    encoder.add(sample, pieces);
    EXPECT_TRUE(decoder.add(encoder.flush()));
    const RecordedSample* read = decoder.next();
    if (read == nullptr || !assembler.take(*read, decoder.pieces()).has_value()) return again;
    assembler.append_whole(again.emplace_back());
  }
  return again;
}

TEST(RecordedBlocks, InstancesThatComeAndGo_AreTheSameBytesAgain) {
  const auto block = [](std::int64_t now, std::initializer_list<const char*> names) {
    TestBlock made(now);
    made.object(kProcessor, {{kProcessorTime}, {8, PERF_COUNTER_COUNTER, 4}});
    std::uint64_t value = 1000;
    for (const char* name : names) made.instance(name, {value += 7, 0xFFFF'FFFF});
    made.object(4, {{24}}, Instances::none).single({0x8000'0000'0000'0000});
    return of(made);
  };
  const std::vector<Block> blocks = {block(1, {"a", "b", "c"}), block(2, {"a", "c"}),
                                     block(3, {"x", "a", "a", "c"}), block(4, {}),
                                     block(5, {"c", "b", "a"})};
  EXPECT_EQ(blocks, through_a_journal(blocks));
}

TEST(RecordedBlocks, OfWindows_AreTheSameBytesAgain) {
  const std::vector<Block> blocks = blocks_of_sample_log();
  ASSERT_EQ(11U * 8U, blocks.size());
  EXPECT_EQ(blocks, through_a_journal(blocks));
}

TEST(RecordedBlocks, NoPieceButTheNewOne_IsStoredAgain) {
  Fragments pieces;
  BlockSplitter splitter;
  RecordedSample sample;
  const auto split = [&](std::int64_t now, std::initializer_list<const char*> names) {
    TestBlock made(now);
    made.object(kProcessor, {{kProcessorTime}});
    for (const char* name : names) made.instance(name, {static_cast<std::uint64_t>(now)});
    const Block block = of(made);
    splitter.split(*DataBlockView::parse(block), pieces, sample);
    return sample.pieces;
  };
  EXPECT_THAT(split(1, {"a", "b"}), ElementsAre(0, 1, 2, 3));  // header, definitions, a, b
  EXPECT_THAT(split(2, {"a", "b"}), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(split(3, {"b"}), ElementsAre(0, 1, 3));
  EXPECT_THAT(split(4, {"b", "c", "a"}), ElementsAre(0, 1, 3, 4, 2));
}

TEST(RecordedBlocks, BlockOfAnObject_HasTheStatusesThatAreOfIt) {
  TestBlock made;
  made.object(kProcessor, {{kProcessorTime}}).instance("0", {5}).instance("1", {6});
  made.object(4, {{24}}, Instances::none).single({9});
  made.status()
      .missing("no permission", kProcessor, 0, 1, 1, CStatus::no_data)
      .missing("not here", 4, 0, 0, 1, CStatus::no_data);
  const Block block = of(made);
  Fragments pieces;
  BlockSplitter splitter;
  RecordedSample sample;
  splitter.split(*DataBlockView::parse(block), pieces, sample);
  BlockAssembler assembler;
  ASSERT_TRUE(assembler.take(sample, pieces).has_value());
  ASSERT_THAT(assembler.objects(), ElementsAre(kProcessor, 4, title::kCollectionStatus));
  Block one;
  assembler.make_block(0, 0, one);
  Snapshot snapshot;
  ASSERT_TRUE(snapshot.assign(one, {}, Conformance::strict).has_value());
  EXPECT_EQ(2U, snapshot.view().object_count());
  EXPECT_EQ(CStatus::valid_data, snapshot.status(kProcessor, 0, 0));
  EXPECT_EQ(CStatus::no_data, snapshot.status(kProcessor, 0, 1));
  ASSERT_EQ(1U, snapshot.missing().size());
  EXPECT_EQ("no permission", snapshot.reason(snapshot.missing()[0]));
}

}  // namespace
}  // namespace openperflib::recording
