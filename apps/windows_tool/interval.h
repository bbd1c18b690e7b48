// Numbers and spans of time, as the drop-in tools are given them.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace openperflib::windows_tool {

// All of `text` as a decimal number; nullopt: it is none.
[[nodiscard]] std::optional<std::uint64_t> whole_number(std::string_view text);

// "90", "1:30", "1:00:00" in seconds; nullopt: it is none, or not from 1 second to 366 days.
[[nodiscard]] std::optional<std::chrono::seconds> read_interval(std::string_view text);

}  // namespace openperflib::windows_tool
