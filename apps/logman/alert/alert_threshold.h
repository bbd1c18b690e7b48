// The thresholds of -th: "PATH>VALUE" and "PATH<VALUE".
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "openperflib/alert/alert_condition.h"
#include "openperflib/titles/title_table.h"

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

// What the shell did to the path of a threshold that is typed, and how to write it; empty: nothing.
[[nodiscard]] std::string changed_by_shell(std::string_view text, const TitleTable& titles);

}  // namespace openperflib::logman
