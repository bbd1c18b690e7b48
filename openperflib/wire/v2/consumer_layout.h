// Offsets and sizes, in bytes, of the members of the structures that consumers of counter sets
// exchange, under the members' own names. Source: docs/formats/counter_set_blocks.md.
#pragma once

#include <cstddef>
#include <cstdint>

namespace openperflib::layout {

namespace perf_data_header {  // PERF_DATA_HEADER
inline constexpr std::size_t kTotalSize = 0;
inline constexpr std::size_t kNumCounters = 4;
inline constexpr std::size_t kPerfTimeStamp = 8;
inline constexpr std::size_t kPerfTime100NSec = 16;
inline constexpr std::size_t kPerfFreq = 24;
inline constexpr std::size_t kSystemTime = 32;
inline constexpr std::size_t kSize = 48;
}  // namespace perf_data_header

namespace counter_header {  // PERF_COUNTER_HEADER
inline constexpr std::size_t kStatus = 0;
inline constexpr std::size_t kType = 4;
inline constexpr std::size_t kStoredSize = 8;
inline constexpr std::size_t kSize = 16;
}  // namespace counter_header

namespace multi_counters {  // PERF_MULTI_COUNTERS
inline constexpr std::size_t kStoredSize = 0;
inline constexpr std::size_t kCounters = 4;
inline constexpr std::size_t kSize = 8;
}  // namespace multi_counters

namespace multi_instances {  // PERF_MULTI_INSTANCES
inline constexpr std::size_t kTotalSize = 0;
inline constexpr std::size_t kInstances = 4;
inline constexpr std::size_t kSize = 8;
}  // namespace multi_instances

namespace instance_header {  // PERF_INSTANCE_HEADER
inline constexpr std::size_t kStoredSize = 0;
inline constexpr std::size_t kInstanceId = 4;
inline constexpr std::size_t kSize = 8;
}  // namespace instance_header

namespace counter_data {  // PERF_COUNTER_DATA
inline constexpr std::size_t kDataSize = 0;
inline constexpr std::size_t kStoredSize = 4;
inline constexpr std::size_t kSize = 8;
inline constexpr std::size_t kWritten = 16;  // what we write for each value, a missing one included
}  // namespace counter_data

namespace counter_identifier {  // PERF_COUNTER_IDENTIFIER
inline constexpr std::size_t kCounterSetGuid = 0;
inline constexpr std::size_t kStatus = 16;
inline constexpr std::size_t kStoredSize = 20;
inline constexpr std::size_t kCounterId = 24;
inline constexpr std::size_t kInstanceId = 28;
inline constexpr std::size_t kIndex = 32;
inline constexpr std::size_t kSize = 40;
}  // namespace counter_identifier

namespace counter_set_reg_info {  // PERF_COUNTERSET_REG_INFO
inline constexpr std::size_t kCounterSetGuid = 0;
inline constexpr std::size_t kDetailLevel = 20;
inline constexpr std::size_t kNumCounters = 24;
inline constexpr std::size_t kInstanceType = 28;
inline constexpr std::size_t kSize = 32;
}  // namespace counter_set_reg_info

namespace counter_reg_info {  // PERF_COUNTER_REG_INFO
inline constexpr std::size_t kCounterId = 0;
inline constexpr std::size_t kType = 4;
inline constexpr std::size_t kAttrib = 8;
inline constexpr std::size_t kDetailLevel = 16;
inline constexpr std::size_t kDefaultScale = 20;
inline constexpr std::size_t kBaseCounterId = 24;
inline constexpr std::size_t kPerfTimeId = 28;
inline constexpr std::size_t kPerfFreqId = 32;
inline constexpr std::size_t kMultiId = 36;
inline constexpr std::size_t kAggregateFunc = 40;
inline constexpr std::size_t kSize = 48;
}  // namespace counter_reg_info

namespace string_buffer {  // PERF_STRING_BUFFER_HEADER, then PERF_STRING_COUNTER_HEADER
inline constexpr std::size_t kStoredSize = 0;
inline constexpr std::size_t kCounters = 4;
inline constexpr std::size_t kSize = 8;
inline constexpr std::size_t kRowSize = 8;
inline constexpr std::size_t kRowCounterId = 0;
inline constexpr std::size_t kRowOffset = 4;
inline constexpr std::uint32_t kNoText = 0xFFFF'FFFF;
}  // namespace string_buffer

}  // namespace openperflib::layout
