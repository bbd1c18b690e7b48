// Numbers and durations on the command lines of the drop-in tools.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace openperflib::drop_in {

// All of `text` as a decimal number; nullopt: it is not a number.
[[nodiscard]] std::optional<std::uint64_t> whole_number(std::string_view text);

// "90", "1:30", "1:00:00" in seconds; nullopt: it is not a duration from 1 second to 366 days.
[[nodiscard]] std::optional<std::chrono::seconds> read_interval(std::string_view text);

}  // namespace openperflib::drop_in
