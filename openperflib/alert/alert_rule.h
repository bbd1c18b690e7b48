// AlertRule: a counter, the condition of its alert, and the actions of the alert.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "openperflib/alert/alert_condition.h"
#include "openperflib/rules/expression.h"

namespace openperflib {

// Value. Another counter that a rule uses, of the same instance.
struct AlertCompanion {
  std::string name;
  std::string counter;  // a path
  bool operator==(const AlertCompanion&) const = default;
};

// Value. A condition on the companions; the names in the expression are theirs, in the same order.
struct AlertWhile {
  std::string text;
  Expression condition;
  bool operator==(const AlertWhile&) const = default;
};

// Value. One rule of a file.
struct AlertRule {
  std::string name;
  std::string counter;  // a path; each series that it matches is evaluated separately
  AlertCondition condition;
  std::vector<AlertCompanion> companions = {};
  std::optional<AlertWhile> only_while = {};  // a value counts as beyond only while this holds
  // Actions in addition to those of the alert itself.
  bool event_log = false;
  std::vector<std::string> command;  // a program and its arguments; empty: none
  std::string start;                 // the name of a collection to start; empty: none
  FileTime keep = 0;                 // time recorded before and after, in 100 ns; 0: nothing
  bool operator==(const AlertRule&) const = default;
};

}  // namespace openperflib
