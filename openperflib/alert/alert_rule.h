// AlertRule: a counter, when it is an alert, and what is done then.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "openperflib/alert/alert_condition.h"
#include "openperflib/analysis/expression.h"

namespace openperflib {

// A counter beside that of a rule, of the same instance. Value.
struct AlertCompanion {
  std::string name;
  std::string counter;  // a path
  bool operator==(const AlertCompanion&) const = default;
};

// What must hold of the companions; the expression's names are theirs, in their order. Value.
struct AlertWhile {
  std::string text;
  Expression condition;
  bool operator==(const AlertWhile&) const = default;
};

// Value.
struct AlertRule {
  std::string name;
  std::string counter;  // a path; each series that it stands for is judged by itself
  AlertCondition condition;
  std::vector<AlertCompanion> companions = {};
  std::optional<AlertWhile> only_while = {};  // a value is beyond only while that holds
  // Beside what the alert itself does.
  bool event_log = false;
  std::vector<std::string> command;  // a program and its words; empty: none
  std::string start;                 // a collection; empty: none
  FileTime keep = 0;                 // what is recorded before and after, 100 ns; 0: nothing
  bool operator==(const AlertRule&) const = default;
};

}  // namespace openperflib
