// Which of the fixed titles name objects, and which counters an object is known to have: what tells
// two English names apart that another language calls the same.
//
// Source: the tables that fixed_titles() is made from.
#pragma once

#include <compare>
#include <span>
#include <string_view>

#include "openperflib/titles/title_table.h"

namespace openperflib {

// A counter that an object has, by the indices of their names.
struct FixedCounter {
  TitleIndex object;
  TitleIndex counter;
  auto operator<=>(const FixedCounter&) const = default;
};

// The fixed indices that name objects, ascending.
[[nodiscard]] std::span<const TitleIndex> fixed_objects() noexcept;
// The counters of those objects whose counters are known, ascending.
[[nodiscard]] std::span<const FixedCounter> fixed_counters() noexcept;

// Whether one of the fixed indices of an English name is that of an object.
[[nodiscard]] bool names_fixed_object(std::string_view name);
// Whether an object of this English name is known to have a counter of this English name.
[[nodiscard]] bool names_fixed_counter(std::string_view object, std::string_view counter);

}  // namespace openperflib
