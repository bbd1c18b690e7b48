// The zone of the module's host, which tells its offset only.
#include <cstdint>

#include "openperflib/os/portable/time_zone.h"

// Returns the minutes that are added to local time to get UTC.
extern "C" [[clang::import_module("openperflib"), clang::import_name("local_bias")]] std::int32_t
openperflib_local_bias(double unix_seconds);

namespace openperflib {

ZoneOffset local_zone_at(FileTime time_utc) {
  const FileTime seconds = (time_utc - kUnixEpochAsFileTime) / kTicksPerSecond;
  const int bias = openperflib_local_bias(static_cast<double>(seconds));
  if (bias == 0) return {};
  return {.name = name_of_offset(bias), .bias_minutes = bias};
}

}  // namespace openperflib
