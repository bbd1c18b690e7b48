// Log sets in databases, for the table of a build.
#pragma once

#include "openperflib/log/log_support.h"

namespace openperflib {

extern const LogSetSupport kSqlLogSets;

}  // namespace openperflib
