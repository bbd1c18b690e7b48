// The objects of processes, which logs of single counters have by name only.
#pragma once

#include <string_view>

#include "openperflib/text/utf16.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Returns whether the instances of an object are processes.
[[nodiscard]] constexpr bool is_process_object(TitleIndex object) noexcept {
  return object == title::kProcess || object == title::kProcessV2 || object == title::kLinuxProcess;
}

// Returns whether a name is that of a title, ignoring case.
[[nodiscard]] inline bool is_name_of_title(std::string_view name, TitleIndex index,
                                           const TitleTable& titles) {
  const auto title = titles.name(index);
  return title.has_value() && equal_ignoring_case(name, *title);
}

}  // namespace openperflib
