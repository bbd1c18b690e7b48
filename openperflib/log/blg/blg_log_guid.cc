#include "openperflib/log/blg/blg_log_guid.h"

#include <fmt/core.h>
#include <unistd.h>

namespace openperflib {

BlgLogGuid random_log_guid() {
  BlgLogGuid guid{};
  while (::getentropy(guid.data(), guid.size()) != 0) {
  }
  guid[7] = static_cast<std::uint8_t>((guid[7] & 0x0F) | 0x40);  // version 4: random
  guid[8] = static_cast<std::uint8_t>((guid[8] & 0x3F) | 0x80);  // the variant of RFC 4122
  return guid;
}

std::string text_of(const BlgLogGuid& guid) {
  constexpr std::array<std::size_t, 16> kOrder = {3, 2, 1,  0,  5,  4,  7,  6,
                                                  8, 9, 10, 11, 12, 13, 14, 15};
  std::string text;
  for (std::size_t i = 0; i < kOrder.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", guid[kOrder[i]]);
  }
  return text;
}

}  // namespace openperflib
