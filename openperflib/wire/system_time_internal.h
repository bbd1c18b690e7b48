// A SYSTEMTIME in bytes: eight words.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "openperflib/base/bytes.h"
#include "openperflib/base/civil_time.h"

namespace openperflib {

// The caller has proved that 16 bytes are there.
[[nodiscard]] inline SystemTime load_system_time(Bytes bytes, std::size_t offset,
                                                 ByteOrder order = ByteOrder::little) noexcept {
  const auto part = [&](std::size_t word) {
    return load<std::uint16_t>(bytes, offset + word * sizeof(std::uint16_t), order);
  };
  return {.year = part(0),
          .month = part(1),
          .day_of_week = part(2),
          .day = part(3),
          .hour = part(4),
          .minute = part(5),
          .second = part(6),
          .milliseconds = part(7)};
}

inline void store_system_time(MutableBytes bytes, std::size_t offset,
                              const SystemTime& time) noexcept {
  const std::array<std::uint16_t, 8> words = {time.year,   time.month,       time.day_of_week,
                                              time.day,    time.hour,        time.minute,
                                              time.second, time.milliseconds};
  for (std::size_t i = 0; i < words.size(); ++i) {
    store(bytes, offset + i * sizeof(words[0]), words[i]);
  }
}

}  // namespace openperflib
