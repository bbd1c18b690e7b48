// What a user means who typed a word instead of a counter path: svchost, "Available Bytes".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "openperflib/query/names.h"

namespace openperflib {

// The paths that a word can mean. Value.
struct WordMeanings {
  std::vector<std::string>
      exact;  // paths: an object, a counter or an instance has exactly this name
  std::vector<std::string> near;  // paths of names that contain or resemble it, best first
};

// Case is ignored. An object means all its counters, a counter all its instances. An object with an
// instance but without a counter, \Process(mmc), means all its counters. Objects of one name on
// several machines are one.
[[nodiscard]] WordMeanings meanings_of(std::string_view word, const Names& names);

}  // namespace openperflib
