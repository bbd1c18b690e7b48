// ExitCode: what perflib returns to its caller.
#pragma once

namespace openperflib::apps {

// Exit codes: a contract (docs/perflib.md, section 1).
enum ExitCode : int {
  kSuccess = 0,  // also if single values have no data, as long as one has
  kFailed = 1,   // failed, malformed, or no value at all
  kUsageError = 2,
  kDoesNotExist = 3,  // some or all of what was requested; the rest is shown
};

}  // namespace openperflib::apps
