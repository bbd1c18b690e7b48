// The identifier of a counter set or of a provider.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "openperflib/base/bytes.h"

namespace openperflib {

// Value: the 16 bytes of a GUID as Windows stores them, so the first three groups of its text are
// little-endian numbers.
struct Guid {
  std::array<std::byte, 16> bytes = {};
  auto operator<=>(const Guid&) const = default;
};

// The GUID at `offset`. The caller has proved contains(bytes.size(), offset, 16).
[[nodiscard]] inline Guid load_guid(Bytes bytes, std::size_t offset) noexcept {
  Guid guid;
  std::ranges::copy(bytes.subspan(offset, guid.bytes.size()), guid.bytes.begin());
  return guid;
}

// "{ab8e1320-965a-4cf9-9c07-fe25378c2a23}", digits in either case, and nothing else.
[[nodiscard]] std::optional<Guid> guid_of(std::string_view text) noexcept;

// The reverse, in lower case.
[[nodiscard]] std::string guid_text(const Guid& guid);

// Writes a GUID at `offset`. The caller has proved that it fits.
inline void store_guid(MutableBytes bytes, std::size_t offset, const Guid& guid) noexcept {
  std::ranges::copy(guid.bytes, bytes.subspan(offset).begin());
}

}  // namespace openperflib
