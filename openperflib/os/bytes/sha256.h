// SHA-256, by libcrypto, which is loaded when it is needed: most programs never need it.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "openperflib/base/bytes.h"

namespace openperflib {

using Sha256 = std::array<std::byte, 32>;

// nullopt: libcrypto is not installed. Threads: any number may call it.
[[nodiscard]] std::optional<Sha256> sha256(Bytes bytes);

}  // namespace openperflib
