// LocalClock converts the times that a log's own clock showed to instants.
//
// A log on the local clock shows an hour twice where daylight time ends, and skips one where it
// begins. The zone's name shows whether a log follows its local clock: names written by Windows
// contain words; "CET" and "UTC+01:00" are fixed offsets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "openperflib/log/time/time_zone_rules.h"
#include "openperflib/log/time/usual_interval.h"
#include "openperflib/log/time/windows_zone_rules.h"

namespace openperflib {

// Resource: remembers the previous time. Times are given in the order of the log.
class LocalClock {
 public:
  LocalClock() = default;
  // A zone that is known only by name. `bias_minutes`: in force at the first time; nullopt: local
  // time is used as UTC. `interval`: the usual one between the times; 0: it is learnt from them.
  LocalClock(const std::string& zone_name, std::optional<int> bias_minutes, FileTime interval = 0);
  // A zone whose rules are in the log.
  explicit LocalClock(const TimeZoneRules& rules);

  // The instant of the next time of the log. An hour comes twice only where the clock goes back, or
  // by the rules of the zone.
  [[nodiscard]] FileTime to_utc(FileTime time_local) noexcept;
  // False where the last time may be another instant too: a gap ends in the hour that comes twice,
  // or may have a change of the clock in it that the zone's name does not tell. The times after it
  // follow the choice that to_utc() made.
  [[nodiscard]] bool is_certain() const noexcept { return is_certain_; }
  // The zone whose rules the last time followed; nullptr: none by its name.
  [[nodiscard]] const WindowsZone* zone() const noexcept {
    return kind_ == Kind::by_rules ? zone_ : nullptr;
  }

 private:
  // How the bias is found: it never changes, by the zone's rules, or by what the clock shows.
  enum class Kind : std::uint8_t { fixed, by_rules, by_jumps };
  // The bias in force at the next time of the log, in minutes to add to local time.
  [[nodiscard]] int first_bias(FileTime time_local) noexcept;
  [[nodiscard]] int next_bias(FileTime time_local) noexcept;
  [[nodiscard]] int bias_by_rules(FileTime time_local) noexcept;
  [[nodiscard]] int bias_by_jumps(FileTime time_local) noexcept;
  // The time after the previous one, if `bias` is in force.
  [[nodiscard]] FileTime step_to(FileTime time_local, int bias) const noexcept;
  // For a time that the clock shows twice, the bias of its second pass; nullopt for any other time.
  [[nodiscard]] std::optional<int> second_bias(FileTime time_local, int bias) const noexcept;
  // Whether the time is in the hour that the rules skip.
  [[nodiscard]] bool is_skipped(FileTime time_local) const noexcept;
  // Whether the rules give the bias that the log says is in force; otherwise they are not its
  // rules.
  [[nodiscard]] bool rules_hold(FileTime time_local) const noexcept;
  // Whether a zone is known that changes to `bias` at this time. The clock follows its rules then.
  [[nodiscard]] bool adopts_zone(FileTime time_local, int bias) noexcept;
  // Finds the rules for the year of a time, if the zone is known.
  void find_rules(FileTime time_local) noexcept;

  Kind kind_ = Kind::fixed;
  const WindowsZone* zone_ =
      nullptr;  // a constant; nullptr: the rules, if any, are those of the log
  std::optional<TimeZoneRules> rules_;
  std::uint16_t rules_year_ = 0;
  int bias_minutes_ = 0;
  int header_bias_ = 0;
  bool is_certain_ = true;
  std::optional<FileTime> before_local_;
  FileTime before_utc_ = 0;
  UsualInterval interval_;
};

}  // namespace openperflib
