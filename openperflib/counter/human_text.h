// Values as people read them in tables: three significant digits and a unit that fits.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/raw_counter.h"

namespace openperflib {

// What a number counts, found once for a series.
enum class Quantity : std::uint8_t {
  number,           // 0.311, 4.0, 1234
  whole,            // a reading shown as it is: 4000000000
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

// By the type's suffix and, where that says nothing, by words of the English counter name.
[[nodiscard]] Quantity quantity_of(CounterType type, std::string_view counter_name) noexcept;

// A number and its unit, apart, so that columns can be aligned at the decimal point. Value; `unit`
// is a constant, `number` is short enough not to be on the heap.
struct HumanText {
  std::string number;     // "12.4"; a point, no group separators, in every locale
  std::string_view unit;  // "%", "MB/s", "us"; empty where the number has none
  bool operator==(const HumanText&) const = default;
};

// Whole numbers are written in full, percentages with one decimal, all else with one decimal below
// 100 and three below 1. `number` must be finite: what a value's status is, the caller has looked
// at.
[[nodiscard]] HumanText human_text(Quantity quantity, double number);

// The same for a reading as it is, which may need more digits than a double has: exact_integer().
[[nodiscard]] HumanText human_text(Quantity quantity, std::uint64_t exact);

}  // namespace openperflib
