// Values shown exactly as read, without a conversion to double.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/raw_counter.h"

namespace openperflib {

// Appends the value of a *_HEX type: lower case, no prefix, no leading zeros ("deadbeef").
void append_hexadecimal(std::string& text, std::uint64_t value);

// The value of a type that shows its reading unchanged (RAWCOUNT and the like): all 64 bits, which
// a double above 2^53 cannot hold. nullopt for other types and for readings that are not usable.
[[nodiscard]] std::optional<std::uint64_t> exact_integer(CounterType type,
                                                         const RawCounter& raw) noexcept;

}  // namespace openperflib
