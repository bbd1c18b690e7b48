// RecordSurvey: how a log lies in time and what its records are worth, found by reading all of it
// once.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/counter/value_distribution.h"
#include "openperflib/query/query.h"

namespace openperflib {

// A stretch of time, on the clock of the log.
struct TimeRange {
  FileTime begin = 0;
  FileTime end = 0;
  bool operator==(const TimeRange&) const = default;
};

// Readings that are worth nothing, by why.
struct BadReadings {
  std::uint64_t count = 0;
  std::string example;  // the path of the first one
};

// What the survey of a log comes to. Value.
struct LogShape {
  std::uint64_t records = 0;
  FileTime first_local = 0;  // the earliest and the latest; of no meaning without records
  FileTime last_local = 0;
  std::uint64_t readings = 0;  // of all series
  Value interval;        // the median time between two records, in seconds; none: of one record
  Value short_interval;  // 5 and 95 % of the times are not above these
  Value long_interval;
  std::vector<TimeRange>
      gaps;  // longer than kGapIntervals of them; the longest first, kMostGaps at most
  std::vector<TimeRange> set_back;  // where the clock was: from, to; kMostGaps at most
  std::uint64_t set_back_count = 0;
  std::uint64_t restarts = 0;  // records that nothing before is comparable with
  std::map<CStatus, BadReadings> bad;

  static constexpr double kGapIntervals = 2.5;
  static constexpr std::size_t kMostGaps = 100;
  // What two neighbours may be apart, in ticks, and still have nothing missing between them.
  [[nodiscard]] FileTime longest_step() const noexcept;
};

// Value that grows record by record; memory is bounded.
class RecordSurvey {
 public:
  // One record, as Query::take() has it.
  void add(FileTime time_local, const SeriesCatalog& catalog, const Sample& sample,
           const Row* calculated);
  [[nodiscard]] LogShape result() const;

 private:
  void note_step(FileTime time_local);
  void note_status(const SeriesCatalog& catalog, std::size_t series, CStatus status);

  static constexpr std::size_t kExactIntervals = 100'000;
  LogShape shape_;
  FileTime before_ = 0;
  ValueDistribution intervals_{kExactIntervals};
  std::vector<TimeRange> longest_;  // steps, as a heap whose first is the shortest
};

}  // namespace openperflib
