// Alerts as text: for syslog, for commands and for people.
#pragma once

#include <string>

#include "openperflib/alert/alert_watch.h"

namespace openperflib::apps {

// The number in its shortest form; empty: there is no number.
[[nodiscard]] std::string value_word(const Value& value);

// "below 500 while queue > 2, 3 of 5 samples, for 60 s".
[[nodiscard]] std::string condition_text(const AlertRule& rule);

// "\\vm\Memory\Available MBytes is 312".
[[nodiscard]] std::string series_text(const AlertEvent& event);

// "fired: \\vm\Memory\Available MBytes is 312 (memory is short: below 500)".
[[nodiscard]] std::string event_text(const AlertEvent& event, const AlertRule& rule);

}  // namespace openperflib::apps
