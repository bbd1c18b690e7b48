// The notes of a report about the data, which come before those about the machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "openperflib/analysis/analysis_internal.h"

namespace openperflib {

// Counters that fell between two samples.
struct ReadingFaults {
  std::uint64_t wraps = 0;  // at 2^32
  std::uint64_t resets = 0;
  std::string wrap_example;
  std::string reset_example;
};

[[nodiscard]] std::vector<QualityNote> quality_notes(const LogShape& shape, SampleOrigin origin);
void add_reading_notes(std::vector<QualityNote>& notes, const ReadingFaults& faults);
void add_instance_notes(std::vector<QualityNote>& notes, const InstanceChanges& changes);

}  // namespace openperflib
