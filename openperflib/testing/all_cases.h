// Whether tests with thousands of cases take all of them.
#pragma once

#include <cstdlib>

namespace openperflib {

// Returns true in script/test-slow. Otherwise such a test takes a share that fails on the same
// faults.
inline bool takes_all_cases() { return std::getenv("OPENPERFLIB_SLOW") != nullptr; }

}  // namespace openperflib
