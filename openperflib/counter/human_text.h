// Values for people, as shown in tables: three significant digits and a suitable unit.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/raw_counter.h"

namespace openperflib {

// What a number measures; determined once per series.
enum class Quantity : std::uint8_t {
  number,           // 0.311, 4.0, 1234
  whole,            // a reading shown in full: 4000000000
  hexadecimal,      // deadbeef
  percent,          // 12.4 %
  rate,             // 12.0 /s, 1.2 k/s
  seconds,          // 410 us, 9.1 ms, 2.0 s
  bytes,            // 12.3 GB; 1 KB is 1024 B, as on Windows
  kibibytes,        // the number is in KB ("Available KBytes")
  mebibytes,        // the number is in MB ("Available MBytes", "Free Megabytes")
  byte_rate,        // 3.1 MB/s
  kibibyte_rate,    // the number is in KB/s
  mebibyte_rate,    // the number is in MB/s
  bits_per_second,  // 1.0 Gbit/s; 1 kbit is 1000 bit ("Current Bandwidth")
  megahertz,        // 2400 MHz
};

// Decided by the type's suffix, or, if that is not enough, by words in the English counter name; in
// a text log, which has no types, only by the name.
[[nodiscard]] Quantity quantity_of(CounterType type, std::string_view counter_name) noexcept;

// Returns the unit of a stored number: "%", "/s", "B", "KB", "s", "MHz"; empty: it has none.
[[nodiscard]] std::string_view unit_of(Quantity quantity) noexcept;

// Value. A number and its unit, kept separate so that columns can be aligned at the decimal point.
// `unit` is a constant, and `number` is short enough to need no heap memory.
struct HumanText {
  std::string number;     // "12.4"; a point, no group separators, in every locale
  std::string_view unit;  // "%", "MB/s", "us", or empty
  bool operator==(const HumanText&) const = default;
};

// "12.4 %"; "1234" if there is no unit.
[[nodiscard]] std::string with_unit(const HumanText& value);

// Whole numbers are written in full, percentages with one decimal, all others with one decimal
// below 100 and three below 1. Below 0.1 they have three significant digits, and percentages below
// 0.05 have one: no number but 0 is shown as 0. `number` must be finite: the caller checks the
// status of the value.
[[nodiscard]] HumanText human_text(Quantity quantity, double number);

// The same for an exact reading, which may need more digits than a double has; see exact_integer().
[[nodiscard]] HumanText human_text(Quantity quantity, std::uint64_t exact);

}  // namespace openperflib
