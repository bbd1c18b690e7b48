// ValueLack: why an instance of a counter set has no value of a counter.
#pragma once

#include <cstdint>
#include <string_view>

namespace openperflib {

// Why there is no value, or that there is one.
enum class ValueLack : std::uint8_t {
  none,            // it has one
  not_aggregated,  // it stands for several instances, whose values do not become one
  no_data,         // its provider has none now: a pointer to it is null
  too_late,        // its provider did not answer in time
  refused,         // its provider's callback returned an error
  no_access,       // this process may not read it
};

// For people; empty: it has one.
[[nodiscard]] constexpr std::string_view text_of(ValueLack lack) noexcept {
  switch (lack) {
    case ValueLack::none:
      return "";
    case ValueLack::not_aggregated:
      return "its counter is not aggregated";
    case ValueLack::no_data:
      return "its provider has no value now";
    case ValueLack::too_late:
      return "its provider does not answer";
    case ValueLack::refused:
      return "its provider refused the request";
    case ValueLack::no_access:
      return "this process may not read it";
  }
  return "";
}

}  // namespace openperflib
