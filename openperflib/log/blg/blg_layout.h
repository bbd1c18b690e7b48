// The members of the structures of a binary performance log (BLG): their names for people and their
// offsets in bytes. An Error about a log refers to these.
//
// Source: docs/formats/blg.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "openperflib/base/error.h"

namespace openperflib::blg {

// One stored number, as an Error names it.
struct Member {
  Field field;
  std::size_t offset;  // from the start of its structure
};

// Events, entries of the catalog and lists of the closing index begin at multiples of it.
inline constexpr std::size_t kAlignment = 8;

// Returns a size with the padding after it, up to where the next of them may begin.
[[nodiscard]] constexpr std::size_t padded(std::size_t size) noexcept {
  return (size + kAlignment - 1) / kAlignment * kAlignment;
}

// columns aligned by hand: clang-format off

// The file is a sequence of equal buffers, as the event tracing of Windows writes them.
namespace buffer {
inline constexpr Member kSize{{"blg buffer", "BufferSize"}, 0x00};                // u32
inline constexpr Member kSavedOffset{{"blg buffer", "SavedOffset"}, 0x04};        // u32
inline constexpr Member kCurrentOffset{{"blg buffer", "CurrentOffset"}, 0x08};    // u32
inline constexpr Member kReferenceCount{{"blg buffer", "ReferenceCount"}, 0x0C};  // u32
inline constexpr Member kFlushTime{{"blg buffer", "TimeStamp"}, 0x10};            // i64, UTC
inline constexpr Member kSequence{{"blg buffer", "SequenceNumber"}, 0x18};        // i64; not of 5.2
inline constexpr Member kClock{{"blg buffer", "Clock"}, 0x20};                    // u64
inline constexpr Member kClientContext{{"blg buffer", "ClientContext"}, 0x28};    // u32
inline constexpr Member kState{{"blg buffer", "State"}, 0x2C};                    // u32
inline constexpr Member kBytesUsed{{"blg buffer", "BytesUsed"}, 0x30};            // u32
inline constexpr Member kFlags{{"blg buffer", "BufferFlag"}, 0x34};               // u16
inline constexpr Member kType{{"blg buffer", "BufferType"}, 0x36};                // u16
inline constexpr std::size_t kHeaderSize = 0x48;
inline constexpr std::uint16_t kFirstOrLast = 0x01;  // of kFlags
inline constexpr std::uint16_t kDataOfWindows8 = 0x20;
inline constexpr std::uint16_t kHeaderBuffer = 4;  // of kType; 1 on Windows 5.2
inline constexpr std::byte kTail{0xFF};            // after the bytes used
// The accepted sizes: event tracing counts them in KiB.
inline constexpr std::uint32_t kLeastSize = 1U << 10;
inline constexpr std::uint32_t kMostSize = 1U << 24;
}  // namespace buffer

// The one record of buffer 0: a system trace header and a TRACE_LOGFILE_HEADER.
namespace file_header {
inline constexpr Member kVersion{{"blg file header", "Version"}, 0x00};        // u16
inline constexpr Member kHeaderType{{"blg file header", "HeaderType"}, 0x02};  // u8
inline constexpr Member kMarker{{"blg file header", "Marker"}, 0x03};          // u8: 0xC0
inline constexpr Member kSize{{"blg file header", "Size"}, 0x04};              // u16
inline constexpr Member kThread{{"blg file header", "ThreadId"}, 0x08};        // u32
inline constexpr Member kProcess{{"blg file header", "ProcessId"}, 0x0C};      // u32
inline constexpr Member kTime{{"blg file header", "SystemTime"}, 0x10};        // i64, UTC
inline constexpr std::uint8_t kWriter32Bit = 1;                                // of kHeaderType
inline constexpr std::uint8_t kWriter64Bit = 2;
inline constexpr std::uint8_t kMarkerValue = 0xC0;
inline constexpr std::uint16_t kVersionOfServer2003 = 1;  // whose buffers have no sequence number

// From here on, offsets in TRACE_LOGFILE_HEADER, which follows the 32 bytes above.
inline constexpr std::size_t kLogFile = 32;
// The place of TRACE_LOGFILE_HEADER in the file.
inline constexpr std::uint64_t kLogFileAt = buffer::kHeaderSize + kLogFile;
inline constexpr Member kBufferSize{{"TRACE_LOGFILE_HEADER", "BufferSize"}, 0};           // u32
inline constexpr Member kOsVersion{{"TRACE_LOGFILE_HEADER", "Version"}, 4};               // 4 x u8
inline constexpr Member kOsBuild{{"TRACE_LOGFILE_HEADER", "ProviderVersion"}, 8};         // u32
inline constexpr Member kProcessors{{"TRACE_LOGFILE_HEADER", "NumberOfProcessors"}, 12};  // u32
inline constexpr Member kEndTime{{"TRACE_LOGFILE_HEADER", "EndTime"}, 16};  // i64, UTC
inline constexpr Member kTimerResolution{{"TRACE_LOGFILE_HEADER", "TimerResolution"}, 24};  // u32
inline constexpr Member kMaximumFileSize{{"TRACE_LOGFILE_HEADER", "MaximumFileSize"},
                                         28};                                       // u32, MiB
inline constexpr Member kLogFileMode{{"TRACE_LOGFILE_HEADER", "LogFileMode"}, 32};  // u32
inline constexpr Member kBuffersWritten{{"TRACE_LOGFILE_HEADER", "BuffersWritten"}, 36};  // u32
inline constexpr Member kStartBuffers{{"TRACE_LOGFILE_HEADER", "StartBuffers"}, 40};      // u32
inline constexpr Member kPointerSize{{"TRACE_LOGFILE_HEADER", "PointerSize"}, 44};  // u32: 4, 8
inline constexpr Member kEventsLost{{"TRACE_LOGFILE_HEADER", "EventsLost"}, 48};    // u32
inline constexpr Member kCpuSpeed{{"TRACE_LOGFILE_HEADER", "CpuSpeedInMHz"}, 52};   // u32
inline constexpr Member kPointers{{"TRACE_LOGFILE_HEADER", "LoggerName"}, 56};      // 2 pointers
// Offsets after the two pointers, for pointers of 4 bytes; with 8 bytes they are larger.
inline constexpr Member kTimeZone{{"TRACE_LOGFILE_HEADER", "TimeZone"}, 64};             // + 8
inline constexpr Member kBootTime{{"TRACE_LOGFILE_HEADER", "BootTime"}, 240};            // i64; + 8
inline constexpr Member kPerfFreq{{"TRACE_LOGFILE_HEADER", "PerfFreq"}, 248};            // i64; + 8
inline constexpr Member kStartTime{{"TRACE_LOGFILE_HEADER", "StartTime"}, 256};          // i64; + 8
inline constexpr Member kReservedFlags{{"TRACE_LOGFILE_HEADER", "ReservedFlags"}, 264};  // u32; + 8
inline constexpr Member kBuffersLost{{"TRACE_LOGFILE_HEADER", "BuffersLost"}, 268};      // u32; + 8
inline constexpr Member kNames{{"TRACE_LOGFILE_HEADER", "LogFileName"}, 272};  // 2 texts; + 8
inline constexpr std::size_t kLater64Bit = 8;
inline constexpr std::uint32_t kPointers32Bit = 4;  // of kPointerSize
inline constexpr std::uint32_t kPointers64Bit = 8;
inline constexpr std::uint32_t kSequential = 0x1;     // of kLogFileMode
inline constexpr std::uint32_t kCircular = 0x2;       // the same
inline constexpr std::uint32_t kSystemTimeClock = 2;  // of kReservedFlags

// TIME_ZONE_INFORMATION.
inline constexpr std::size_t kBias = 0;            // i32, minutes
inline constexpr std::size_t kStandardName = 4;    // WCHAR[32]
inline constexpr std::size_t kStandardDate = 68;   // SYSTEMTIME
inline constexpr std::size_t kStandardBias = 84;   // i32
inline constexpr std::size_t kDaylightName = 88;   // WCHAR[32]
inline constexpr std::size_t kDaylightDate = 152;  // SYSTEMTIME
inline constexpr std::size_t kDaylightBias = 168;  // i32
inline constexpr std::size_t kZoneNameBytes = 64;
inline constexpr std::size_t kTimeZoneSize = 172;
}  // namespace file_header

// An event: a head and a body, or a part of one.
namespace event {
inline constexpr Member kSize{{"blg event", "Size"}, 0};              // u16, without padding
inline constexpr Member kHeaderType{{"blg event", "HeaderType"}, 2};  // u8
inline constexpr Member kMarker{{"blg event", "Marker"}, 3};          // u8: 0xC0
inline constexpr Member kKind{{"blg event", "Kind"}, 4};              // u8
inline constexpr Member kLevel{{"blg event", "Level"}, 5};            // u8: 0
inline constexpr Member kVersion{{"blg event", "Version"}, 6};        // u16: 0x3C
inline constexpr Member kThread{{"blg event", "ThreadId"}, 8};        // u32
inline constexpr Member kProcess{{"blg event", "ProcessId"}, 12};     // u32
inline constexpr Member kTime{{"blg event", "TimeStamp"}, 16};        // i64, local FILETIME
inline constexpr Member kSignature{{"blg event", "Guid"}, 24};        // that of PDH logs
inline constexpr Member kWords{{"blg event", "ProcessorTime"}, 40};   // 2 x u32
inline constexpr Member kLogGuid{{"blg event", "LogGuid"}, 48};       // identifies the log
inline constexpr Member kPart{{"blg event", "PartNumber"}, 64};       // u32, from 1
inline constexpr Member kParts{{"blg event", "PartCount"}, 68};       // u32
inline constexpr std::size_t kHeadSize = 72;
inline constexpr std::uint8_t kWriter32Bit = 0x0A;  // of kHeaderType
inline constexpr std::uint8_t kWriter64Bit = 0x14;
inline constexpr std::uint8_t kMarkerValue = 0xC0;
inline constexpr std::uint16_t kVersionValue = 0x3C;
inline constexpr std::uint32_t kWordsOfWindows8 = 0x001A0200;  // the second of kWords
// {933f3bb3-943e-490d-9ced-3cbb14c14479}
inline constexpr std::array<std::uint8_t, 16> kPdhGuid = {
    0xB3, 0x3B, 0x3F, 0x93, 0x3E, 0x94, 0x0D, 0x49, 0x9C, 0xED, 0x3C, 0xBB, 0x14, 0xC1, 0x44, 0x79};
}  // namespace event

namespace catalog {
inline constexpr Member kVersion{{"blg catalog", "Version"}, 0};  // u32
inline constexpr Member kLogType{{"blg catalog", "LogType"}, 4};  // u32
inline constexpr std::size_t kHeadSize = 8;
inline constexpr std::uint32_t kVersionValue = 0x6FF;
inline constexpr std::uint32_t kLogTypeValue = 0x0002'0008;  // write access, PDH_LOG_TYPE_BINARY
}  // namespace catalog

namespace catalog_entry {
inline constexpr Member kSize{{"blg catalog entry", "Size"}, 0};                   // u32
inline constexpr Member kFlags{{"blg catalog entry", "Flags"}, 4};                 // u32
inline constexpr Member kUser{{"blg catalog entry", "UserData"}, 8};               // u32
inline constexpr Member kType{{"blg catalog entry", "CounterType"}, 12};           // u32
inline constexpr Member kTimeBase{{"blg catalog entry", "TimeBase"}, 16};          // i64
inline constexpr Member kDefaultScale{{"blg catalog entry", "DefaultScale"}, 24};  // i32
inline constexpr Member kMachine{{"blg catalog entry", "MachineName"}, 28};  // u32, as the next
inline constexpr Member kObject{{"blg catalog entry", "ObjectName"}, 32};
inline constexpr Member kInstance{{"blg catalog entry", "InstanceName"}, 36};
inline constexpr Member kParent{{"blg catalog entry", "ParentInstance"}, 40};
inline constexpr Member kInstanceIndex{{"blg catalog entry", "InstanceIndex"}, 44};  // u32
inline constexpr Member kCounter{{"blg catalog entry", "CounterName"}, 48};
inline constexpr std::size_t kStrings = 52;  // where offsets of texts count from
inline constexpr std::uint32_t kNoText = 0xFFFFFFFF;
inline constexpr std::uint32_t kWildcard = 0x01;  // of kFlags
inline constexpr std::uint32_t kWholeObject = 0x10;
inline constexpr std::uint32_t kFromRelog = 0x2000'0000;
}  // namespace catalog_entry

// A record of a data message. The outer one, of form 0, contains the others.
namespace record {
inline constexpr Member kMagic{{"blg record", "Magic"}, 0};    // 'B', 'L', 3
inline constexpr Member kForm{{"blg record", "Form"}, 3};      // u8
inline constexpr Member kLength{{"blg record", "Length"}, 4};  // u32, with this head
inline constexpr std::size_t kHeadSize = 8;
inline constexpr std::uint32_t kMagicValue = 0x03'4C42;  // of the low three bytes
}  // namespace record

// Form 1: PDH_RAW_COUNTER in its 64-bit layout, after the head of its record.
namespace single {
inline constexpr Member kStatus{{"blg counter record", "CStatus"}, 0};       // u32
inline constexpr Member kTimeStamp{{"blg counter record", "TimeStamp"}, 4};  // i64, local
inline constexpr Member kFirst{{"blg counter record", "FirstValue"}, 16};    // i64
inline constexpr Member kSecond{{"blg counter record", "SecondValue"}, 24};  // i64
inline constexpr Member kMulti{{"blg counter record", "MultiCount"}, 32};    // u32
inline constexpr std::size_t kSize = 40;
}  // namespace single

// Form 2: all instances of a counter, after the head of its record.
namespace multi {
inline constexpr Member kLength{{"blg instances record", "Length"}, 0};         // u32
inline constexpr Member kCount{{"blg instances record", "ItemCount"}, 4};       // u32
inline constexpr Member kStatus{{"blg instances record", "CStatus"}, 8};        // u32
inline constexpr Member kTimeStamp{{"blg instances record", "TimeStamp"}, 16};  // i64, local
inline constexpr std::size_t kItems = 24;
inline constexpr Member kItemName{{"blg instances record item", "Name"}, 0};  // u32, from kLength
inline constexpr Member kItemMulti{{"blg instances record item", "MultiCount"}, 4};     // u32
inline constexpr Member kItemFirst{{"blg instances record item", "FirstValue"}, 8};     // i64
inline constexpr Member kItemSecond{{"blg instances record item", "SecondValue"}, 16};  // i64
inline constexpr std::size_t kItemSize = 24;
}  // namespace multi

namespace name_table {
inline constexpr Member kMachine{{"blg name table", "Machine"}, 0};
inline constexpr Member kIndex{{"blg name table", "Index"}, 0};  // at any place
inline constexpr Member kName{{"blg name table", "Name"}, 0};
}  // namespace name_table

namespace closing_index {
inline constexpr Member kFirstTime{{"blg closing index", "FirstTime"}, 0};   // i64, local
inline constexpr Member kLastTime{{"blg closing index", "LastTime"}, 8};     // i64
inline constexpr Member kSamples{{"blg closing index", "SampleCount"}, 16};  // u32
inline constexpr Member kEntries{{"blg closing index", "EntryCount"}, 20};   // u32
inline constexpr Member kLength{{"blg closing index", "Length"}, 24};        // u32, of the body
inline constexpr Member kVersion{{"blg closing index", "Version"}, 28};      // u32
inline constexpr std::size_t kHeadSize = 32;
inline constexpr std::uint32_t kVersionValue = 0x5FF;
inline constexpr Member kInstances{{"blg closing index entry", "InstanceCount"},
                                   0};                                              // i32; -1: none
inline constexpr Member kCounters{{"blg closing index entry", "CounterCount"}, 4};  // u32
inline constexpr Member kInstanceName{{"blg closing index entry", "InstanceName"},
                                      0};  // in its item
inline constexpr std::size_t kCounterLists = 8;
inline constexpr std::size_t kBytesACounter = 20;  // title index, type, time base, scale
inline constexpr std::size_t kInstanceSize = 16;
}  // namespace closing_index

// clang-format on

}  // namespace openperflib::blg
