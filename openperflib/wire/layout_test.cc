// Our offsets are those of the structures in winperf.h.
#include "openperflib/wire/layout.h"

#include <gtest/gtest.h>

#include "openperflib/abi/winperf.h"

namespace openperflib {
namespace {

TEST(Layout, DataBlock_MatchesWinperf) {
  namespace block = layout::data_block;
  EXPECT_EQ(block::kSize, sizeof(PERF_DATA_BLOCK));
  EXPECT_EQ(block::kSignature, offsetof(PERF_DATA_BLOCK, Signature));
  EXPECT_EQ(block::kLittleEndian, offsetof(PERF_DATA_BLOCK, LittleEndian));
  EXPECT_EQ(block::kVersion, offsetof(PERF_DATA_BLOCK, Version));
  EXPECT_EQ(block::kRevision, offsetof(PERF_DATA_BLOCK, Revision));
  EXPECT_EQ(block::kTotalByteLength, offsetof(PERF_DATA_BLOCK, TotalByteLength));
  EXPECT_EQ(block::kHeaderLength, offsetof(PERF_DATA_BLOCK, HeaderLength));
  EXPECT_EQ(block::kNumObjectTypes, offsetof(PERF_DATA_BLOCK, NumObjectTypes));
  EXPECT_EQ(block::kDefaultObject, offsetof(PERF_DATA_BLOCK, DefaultObject));
  EXPECT_EQ(block::kSystemTime, offsetof(PERF_DATA_BLOCK, SystemTime));
  EXPECT_EQ(block::kPerfTime, offsetof(PERF_DATA_BLOCK, PerfTime));
  EXPECT_EQ(block::kPerfFreq, offsetof(PERF_DATA_BLOCK, PerfFreq));
  EXPECT_EQ(block::kPerfTime100nSec, offsetof(PERF_DATA_BLOCK, PerfTime100nSec));
  EXPECT_EQ(block::kSystemNameLength, offsetof(PERF_DATA_BLOCK, SystemNameLength));
  EXPECT_EQ(block::kSystemNameOffset, offsetof(PERF_DATA_BLOCK, SystemNameOffset));
}

TEST(Layout, ObjectType_MatchesWinperf) {
  namespace object = layout::object_type;
  EXPECT_EQ(object::kSize, sizeof(PERF_OBJECT_TYPE));
  EXPECT_EQ(object::kTotalByteLength, offsetof(PERF_OBJECT_TYPE, TotalByteLength));
  EXPECT_EQ(object::kDefinitionLength, offsetof(PERF_OBJECT_TYPE, DefinitionLength));
  EXPECT_EQ(object::kHeaderLength, offsetof(PERF_OBJECT_TYPE, HeaderLength));
  EXPECT_EQ(object::kObjectNameTitleIndex, offsetof(PERF_OBJECT_TYPE, ObjectNameTitleIndex));
  EXPECT_EQ(object::kObjectHelpTitleIndex, offsetof(PERF_OBJECT_TYPE, ObjectHelpTitleIndex));
  EXPECT_EQ(object::kDetailLevel, offsetof(PERF_OBJECT_TYPE, DetailLevel));
  EXPECT_EQ(object::kNumCounters, offsetof(PERF_OBJECT_TYPE, NumCounters));
  EXPECT_EQ(object::kDefaultCounter, offsetof(PERF_OBJECT_TYPE, DefaultCounter));
  EXPECT_EQ(object::kNumInstances, offsetof(PERF_OBJECT_TYPE, NumInstances));
  EXPECT_EQ(object::kCodePage, offsetof(PERF_OBJECT_TYPE, CodePage));
  EXPECT_EQ(object::kPerfTime, offsetof(PERF_OBJECT_TYPE, PerfTime));
  EXPECT_EQ(object::kPerfFreq, offsetof(PERF_OBJECT_TYPE, PerfFreq));
}

TEST(Layout, CounterDefinition_MatchesWinperf) {
  namespace counter = layout::counter_definition;
  EXPECT_EQ(counter::kSize, sizeof(PERF_COUNTER_DEFINITION));
  EXPECT_EQ(counter::kByteLength, offsetof(PERF_COUNTER_DEFINITION, ByteLength));
  EXPECT_EQ(counter::kCounterNameTitleIndex,
            offsetof(PERF_COUNTER_DEFINITION, CounterNameTitleIndex));
  EXPECT_EQ(counter::kCounterHelpTitleIndex,
            offsetof(PERF_COUNTER_DEFINITION, CounterHelpTitleIndex));
  EXPECT_EQ(counter::kDefaultScale, offsetof(PERF_COUNTER_DEFINITION, DefaultScale));
  EXPECT_EQ(counter::kDetailLevel, offsetof(PERF_COUNTER_DEFINITION, DetailLevel));
  EXPECT_EQ(counter::kCounterType, offsetof(PERF_COUNTER_DEFINITION, CounterType));
  EXPECT_EQ(counter::kCounterSize, offsetof(PERF_COUNTER_DEFINITION, CounterSize));
  EXPECT_EQ(counter::kCounterOffset, offsetof(PERF_COUNTER_DEFINITION, CounterOffset));
}

TEST(Layout, InstanceAndCounterBlock_MatchWinperf) {
  namespace instance = layout::instance_definition;
  EXPECT_EQ(instance::kSize, sizeof(PERF_INSTANCE_DEFINITION));
  EXPECT_EQ(instance::kByteLength, offsetof(PERF_INSTANCE_DEFINITION, ByteLength));
  EXPECT_EQ(instance::kParentObjectTitleIndex,
            offsetof(PERF_INSTANCE_DEFINITION, ParentObjectTitleIndex));
  EXPECT_EQ(instance::kParentObjectInstance,
            offsetof(PERF_INSTANCE_DEFINITION, ParentObjectInstance));
  EXPECT_EQ(instance::kUniqueID, offsetof(PERF_INSTANCE_DEFINITION, UniqueID));
  EXPECT_EQ(instance::kNameOffset, offsetof(PERF_INSTANCE_DEFINITION, NameOffset));
  EXPECT_EQ(instance::kNameLength, offsetof(PERF_INSTANCE_DEFINITION, NameLength));
  EXPECT_EQ(layout::counter_block::kSize, sizeof(PERF_COUNTER_BLOCK));
  EXPECT_EQ(layout::counter_block::kByteLength, offsetof(PERF_COUNTER_BLOCK, ByteLength));
}

}  // namespace
}  // namespace openperflib
