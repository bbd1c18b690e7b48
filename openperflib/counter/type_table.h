// The one table of the predefined counter types: 39 rows, used by the tests, the tools and the
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
  int row;                          // its number in docs/counter_types.md, section 2
  CounterType type;                 // WMI's CounterType is the same number, in decimal
  std::string_view winperf;         // "PERF_COUNTER_COUNTER"
  std::string_view manifest;        // "perf_counter_counter"; empty if a manifest cannot name it
  std::string_view dotnet;          // in System.Diagnostics.PerformanceCounterType, or empty
  Companion companion;              // where RawCounter::second comes from
  std::optional<CounterType> base;  // the type of its base or multiplier, if it has one
  std::uint8_t data_bytes;          // usual bytes of its data; 0 if it has none or any number
  std::string_view formula_text;    // for people, in the symbols of docs/counter_types.md
  Formula formula;                  // used by calculate()
};

// All 39 types, in the order of the document.
[[nodiscard]] std::span<const TypeRow> type_table() noexcept;

// The row of a predefined type, or null. 0x40030503, which some tools write for
// PERF_LARGE_RAW_BASE, finds that row.
[[nodiscard]] const TypeRow* find_type(CounterType type) noexcept;

// A type by its name in winperf.h, a manifest or .NET, ignoring case, or by its number, decimal as
// in WMI or hexadecimal with 0x, which may be any 32 bits. nullopt for anything else.
[[nodiscard]] std::optional<CounterType> type_from_name(std::string_view name) noexcept;

// The reverse: the name of a type, or empty. winperf_name() is in counter_type.h.
[[nodiscard]] std::string_view manifest_name(CounterType type) noexcept;
[[nodiscard]] std::string_view dotnet_name(CounterType type) noexcept;
// "272696320"; every type has one.
[[nodiscard]] std::string wmi_name(CounterType type);

}  // namespace openperflib
