// AlertRule: a counter, when it is an alert, and what is done then.
#pragma once

#include <string>
#include <vector>

#include "openperflib/alert/alert_condition.h"

namespace openperflib {

// Value.
struct AlertRule {
  std::string name;
  std::string counter;  // a path; each series that it stands for is judged by itself
  AlertCondition condition;
  // Beside what the alert itself does.
  bool event_log = false;
  std::vector<std::string> command;  // a program and its words; empty: none
  std::string start;                 // a collection; empty: none
  FileTime keep = 0;                 // what is recorded before and after, 100 ns; 0: nothing
  bool operator==(const AlertRule&) const = default;
};

}  // namespace openperflib
