#include "openperflib/log/time/windows_zone_rules.h"

#include <algorithm>
#include <array>

#include "openperflib/base/checked.h"
#include "openperflib/log/time/clock_ticks_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using Days = WindowsZone::Days;

// A zone without daylight time.
constexpr WindowsZone without_daylight(std::string_view stem, int bias, std::uint16_t since) {
  return {stem, Days::never, bias, 0, 0, since};
}
// North America: both changes at two o'clock.
constexpr WindowsZone american(std::string_view stem, int bias, std::uint16_t since) {
  return {stem, Days::north_america, bias, 2 * 60, 2 * 60, since};
}
// The European Union changes at one instant: `begins_at` is one o'clock UTC on the zone's clock.
constexpr WindowsZone european(std::string_view stem, int bias, std::uint16_t since) {
  const auto begins_at = static_cast<std::uint16_t>(60 - bias);
  return {stem, Days::european_union, bias, begins_at, static_cast<std::uint16_t>(begins_at + 60),
          since};
}
constexpr WindowsZone australian(std::string_view stem, int bias, std::uint16_t since) {
  return {stem, Days::australia, bias, 2 * 60, 3 * 60, since};
}

// Zones that changed their rules in the meantime have the year of the last change; those whose
// changes follow no weekday of a month (Iran, Israel, Morocco), and those that shift by another
// time than an hour (Lord Howe), are left out.
constexpr auto kWindowsZones = std::to_array<WindowsZone>({
    american("Aleutian", 600, 1987),
    american("Alaskan", 540, 1987),
    american("Pacific", 480, 1987),
    american("Mountain", 420, 1987),
    american("Central", 360, 1987),
    american("Eastern", 300, 1987),
    american("US Eastern", 300, 2006),
    american("Haiti", 300, 2017),
    american("Turks and Caicos", 300, 2019),
    {"Cuba", Days::north_america, 300, 0, 60, 2013, true},
    american("Atlantic", 240, 1987),
    american("Newfoundland", 210, 2012),
    american("Saint Pierre", 180, 1987),

    european("Azores", 60, 1996),
    european("GMT", 0, 1996),
    european("W. Europe", -60, 1996),
    european("Central Europe", -60, 1996),
    european("Central European", -60, 1996),
    european("Romance", -60, 1996),
    european("FLE", -120, 1997),
    european("GTB", -120, 1997),
    {"E. Europe", Days::european_union, -120, 2 * 60, 3 * 60, 1997, true},
    {"Middle East", Days::european_union, -120, 0, 0, 1999, true},

    australian("Cen. Australia", -570, 2008),
    australian("AUS Eastern", -600, 2008),
    australian("Tasmania", -600, 2008),
    australian("Norfolk", -660, 2020),
    {"New Zealand", Days::new_zealand, -720, 2 * 60, 3 * 60, 2008},
    {"Chatham Islands", Days::new_zealand, -765, 2 * 60 + 45, 3 * 60 + 45, 2008},

    without_daylight("Coordinated Universal Time", 0, 1601),
    without_daylight("Dateline", 720, 1996),
    without_daylight("Hawaiian", 600, 1996),
    without_daylight("Marquesas", 570, 1996),
    without_daylight("US Mountain", 420, 1996),
    without_daylight("Yukon", 420, 2021),
    without_daylight("Central America", 360, 2007),
    without_daylight("Canada Central", 360, 1996),
    without_daylight("SA Pacific", 300, 1996),
    without_daylight("Venezuela", 240, 2017),
    without_daylight("Central Brazilian", 240, 2020),
    without_daylight("SA Western", 240, 1996),
    without_daylight("Tocantins", 180, 2014),
    without_daylight("Bahia", 180, 2013),
    without_daylight("E. South America", 180, 2020),
    without_daylight("SA Eastern", 180, 1996),
    without_daylight("Argentina", 180, 2010),
    without_daylight("Montevideo", 180, 2016),
    without_daylight("Magallanes", 180, 2017),
    without_daylight("Cape Verde", 60, 1996),
    without_daylight("Cabo Verde", 60, 1996),
    without_daylight("Greenwich", 0, 1996),
    without_daylight("Sao Tome", 0, 2020),
    without_daylight("W. Central Africa", -60, 1996),
    without_daylight("Namibia", -120, 2018),
    without_daylight("South Africa", -120, 1996),
    without_daylight("Libya", -120, 2014),
    without_daylight("Sudan", -120, 2018),
    without_daylight("South Sudan", -120, 2022),
    without_daylight("Kaliningrad", -120, 2015),
    without_daylight("Jordan", -180, 2023),
    without_daylight("Syria", -180, 2023),
    without_daylight("Turkey", -180, 2017),
    without_daylight("Arab", -180, 1996),
    without_daylight("Arabic", -180, 2008),
    without_daylight("E. Africa", -180, 1996),
    without_daylight("Russian", -180, 2015),
    without_daylight("Belarus", -180, 2012),
    without_daylight("Volgograd", -180, 2021),
    without_daylight("Iran", -210, 2023),
    without_daylight("Arabian", -240, 1996),
    without_daylight("Azerbaijan", -240, 2016),
    without_daylight("Caucasus", -240, 2012),
    without_daylight("Georgian", -240, 2006),
    without_daylight("Mauritius", -240, 2010),
    without_daylight("Astrakhan", -240, 2017),
    without_daylight("Saratov", -240, 2017),
    without_daylight("Russia TZ 3", -240, 2012),
    without_daylight("Afghanistan", -270, 1996),
    without_daylight("West Asia", -300, 1996),
    without_daylight("Pakistan", -300, 2010),
    without_daylight("Ekaterinburg", -300, 2015),
    without_daylight("Qyzylorda", -300, 2019),
    without_daylight("India", -330, 1996),
    without_daylight("Sri Lanka", -330, 2007),
    without_daylight("Nepal", -345, 1996),
    without_daylight("Central Asia", -360, 2006),
    without_daylight("Bangladesh", -360, 2010),
    without_daylight("Omsk", -360, 2015),
    without_daylight("Myanmar", -390, 1996),
    without_daylight("SE Asia", -420, 1996),
    without_daylight("Altai", -420, 2017),
    without_daylight("Tomsk", -420, 2017),
    without_daylight("N. Central Asia", -420, 2017),
    without_daylight("North Asia", -420, 2015),
    without_daylight("W. Mongolia", -420, 2017),
    without_daylight("China", -480, 1996),
    without_daylight("Singapore", -480, 1996),
    without_daylight("Malay Peninsula", -480, 1996),
    without_daylight("Taipei", -480, 1996),
    without_daylight("W. Australia", -480, 2010),
    without_daylight("Ulaanbaatar", -480, 2017),
    without_daylight("North Asia East", -480, 2015),
    without_daylight("Aus Central W.", -525, 2010),
    without_daylight("Tokyo", -540, 1996),
    without_daylight("Korea", -540, 1996),
    without_daylight("North Korea", -540, 2019),
    without_daylight("Yakutsk", -540, 2015),
    without_daylight("Transbaikal", -540, 2017),
    without_daylight("AUS Central", -570, 1996),
    without_daylight("E. Australia", -600, 1996),
    without_daylight("West Pacific", -600, 1996),
    without_daylight("Vladivostok", -600, 2015),
    without_daylight("Central Pacific", -660, 1996),
    without_daylight("Bougainville", -660, 2015),
    without_daylight("Sakhalin", -660, 2017),
    without_daylight("Magadan", -660, 2017),
    without_daylight("Russia TZ 10", -660, 2015),
    without_daylight("Russia TZ 11", -720, 2012),
    without_daylight("Fiji", -720, 2022),
    without_daylight("Samoa", -780, 2022),
    without_daylight("Tonga", -780, 2018),
    without_daylight("Line Islands", -840, 1996),
});

// A Sunday of a month each year, at a minute of the clock before it; 5 is the last one.
struct Sunday {
  std::uint16_t month;
  std::uint16_t which;
};
constexpr std::uint16_t kLast = 5;

SystemTime yearly(Sunday day, std::uint16_t minute) {
  SystemTime time;
  time.month = day.month;
  time.day = day.which;
  time.hour = minute / 60;
  time.minute = minute % 60;
  return time;
}

constexpr std::uint16_t kAmericanEnergyAct = 2007;  // daylight time is longer from this year on

struct TwoSundays {
  Sunday begins;
  Sunday ends;
};

TwoSundays sundays_of(Days days, std::uint16_t year) noexcept {
  switch (days) {
    case Days::north_america:
      return year >= kAmericanEnergyAct ? TwoSundays{{3, 2}, {11, 1}}
                                        : TwoSundays{{4, 1}, {10, kLast}};
    case Days::australia:
      return {{10, 1}, {4, 1}};
    case Days::new_zealand:
      return {{9, kLast}, {4, 1}};
    case Days::european_union:
    case Days::never:
      break;
  }
  return {{3, kLast}, {10, kLast}};
}

// Whether the rules have that bias at a time, or in the second pass of an hour that comes twice.
bool may_have(const TimeZoneRules& rules, FileTime time_local, int bias) noexcept {
  if (rules.bias_at(time_local) == bias) return true;
  const auto later = checked_add(time_local, kDaylightMinutes * kTicksAMinute);
  return later.has_value() && rules.bias_at(time_local) == bias - kDaylightMinutes &&
         rules.bias_at(*later) == bias;
}

}  // namespace

std::optional<TimeZoneRules> WindowsZone::rules_in(std::uint16_t year) const noexcept {
  if (year < since_year) return std::nullopt;
  TimeZoneRules rules;
  rules.bias_minutes = bias_minutes;
  if (days == Days::never) return rules;
  const TwoSundays sundays = sundays_of(days, year);
  rules.daylight.bias_minutes = -kDaylightMinutes;
  rules.daylight.begins = yearly(sundays.begins, begins_at);
  rules.standard.begins = yearly(sundays.ends, ends_at);
  return rules;
}

// It is daylight time where the clock of daylight time shows a time of it, beyond the hour that its
// beginning skips.
int WindowsZone::bias_at(FileTime time_utc) const noexcept {
  const int daylight = bias_minutes - kDaylightMinutes;
  const auto shown = checked_sub(time_utc, daylight * kTicksAMinute);
  const auto before = checked_sub(time_utc, bias_minutes * kTicksAMinute);
  if (days == Days::never || !shown.has_value() || !before.has_value()) return bias_minutes;
  const auto rules = rules_in(system_time_from(*shown).year);
  const bool is_daylight = rules.has_value() && rules->bias_at(*shown) == daylight &&
                           rules->bias_at(*before) == daylight;
  return is_daylight ? daylight : bias_minutes;
}

const WindowsZone* find_windows_zone(std::string_view name) noexcept {
  for (const std::string_view tail : {" Standard Time", " Daylight Time", ""}) {
    if (name.size() < tail.size()) continue;
    const std::string_view stem = name.substr(0, name.size() - tail.size());
    if (!equal_ignoring_case(name.substr(stem.size()), tail)) continue;
    const auto zone = std::ranges::find_if(kWindowsZones, [&](const WindowsZone& one) {
      return equal_ignoring_case(one.stem, stem) && (!tail.empty() || one.stem.ends_with(" Time"));
    });
    if (zone != kWindowsZones.end()) return &*zone;
  }
  return nullptr;
}

const WindowsZone* zone_that_changes(FileTime from_local, int from_bias, FileTime to_local,
                                     int to_bias) noexcept {
  const std::uint16_t year = system_time_from(to_local).year;
  const auto zone = std::ranges::find_if(kWindowsZones, [&](const WindowsZone& one) {
    if (one.days == Days::never || one.is_exception) return false;
    const auto rules = one.rules_in(year);
    return rules.has_value() && rules->bias_at(from_local) == from_bias &&
           may_have(*rules, to_local, to_bias);
  });
  return zone == kWindowsZones.end() ? nullptr : &*zone;
}

std::optional<TimeZoneRules> rules_of_windows_zone(std::string_view name,
                                                   std::uint16_t year) noexcept {
  const WindowsZone* const zone = find_windows_zone(name);
  return zone == nullptr ? std::nullopt : zone->rules_in(year);
}

}  // namespace openperflib
