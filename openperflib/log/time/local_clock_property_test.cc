// Properties of clocks over every zone of the time zone database of this machine.
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "openperflib/log/time/clock_ticks_internal.h"
#include "openperflib/log/time/local_clock.h"
#include "openperflib/log/time/windows_zone_rules.h"
#include "openperflib/log/time/written_time.h"
#include "openperflib/testing/all_cases.h"
#include "openperflib/testing/time_zone_example.h"

namespace openperflib {
namespace {

constexpr FileTime kTicksAnHour = 60 * kTicksAMinute;
constexpr const char* kLocalName = "Ortszeit";

FileTime start_of(std::uint16_t year) {
  return file_time_from(SystemTime{year, 1, 0, 1, 0, 0, 0, 0}).value();
}

// An instant at which the bias of a zone changes.
struct Change {
  FileTime at = 0;
  int minutes = 0;  // that the clock goes back
};

std::vector<Change> changes_in(const ClockOfZone& clock, std::uint16_t from, std::uint16_t end) {
  std::vector<Change> changes;
  constexpr FileTime kStep = 3 * kTicksAnHour;
  for (FileTime time = start_of(from); time < start_of(end); time += kStep) {
    if (clock.bias_at(time) == clock.bias_at(time + kStep)) continue;
    FileTime at = time;
    while (clock.bias_at(at) == clock.bias_at(time)) at += kTicksAMinute;
    changes.push_back({at, clock.bias_at(at) - clock.bias_at(time)});
  }
  return changes;
}

// How a log was made: when it was sampled, in UTC.
struct Samples {
  std::vector<FileTime> instants;
  FileTime interval = 0;
  bool has_gap = false;
};

// About a week's worth of rows around an instant, sampled at an interval; with a gap of up to a
// day, which begins up to four hours before the instant.
Samples samples_around(FileTime instant, FileTime interval, bool has_gap, std::mt19937& random) {
  const auto draw = [&](FileTime least, FileTime most) {
    return std::uniform_int_distribution<FileTime>(least, most)(random);
  };
  Samples samples{.instants = {}, .interval = interval, .has_gap = has_gap};
  const FileTime before = std::max(5 * kTicksAnHour, 4 * interval);
  const FileTime gap_begins = has_gap ? instant - draw(0, 4 * kTicksAnHour) : instant + kTicksADay;
  const FileTime gap_ends =
      gap_begins + (draw(0, 1) == 0 ? draw(1, 5 * kTicksAnHour) : draw(1, kTicksADay));
  for (FileTime time = instant - before - draw(0, interval); time < instant + 2 * before;
       time += interval) {
    if (has_gap && time > gap_begins && time < gap_ends) continue;
    samples.instants.push_back(time);
  }
  return samples;
}

// What a clock makes of the times that a zone's clock showed.
struct Reading {
  std::string first_wrong;  // instant; empty: all are right
  bool is_certain = true;   // of all of them
};

Reading reading_of(LocalClock reader, const ClockOfZone& zone, const Samples& samples) {
  Reading reading;
  for (const FileTime instant : samples.instants) {
    const FileTime found = reader.to_utc(zone.shown_at(instant));
    reading.is_certain = reading.is_certain && reader.is_certain();
    if (found == instant || !reading.first_wrong.empty()) continue;
    reading.first_wrong = written_time(instant) + " UTC, read as " + written_time(found);
  }
  return reading;
}

// Whether the times show no gap, or one that looks like a change of daylight time, because the
// clock was changed by as much as the gap is longer than the interval, or because the gap is an
// hour long.
bool hides_its_gap(const ClockOfZone& zone, const Samples& samples) {
  for (std::size_t i = 1; i < samples.instants.size(); ++i) {
    const FileTime step = samples.instants[i] - samples.instants[i - 1];
    const FileTime shown =
        zone.shown_at(samples.instants[i]) - zone.shown_at(samples.instants[i - 1]);
    if (is_about(step, samples.interval)) continue;
    if (is_about(shown, samples.interval) || is_about(shown + kTicksAnHour, samples.interval))
      return true;
  }
  return false;
}

constexpr FileTime kIntervals[] = {30 * kTicksPerSecond, 15 * kTicksAMinute, kTicksAnHour,
                                   2 * kTicksAnHour};

// With an interval known from the file, as it is for all logs but those in pipes, and without.
void expect_right_instants(const ClockOfZone& zone, const Change& change, const std::string& name,
                           std::mt19937& random) {
  for (const FileTime interval : kIntervals) {
    for (const bool has_gap : {false, true}) {
      for (const FileTime known : {interval, FileTime{0}}) {
        SCOPED_TRACE(testing::Message() << name << ", every " << interval / kTicksAMinute
                                        << " min, gap " << has_gap << ", known " << (known != 0));
        const Samples samples = samples_around(change.at, interval, has_gap, random);
        const int bias = zone.bias_at(samples.instants.front());
        if (name == kLocalName && hides_its_gap(zone, samples)) continue;
        const Reading reading = reading_of(LocalClock(name, bias, known), zone, samples);
        EXPECT_TRUE(reading.first_wrong.empty() || !reading.is_certain) << reading.first_wrong;
        const bool is_seen = change.minutes == kDaylightMinutes && interval <= kTicksAnHour;
        if (!has_gap && known != 0 && (is_seen || name != kLocalName)) {
          EXPECT_TRUE(reading.is_certain);
        }
      }
    }
  }
}

// Each zone has instants of its own, whichever other zones the database has.
std::mt19937 random_of(const std::string& zone) {
  std::seed_seq seed(zone.begin(), zone.end());
  return std::mt19937(seed);
}

// Every fourth zone; all of them in script/test-slow.
TEST(LocalClockLaw, EveryZone_GivesTheInstantsOrSaysThatTheyAreUncertain) {
  const auto zones = zones_of_database();
  if (zones.empty()) GTEST_SKIP() << "the time zone database is not installed";
  const std::size_t step = takes_all_cases() ? 1 : 4;
  for (std::size_t i = 0; i < zones.size(); i += step) {
    const std::string& name = zones[i];
    SCOPED_TRACE(name);
    std::mt19937 random = random_of(name);
    const ClockOfZone zone(name);
    for (const Change& change : changes_in(zone, 2018, 2020)) {
      expect_right_instants(zone, change, kLocalName, random);
    }
    // Days without a change, winter and summer, at any hour.
    for (const FileTime day :
         {start_of(2019) + 9 * kTicksADay, start_of(2019) + 165 * kTicksADay}) {
      const FileTime at = day + std::uniform_int_distribution<FileTime>(0, kTicksADay)(random);
      expect_right_instants(zone, {at, kDaylightMinutes}, kLocalName, random);
    }
  }
}

struct NamedPlace {
  const char* windows;
  const char* place;
};
constexpr NamedPlace kPlaces[] = {
    {"Aleutian", "America/Adak"},
    {"Alaskan", "America/Anchorage"},
    {"Pacific", "America/Los_Angeles"},
    {"Mountain", "America/Denver"},
    {"Central", "America/Chicago"},
    {"Eastern", "America/New_York"},
    {"Haiti", "America/Port-au-Prince"},
    {"Cuba", "America/Havana"},
    {"Atlantic", "America/Halifax"},
    {"Newfoundland", "America/St_Johns"},
    {"Saint Pierre", "America/Miquelon"},
    {"Azores", "Atlantic/Azores"},
    {"GMT", "Europe/London"},
    {"W. Europe", "Europe/Berlin"},
    {"Central Europe", "Europe/Budapest"},
    {"Central European", "Europe/Warsaw"},
    {"Romance", "Europe/Paris"},
    {"FLE", "Europe/Helsinki"},
    {"GTB", "Europe/Bucharest"},
    {"E. Europe", "Europe/Chisinau"},
    {"Middle East", "Asia/Beirut"},
    {"Cen. Australia", "Australia/Adelaide"},
    {"AUS Eastern", "Australia/Sydney"},
    {"Tasmania", "Australia/Hobart"},
    {"New Zealand", "Pacific/Auckland"},
    {"Chatham Islands", "Pacific/Chatham"},
    {"China", "Asia/Shanghai"},
    {"Tokyo", "Asia/Tokyo"},
    {"India", "Asia/Kolkata"},
    {"Sri Lanka", "Asia/Colombo"},
    {"Russian", "Europe/Moscow"},
    {"Turkey", "Europe/Istanbul"},
    {"W. Australia", "Australia/Perth"},
    {"Argentina", "America/Argentina/Buenos_Aires"},
    {"SA Pacific", "America/Bogota"},
    {"US Mountain", "America/Phoenix"},
    {"Hawaiian", "Pacific/Honolulu"},
    {"South Africa", "Africa/Johannesburg"},
    {"Arabian", "Asia/Dubai"},
    {"Singapore", "Asia/Singapore"},
    {"Korea", "Asia/Seoul"},
};

// Five instants at each change and ten others in script/test-slow.
TEST(LocalClockLaw, KnownNames_GiveTheInstantsOrSayThatTheyAreUncertain) {
  if (zones_of_database().empty()) GTEST_SKIP() << "the time zone database is not installed";
  for (const NamedPlace& known : kPlaces) {
    SCOPED_TRACE(known.place);
    std::mt19937 random = random_of(known.place);
    const ClockOfZone zone(known.place);
    const std::string name = std::string(known.windows) + " Standard Time";
    for (const Change& change : changes_in(zone, 2018, 2020)) {
      for (int trial = 0; trial < (takes_all_cases() ? 5 : 1); ++trial)
        expect_right_instants(zone, change, name, random);
    }
    for (int trial = 0; trial < (takes_all_cases() ? 10 : 2); ++trial) {
      const FileTime at =
          start_of(2019) + std::uniform_int_distribution<FileTime>(0, 365 * kTicksADay)(random);
      expect_right_instants(zone, {at, kDaylightMinutes}, name, random);
    }
  }
}

// The times of a damaged log may be any number.
TEST(LocalClockLaw, AnyNumbersAsTimes_AreRead) {
  std::mt19937_64 random(7);
  for (const char* name : {kLocalName, "Eastern Standard Time", "CET"}) {
    for (int log = 0; log < 200; ++log) {
      LocalClock clock(name, 300, log % 2 == 0 ? kTicksPerSecond : 0);
      for (int i = 0; i < 20; ++i) {
        const unsigned shift = static_cast<unsigned>(random() % 64);
        const auto time = static_cast<FileTime>(random() >> shift);
        (void)clock.to_utc(random() % 2 == 0 ? time : -1 - time);
      }
    }
  }
}

TEST(LocalClockLaw, NamesOfOffsets_NeverChange) {
  const Samples samples = {
      {start_of(2026), start_of(2026) + 90 * kTicksADay, start_of(2026) + kTicksADay}};
  for (const char* name : {"UTC+01:00", "CET", ""}) {
    LocalClock clock(name, -60);
    for (const FileTime instant : samples.instants) {
      EXPECT_EQ(clock.to_utc(instant + kTicksAnHour), instant);
      EXPECT_TRUE(clock.is_certain());
    }
  }
}

TEST(WindowsZoneRules, AgreeWithTheTimeZoneDatabase) {
  if (zones_of_database().empty()) GTEST_SKIP() << "the time zone database is not installed";
  for (const NamedPlace& known : kPlaces) {
    const WindowsZone* const zone =
        find_windows_zone(std::string(known.windows) + " daylight time");
    ASSERT_NE(zone, nullptr) << known.windows;
    const ClockOfZone clock(known.place);
    for (std::uint16_t year = 2006; year < 2022; year += 3) {
      const auto rules = zone->rules_in(year);
      if (!rules.has_value()) continue;
      for (FileTime time = start_of(year) + kTicksADay; time < start_of(year) + 364 * kTicksADay;
           time += 6 * kTicksAnHour) {
        const FileTime local = clock.shown_at(time);
        if (clock.bias_at(time) != clock.bias_at(time - kTicksAnHour))
          continue;  // shown a second time
        ASSERT_EQ(rules->bias_at(local), clock.bias_at(time))
            << known.windows << " at " << written_time(time) << " UTC";
      }
      for (const Change& change : changes_in(clock, year, static_cast<std::uint16_t>(year + 1))) {
        const FileTime after = clock.shown_at(change.at + kTicksAnHour);
        const FileTime before = clock.shown_at(change.at - kTicksAnHour - kTicksPerSecond);
        EXPECT_EQ(rules->bias_at(after), clock.bias_at(change.at)) << known.windows << year;
        EXPECT_EQ(rules->bias_at(before), clock.bias_at(change.at - kTicksAnHour))
            << known.windows << year;
      }
    }
  }
}

}  // namespace
}  // namespace openperflib
