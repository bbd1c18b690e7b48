// host_name(): what this machine is called.
#pragma once

#include <string>

namespace openperflib {

// Returns the node name of the kernel, which may be that of a container; empty: it is not known.
[[nodiscard]] std::string host_name();

}  // namespace openperflib
