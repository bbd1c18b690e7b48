// Reads the structure of a log for `perflib inspect`.
#pragma once

#include <expected>
#include <string>
#include <variant>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/view/inspect/log_facts.h"

namespace openperflib::apps {

// Value. Bounded, however big the log is.
struct LogInspection {
  std::variant<BlgFacts, RecordingFacts> facts;
  std::vector<LogAnomaly> anomalies;  // the first ones
  [[nodiscard]] const ReadingFacts& reading() const;
};

using InspectedLog = std::expected<LogInspection, SourceFault>;

// Reads the log at `path` to its end, three times: for its buffers, its messages and its readings.
// Errors: those of the system; a reason why it cannot be read at all.
[[nodiscard]] InspectedLog inspect_blg(const std::string& path, const TitleTable& titles);
// Twice: for its records and its readings.
[[nodiscard]] InspectedLog inspect_recording(const std::string& path, const TitleTable& titles);

// Shared by the inspections: reads the log to its end, and adds what the reader found.
[[nodiscard]] InspectedLog with_readings(std::variant<BlgFacts, RecordingFacts> facts,
                                         LogReader& reader);

}  // namespace openperflib::apps
