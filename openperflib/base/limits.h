// Upper bounds on the resources a parser uses.
#pragma once

#include <cstdint>

namespace openperflib {

// The maximum of each that a parser accepts; a larger stored count is Errc::over_limit. Counts are
// also compared with the remaining bytes, so that a small file cannot claim much.
struct Limits {
  std::uint64_t bytes = 1ULL << 30;      // of one block
  std::uint32_t objects = 65'536;        // in one block
  std::uint32_t counters = 64'000;       // in one object (perflib.h: at most 64,000 a set)
  std::uint32_t instances = 16'777'216;  // in one object
  std::uint32_t name_bytes = 65'536;     // of one instance name, as stored
  std::uint32_t values = 8'388'608;      // in one block: definitions times instances
};

}  // namespace openperflib
