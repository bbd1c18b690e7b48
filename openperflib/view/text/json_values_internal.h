// Values that several JSON documents write in the same way.
#pragma once

#include <optional>

#include "openperflib/base/civil_time.h"
#include "openperflib/counter/cstatus.h"
#include "openperflib/counter/raw_counter.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib {

// Returns nothing for 0, "" ...: what stands for "unknown".
template <typename T>
[[nodiscard]] std::optional<T> known(const T& value) {
  return value == T() ? std::nullopt : std::optional(value);
}

[[nodiscard]] constexpr double seconds_of(FileTime ticks) noexcept {
  return static_cast<double>(ticks) / kTicksPerSecond;
}

// Members of an object: "value", null if there is no number, and "status", which is the same for
// all values that have one.
inline void write_value_and_status(JsonWriter& out, const Value& value) {
  const bool has_number = value.usable();
  out.member("value", has_number ? std::optional(value.number) : std::nullopt);
  out.member("status", name_of(has_number ? CStatus::valid_data : value.status));
}

}  // namespace openperflib
