// How the descriptors that this library may use are shared out.
#pragma once

#include <algorithm>
#include <cstddef>

#include "openperflib/provider/v1/host_process.h"

namespace openperflib {

// Value. The shares that share_descriptors() gives to files and hosts.
struct DescriptorShare {
  unsigned files = 0;  // of /proc that may stay open
  unsigned hosts = 0;  // of modules that may run at once
};

// The library may use 64 descriptors of the caller's process. 8 are for the root, the list of
// processes and sockets; hosts get those that all of `services` need, up to 12 of them, and two at
// least, for services that are installed later. The rest is for files.
[[nodiscard]] constexpr DescriptorShare share_descriptors(std::size_t services) noexcept {
  constexpr unsigned kAll = 64 - 8;
  const auto hosts = static_cast<unsigned>(std::clamp<std::size_t>(services, 2, 12));
  return {kAll - hosts * kDescriptorsOfHost, hosts};
}

}  // namespace openperflib
