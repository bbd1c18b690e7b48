// The status that every value carries: whether it is usable, and if not, why.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace openperflib {

// PDH_CSTATUS_* and the PDH_CALC_* codes that tell why there is no value. The number is the low
// word of the PDH code, which is unique; pdh_code() adds the severity. Unknown is never 0: a value
// whose status is not usable() has no number.
enum class CStatus : std::uint16_t {
  valid_data = 0x000,
  new_data = 0x001,
  no_machine = 0x7D0,
  no_instance = 0x7D1,
  item_not_validated = 0x7D3,
  no_data = 0x7D5,
  negative_denominator = 0x7D6,
  negative_timebase = 0x7D7,
  negative_value = 0x7D8,
  no_object = 0xBB8,
  no_counter = 0xBB9,
  invalid_data = 0xBBA,
  no_counter_name = 0xBBF,
  bad_counter_name = 0xBC0,
};

// Whether a raw value with this status can be used in calculations: only valid_data and new_data.
[[nodiscard]] constexpr bool usable(CStatus status) noexcept {
  return status == CStatus::valid_data || status == CStatus::new_data;
}

// The 32-bit code in pdhmsg.h (0x800007D1 for no_instance), and the reverse; nullopt for any other
// code.
[[nodiscard]] std::uint32_t pdh_code(CStatus status) noexcept;
[[nodiscard]] std::optional<CStatus> cstatus_from_pdh_code(std::uint32_t code) noexcept;

// The name in pdhmsg.h without PDH_ ("CSTATUS_NO_INSTANCE", "CALC_NEGATIVE_VALUE"), as used in
// JSON.
[[nodiscard]] std::string_view name_of(CStatus status) noexcept;
// A short explanation for people ("no such instance").
[[nodiscard]] std::string_view explanation_of(CStatus status) noexcept;

}  // namespace openperflib
