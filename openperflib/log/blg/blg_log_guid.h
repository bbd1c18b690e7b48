// The GUID that identifies a binary log.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace openperflib {

// In the order of its bytes in a file: the first three groups are little endian.
using BlgLogGuid = std::array<std::uint8_t, 16>;

// A new one, version 4.
[[nodiscard]] BlgLogGuid random_log_guid();

// "84c9b5fa-8231-45ce-87a3-3814569c135f", as in the header of a log.
[[nodiscard]] std::string text_of(const BlgLogGuid& guid);

}  // namespace openperflib
