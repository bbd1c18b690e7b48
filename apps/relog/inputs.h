// The input logs of a run.
#pragma once

#include <expected>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "apps/drop_in/failure.h"
#include "apps/relog/report.h"
#include "openperflib/log/log_survey.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::relog {

// Several logs, merged by time, and their names. Resource.
struct Input {
  std::unique_ptr<LogReader> reader;
  std::vector<InputFile> files;
};

// Opens all logs at their beginning. Errors: a file is not a log or cannot be read; logs of raw
// readings cannot be merged with logs of calculated values. `readings`: of a single recording.
[[nodiscard]] std::expected<Input, drop_in::Failure> open_inputs(std::span<const std::string> paths,
                                                                 const TitleTable& titles,
                                                                 LogReadings readings);

// Reports each part of the input that was skipped in one line on standard error, with its byte.
void report_losses(const LogReader& reader);

}  // namespace openperflib::relog
