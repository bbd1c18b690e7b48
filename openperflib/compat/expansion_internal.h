// Environment variables in texts, as Windows writes them: %NAME%.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

namespace openperflib::compat {

// Replaces %NAME% by its value; a percent sign without a variable stays.
[[nodiscard]] inline std::string expand_variables(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = text.front() == '%' ? text.find('%', 1) : std::string_view::npos;
    const char* value = nullptr;
    if (end != std::string_view::npos && end > 1) {
      value = std::getenv(std::string(text.substr(1, end - 1)).c_str());
    }
    out += value == nullptr ? std::string(1, text.front()) : value;
    text.remove_prefix(value == nullptr ? 1 : end + 1);
  }
  return out;
}

}  // namespace openperflib::compat
