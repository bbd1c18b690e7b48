// The thresholds of -th: "PATH>VALUE" and "PATH<VALUE".
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace openperflib::logman {

enum class Beyond : std::uint8_t { above, below };

// Value.
struct AlertThreshold {
  std::string path;
  Beyond beyond = Beyond::above;
  double value = 0;
  bool operator==(const AlertThreshold&) const = default;
};

// The last < or > parts path and value. Errors: what is wrong, as a sentence goes on behind the text.
[[nodiscard]] std::expected<AlertThreshold, std::string> read_threshold(std::string_view text);

}  // namespace openperflib::logman
