// The zone of the environment.
#include <algorithm>
#include <ctime>
#include <string>
#include <string_view>

#include "openperflib/os/portable/time_zone.h"

namespace openperflib {
namespace {

bool is_ascii_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) { return c > ' ' && c < 0x7F; });
}

}  // namespace

ZoneOffset local_zone_at(FileTime time_utc) {
  const std::time_t seconds = (time_utc - kUnixEpochAsFileTime) / kTicksPerSecond;
  std::tm local{};
  if (::localtime_r(&seconds, &local) == nullptr) return {};
  const int bias = static_cast<int>(-local.tm_gmtoff / 60);
  const std::string_view name = local.tm_zone != nullptr ? local.tm_zone : "";
  return {.name = is_ascii_name(name) ? std::string(name) : name_of_offset(bias),
          .bias_minutes = bias};
}

}  // namespace openperflib
