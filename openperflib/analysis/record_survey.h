// RecordSurvey: the times of the records of a log and how many of their readings are usable; found
// by reading all of them once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
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

// Readings without a usable value, by reason.
struct BadReadings {
  std::uint64_t count = 0;
  std::string example;  // the path of the first one
};

// When one machine of a log was sampled. Merged logs of several machines have records of each in
// turn.
struct MachineShape {
  std::string machine;
  FileTime first_local = 0;  // the earliest and the latest of its samples
  FileTime last_local = 0;
  FileTime interval =
      0;  // the median time between two of its samples, in ticks; 0: it has only one
  // The longest time between two samples, in ticks, without a gap between them.
  [[nodiscard]] FileTime longest_step() const noexcept;
  static constexpr double kGapIntervals = 2.5;
};

// The result of the survey. Value.
struct LogShape {
  std::uint64_t records = 0;
  FileTime first_local = 0;  // the earliest and the latest; meaningless without records
  FileTime last_local = 0;
  std::uint64_t readings = 0;  // of all series
  Value interval;              // the median time between two samples of a machine, in seconds
  Value short_interval;        // the 5th and 95th percentile of the times
  Value long_interval;
  std::vector<MachineShape> machines;
  std::vector<TimeRange> gaps;      // of any machine, the longest first, at most kMostGaps
  std::vector<TimeRange> set_back;  // where the clock was set back: from, to; at most kMostGaps
  std::uint64_t set_back_count = 0;
  std::uint64_t restarts = 0;  // records that nothing before is comparable with
  std::map<CStatus, BadReadings> bad;

  static constexpr std::size_t kMostGaps = 100;
};

// Value that is fed record by record; memory is bounded, except for the number of machines.
class RecordSurvey {
 public:
  // One record, of readings or values; those of a block as BlockReadings has them.
  void add(FileTime time_local, const Record& record);
  // The survey of the records so far. Percentiles of the intervals are exact up to kExactIntervals.
  [[nodiscard]] LogShape result() const;

 private:
  // What was found about one machine so far; times are local.
  struct Machine {
    std::string name;
    std::uint64_t samples = 0;
    FileTime first = 0;
    FileTime last = 0;
    FileTime before = 0;
    ValueDistribution intervals;
    std::vector<TimeRange> longest;  // steps, as a heap whose first is the shortest
    bool is_in_record = false;       // it has a reading in the record at hand
  };
  // Series of one machine that stand side by side in the catalog.
  struct Run {
    std::uint32_t machine = 0;  // position in machines_
    std::size_t first = 0;      // number of the first series
    std::size_t count = 0;
    std::size_t usable = 0;  // of them, in the record at hand
  };
  // Finds the machine of each series, after the catalog changed.
  void find_machines(const Catalog& catalog);
  void find_machines_of_entries(const Catalog& catalog);
  // The position of a machine, which is added if it is new.
  [[nodiscard]] std::uint32_t place_of_machine(std::string_view name);
  // Counts what is usable in each run, and finds the machines that are in the record.
  void count_usable(const Record& record);
  // Counts the readings of those machines. `misses`: whether what is not usable is missing.
  void note_readings(const Record& record, bool misses);
  // Takes the time for each machine of the record; a clock that was set back counts once.
  void note_samples(FileTime time_local);
  // Adds the time between two samples, and keeps it if it is one of the kMostGaps longest.
  void note_step(Machine& machine, const TimeRange& step);
  // Counts a reading without a usable value; the first one of each status is the example.
  void note_status(const Catalog& catalog, std::size_t series, CStatus status);

  LogShape shape_;
  std::uint64_t generation_ = 0;
  std::vector<Machine> machines_;
  std::vector<Run> runs_;  // all series of the catalog
  ValueDistribution intervals_{kExactIntervals};
  static constexpr std::size_t kExactIntervals = 100'000;
};

}  // namespace openperflib
