// Values that several JSON documents write in the same way.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "openperflib/base/civil_time.h"
#include "openperflib/counter/cstatus.h"
#include "openperflib/counter/raw_counter.h"
#include "openperflib/view/text/json_writer.h"
#include "openperflib/view/text/written_note.h"

namespace openperflib {

// Returns nothing for 0, "" ...: what stands for "unknown".
template <typename T>
[[nodiscard]] std::optional<T> known(const T& value) {
  return value == T() ? std::nullopt : std::optional(value);
}

[[nodiscard]] constexpr double seconds_of(FileTime ticks) noexcept {
  return static_cast<double>(ticks) / kTicksPerSecond;
}

// "2026-11-21T10:00:05.250", on the clock that the time is given in.
[[nodiscard]] inline std::string iso_time(FileTime local) {
  return iso_8601(system_time_from(local)).value_or("");
}

// Writes the member "notes": when each was made, and its text.
inline void write_notes(JsonWriter& out, std::span<const WrittenNote> notes) {
  out.objects("notes", notes, [&](const WrittenNote& note) {
    out.member("time", iso_time(note.time_local));
    out.member("text", note.text);
  });
}

// Members of an object: "value", null if there is no number, and "status", which is the same for
// all values that have one.
inline void write_value_and_status(JsonWriter& out, const Value& value) {
  const bool has_number = value.usable();
  out.member("value", has_number ? std::optional(value.number) : std::nullopt);
  out.member("status", name_of(has_number ? CStatus::valid_data : value.status));
}

}  // namespace openperflib
