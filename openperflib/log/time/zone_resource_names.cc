#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "openperflib/log/time/zone_resource_names_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::string_view kResourcePrefix = "@tzres.dll,-";

// A zone has three consecutive texts: the display name, the summer name, the standard name.
struct NamedZone {
  std::uint32_t number;   // of the first of the three
  std::string_view stem;  // the text before " Standard Time" and " Daylight Time"
  std::string_view tail = {};
};

// The numbers of the names of zones, from published registries and listings of tzres.dll
// (MUI_Display, MUI_Dlt, MUI_Std).
constexpr auto kNamedZones = std::to_array<NamedZone>({
    {10, "Azores"},
    {20, "Cape Verde"},
    {30, "Mid-Atlantic"},
    {40, "E. South America"},
    {50, "Greenland"},
    {60, "SA Eastern"},
    {70, "Newfoundland"},
    {80, "Atlantic"},
    {90, "Pacific SA"},
    {100, "SA Western"},
    {103, "Central Brazilian"},
    {110, "Eastern"},
    {120, "SA Pacific"},
    {130, "US Eastern"},
    {140, "Canada Central"},
    {150, "Central America"},
    {160, "Central"},
    {170, "Central", " (Mexico)"},
    {180, "Mountain", " (Mexico)"},
    {190, "Mountain"},
    {200, "US Mountain"},
    {210, "Pacific"},
    {213, "Pacific", " (Mexico)"},
    {220, "Alaskan"},
    {230, "Hawaiian"},
    {240, "Samoa"},
    {250, "Dateline"},
    {260, "GMT"},
    {270, "Greenwich"},
    {280, "Central Europe"},
    {290, "Central European"},
    {300, "Romance"},
    {310, "W. Central Africa"},
    {320, "W. Europe"},
    {330, "E. Europe"},
    {333, "Jordan"},
    {340, "Egypt"},
    {350, "FLE"},
    {360, "GTB"},
    {363, "Middle East"},
    {370, "Jerusalem"},
    {380, "South Africa"},
    {383, "Namibia"},
    {390, "Arab"},
    {400, "Arabic"},
    {410, "E. Africa"},
    {420, "Russian"},
    {430, "Iran"},
    {433, "Georgian"},
    {440, "Arabian"},
    {447, "Azerbaijan"},
    {450, "Caucasus"},
    {460, "Afghanistan"},
    {470, "Ekaterinburg"},
    {480, "West Asia"},
    {490, "India"},
    {500, "Nepal"},
    {510, "Central Asia"},
    {520, "N. Central Asia"},
    {530, "Sri Lanka"},
    {540, "Myanmar"},
    {550, "North Asia"},
    {560, "SE Asia"},
    {570, "China"},
    {580, "North Asia East"},
    {590, "Malay Peninsula"},
    {600, "Taipei"},
    {610, "W. Australia"},
    {620, "Korea"},
    {630, "Tokyo"},
    {640, "Yakutsk"},
    {650, "AUS Central"},
    {660, "Cen. Australia"},
    {670, "AUS Eastern"},
    {680, "E. Australia"},
    {690, "Tasmania"},
    {700, "Vladivostok"},
    {710, "West Pacific"},
    {720, "Central Pacific"},
    {730, "Fiji"},
    {740, "New Zealand"},
    {750, "Tonga"},
    {770, "Montevideo"},
    {790, "SA Western"},
    {810, "Venezuela"},
    {830, "SA Eastern"},
    {840, "Argentina"},
    {870, "Pakistan"},
    {890, "Morocco"},
    {910, "Mauritius"},
    {960, "Paraguay"},
    {980, "Kamchatka"},
    {1020, "Bangladesh"},
    {1040, "Ulaanbaatar"},
    {1060, "North Pacific"},
    {1410, "Syria"},
    {1470, "Magadan"},
    {1500, "Turkey"},
    {1600, "Kaliningrad"},
    {1660, "Bahia"},
    {1720, "Libya"},
    {1800, "Line Islands"},
    {1820, "Russia TZ 1"},
    {1830, "Russia TZ 2"},
    {1840, "Russia TZ 4"},
    {1850, "Russia TZ 5"},
    {1860, "Russia TZ 6"},
    {1870, "Russia TZ 7"},
    {1880, "Russia TZ 8"},
    {1890, "Russia TZ 3"},
    {1910, "Russia TZ 10"},
    {1930, "Russia TZ 11"},
    {1950, "Russia TZ 9"},
    {1970, "Belarus"},
    {2000, "Cabo Verde"},
    {2040, "Eastern", " (Mexico)"},
    {2060, "North Korea"},
    {2140, "Transbaikal"},
    {2160, "Altai"},
    {2180, "Astrakhan"},
    {2320, "Sakhalin"},
    {2340, "Haiti"},
    {2370, "Easter Island"},
    {2390, "Aleutian"},
    {2410, "Marquesas"},
    {2430, "Cuba"},
    {2450, "Saint Pierre"},
    {2470, "West Bank Gaza"},
    {2490, "Aus Central W."},
    {2510, "Lord Howe"},
    {2530, "Chatham Islands"},
    {2550, "W. Mongolia"},
    {2570, "Turks and Caicos"},
    {2590, "Tocantins"},
    {2610, "Bougainville"},
    {2630, "Norfolk"},
    {2750, "Tomsk"},
    {2770, "Omsk"},
    {2790, "Novosibirsk"},
    {2840, "Saratov"},
    {2870, "Magallanes"},
    {2890, "Sudan"},
    {2940, "Sao Tome"},
    {2990, "Volgograd"},
    {3050, "Qyzylorda"},
    {3080, "Yukon"},
    {3140, "South Sudan"},
});
static_assert(std::ranges::is_sorted(kNamedZones, {}, &NamedZone::number));

constexpr std::uint32_t kSummer = 1, kStandard = 2;  // added to the number of the zone
constexpr std::uint32_t kUtc = 930;
constexpr std::uint32_t kWestOfUtc = 1150, kWestHours = 12;  // UTC-01 to UTC-12, ten numbers each
constexpr std::uint32_t kEastOfUtc = 1270, kEastHours = 13;

// The names that contain an offset and are the same in summer.
std::optional<std::string> offset_name_of_resource(std::uint32_t number) {
  if (number == kUtc + kSummer || number == kUtc + kStandard) return "Coordinated Universal Time";
  const std::uint32_t place = number % 10;
  if (place != kSummer && place != kStandard) return std::nullopt;
  if (number >= kWestOfUtc && number < kWestOfUtc + 10 * kWestHours) {
    return fmt::format("UTC-{:02}", (number - kWestOfUtc) / 10 + 1);
  }
  if (number >= kEastOfUtc && number < kEastOfUtc + 10 * kEastHours) {
    return fmt::format("UTC+{:02}", (number - kEastOfUtc) / 10 + 1);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> zone_name_of_resource(std::string_view text) {
  const std::string lower = folded(text);
  if (!lower.starts_with(kResourcePrefix)) return std::nullopt;
  std::uint32_t number = 0;
  const char* const end = lower.data() + lower.size();
  const auto [stop, error] = std::from_chars(lower.data() + kResourcePrefix.size(), end, number);
  if (error != std::errc{} || stop != end) return std::nullopt;
  if (const auto offset = offset_name_of_resource(number)) return offset;
  const auto next = std::ranges::upper_bound(kNamedZones, number, {}, &NamedZone::number);
  if (next == kNamedZones.begin()) return std::nullopt;
  const NamedZone& zone = *std::prev(next);
  if (number == zone.number + kSummer)
    return fmt::format("{} Daylight Time{}", zone.stem, zone.tail);
  if (number == zone.number + kStandard) {
    return fmt::format("{} Standard Time{}", zone.stem, zone.tail);
  }
  return std::nullopt;
}

}  // namespace openperflib
