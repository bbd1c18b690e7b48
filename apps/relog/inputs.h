// The input logs of a run.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "apps/drop_in/failure.h"
#include "apps/relog/report.h"
#include "openperflib/jobs/log_findings.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/log/open_log_fault.h"

namespace openperflib::relog {

// Returns the logs as jobs read them: merged by time, and a single one with its times as stored.
[[nodiscard]] LogInputs inputs_of(std::span<const std::string> paths);

// A log is read twice: first for its contents, then for its values. Errors: one is a pipe or a
// device.
[[nodiscard]] drop_in::Outcome check_can_be_read_twice(std::span<const std::string> paths);

// Returns the logs as the report lists them. `formats`: of each path.
[[nodiscard]] std::vector<InputFile> input_files(std::span<const std::string> paths,
                                                 std::span<const LogFormat> formats);

// Returns why a log cannot be opened, or why logs cannot be merged, with its code.
[[nodiscard]] drop_in::Failure failure_of(const OpenLogFault& fault);

// Reports each part of the input that was skipped in one line on standard error, with its byte.
void report_losses(const LogFindings& findings);

}  // namespace openperflib::relog
