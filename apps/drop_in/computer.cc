#include "apps/drop_in/computer.h"

#include <fmt/core.h>

#include "openperflib/text/utf16.h"

namespace openperflib::drop_in {

Outcome check_computer(const std::string& computer, std::string_view machine) {
  const bool is_here = computer.empty() || computer == "." ||
                       equal_ignoring_case(computer, "localhost") ||
                       equal_ignoring_case(computer, machine);
  if (is_here) return {};
  return failure(
      with_code(fmt::format("cannot read {}: remote computers are not supported", computer),
                CStatus::no_machine));
}

}  // namespace openperflib::drop_in
