#include "openperflib/counter/counter_type.h"

#include <array>
#include <cstddef>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/counter/formula.h"

namespace openperflib {
namespace {

// The fields of CounterType: docs/counter_types.md, section 1.
constexpr std::uint32_t field(std::uint32_t bits, unsigned shift, std::uint32_t mask) noexcept {
  return (bits >> shift) & mask;
}

// Reads a field as the enumerator for its value; values not in the table are `unknown`.
template <class Enum, std::size_t n>
Enum named(const std::array<Enum, n>& names, std::uint32_t value, Enum unknown) noexcept {
  return value < n ? names[value] : unknown;
}

constexpr std::array kSizes = {TypeSize::dword, TypeSize::large, TypeSize::zero,
                               TypeSize::variable};
constexpr std::array kKinds = {TypeKind::number, TypeKind::counter, TypeKind::text, TypeKind::zero};
constexpr std::array kSubtypes = {CounterSubtype::value,     CounterSubtype::rate,
                                  CounterSubtype::fraction,  CounterSubtype::base,
                                  CounterSubtype::elapsed,   CounterSubtype::queue_length,
                                  CounterSubtype::histogram, CounterSubtype::precision};
constexpr std::array kFormats = {NumberFormat::hexadecimal, NumberFormat::decimal,
                                 NumberFormat::thousandths};
constexpr std::array kEncodings = {TextEncoding::unicode, TextEncoding::code_page};
constexpr std::array kTimers = {Timer::tick, Timer::hundred_ns, Timer::object};
constexpr std::array kSuffixes = {Suffix::none, Suffix::per_second, Suffix::percent,
                                  Suffix::seconds, Suffix::not_shown};

std::uint32_t subtype_field(std::uint32_t bits) noexcept { return field(bits, 16, 0xF); }

}  // namespace

TypeSize CounterType::size() const noexcept { return kSizes[field(bits_, 8, 3)]; }

TypeKind CounterType::kind() const noexcept { return kKinds[field(bits_, 10, 3)]; }

CounterSubtype CounterType::subtype() const noexcept {
  if (kind() != TypeKind::counter) return CounterSubtype::unknown;
  return named(kSubtypes, subtype_field(bits_), CounterSubtype::unknown);
}

NumberFormat CounterType::number_format() const noexcept {
  if (kind() != TypeKind::number) return NumberFormat::unknown;
  return named(kFormats, subtype_field(bits_), NumberFormat::unknown);
}

TextEncoding CounterType::text_encoding() const noexcept {
  if (kind() != TypeKind::text) return TextEncoding::unknown;
  return named(kEncodings, subtype_field(bits_), TextEncoding::unknown);
}

Timer CounterType::timer() const noexcept {
  return named(kTimers, field(bits_, 20, 3), Timer::unknown);
}

Suffix CounterType::suffix() const noexcept {
  return named(kSuffixes, field(bits_, 28, 7), Suffix::unknown);
}

bool CounterType::is_delta() const noexcept { return (bits_ & PERF_DELTA_COUNTER) != 0; }
bool CounterType::is_delta_base() const noexcept { return (bits_ & PERF_DELTA_BASE) != 0; }
bool CounterType::is_inverse() const noexcept { return (bits_ & PERF_INVERSE_COUNTER) != 0; }
bool CounterType::is_multi() const noexcept { return (bits_ & PERF_MULTI_COUNTER) != 0; }
bool CounterType::is_histogram() const noexcept {
  return (bits_ & PERF_COUNTER_HISTOGRAM_TYPE) != 0 || subtype() == CounterSubtype::histogram;
}

// The subtype is an enumeration in four bits: testing single bits would mistake PRECISION for a
// base.
bool CounterType::is_base() const noexcept { return subtype() == CounterSubtype::base; }

bool CounterType::needs_base() const noexcept {
  return subtype() == CounterSubtype::fraction || subtype() == CounterSubtype::precision;
}

bool CounterType::is_text() const noexcept { return kind() == TypeKind::text; }

Companion CounterType::clock() const noexcept {
  switch (timer()) {
    case Timer::tick:
      return Companion::perf_time;
    case Timer::hundred_ns:
      return Companion::perf_time_100ns;
    case Timer::object:
      return Companion::object_time;
    case Timer::unknown:
      break;
  }
  return Companion::none;
}

Companion CounterType::companion() const noexcept {
  switch (subtype()) {
    case CounterSubtype::fraction:
    case CounterSubtype::precision:
      return Companion::base;
    case CounterSubtype::rate:
    case CounterSubtype::elapsed:
    case CounterSubtype::queue_length:
      return clock();
    default:
      return Companion::none;
  }
}

int CounterType::samples() const noexcept { return formula_of(*this).samples; }

}  // namespace openperflib
