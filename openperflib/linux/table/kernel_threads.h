// How kernel threads are shown in Process.
#pragma once

#include <cstdint>

namespace openperflib {

// merged: "System" is the sum of all; listed: each is an instance.
enum class KernelThreads : std::uint8_t { merged, listed };

}  // namespace openperflib
