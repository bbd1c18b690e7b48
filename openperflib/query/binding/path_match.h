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

// The one that came closer to a series. The closest match of a path decides what is reported as
// missing.
[[nodiscard]] constexpr PathMatch nearer(PathMatch a, PathMatch b) noexcept {
  const auto nearness = [](PathMatch match) {
    switch (match) {
      case PathMatch::no_machine:
        return 0;
      case PathMatch::no_object:
        return 1;
      case PathMatch::no_counter:
        return 2;
      case PathMatch::left_out:
        return 3;
      case PathMatch::no_instance:
        return 4;
      case PathMatch::matched:
        return 5;
    }
    return 0;
  };
  return nearness(b) > nearness(a) ? b : a;
}

}  // namespace openperflib
