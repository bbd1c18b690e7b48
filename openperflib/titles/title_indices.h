// The title indices that a query must know by number: those whose values identify instances, and
// Collection Status.
#pragma once

#include <cstdint>

namespace openperflib::title {

inline constexpr std::uint32_t kProcess = 230;
inline constexpr std::uint32_t kThread = 232;       // its parents are processes
inline constexpr std::uint32_t kElapsedTime = 684;  // of both: the start, as FILETIME
inline constexpr std::uint32_t kIdProcess = 784;    // of Process: its pid
inline constexpr std::uint32_t kIdThread = 804;     // of Thread: its id

// Our own: own_index.csv.
inline constexpr std::uint32_t kProcessV2 = 100028;
inline constexpr std::uint32_t kProcessIdV2 = 100030;
inline constexpr std::uint32_t kCollectionStatus = 100174;
inline constexpr std::uint32_t kStatusObject = 100176;
inline constexpr std::uint32_t kStatusOrdinal = 100178;
inline constexpr std::uint32_t kStatusFirst = 100180;
inline constexpr std::uint32_t kStatusCount = 100182;
inline constexpr std::uint32_t kStatusCode = 100184;
inline constexpr std::uint32_t kStatusReason = 100198;  // Reason Code

}  // namespace openperflib::title
