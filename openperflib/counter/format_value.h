// Numbers as logs write them: every digit of the double, the same text on every machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/raw_counter.h"

namespace openperflib {

// Appends `number` as C's "%.17g" with an exponent of at least three digits: what Windows' CSV and
// TSV files hold ("88.359340674585567", "1.0000000000000001e-005", "0"). Whole numbers have no
// point. Allocates only where `text` must grow. A missing value is the caller's to write: a number
// that is not finite appends nothing.
void append_number(std::string& text, double number);

// Appends the value of a *_HEX type: lower case, no prefix, no leading zeros ("deadbeef").
void append_hexadecimal(std::string& text, std::uint64_t value);

// The value of a type that shows its reading as it is (RAWCOUNT and its kin): all 64 bits, which a
// double above 2^53 does not have. nullopt for other types and for readings that are not usable.
[[nodiscard]] std::optional<std::uint64_t> exact_integer(CounterType type,
                                                         const RawCounter& raw) noexcept;

}  // namespace openperflib
