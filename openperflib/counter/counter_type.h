// A counter type: the 32 bits of CounterType, and the one table of the predefined types.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace openperflib {

// The fields of CounterType (docs/counter_types.md, section 1). `unknown`: a number without a name
// in winperf.h, or a field that a type of this kind does not have.

// Bits 8-9, bytes of a value: 4, 8, none, any number.
enum class TypeSize : std::uint8_t { dword, large, zero, variable };
// Bits 10-11; `zero` shows 0 whatever is stored.
enum class TypeKind : std::uint8_t { number, counter, text, zero };
// Bits 16-19 of kind counter: which formula.
enum class CounterSubtype : std::uint8_t {
  value,
  rate,
  fraction,
  base,
  elapsed,
  queue_length,
  histogram,
  precision,
  unknown
};
// Bits 16-19 of kind number: how it is shown; thousandths divides it by 1000.
enum class NumberFormat : std::uint8_t { hexadecimal, decimal, thousandths, unknown };
// Bits 16-19 of kind text: UTF-16, or the object's code page.
enum class TextEncoding : std::uint8_t { unicode, code_page, unknown };
// Bits 20-21, the clock: PerfTime, PerfTime100nSec, the object's own PerfTime.
enum class Timer : std::uint8_t { tick, hundred_ns, object, unknown };
// Bits 28-30, the text shown after the value: nothing, /sec, %, secs.
enum class Suffix : std::uint8_t { none, per_second, percent, seconds, not_shown, unknown };
// Where a type's second number comes from: nowhere, a clock of the block, or the base, which is the
// next definition.
enum class Companion : std::uint8_t { none, perf_time, perf_time_100ns, object_time, base };

// Value: the 32 bits and their fields.
class CounterType {
 public:
  // Any 32 bits are a type, whether winperf.h names it or not.
  constexpr explicit CounterType(std::uint32_t bits = 0) noexcept : bits_(bits) {}
  [[nodiscard]] constexpr std::uint32_t bits() const noexcept { return bits_; }  // as stored
  [[nodiscard]] TypeSize size() const noexcept;  // a hint: the definition's CounterSize decides
  [[nodiscard]] TypeKind kind() const noexcept;  // determines the meaning of bits 16-19
  [[nodiscard]] CounterSubtype subtype() const noexcept;      // of kind counter
  [[nodiscard]] NumberFormat number_format() const noexcept;  // of kind number
  [[nodiscard]] TextEncoding text_encoding() const noexcept;  // of kind text
  [[nodiscard]] Timer timer() const noexcept;                 // `tick` also if no clock is read
  [[nodiscard]] Suffix suffix() const noexcept;               // a hint: PERF_AVERAGE_BULK is shown
  [[nodiscard]] bool is_delta() const noexcept;       // N1 - N0; the AVERAGE types lack the flag
  [[nodiscard]] bool is_delta_base() const noexcept;  // B1 - B0
  [[nodiscard]] bool is_inverse() const noexcept;     // 1 (MULTI types: M) minus the ratio
  [[nodiscard]] bool is_multi() const noexcept;       // the sum of M sources
  [[nodiscard]] bool is_histogram() const noexcept;   // part of a histogram: never interpreted
  // Whether this is a denominator or multiplier of the previous definition, never shown on its own.
  [[nodiscard]] bool is_base() const noexcept;
  // Whether the definition that follows must be its base (FRACTION, PRECISION, AVERAGE types).
  [[nodiscard]] bool needs_base() const noexcept;
  [[nodiscard]] bool is_text() const noexcept;
  [[nodiscard]] Companion companion() const noexcept;
  // The clock that the timer bits name, by which a FRACTION outside the predefined types is divided
  // if its base is missing. Companion::none for the one combination of bits that names no clock.
  [[nodiscard]] Companion clock() const noexcept;
  // Raw readings needed for a value: 1 or 2; 0 for types that never have one.
  [[nodiscard]] int samples() const noexcept;
  constexpr bool operator==(const CounterType&) const = default;

 private:
  std::uint32_t bits_;
};

// The name in winperf.h ("PERF_COUNTER_COUNTER"), or "0x12345678" for a type without a name.
[[nodiscard]] std::string winperf_name(CounterType type);

}  // namespace openperflib
