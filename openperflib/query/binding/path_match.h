// PathMatch: what a path matched in a source.
#pragma once

#include <cstdint>

namespace openperflib {

// What a path matched in the last snapshot.
enum class PathMatch : std::uint8_t {
  matched,
  no_machine,
  no_object,
  no_counter,
  no_instance,
  left_out
};

}  // namespace openperflib
