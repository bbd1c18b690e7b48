// One wrong number in a legal block: which field is blamed, at which byte, and why.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "openperflib/testing/example_block.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {
namespace {

using example::Block;
namespace header = layout::data_block;
namespace object = layout::object_type;
namespace counter = layout::counter_definition;
namespace instance = layout::instance_definition;

struct Fault {
  const char* name;
  std::size_t offset;  // where the number is put
  std::uint32_t number;
  const char* expected;  // the text of the error
};

void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

constexpr Fault kFaults[] = {
    {"Signature", header::kSignature, 0x46524550,
     "PERF_DATA_BLOCK.Signature at byte 0: has an invalid value (1179796816)"},
    {"LittleEndianTwo", header::kLittleEndian, 2,
     "PERF_DATA_BLOCK.LittleEndian at byte 8: has an invalid value (2)"},
    {"LittleEndianOneTheOtherWay", header::kLittleEndian, 0x01000000,
     "PERF_DATA_BLOCK.LittleEndian at byte 8: has an invalid value (16777216)"},
    {"TotalBeyondBytes", header::kTotalByteLength, 472,
     "PERF_DATA_BLOCK.TotalByteLength at byte 20: extends past its parent (472)"},
    {"TotalOverLimit", header::kTotalByteLength, 0xFFFF'FFF8,
     "PERF_DATA_BLOCK.TotalByteLength at byte 20: exceeds the limit (4294967288)"},
    {"TotalBelowHeader", header::kTotalByteLength, 8,
     "PERF_DATA_BLOCK.TotalByteLength at byte 20: is out of range (8)"},
    {"TotalInsideLastObject", header::kTotalByteLength, 456,
     "PERF_OBJECT_TYPE.TotalByteLength at byte 344: extends past its parent (120)"},
    {"HeaderTooShort", header::kHeaderLength, 80,
     "PERF_DATA_BLOCK.HeaderLength at byte 24: is out of range (80)"},
    {"HeaderBeyondBlock", header::kHeaderLength, 472,
     "PERF_DATA_BLOCK.HeaderLength at byte 24: extends past its parent (472)"},
    {"ObjectsOverLimit", header::kNumObjectTypes, 0x8000'0000,
     "PERF_DATA_BLOCK.NumObjectTypes at byte 28: exceeds the limit (2147483648)"},
    {"ObjectsThatTheBytesCannotHold", header::kNumObjectTypes, 6,
     "PERF_DATA_BLOCK.NumObjectTypes at byte 28: extends past its parent (6)"},
    {"OneObjectTooMany", header::kNumObjectTypes, 3,
     "PERF_DATA_BLOCK.NumObjectTypes at byte 28: extends past its parent (3)"},
    {"OneObjectTooFew", header::kNumObjectTypes, 1,
     "PERF_DATA_BLOCK.TotalByteLength at byte 20: does not match the rest of the data (464)"},
    {"MachineNameTooLong", header::kSystemNameLength, 18,
     "PERF_DATA_BLOCK.SystemNameLength at byte 80: extends past its parent (18)"},
    {"MachineNameElsewhere", header::kSystemNameOffset, 0xFFFF'FFFF,
     "PERF_DATA_BLOCK.SystemNameOffset at byte 84: extends past its parent (4294967295)"},

    {"ObjectTooShort", example::kProcess + object::kTotalByteLength, 56,
     "PERF_OBJECT_TYPE.TotalByteLength at byte 104: is out of range (56)"},
    {"ObjectBeyondBlock", example::kMemory + object::kTotalByteLength, 128,
     "PERF_OBJECT_TYPE.TotalByteLength at byte 344: extends past its parent (128)"},
    {"ObjectLongerThanItsInstances", example::kProcess + object::kTotalByteLength, 248,
     "PERF_OBJECT_TYPE.TotalByteLength at byte 104: does not match the rest of the data (248)"},
    {"DefinitionsTooShort", example::kProcess + object::kDefinitionLength, 56,
     "PERF_OBJECT_TYPE.DefinitionLength at byte 108: is out of range (56)"},
    {"DefinitionsBeyondObject", example::kProcess + object::kDefinitionLength, 0xFFFF'FFFF,
     "PERF_OBJECT_TYPE.DefinitionLength at byte 108: extends past its parent (4294967295)"},
    {"DefinitionsLongerThanTheirCount", example::kProcess + object::kDefinitionLength, 152,
     "PERF_OBJECT_TYPE.DefinitionLength at byte 108: does not match the rest of the data (152)"},
    {"ObjectHeaderTooShort", example::kProcess + object::kHeaderLength, 56,
     "PERF_OBJECT_TYPE.HeaderLength at byte 112: is out of range (56)"},
    {"ObjectHeaderBeyondDefinitions", example::kProcess + object::kHeaderLength, 152,
     "PERF_OBJECT_TYPE.HeaderLength at byte 112: extends past its parent (152)"},
    {"CountersOverLimit", example::kProcess + object::kNumCounters, 0xFFFF'FFFF,
     "PERF_OBJECT_TYPE.NumCounters at byte 136: exceeds the limit (4294967295)"},
    {"CountersThatTheBytesCannotHold", example::kProcess + object::kNumCounters, 3,
     "PERF_OBJECT_TYPE.NumCounters at byte 136: extends past its parent (3)"},
    {"OneCounterTooFew", example::kProcess + object::kNumCounters, 1,
     "PERF_OBJECT_TYPE.DefinitionLength at byte 108: does not match the rest of the data (144)"},
    {"InstancesOverLimit", example::kProcess + object::kNumInstances, 0x7FFF'FFFF,
     "PERF_OBJECT_TYPE.NumInstances at byte 144: exceeds the limit (2147483647)"},
    {"InstancesThatTheBytesCannotHold", example::kProcess + object::kNumInstances, 1'000'000,
     "PERF_OBJECT_TYPE.NumInstances at byte 144: extends past its parent (1000000)"},
    {"OneInstanceTooMany", example::kProcess + object::kNumInstances, 3,
     "PERF_OBJECT_TYPE.NumInstances at byte 144: extends past its parent (3)"},
    {"OneInstanceTooFew", example::kProcess + object::kNumInstances, 1,
     "PERF_OBJECT_TYPE.TotalByteLength at byte 104: does not match the rest of the data (240)"},
    {"InstancesMinusFour", example::kProcess + object::kNumInstances, 0xFFFF'FFFC,
     "PERF_OBJECT_TYPE.NumInstances at byte 144: has an invalid value (4294967292)"},
    {"MetadataWithData", example::kProcess + object::kNumInstances, 0xFFFF'FFFE,
     "PERF_OBJECT_TYPE.TotalByteLength at byte 104: does not match the rest of the data (240)"},

    {"DefinitionOfNoLength", example::kFirstDefinition + counter::kByteLength, 0,
     "PERF_COUNTER_DEFINITION.ByteLength at byte 168: is out of range (0)"},
    {"DefinitionBeyondDefinitions", example::kFirstDefinition + counter::kByteLength, 88,
     "PERF_COUNTER_DEFINITION.ByteLength at byte 168: extends past its parent (88)"},
    {"DefinitionOverTheNext", example::kFirstDefinition + counter::kByteLength, 80,
     "PERF_OBJECT_TYPE.NumCounters at byte 136: extends past its parent (2)"},
    {"ValueTooLong", example::kFirstDefinition + counter::kCounterSize, 0xFFFF'FFFF,
     "PERF_COUNTER_DEFINITION.CounterSize at byte 200: extends past its parent (4294967295)"},
    {"ValueBeyondBlock", example::kFirstDefinition + counter::kCounterOffset, 0xFFFF'FFF8,
     "PERF_COUNTER_DEFINITION.CounterOffset at byte 204: extends past its parent (4294967288)"},
    {"ValueOfAnObjectWithoutInstances", example::kMemoryDefinition + counter::kCounterOffset, 24,
     "PERF_COUNTER_DEFINITION.CounterOffset at byte 444: extends past its parent (24)"},

    {"InstanceOfNoLength", example::kFirstInstance + instance::kByteLength, 0,
     "PERF_INSTANCE_DEFINITION.ByteLength at byte 248: is out of range (0)"},
    {"InstanceBeyondObject", example::kFirstInstance + instance::kByteLength, 0xFFFF'FFF8,
     "PERF_INSTANCE_DEFINITION.ByteLength at byte 248: extends past its parent (4294967288)"},
    {"InstanceWithoutCounterBlock", example::kSecondInstance + instance::kByteLength, 48,
     "PERF_COUNTER_BLOCK.ByteLength at byte 344: is cut off by the end of the data"},
    {"NameElsewhere", example::kFirstInstance + instance::kNameOffset, 40,
     "PERF_INSTANCE_DEFINITION.NameOffset at byte 264: extends past its parent (40)"},
    {"NameTooLong", example::kFirstInstance + instance::kNameLength, 16,
     "PERF_INSTANCE_DEFINITION.NameLength at byte 268: extends past its parent (16)"},
    {"BlockOfNoLength", example::kFirstBlock, 0,
     "PERF_COUNTER_BLOCK.ByteLength at byte 280: is out of range (0)"},
    {"BlockBeyondObject", example::kSecondBlock, 24,
     "PERF_COUNTER_BLOCK.ByteLength at byte 328: extends past its parent (24)"},
    {"BlockTooShortForItsValues", example::kFirstBlock, 8,
     "PERF_COUNTER_DEFINITION.CounterSize at byte 200: extends past its parent (8)"},
    {"SingleBlockBeyondObject", example::kMemoryBlock, 24,
     "PERF_COUNTER_BLOCK.ByteLength at byte 448: extends past its parent (24)"},
    {"SingleBlockShorterThanObject", example::kMemory + object::kNumInstances, 0,
     "PERF_OBJECT_TYPE.TotalByteLength at byte 344: does not match the rest of the data (120)"},
};

class OneWrongNumber : public testing::TestWithParam<Fault> {};

TEST_P(OneWrongNumber, IsReportedWithFieldByteAndReason) {
  const Block block = example::with(GetParam().offset, GetParam().number);
  const auto view = DataBlockView::parse(block);
  ASSERT_FALSE(view.has_value());
  EXPECT_EQ(describe(view.error()), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(DataBlock, OneWrongNumber, testing::ValuesIn(kFaults),
                         [](const auto& one) { return std::string(one.param.name); });

std::string fault_of(const Block& block, const Limits& limits = {}) {
  const auto view = DataBlockView::parse(block, limits);
  return view.has_value() ? "none" : describe(view.error());
}

TEST(DataBlockFaults, TruncatedHeader_NamesTheTruncatedField) {
  const Block block = example::block();
  const auto cut = [&](std::ptrdiff_t size) {
    return fault_of(Block(block.begin(), block.begin() + size));
  };
  EXPECT_EQ(cut(0), "PERF_DATA_BLOCK.Signature at byte 0: is cut off by the end of the data");
  EXPECT_EQ(cut(22),
            "PERF_DATA_BLOCK.TotalByteLength at byte 20: is cut off by the end of the data");
  EXPECT_EQ(cut(87),
            "PERF_DATA_BLOCK.SystemNameOffset at byte 84: is cut off by the end of the data");
}

TEST(DataBlockFaults, BigEndianSignatureInLittleEndianBlock_IsWrong) {
  Block block = example::with(0, 0x4500'5000);
  block = example::with(block, 4, 0x4600'5200);
  EXPECT_EQ(fault_of(block),
            "PERF_DATA_BLOCK.Signature at byte 0: has an invalid value (1157648384)");
}

TEST(DataBlockFaults, DefinitionsEndInsideADefinition_CountIsOutside) {
  Block block = example::with(example::kFirstDefinition + counter::kByteLength, 48);
  EXPECT_EQ(fault_of(block),
            "PERF_OBJECT_TYPE.NumCounters at byte 136: extends past its parent (2)");
}

TEST(DataBlockFaults, MissingCounterBlock_IsTruncated) {
  Block block = example::block();
  block.resize(example::kMemoryBlock);
  block = example::with(block, header::kTotalByteLength, example::kMemoryBlock);
  block = example::with(block, example::kMemory + object::kTotalByteLength, 104);
  EXPECT_EQ(fault_of(block),
            "PERF_COUNTER_BLOCK.ByteLength at byte 448: is cut off by the end of the data");
}

TEST(DataBlockFaults, EachLimit_AppliesToItsCount) {
  const Block block = example::block();
  EXPECT_EQ(fault_of(block, {.bytes = 463}),
            "PERF_DATA_BLOCK.TotalByteLength at byte 20: exceeds the limit (464)");
  EXPECT_EQ(fault_of(block, {.objects = 1}),
            "PERF_DATA_BLOCK.NumObjectTypes at byte 28: exceeds the limit (2)");
  EXPECT_EQ(fault_of(block, {.counters = 1}),
            "PERF_OBJECT_TYPE.NumCounters at byte 136: exceeds the limit (2)");
  EXPECT_EQ(fault_of(block, {.instances = 1}),
            "PERF_OBJECT_TYPE.NumInstances at byte 144: exceeds the limit (2)");
  EXPECT_EQ(fault_of(block, {.name_bytes = 3}),
            "PERF_INSTANCE_DEFINITION.NameLength at byte 268: exceeds the limit (4)");
  EXPECT_EQ(fault_of(block, {.values = 3}),
            "PERF_OBJECT_TYPE.NumInstances at byte 144: exceeds the limit (2)");
  EXPECT_EQ(fault_of(block, {.bytes = 464,
                             .objects = 2,
                             .counters = 2,
                             .instances = 2,
                             .name_bytes = 4,
                             .values = 4}),
            "none");
}

}  // namespace
}  // namespace openperflib
