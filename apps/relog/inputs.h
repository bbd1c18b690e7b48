// The logs that a run reads.
#pragma once

#include <expected>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "apps/relog/report.h"
#include "apps/windows_tool/failure.h"
#include "openperflib/log/log_reader.h"
#include "openperflib/log/log_survey.h"

namespace openperflib::relog {

// Several logs as one, and what they are. Resource.
struct Input {
  std::unique_ptr<LogReader> reader;
  std::vector<InputFile> files;
};

// Opens all logs, from their beginnings. Errors: one is no log, or cannot be read; readings and
// calculated values cannot be put together.
[[nodiscard]] std::expected<Input, windows_tool::Failure> open_inputs(
    std::span<const std::string> paths);

// One line on standard error for each part of the input that was skipped, with its byte.
void tell_losses(const LogReader& reader);

}  // namespace openperflib::relog
