// Library Validation Code: whether a module's library is the one that was trusted.
#pragma once

#include <string>

#include "openperflib/base/bytes.h"

namespace openperflib {

// Why the file is not known to be the trusted one; empty: it is, or the code is empty, as for a
// service that has none. `code`: the SHA-256 of the trusted library.
// Source: lodctr /T and the line trusted= in [info] write it.
[[nodiscard]] std::string validation_fault(const std::string& library, Bytes code);

}  // namespace openperflib
