// What an analysis of a log comes to: an outcome a rule, findings with their numbers, the quality
// of the data.
//
// Values. Source: docs/formats/rules.md, section 4.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "openperflib/analysis/facts.h"
#include "openperflib/analysis/record_survey.h"
#include "openperflib/analysis/rule.h"

namespace openperflib {

inline constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

// A stretch of the log in which a rule fired without a break, and with one severity.
struct FindingRange {
  TimeRange time;
  Severity severity = Severity::none;
  double worst = kNoNumber;  // of the judged statistic, over its slices
  bool operator==(const FindingRange&) const = default;
};

// Some samples of a course that lie so near together that a chart shows them as one.
struct CoursePoint {
  FileTime time = 0;  // of the first of them
  double least = 0;
  double largest = 0;
  bool is_after_gap = false;  // nothing connects it with the one before
};

// What a rule found of one instance.
struct Finding {
  std::size_t rule = 0;  // position in the rules
  Severity severity = Severity::none;
  bool is_spike = false;  // single samples alone were beyond the limit; severity is info
  std::string machine;
  std::string object;            // of the counter that has instances; empty: none has
  std::string instance;          // "parent/name#n"; empty: the object has none
  std::uint32_t process_id = 0;  // 0: not known
  std::vector<FindingRange> ranges;
  double share = 0;  // of the log's time that the ranges take
  Statistic judged = Statistic::avg;
  double worst = kNoNumber;  // of the judged statistic
  double limit = kNoNumber;  // what it was held against; NaN: no single number
  bool is_upper = true;      // beyond means above it
  std::uint64_t samples = 0;
  double average = kNoNumber;  // of all samples
  double minimum = kNoNumber;
  double maximum = kNoNumber;
  FileTime extreme_at = 0;   // when the maximum was, or the minimum where below is bad
  double slope = kNoNumber;  // an hour, where a trend was found
  std::vector<CoursePoint> course;
};

// How a rule ended.
struct RuleOutcome {
  enum class State : std::uint8_t { fired, clean, skipped };
  std::size_t rule = 0;
  State state = State::skipped;
  std::string reason;             // why it was skipped
  std::uint64_t instances = 0;    // that were judged
  std::vector<Finding> findings;  // the severest first
};

// Something about the data themselves.
struct QualityNote {
  Severity severity = Severity::info;
  std::string id;    // "few_samples"
  std::string text;  // for people
  std::uint64_t count = 0;
  std::vector<TimeRange> times;
};

struct AnalysisResult {
  LogShape shape;
  std::size_t slices = 0;
  std::vector<Facts> facts;
  std::vector<QualityNote> quality;
  std::vector<RuleOutcome> outcomes;  // one a rule, in the order of the rules
};

}  // namespace openperflib
