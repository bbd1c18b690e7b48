// Notes about the data, which come before those about the machine.
#include <fmt/core.h>

#include "openperflib/analysis/quality_notes_internal.h"

namespace openperflib {
namespace {

constexpr std::uint64_t kFewRecords = 10;
constexpr double kSteady = 0.2;  // relative difference of intervals that is still steady

std::string plural(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

void add_few(std::vector<QualityNote>& notes, const LogShape& shape, SampleOrigin origin) {
  if (shape.records >= kFewRecords) return;
  notes.push_back({Severity::warning,
                   "few_samples",
                   shape.records == 0
                       ? "There are no samples."
                       : fmt::format("{} {}: findings may be coincidence.",
                                     origin == SampleOrigin::log ? "The log has only" : "Only",
                                     plural(shape.records, "sample")),
                   shape.records,
                   {}});
}

void add_gaps(std::vector<QualityNote>& notes, const LogShape& shape) {
  if (shape.gaps.empty()) return;
  const bool is_full = shape.gaps.size() == LogShape::kMostGaps;
  notes.push_back({Severity::warning, "gaps",
                   fmt::format("{}{} without samples: nothing is known about that time.",
                               is_full ? "At least " : "", plural(shape.gaps.size(), "gap")),
                   shape.gaps.size(), shape.gaps});
}

void add_jitter(std::vector<QualityNote>& notes, const LogShape& shape) {
  if (!shape.interval.usable()) return;
  const double median = shape.interval.number;
  const bool is_steady = shape.short_interval.number >= median * (1 - kSteady) &&
                         shape.long_interval.number <= median * (1 + kSteady);
  if (is_steady) return;
  notes.push_back(
      {Severity::info,
       "jitter",
       fmt::format(
           "The interval between samples varies: the median is {:.1f} s, and nine of ten are "
           "between {:.1f} and {:.1f} s.",
           median, shape.short_interval.number, shape.long_interval.number),
       1,
       {}});
}

void add_set_back(std::vector<QualityNote>& notes, const LogShape& shape) {
  if (shape.set_back_count == 0) return;
  notes.push_back({Severity::warning, "clock_set_back",
                   fmt::format("The clock was set back {}: times before and after overlap.",
                               plural(shape.set_back_count, "time")),
                   shape.set_back_count, shape.set_back});
}

void add_restarts(std::vector<QualityNote>& notes, const LogShape& shape) {
  if (shape.restarts == 0) return;
  notes.push_back(
      {Severity::info,
       "restarts",
       fmt::format(
           "The counters started again {}: the machine was restarted, or another log begins.",
           plural(shape.restarts, "time")),
       shape.restarts,
       {}});
}

void add_bad(std::vector<QualityNote>& notes, const LogShape& shape) {
  for (const auto& [status, bad] : shape.bad) {
    const double percent =
        100 * static_cast<double>(bad.count) / static_cast<double>(shape.readings);
    notes.push_back(
        {percent >= 1 ? Severity::warning : Severity::info,
         "bad_readings",
         fmt::format("{} of {} readings ({:.2g} %) have no value: {} (first: {}).", bad.count,
                     shape.readings, percent, explanation_of(status), bad.example),
         bad.count,
         {}});
  }
}

}  // namespace

std::vector<QualityNote> quality_notes(const LogShape& shape, SampleOrigin origin) {
  std::vector<QualityNote> notes;
  add_few(notes, shape, origin);
  add_gaps(notes, shape);
  add_set_back(notes, shape);
  add_bad(notes, shape);
  add_restarts(notes, shape);
  add_jitter(notes, shape);
  return notes;
}

void add_reading_notes(std::vector<QualityNote>& notes, const ReadingFaults& faults) {
  if (faults.wraps != 0) {
    notes.push_back(
        {Severity::info,
         "wraps",
         fmt::format("32-bit counters overflowed {} (first: {}): those samples have no value.",
                     plural(faults.wraps, "time"), faults.wrap_example),
         faults.wraps,
         {}});
  }
  if (faults.resets != 0) {
    notes.push_back(
        {Severity::info,
         "resets",
         fmt::format("Counters went backwards {} (first: {}): those samples have no value.",
                     plural(faults.resets, "time"), faults.reset_example),
         faults.resets,
         {}});
  }
}

void add_instance_notes(std::vector<QualityNote>& notes, const InstanceChanges& changes) {
  if (changes.left_out != 0) {
    notes.push_back({Severity::warning,
                     "instances_left_out",
                     fmt::format("{} beyond the first {} of a rule could not be judged.",
                                 plural(changes.left_out, "instance"), Analysis::kMostTimeSeries),
                     changes.left_out,
                     {}});
  }
  if (changes.renamed != 0) {
    notes.push_back(
        {Severity::info,
         "renamed",
         fmt::format(
             "The numbers of instances changed {}; each instance is followed by its identity.",
             plural(changes.renamed, "time")),
         changes.renamed,
         {}});
  }
  if (changes.swapped != 0) {
    notes.push_back(
        {Severity::info,
         "swapped",
         fmt::format(
             "A name was taken over by another process {}; each process is judged on its own.",
             plural(changes.swapped, "time")),
         changes.swapped,
         {}});
  }
}

}  // namespace openperflib
