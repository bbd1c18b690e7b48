// What older pages of the format say, and what this reader does with it: a test each. Members,
// order and sizes are the same everywhere; what differs is meaning, and what may stand there.
// Source: docs/formats/perf_data_block.md, section 8.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "openperflib/testing/example_block.h"
#include "openperflib/wire/data_block_view.h"
#include "openperflib/wire/instance_name.h"

namespace openperflib {
namespace {

using example::Block;
using example::with;
namespace header = layout::data_block;
namespace object = layout::object_type;
namespace counter = layout::counter_definition;
namespace instance = layout::instance_definition;

DataBlockView strict(const Block& block) {
  const auto view = DataBlockView::parse(block, {}, Conformance::strict);
  EXPECT_TRUE(view.has_value()) << describe(view.error());
  return *view;
}

ObjectTypeView process_of(const DataBlockView& view) { return view.find(230).value(); }

CounterDefinitionView first_counter(const DataBlockView& view) {
  return *process_of(view).counters().begin();
}

TEST(WindowsCe, DefaultObjectMinusOne_MeansNone) {
  const Block block = with(header::kDefaultObject, 0xFFFF'FFFF);
  EXPECT_EQ(strict(block).default_object(), -1);
}

TEST(WindowsCe, AnyVersionAndRevision_IsAccepted) {
  const Block block = with(with(header::kVersion, 3), header::kRevision, 0);
  EXPECT_EQ(strict(block).version(), 3U);
  EXPECT_EQ(strict(block).revision(), 0U);
}

TEST(WindowsCe, HeaderOf88BytesWithoutAName_IsAccepted) {
  DataBlockBuilder builder;
  builder.begin({});
  const Bytes bytes = builder.finish().value();
  const Block block(bytes.begin(), bytes.end());
  const DataBlockView view = strict(block);
  EXPECT_EQ(view.header_length(), 88U);
  EXPECT_TRUE(view.machine_name().empty());
}

TEST(WindowsCe, HeaderLongerThanItsName_IsAccepted) {
  Block block = example::block();
  block.insert(block.begin() + example::kProcess, 16, std::byte{0xEE});
  block = with(block, header::kHeaderLength, 120);
  block = with(block, header::kTotalByteLength, example::kSize + 16);
  EXPECT_EQ(process_of(strict(block)).instance_count(), 2U);
}

TEST(NtEra, TitlePointersOf32Bits_AreIgnored) {
  Block block = with(example::kProcess + 16, 0x7765'4321);
  block = with(block, example::kProcess + 24, 0x7765'4380);
  block = with(block, example::kFirstDefinition + 8, 0x0040'1000);
  block = with(block, example::kFirstDefinition + 16, 0x0040'1080);
  EXPECT_EQ(first_counter(strict(block)).name_title_index(), 6U);
  EXPECT_EQ(first_counter(strict(block)).help_title_index(), 7U);
}

// The page says DWORD.
TEST(NtEra, DefaultScale_IsSigned) {
  const Block block = with(example::kFirstDefinition + counter::kDefaultScale, 0xFFFF'FFF9);
  EXPECT_EQ(first_counter(strict(block)).default_scale(), -7);
}

TEST(NtEra, DefaultScaleBeyondSeven_IsAccepted) {
  const Block block = with(example::kFirstDefinition + counter::kDefaultScale, 10);
  EXPECT_EQ(first_counter(strict(block)).default_scale(), 10);
}

TEST(Base, MayHaveItsNumeratorsTitleOrNone) {
  const Block same = example::block();
  EXPECT_EQ((*std::ranges::next(process_of(strict(same)).counters().begin())).name_title_index(),
            6U);
  const Block block = with(example::kBaseDefinition + counter::kCounterNameTitleIndex, 0);
  const DataBlockView view = DataBlockView::parse(block).value();
  const auto base = std::ranges::next(process_of(view).counters().begin());
  EXPECT_EQ((*base).name_title_index(), 0U);
}

TEST(Base, MayHaveItsOwnDetailLevel) {
  const Block block = with(example::kBaseDefinition + counter::kDetailLevel, 200);
  const auto base = std::ranges::next(process_of(strict(block)).counters().begin());
  EXPECT_EQ((*base).detail_level(), 200U);
  EXPECT_EQ(first_counter(strict(block)).detail_level(), 100U);
}

TEST(HelpTitle, NeedNotFollowItsName) {
  const Block block = with(example::kFirstDefinition + counter::kCounterHelpTitleIndex, 189);
  EXPECT_EQ(first_counter(strict(block)).help_title_index(), 189U);
}

TEST(CounterSize, OverridesTheSizeBitsOfTheType) {
  // PERF_AVERAGE_TIMER says 4 bytes; Windows stores 8, and the definition says so.
  const Block block = with(example::kFirstBlock + 12, 1);
  const DataBlockView view = strict(block);
  EXPECT_EQ(first_counter(view).counter_type(), static_cast<std::uint32_t>(PERF_AVERAGE_TIMER));
  const InstanceView first = *process_of(view).instances().begin();
  EXPECT_EQ(first.counters.value(first_counter(view)), 0x1'0000'0064U);
}

TEST(CounterOffset, MayBeSharedAndUnordered) {
  Block block = with(example::kBaseDefinition + counter::kCounterOffset, 8);
  const DataBlockView view = strict(block);
  const InstanceView first = *process_of(view).instances().begin();
  const auto base = std::ranges::next(process_of(view).counters().begin());
  EXPECT_EQ(first.counters.value(first_counter(view)), 100U);
  EXPECT_EQ(first.counters.value(*base), 100U);
}

TEST(VariableLength, TextHasTheBytesOfItsCounterSize) {
  const CounterDefinition text[] = {{.type = PERF_COUNTER_TEXT, .size = 10, .offset = 4}};
  DataBlockBuilder builder;
  builder.begin({});
  builder.begin_object({}, text);
  builder.begin_single();
  builder.set_bytes(4, std::as_bytes(std::span(u"up\0", 4)));
  builder.end_object();
  const Bytes bytes = builder.finish().value();
  const Block block(bytes.begin(), bytes.end());
  const DataBlockView view = strict(block);
  const ObjectTypeView only = *view.objects().begin();
  const Bytes stored = only.single()->data(*only.counters().begin());
  EXPECT_EQ(stored.size(), 10U);
  EXPECT_EQ(stored_text(stored, 0, ByteOrder::little).text, "up");
}

TEST(Instances, MayHaveEqualNames) {
  const Block block = with(example::kSecondInstance + instance::kSize, 'a');
  const DataBlockView view = strict(block);
  for (const InstanceView& twin : process_of(view).instances()) {
    EXPECT_EQ(instance_name(process_of(view), twin.definition).text, "a");
  }
}

TEST(Instances, MayHaveAUniqueIdAndNoName) {
  Block block = with(example::kFirstInstance + instance::kUniqueID, 4'711);
  block = with(block, example::kFirstInstance + instance::kNameLength, 0);
  const DataBlockView view = strict(block);
  const InstanceView first = *process_of(view).instances().begin();
  EXPECT_EQ(first.definition.unique_id(), 4'711);
  EXPECT_TRUE(first.definition.name().empty());
}

TEST(Definitions, AreFoundByStoredLengthsOnly) {
  Block block = example::block();
  block.insert(block.begin() + example::kFirstDefinition, 8, std::byte{0xEE});  // a longer header
  block = with(block, example::kProcess + object::kHeaderLength, 72);
  block.insert(block.begin() + example::kBaseDefinition + 8, 8,
               std::byte{0xEE});  // a longer definition
  block = with(block, example::kFirstDefinition + 8, 48);
  block = with(block, example::kProcess + object::kDefinitionLength, 160);
  block = with(block, example::kProcess, 256);
  block = with(block, header::kTotalByteLength, example::kSize + 16);
  const DataBlockView view = strict(block);
  const InstanceView first = *process_of(view).instances().begin();
  EXPECT_EQ(first.counters.value(first_counter(view)), 100U);
}

// A block of a big-endian machine: every number turned around, its texts too or not.
Block big_endian(ByteOrder text) {
  Block block(176);
  const auto put = [&block](std::size_t offset, std::uint32_t number) {
    store(MutableBytes(block), offset, std::byteswap(number));
  };
  for (std::size_t i = 0; i < 4; ++i) {
    block[2 * i + (text == ByteOrder::big ? 1 : 0)] = static_cast<std::byte>("PERF"[i]);
  }
  put(header::kTotalByteLength, 176);
  put(header::kHeaderLength, 88);
  put(header::kNumObjectTypes, 1);
  put(header::kSystemNameOffset, 88);
  put(88 + object::kTotalByteLength, 88);
  put(88 + object::kDefinitionLength, 64);
  put(88 + object::kHeaderLength, 64);
  put(88 + object::kObjectNameTitleIndex, 230);
  put(88 + object::kDefaultCounter, 0xFFFF'FFFF);
  put(88 + object::kNumInstances, 0xFFFF'FFFF);
  put(152, 24);
  return block;
}

TEST(BigEndian, NumbersAreSwappedAndTextsFollowTheSignature) {
  for (const ByteOrder text : {ByteOrder::little, ByteOrder::big}) {
    const Block block = big_endian(text);
    const DataBlockView view = strict(block);
    EXPECT_EQ(view.byte_order(), ByteOrder::big);
    EXPECT_EQ(view.text_order(), text);
    const ObjectTypeView only = view.find(230).value();
    EXPECT_EQ(only.text_order(), text);
    EXPECT_EQ(only.single()->bytes().size(), 24U);
  }
}

}  // namespace
}  // namespace openperflib
