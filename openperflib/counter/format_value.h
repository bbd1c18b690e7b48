// Values that are shown as they were read, without a double between.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/raw_counter.h"

namespace openperflib {

// Appends the value of a *_HEX type: lower case, no prefix, no leading zeros ("deadbeef").
void append_hexadecimal(std::string& text, std::uint64_t value);

// The value of a type that shows its reading as it is (RAWCOUNT and its kin): all 64 bits, which a
// double above 2^53 does not have. nullopt for other types and for readings that are not usable.
[[nodiscard]] std::optional<std::uint64_t> exact_integer(CounterType type,
                                                         const RawCounter& raw) noexcept;

}  // namespace openperflib
