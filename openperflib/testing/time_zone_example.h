// Zones of the time zone database of this machine, for tests of clocks.
#pragma once

#include <stdlib.h>
#include <time.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "openperflib/base/civil_time.h"

namespace openperflib {

// Resource. The clock of a zone: TZ of this process is that zone as long as it lives.
class ClockOfZone {
 public:
  // `zone`: a name of the database, "Europe/Berlin".
  explicit ClockOfZone(const std::string& zone) {
    if (const char* const before = ::getenv("TZ")) before_ = before;
    ::setenv("TZ", (":" + zone).c_str(), 1);
    ::tzset();
  }
  ~ClockOfZone() {
    if (before_.has_value()) {
      ::setenv("TZ", before_->c_str(), 1);
    } else {
      ::unsetenv("TZ");
    }
    ::tzset();
  }
  ClockOfZone(const ClockOfZone&) = delete;
  ClockOfZone& operator=(const ClockOfZone&) = delete;

  // Minutes to add to local time to get UTC.
  [[nodiscard]] int bias_at(FileTime time_utc) const {
    const time_t seconds = (time_utc - kUnixEpochAsFileTime) / kTicksPerSecond;
    tm local{};
    ::localtime_r(&seconds, &local);
    return static_cast<int>(-local.tm_gmtoff / 60);
  }
  // What the clock shows at an instant.
  [[nodiscard]] FileTime shown_at(FileTime time_utc) const {
    return time_utc - bias_at(time_utc) * 60 * kTicksPerSecond;
  }

 private:
  std::optional<std::string> before_;
};

// The zones of the database that have a place; empty where it is not installed.
inline std::vector<std::string> zones_of_database() {
  std::vector<std::string> zones;
  std::ifstream table("/usr/share/zoneinfo/zone1970.tab");
  for (std::string line; std::getline(table, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream fields(line);
    std::string country, place, zone;
    fields >> country >> place >> zone;
    if (!zone.empty()) zones.push_back(zone);
  }
  return zones;
}

}  // namespace openperflib
