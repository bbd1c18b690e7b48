// Stretches: when one level of a rule was exceeded by one instance, sample by sample.
//
// Source: docs/formats/rules.md, section 4; tests/oracle/report.py is an independent
// implementation.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "openperflib/analysis/finding.h"

namespace openperflib {

// The numbers of a level's expression: facts, then statistics.
using LevelNumbers = std::array<double, kFacts + kStatistics>;

// One sample of an instance.
struct Moment {
  FileTime time = 0;
  FileTime elapsed = 0;      // on a clock that is never set back
  FileTime cover = 0;        // the time that it covers
  std::uint64_t record = 0;  // its position in the log
  double value = kNoNumber;
  double weight = 1;
};

// Statistics of samples. Value.
class SampleStatistics {
 public:
  void add(double number, double weight) noexcept;
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  [[nodiscard]] double average() const noexcept {
    return weights_ > 0 ? weighted_ / weights_ : kNoNumber;
  }
  // Fills their places in `numbers`, except p95, slope and hours; without samples it does nothing.
  void fill(LevelNumbers& numbers) const noexcept;

 private:
  std::uint64_t count_ = 0;
  double sum_ = 0;
  double weighted_ = 0;
  double weights_ = 0;
  double minimum_ = 0;
  double maximum_ = 0;
  double first_ = 0;
  double last_ = 0;
};

// How samples become stretches. Value.
struct StretchRules {
  FileTime hold = 0;   // how long a level must be exceeded
  FileTime least = 0;  // the same, minus the permitted variation of the interval
  FileTime gap =
      0;  // this long without samples, or this much more time within the limit, ends a stretch
  enum class Short : std::uint8_t { forgotten, kept };
  Short short_ones = Short::forgotten;
};

// Value that is fed sample by sample; memory is bounded.
//
// Time beyond the limit adds to a score, other time subtracts from it. A stretch begins when the
// score leaves zero. It ends where the score was highest, or with consecutive samples beyond the
// limit that cover `least`. It is over when the score is back at zero, or `gap` below its value at
// that end. If a stretch as a whole would not be beyond the limit, a new one begins with the last
// samples that were all beyond it.
class LevelStretches {
 public:
  // A sample that counts, in the order of the log. `numbers` has the facts; the rest is
  // overwritten.
  void add(const RuleLevel& level, const StretchRules& rules, const Moment& moment, bool is_held,
           LevelNumbers& numbers);
  // Ends the last stretch; no add() after it.
  void finish(const RuleLevel& level, const StretchRules& rules);

  [[nodiscard]] bool has_long() const noexcept { return long_.count != 0; }
  [[nodiscard]] bool has_short() const noexcept { return short_.count != 0; }
  [[nodiscard]] bool was_exceeded() const noexcept { return samples_ != 0; }
  // With its long runs, or with those that were too short. The caller fills in the share.
  [[nodiscard]] FindingLevel found(const RuleLevel& level, bool of_short_ones) const;

 private:
  struct Stretch {
    SampleStatistics held;
    FileTime begin = 0;
    FileTime end = 0;
    std::uint64_t first_record = 0;
    std::uint64_t last_record = 0;
    FileTime beyond = 0;
    FileTime score = 0;
    double worst = kNoNumber;
    FileTime worst_at = 0;
    bool is_open = false;
  };
  // Created with the first sample beyond the limit: most instances never have one.
  struct Open {
    Stretch now;           // with all samples so far
    Stretch best;          // the stretch up to its end so far
    Stretch side_by_side;  // the last samples, all beyond the limit
    FileTime last_elapsed = 0;
  };
  struct Kept {
    std::uint64_t count = 0;
    std::vector<FindingRun> runs;
  };
  static void extend(Stretch& stretch, const Moment& moment, bool is_upper);
  static void keep(Kept& kept, const Stretch& stretch, bool is_upper);
  [[nodiscard]] static bool holds(const RuleLevel& level, const Stretch& stretch,
                                  LevelNumbers& numbers);
  void add_beyond(const RuleLevel& level, const StretchRules& rules, const Moment& moment,
                  LevelNumbers& numbers);
  void add_within(const RuleLevel& level, const StretchRules& rules, const Moment& moment,
                  bool is_held);
  void close(const RuleLevel& level, const StretchRules& rules);

  std::uint64_t samples_ = 0;  // beyond the limit
  FileTime beyond_ = 0;
  double total_ = 0;
  TimeRange extent_;
  double limit_ = kNoNumber;
  std::unique_ptr<Open> open_;
  Kept long_;
  Kept short_;
};

// The statistic that a level compares first.
[[nodiscard]] Statistic judged_statistic(const RuleLevel& level);
[[nodiscard]] bool is_upper_limit(const RuleLevel& level);
// NaN if it compares nothing with a single number.
[[nodiscard]] double limit_of(const RuleLevel& level, const LevelNumbers& numbers);

}  // namespace openperflib
