// Numbers in the kernel's text files about CPUs, or what is wrong with them at which byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>

#include "openperflib/base/error.h"
#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {

// Parses `word` as a decimal number. Errors: missing (there is no word), not_a_number, out_of_range
// (above 2^64-1), for `field`, at the word's byte.
[[nodiscard]] std::expected<std::uint64_t, Error> cpu_number(const Word& word,
                                                             const Field& field) noexcept;

// Parses a sysfs file that contains only a number: "2700000\n".
[[nodiscard]] std::expected<std::uint64_t, Error> parse_cpu_number_file(
    std::string_view text, const Field& field) noexcept;

// The number after `prefix` if `word` consists of both ("cpu12", "CPU3") and it is below 2^32.
[[nodiscard]] std::optional<std::uint32_t> numbered_name(std::string_view word,
                                                         std::string_view prefix) noexcept;

}  // namespace openperflib::linux_objects
