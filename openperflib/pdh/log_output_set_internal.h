// The log set of a database that PDH writes.
#pragma once

#include <expected>

#include "openperflib/base/civil_time.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/pdh/log_output.h"
#include "openperflib/pdh/pdh_status.h"

namespace openperflib {

// Readies a set for a first record of that content at `first_utc`: checks what exists, or deletes
// it where it is to be replaced. Errors: those of PdhLogOutput::open().
[[nodiscard]] std::expected<void, PdhStatus> ready_log_set(const SqlLogName& name,
                                                           PdhLogOptions::Existing existing,
                                                           LogContent content, FileTime first_utc);

}  // namespace openperflib
