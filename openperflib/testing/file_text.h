// The text of a file, for tests.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

namespace openperflib {

// Returns all bytes of the file; "" if it cannot be opened.
inline std::string text_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace openperflib
