// How instances of Process and Thread are named; on Windows, the values ProcessNameFormat and
// ThreadNameFormat below the service key PerfProc.
#pragma once

#include <cstdint>

namespace openperflib {

// The numbers are those of the registry.
enum class NameFormat : std::uint8_t {
  name = 1,         // "bash"; readers number equal names: bash#1
  name_and_id = 2,  // "bash_4711", a thread "0_4712"; _Total is unchanged
};

}  // namespace openperflib
