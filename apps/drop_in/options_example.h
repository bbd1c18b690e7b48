// The options of an example of a drop-in tool, one for each number of values.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "apps/drop_in/options.h"

namespace openperflib::drop_in {

inline constexpr auto kExampleOptions = std::to_array<OptionRow>({{"?", Takes::nothing},
                                                                  {"y", Takes::nothing},
                                                                  {"o", Takes::one},
                                                                  {"q", Takes::one_or_nothing},
                                                                  {"c", Takes::some}});

inline const OptionRow* find_example_option(std::string_view name) {
  const auto* row = std::ranges::find(kExampleOptions, name, &OptionRow::name);
  return row == kExampleOptions.end() ? nullptr : row;
}

}  // namespace openperflib::drop_in
