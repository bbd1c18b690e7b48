// A value in a column of a table.
#pragma once

#include <cstddef>
#include <string>

#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/human_text.h"
#include "openperflib/counter/raw_counter.h"

namespace openperflib::apps {

inline constexpr std::size_t kColumnGap = 2;  // the spaces before a column

// "12.4 %"; "-" without a usable value. `counter`: its name in English, which decides the unit.
[[nodiscard]] std::string value_cell(CounterType type, const std::string& counter,
                                     const Value& value);
// Returns the same for a counter whose quantity is known: quantity_of() searches its name.
[[nodiscard]] std::string value_cell(Quantity quantity, const Value& value);

}  // namespace openperflib::apps
