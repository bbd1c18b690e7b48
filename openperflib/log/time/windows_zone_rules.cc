#include "openperflib/log/time/windows_zone_rules.h"

#include <algorithm>
#include <array>

namespace openperflib {
namespace {

enum class Family : std::uint8_t { north_america, european_union };

struct RuledZone {
  std::string_view stem;  // what stands before " Standard Time" and " Daylight Time"
  Family family;
  int bias_minutes;    // of standard time
  std::uint16_t hour;  // of its clock, when daylight time begins
};
constexpr auto kRuledZones = std::to_array<RuledZone>({
    {"Alaskan", Family::north_america, 540, 2},
    {"Pacific", Family::north_america, 480, 2},
    {"Mountain", Family::north_america, 420, 2},
    {"Central", Family::north_america, 360, 2},
    {"Eastern", Family::north_america, 300, 2},
    {"Atlantic", Family::north_america, 240, 2},
    {"GMT", Family::european_union, 0, 1},
    {"W. Europe", Family::european_union, -60, 2},
    {"Central Europe", Family::european_union, -60, 2},
    {"Central European", Family::european_union, -60, 2},
    {"Romance", Family::european_union, -60, 2},
    {"FLE", Family::european_union, -120, 3},
    {"GTB", Family::european_union, -120, 3},
});

// A Sunday of a month each year, at an hour of the clock before it.
constexpr SystemTime sunday(std::uint16_t month, std::uint16_t which, std::uint16_t hour) {
  SystemTime time;
  time.month = month;
  time.day = which;
  time.hour = hour;
  return time;
}
constexpr std::uint16_t kLast = 5;

std::optional<TimeZoneRules> rules_of(const RuledZone& zone, std::uint16_t year) noexcept {
  TimeZoneRules rules;
  rules.bias_minutes = zone.bias_minutes;
  rules.daylight.bias_minutes = -kDaylightMinutes;
  const auto end_hour = static_cast<std::uint16_t>(zone.hour + 1);  // on the clock of daylight time
  if (zone.family == Family::european_union) {
    if (year < 1996) return std::nullopt;
    rules.daylight.begins = sunday(3, kLast, zone.hour);
    rules.standard.begins = sunday(10, kLast, end_hour);
  } else if (year >= 2007) {
    rules.daylight.begins = sunday(3, 2, zone.hour);
    rules.standard.begins = sunday(11, 1, zone.hour);
  } else if (year >= 1987) {
    rules.daylight.begins = sunday(4, 1, zone.hour);
    rules.standard.begins = sunday(10, kLast, zone.hour);
  } else {
    return std::nullopt;
  }
  return rules;
}

}  // namespace

std::optional<TimeZoneRules> rules_of_windows_zone(std::string_view name,
                                                   std::uint16_t year) noexcept {
  for (const std::string_view tail : {" Standard Time", " Daylight Time"}) {
    if (!name.ends_with(tail)) continue;
    const auto zone =
        std::ranges::find(kRuledZones, name.substr(0, name.size() - tail.size()), &RuledZone::stem);
    if (zone != kRuledZones.end()) return rules_of(*zone, year);
  }
  return std::nullopt;
}

}  // namespace openperflib
