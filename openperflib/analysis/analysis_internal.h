// The parts of an Analysis: what each rule reads (RulePlan), where that stands in a row
// (RuleBinding), and the courses of the instances (RuleCourses).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "openperflib/analysis/analysis.h"
#include "openperflib/analysis/course_internal.h"

namespace openperflib {

inline constexpr std::size_t kMostConditions = 4;  // a rule's own, and one a level
inline constexpr std::uint32_t kNowhere = 0xFFFFFFFF;

// A counter of a rule as it is read in this log.
struct PlannedCounter {
  std::uint32_t path =
      kNowhere;  // of the analysis' query; kNowhere: an optional one that is not there
  double times = 1;
  CounterChoice::Over over = CounterChoice::Over::none;
  bool has_instances = false;  // a number an instance
};

// What a rule reads. Value.
struct RulePlan {
  std::size_t rule = 0;
  std::string skipped;  // the reason; empty: it is judged
  std::vector<PlannedCounter> counters;
  std::optional<std::size_t>
      primary;  // the counter whose instances are the rule's; none: one a machine
  std::uint32_t process_ids =
      kNowhere;  // the path of ID Process, where the instances are processes
};

// The series of a binding by path, and by path and instance. Made anew for each binding; copies its
// views.
class BindingIndex {
 public:
  explicit BindingIndex(const Binding& binding);
  [[nodiscard]] std::span<const Series> series() const noexcept { return series_; }
  // Positions of the series of a path, those that are not there left out.
  [[nodiscard]] std::span<const std::uint32_t> of_path(std::uint32_t path) const noexcept;
  // The first of them on that machine; kNowhere.
  [[nodiscard]] std::uint32_t on_machine(std::uint32_t path,
                                         std::string_view machine) const noexcept;
  // The one of a path that is of the same instance as `series`; kNowhere.
  [[nodiscard]] std::uint32_t beside(std::uint32_t path, const Series& series) const noexcept;

 private:
  std::span<const Series> series_;
  std::vector<std::vector<std::uint32_t>> by_path_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_instance_;
};

// Chooses for every rule the counters that the log has, or says why it is skipped; adds their paths
// to `query`.
[[nodiscard]] std::vector<RulePlan> plan_rules(const AnalysisInput& input, const TitleTable& titles,
                                               Query& query);

// What the courses of the rules tell of the instances; of several rules the most, as they see the
// same ones.
struct InstanceChanges {
  std::uint64_t renamed = 0;   // got another #n
  std::uint64_t swapped = 0;   // a name went to another process
  std::uint64_t left_out = 0;  // beyond Analysis::kMostCourses
};

// The courses of one rule, and where the numbers of each stand in the row at hand.
class RuleCourses {
 public:
  RuleCourses(const Rule& rule, const RulePlan& plan, std::span<const Facts> facts,
              const TimeFrame& frame);

  // Finds the instances in a new binding. Numbers of counters made one of many are put behind those
  // of the row: `sums` grows by the places of their parts.
  struct Sum {
    CounterChoice::Over over = CounterChoice::Over::mean;
    std::vector<std::uint32_t> parts;  // places in the row
  };
  [[nodiscard]] static double value_of(const Sum& sum, std::span<const double> numbers);
  void bind(const BindingIndex& index, std::vector<Sum>& sums);

  // A row: its numbers and those of the sums behind them, NaN for what has no value.
  void add(FileTime time, double seconds, std::span<const double> numbers);

  // How it ended.
  [[nodiscard]] RuleOutcome outcome();
  [[nodiscard]] const InstanceChanges& changes() const noexcept { return changes_; }

 private:
  struct Subject {
    Course course;
    const Facts* facts;
    std::string machine;
    std::string object;
    std::string instance;
    std::uint32_t process_id = 0;
    std::vector<double> before;  // for step() and fall()
  };
  // Where a subject's numbers stand in the row at hand.
  struct Place {
    std::uint32_t subject = kNowhere;
    std::uint32_t process_id_place = kNowhere;
    std::uint64_t key = 0;       // by which it was found
    std::uint64_t name_key = 0;  // of the process, without its number
  };
  [[nodiscard]] bool is_left_out(const Series& series) const;
  void add_place(const BindingIndex& index, std::string_view machine, const Series* series,
                 std::vector<Sum>& sums);
  [[nodiscard]] std::uint32_t place_of_counter(const BindingIndex& index, std::string_view machine,
                                               const Series* series, const PlannedCounter& counter,
                                               std::vector<Sum>& sums) const;
  [[nodiscard]] std::uint32_t sum_of(const BindingIndex& index, std::string_view machine,
                                     const PlannedCounter& counter, std::vector<Sum>& sums) const;
  std::uint32_t subject_of(std::uint64_t key, std::string_view machine, const Series* series);
  std::uint32_t new_subject(std::uint64_t key, Subject names);
  void follow_process(Place& place, std::span<const double> numbers);
  void add_to(Subject& subject, FileTime time, double seconds,
              std::span<const std::uint32_t> counters, std::span<const double> numbers);

  const Rule* rule_;
  const RulePlan* plan_;
  std::span<const Facts> facts_;
  const TimeFrame* frame_;
  std::vector<Subject> subjects_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_key_;
  std::vector<Place> places_;
  std::vector<std::uint32_t> counters_;  // a row of places for each of places_
  bool looks_back_ = false;
  InstanceChanges changes_;
  std::vector<double> scratch_;  // the names of an expression
};

// What is said of the data: of the log as a whole, and of what the rules read.
struct ReadingFaults {
  std::uint64_t wraps = 0;   // at 2^32
  std::uint64_t resets = 0;  // a counter fell
  std::string wrap_example;
  std::string reset_example;
};
[[nodiscard]] std::vector<QualityNote> quality_notes(const LogShape& shape);
void add_reading_notes(std::vector<QualityNote>& notes, const ReadingFaults& faults);
void add_instance_notes(std::vector<QualityNote>& notes, const InstanceChanges& changes);

}  // namespace openperflib
