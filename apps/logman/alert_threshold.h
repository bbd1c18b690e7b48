// The thresholds of -th: "PATH>VALUE" and "PATH<VALUE".
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "openperflib/alert/alert_condition.h"

namespace openperflib::logman {

// Value.
struct AlertThreshold {
  std::string path;
  AlertWhen beyond = AlertWhen::above;  // or below
  double value = 0;
  bool operator==(const AlertThreshold&) const = default;
};

// The last < or > separates the path from the value. Errors: what is wrong with the text, to follow
// it and a colon.
[[nodiscard]] std::expected<AlertThreshold, std::string> read_threshold(std::string_view text);

}  // namespace openperflib::logman
