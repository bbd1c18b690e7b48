// The passes of a report over the records of a log or the samples of a machine.
#pragma once

#include <expected>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "apps/perflib/sources/live_samples.h"
#include "openperflib/analysis/analysis.h"

namespace openperflib::apps {

// Reads all records from the first one on, and calls its argument for each.
using ReadRecords = std::function<Step(const TakeRecord&)>;

// Adds what the user knows to the facts of all machines.
using CompleteFacts = std::function<void(std::vector<Facts>&)>;

// What the passes found.
struct AnalysedRecords {
  std::vector<std::string> objects;
  AnalysisResult result;
};

// Reads the records up to three times. `titles`: the names that are the same on every machine.
[[nodiscard]] std::expected<AnalysedRecords, Failure> analysed(const TitleTable& titles,
                                                               std::span<const Rule> rules,
                                                               SampleOrigin origin,
                                                               const ReadRecords& read,
                                                               const CompleteFacts& complete);

}  // namespace openperflib::apps
