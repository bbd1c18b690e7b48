// Offsets and sizes, in bytes, of the members of the structures of a PERF_DATA_BLOCK, under the
// members' own names. A test compares them with winperf.h. Source: docs/formats/perf_data_block.md.
#pragma once

#include <cstddef>

namespace openperflib::layout {

namespace data_block {  // PERF_DATA_BLOCK
inline constexpr std::size_t kSignature = 0;
inline constexpr std::size_t kLittleEndian = 8;
inline constexpr std::size_t kVersion = 12;
inline constexpr std::size_t kRevision = 16;
inline constexpr std::size_t kTotalByteLength = 20;
inline constexpr std::size_t kHeaderLength = 24;
inline constexpr std::size_t kNumObjectTypes = 28;
inline constexpr std::size_t kDefaultObject = 32;
inline constexpr std::size_t kSystemTime = 36;
inline constexpr std::size_t kPerfTime = 56;
inline constexpr std::size_t kPerfFreq = 64;
inline constexpr std::size_t kPerfTime100nSec = 72;
inline constexpr std::size_t kSystemNameLength = 80;
inline constexpr std::size_t kSystemNameOffset = 84;
inline constexpr std::size_t kSize = 88;
}  // namespace data_block

namespace object_type {  // PERF_OBJECT_TYPE
inline constexpr std::size_t kTotalByteLength = 0;
inline constexpr std::size_t kDefinitionLength = 4;
inline constexpr std::size_t kHeaderLength = 8;
inline constexpr std::size_t kObjectNameTitleIndex = 12;
inline constexpr std::size_t kObjectHelpTitleIndex = 20;
inline constexpr std::size_t kDetailLevel = 28;
inline constexpr std::size_t kNumCounters = 32;
inline constexpr std::size_t kDefaultCounter = 36;
inline constexpr std::size_t kNumInstances = 40;
inline constexpr std::size_t kCodePage = 44;
inline constexpr std::size_t kPerfTime = 48;
inline constexpr std::size_t kPerfFreq = 56;
inline constexpr std::size_t kSize = 64;
}  // namespace object_type

namespace counter_definition {  // PERF_COUNTER_DEFINITION
inline constexpr std::size_t kByteLength = 0;
inline constexpr std::size_t kCounterNameTitleIndex = 4;
inline constexpr std::size_t kCounterHelpTitleIndex = 12;
inline constexpr std::size_t kDefaultScale = 20;
inline constexpr std::size_t kDetailLevel = 24;
inline constexpr std::size_t kCounterType = 28;
inline constexpr std::size_t kCounterSize = 32;
inline constexpr std::size_t kCounterOffset = 36;
inline constexpr std::size_t kSize = 40;
}  // namespace counter_definition

namespace instance_definition {  // PERF_INSTANCE_DEFINITION
inline constexpr std::size_t kByteLength = 0;
inline constexpr std::size_t kParentObjectTitleIndex = 4;
inline constexpr std::size_t kParentObjectInstance = 8;
inline constexpr std::size_t kUniqueID = 12;
inline constexpr std::size_t kNameOffset = 16;
inline constexpr std::size_t kNameLength = 20;
inline constexpr std::size_t kSize = 24;
}  // namespace instance_definition

namespace counter_block {  // PERF_COUNTER_BLOCK
inline constexpr std::size_t kByteLength = 0;
inline constexpr std::size_t kSize = 4;
}  // namespace counter_block

// The smallest possible instance: a definition without a name, a counter block without data.
inline constexpr std::size_t kLeastInstance = instance_definition::kSize + counter_block::kSize;

inline constexpr std::size_t kAlignment = 8;  // all stored lengths are multiples of it

}  // namespace openperflib::layout
