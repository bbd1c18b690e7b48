// Numbers in the kernel's text files about CPUs: each, or what is wrong with it at which byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>

#include "openperflib/base/error.h"
#include "openperflib/linux/text_numbers_internal.h"

namespace openperflib::linux_objects {

// The decimal number that `word` is. Errors: missing (there is no word), not_a_number, out_of_range
// (it is above 2^64-1), of `field`, at the word's byte.
[[nodiscard]] std::expected<std::uint64_t, Error> cpu_number(const Word& word,
                                                             const Field& field) noexcept;

// The number that is all a file of sysfs says: "2700000\n".
[[nodiscard]] std::expected<std::uint64_t, Error> parse_cpu_number_file(
    std::string_view text, const Field& field) noexcept;

// N of `word` where it is `prefix` followed by nothing but a number below 2^32 ("cpu12", "CPU3").
[[nodiscard]] std::optional<std::uint32_t> numbered_name(std::string_view word,
                                                         std::string_view prefix) noexcept;

}  // namespace openperflib::linux_objects
