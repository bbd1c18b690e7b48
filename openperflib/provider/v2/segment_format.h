// The places of the fields of a segment: the memory by which a process publishes one counter set.
// The document is docs/formats/segment.md: a picture, who writes what, and the memory order.
#pragma once

#include <cstddef>
#include <cstdint>

namespace openperflib::segment {

inline constexpr std::uint32_t kVersion = 1;
inline constexpr std::uint32_t kMagic = 0x534C'504F;  // "OPLS"
inline constexpr std::size_t kCacheLine = 64;

// The header. All but the two words at the end is written before anybody else sees the memory.
namespace header {
inline constexpr std::size_t kVersion = 0;
inline constexpr std::size_t kMagic = 4;
inline constexpr std::size_t kTotalSize = 8;
inline constexpr std::size_t kSet = 16;
inline constexpr std::size_t kProvider = 32;
inline constexpr std::size_t kInstanceType = 48;
inline constexpr std::size_t kCounterCount = 52;
inline constexpr std::size_t kSlotCount = 56;
inline constexpr std::size_t kNameSize = 60;
inline constexpr std::size_t kSlotsOffset = 64;
inline constexpr std::size_t kSlotSize = 72;
inline constexpr std::size_t kTextsOffset = 76;
inline constexpr std::size_t kTextsSize = 80;
inline constexpr std::size_t kRequests = 84;
inline constexpr std::size_t kCellRows = 88;
inline constexpr std::size_t kUsedSlots = 128;  // atomic
inline constexpr std::size_t kWithdrawn = 132;  // atomic
inline constexpr std::size_t kLength = 192;
}  // namespace header

// What a reader must ask for before it reads the values: bits of kRequests.
inline constexpr std::uint32_t kHasCallback = 1;
inline constexpr std::uint32_t kIsCopied = 2;  // the values are copied when they are asked for

// A counter: PERF_COUNTER_REG_INFO.
namespace counter {
inline constexpr std::size_t kId = 0;
inline constexpr std::size_t kType = 4;
inline constexpr std::size_t kAttributes = 8;
inline constexpr std::size_t kDetailLevel = 16;
inline constexpr std::size_t kScale = 20;
inline constexpr std::size_t kBaseId = 24;
inline constexpr std::size_t kPerfTimeId = 28;
inline constexpr std::size_t kPerfFreqId = 32;
inline constexpr std::size_t kMultiId = 36;
inline constexpr std::size_t kAggregate = 40;
inline constexpr std::size_t kLength = 48;
}  // namespace counter

// A row of the table of texts: offset from the start of the table, size in bytes.
namespace text {
inline constexpr std::size_t kOffset = 0;
inline constexpr std::size_t kSize = 4;
inline constexpr std::size_t kLength = 8;
}  // namespace text
inline constexpr std::size_t kTextsOfSet = 3;  // name, help, name of the provider
inline constexpr std::size_t kTextsOfCounter = 2;

// A slot. From kBlock on it is a PERF_COUNTERSET_INSTANCE, which the provider may have a pointer
// to: the values follow its header, and the name follows them. In a set whose values are copied,
// words with a bit for each counter that has no value follow the name place.
namespace slot {
inline constexpr std::size_t kState = 0;
inline constexpr std::size_t kLife = 8;
inline constexpr std::size_t kBlock = 16;
inline constexpr std::size_t kBlockSet = 16;
inline constexpr std::size_t kBlockSize = 32;
inline constexpr std::size_t kInstanceId = 36;
inline constexpr std::size_t kNameOffset = 40;  // from kBlock
inline constexpr std::size_t kNameSize = 44;    // bytes, with the NUL
inline constexpr std::size_t kValues = 48;
inline constexpr std::size_t kValueLength = 8;
}  // namespace slot
// Returns how many words of 64 bits have a bit for each counter.
[[nodiscard]] constexpr std::size_t missing_words_of(std::size_t counters) noexcept {
  return counters / 64 + (counters % 64 != 0 ? 1 : 0);
}

inline constexpr std::uint32_t kMostCellRows = 64;  // that a reader adds up for each instance

inline constexpr std::uint32_t kFreeSlot = 0;  // state: odd while it changes, otherwise in use

}  // namespace openperflib::segment
