// CounterSource: what a session reads.
#pragma once

#include <variant>

#include "openperflib/log/log_inputs.h"
#include "openperflib/log/log_window.h"
#include "openperflib/machine/local_source.h"

namespace openperflib {

// Value: logs that are read as one, and the part of them to read.
struct LogFiles {
  LogInputs inputs;
  LogWindow window;
};

// Value. This machine, or root folders instead of it; logs. Other machines will be a third kind.
using CounterSource = std::variant<LocalSourceOptions, LogFiles>;

}  // namespace openperflib
