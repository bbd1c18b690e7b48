// RuleTimeSeries: the instances of one rule from record to record, each with its time series.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "openperflib/analysis/analysis_internal.h"
#include "openperflib/analysis/rule_rows_internal.h"
#include "openperflib/analysis/subject_table_internal.h"
#include "openperflib/analysis/time_series_internal.h"

namespace openperflib {

// What is known about the log and its machines. Value; what it refers to must outlive the time
// series.
struct TimeSeriesInput {
  std::span<const Facts> facts;            // one for each machine
  std::span<const MachineShape> shapes;    // the same machines in the same order
  std::span<const MachineMoment> moments;  // the same, for the record last read
};

// The time series of one rule, and the positions of the numbers of each in the current row. Judges
// all instances or, in the third pass, traces those of some findings. Both passes number the
// instances in the same way: Finding::serial.
class RuleTimeSeries {
 public:
  RuleTimeSeries(const Rule& rule, const RulePlan& plan, const TimeSeriesInput& input);
  // Traces the instances with these numbers, and judges none.
  RuleTimeSeries(const Rule& rule, const RulePlan& plan, const TimeSeriesInput& input,
                 std::span<const std::uint64_t> traced);

  // Finds the instances in a new binding. Numbers that combine several instances are put after
  // those of the row: `sums` gets the places of their parts.
  struct Sum {
    CounterChoice::Over over = CounterChoice::Over::mean;
    std::vector<std::uint32_t> parts;  // places in the row
  };
  [[nodiscard]] static double value_of(const Sum& sum, std::span<const double> numbers);
  void bind(const BindingIndex& index, std::vector<Sum>& sums);

  // A row. Reads nothing else that changes while rows are added, so that other rules and the next
  // record can have threads of their own.
  void add(const RuleRow& row);

  // Returns how many numbers of a row it takes.
  [[nodiscard]] std::size_t number_count() const noexcept { return counters_.size(); }

  // The outcome of the rule.
  [[nodiscard]] RuleOutcome outcome();
  [[nodiscard]] const InstanceChanges& changes() const noexcept { return changes_; }
  // The points of each traced instance, by its number.
  [[nodiscard]] std::unordered_map<std::uint64_t, std::vector<TimeSeriesPoint>> traces();

 private:
  struct Subject {
    std::unique_ptr<TimeSeries> time_series;  // one of the two; neither: not needed so far
    std::unique_ptr<TimeSeriesTrace> trace;
    std::size_t machine = 0;
    std::string object;
    std::string instance;
    std::uint32_t process_id = 0;
    std::vector<double> before;  // for step(), change() and fall()
    std::uint64_t serial = 0;
    std::uint64_t key = 0;  // in by_key_, unless another subject took it over
    bool has_other_keys = false;
  };
  // What tells which subjects are gone. Each binding looks at all of them: it stands apart, so that
  // it stays in a cache.
  struct Bound {
    std::uint64_t binding = 0;  // the last one that had the subject; 0: its place is free
    std::uint64_t serial = 0;   // of the subject
    auto operator<=>(const Bound&) const = default;
  };
  // The object of a series, while a binding is followed.
  struct NamedObject {
    bool is_set = false;
    std::string_view machine = {};
    std::string_view name = {};
    std::uint64_t key = 0;  // stands for both
  };
  // The places of a subject's numbers in the current row.
  struct Place {
    std::uint32_t subject = kNowhere;
    std::uint32_t process_id_place = kNowhere;
    std::uint64_t key = 0;            // it was found by this key
    std::uint64_t name_key = 0;       // of the process, without its number
    std::uint32_t series = kNowhere;  // of the primary counter
    std::uint32_t process_id = 0;     // of that series
  };
  [[nodiscard]] bool is_left_out(const BindingIndex& index, std::uint32_t position) const;
  // Whether the rule judges _Total of these series of a machine: there is nothing else.
  [[nodiscard]] bool judges_total_of(const BindingIndex& index, std::string_view machine,
                                     std::uint32_t path) const;
  [[nodiscard]] double weight_of(const Subject& subject,
                                 std::span<const std::uint32_t> counters) const;
  // Finds the places of the rules that have one instance for each machine.
  void bind_machines(const BindingIndex& index, std::vector<Sum>& sums);
  // Returns the place that a series had in the binding before; null: it had none.
  [[nodiscard]] const Place* place_before(const BindingIndex& index, std::uint32_t position);
  // Returns whether the subject of that place is that of the series, too.
  [[nodiscard]] bool continues(const Place& before, const Series& series) const;
  // Returns the place of an instance of that machine, by the series of its primary counter.
  [[nodiscard]] Place place_of(const BindingIndex& index, std::size_t machine,
                               std::uint32_t position);
  // Adds a place with those of its counters, unless there are too many instances. `series`: that of
  // the primary counter; null: the rule has one instance for each machine.
  void add_place(const BindingIndex& index, std::string_view machine, const Series* series,
                 const Place& place, std::vector<Sum>& sums);
  [[nodiscard]] std::uint32_t place_of_counter(const BindingIndex& index, std::string_view machine,
                                               const Series* series, const PlannedCounter& counter,
                                               std::vector<Sum>& sums) const;
  [[nodiscard]] std::uint32_t sum_of(const BindingIndex& index, std::string_view machine,
                                     const PlannedCounter& counter, std::vector<Sum>& sums) const;
  [[nodiscard]] std::size_t machine_of(std::string_view name) const;
  // Returns what stands for the name of an instance of an object.
  [[nodiscard]] std::uint64_t name_key(const Series& series);
  // `instance`: as reports show it.
  std::uint32_t subject_of(std::uint64_t key, std::size_t machine, const Series* series,
                           std::string instance);
  std::uint32_t new_subject(std::uint64_t key, Subject subject);
  void give_trace(Subject& subject);
  // Returns the time series of a subject that is judged; made for its first number.
  [[nodiscard]] TimeSeries& time_series_of(Subject& subject);
  void follow_process(Place& place, std::span<const double> numbers);
  void add_to(Subject& subject, Moment& moment, std::span<const std::uint32_t> counters,
              const RuleRow& row);
  void forget_those_gone();
  // Ends a subject and gives up its place.
  void forget(std::uint32_t subject);
  // Forgets the key of a subject.
  void forget_key(std::uint64_t key, std::uint32_t subject);
  void end(Subject& subject);
  // Ends all of them; there are none afterwards.
  void end_all();
  void keep_worst_findings();

  static constexpr std::size_t kKeptGone = 256;  // instances that may come back

  const Rule* rule_;
  const RulePlan* plan_;
  TimeSeriesInput input_;
  bool is_tracing_ = false;
  std::vector<std::uint64_t> traced_;  // ascending
  std::vector<Subject> subjects_;
  std::vector<Bound> bound_;                           // by place in subjects_
  std::vector<std::uint32_t> free_;                    // places in subjects_
  std::vector<std::pair<Bound, std::uint32_t>> gone_;  // while a binding is followed: with places
  std::vector<std::unique_ptr<TimeSeries>> spare_;     // of subjects that are gone, to be restarted
  SubjectTable by_key_;
  std::vector<Place> places_;
  std::vector<Place> places_before_;     // while a binding is followed: those of the one before
  std::size_t next_before_ = 0;          // the one of them that probably continues
  NamedObject object_;                   // while a binding is followed: that of the series before
  std::vector<std::uint32_t> counters_;  // a row of places for each of places_
  std::vector<std::size_t> weight_counters_;  // of the rule, that its weight uses
  bool looks_back_ = false;
  bool has_left_out_ = false;  // there were instances that the rule leaves out
  bool has_judged_total_ = false;
  std::uint64_t serials_ = 0;
  std::uint64_t bindings_ = 0;
  InstanceChanges changes_;
  std::vector<double> scratch_;  // the names of an expression
  std::uint64_t judged_ = 0;     // instances that had samples and ended
  std::uint64_t more_ = 0;       // findings that were not kept
  std::vector<Finding> findings_;
  std::unordered_map<std::uint64_t, std::vector<TimeSeriesPoint>> traces_;
};

}  // namespace openperflib
