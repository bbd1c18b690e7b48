// The rules of daylight time for zones that text logs name but do not describe.
//
// Source: the published rules of the United States and Canada (since 1987 and 2007) and of the
// European Union (since 1996).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "openperflib/log/time/time_zone_rules.h"

namespace openperflib {

// How far daylight time is ahead of standard time.
inline constexpr int kDaylightMinutes = 60;

// The rules of a zone by one of its two Windows names, "Eastern Standard Time" or "Eastern Daylight
// Time", in a year. nullopt for an unknown zone, and for years before these rules.
[[nodiscard]] std::optional<TimeZoneRules> rules_of_windows_zone(std::string_view name,
                                                                 std::uint16_t year) noexcept;

}  // namespace openperflib
