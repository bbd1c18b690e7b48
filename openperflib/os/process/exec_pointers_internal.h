// The list of arguments or variables of a new program.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace openperflib {

// Returns the pointers as execve takes them, with a null pointer at the end; valid while the texts
// are.
[[nodiscard]] inline std::vector<char*> exec_pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers(texts.size() + 1, nullptr);
  std::ranges::transform(texts, pointers.begin(), [](std::string& text) { return text.data(); });
  return pointers;
}

}  // namespace openperflib
