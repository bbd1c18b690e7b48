// The one table of the predefined counter types: 39 rows, walked by the tests, the tool and the
// document.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/formula.h"

namespace openperflib {

// One predefined type. Constant data: rows live as long as the program.
struct TypeRow {
  int row;                    // its number in docs/counter_types.md, section 2
  CounterType type;           // WMI's CounterType is the same number, in decimal
  std::string_view winperf;   // "PERF_COUNTER_COUNTER"
  std::string_view manifest;  // "perf_counter_counter"; empty where a manifest cannot name it
  std::string_view dotnet;  // System.Diagnostics.PerformanceCounterType; empty where there is none
  Companion companion;      // where RawCounter::second comes from
  std::optional<CounterType> base;  // the type of its base or multiplier, where it has one
  std::uint8_t data_bytes;          // usual bytes of its data; 0 where there are none or any number
  std::string_view formula_text;    // for people, in the symbols of docs/counter_types.md
  Formula formula;                  // what calculate() follows
};

// All 39, in the document's order.
[[nodiscard]] std::span<const TypeRow> type_table() noexcept;

// The row of a predefined type, null for any other; 0x40030503, which some tools write for
// PERF_LARGE_RAW_BASE, finds that row.
[[nodiscard]] const TypeRow* find_type(CounterType type) noexcept;

// A type by name, upper or lower case alike: winperf.h's, a manifest's or .NET's, or WMI's decimal
// number or 0x with hexadecimal digits, which may be any 32 bits. nullopt where it is none of
// these.
[[nodiscard]] std::optional<CounterType> type_from_name(std::string_view name) noexcept;

// The names back: empty where the type has none of that kind. winperf_name() is in counter_type.h.
[[nodiscard]] std::string_view manifest_name(CounterType type) noexcept;
[[nodiscard]] std::string_view dotnet_name(CounterType type) noexcept;
// "272696320": every type has one.
[[nodiscard]] std::string wmi_name(CounterType type);

}  // namespace openperflib
