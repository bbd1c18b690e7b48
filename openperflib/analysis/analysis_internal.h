// The parts of a pass over the log: what each rule reads (RulePlan), where that is in a row
// (BindingIndex), and the time series of the instances (RuleTimeSeries).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "openperflib/analysis/analysis.h"
#include "openperflib/base/fnv1a.h"
#include "openperflib/query/binding/place_table.h"

namespace openperflib {

inline constexpr std::size_t kMostConditions = 4;  // that of the rule, and one per level
inline constexpr std::uint32_t kNowhere = 0xFFFFFFFF;

// A counter of a rule as it is read in this log.
struct PlannedCounter {
  std::uint32_t path =
      kNowhere;  // of the analysis' query; kNowhere: an optional counter that the log lacks
  double times = 1;
  CounterChoice::Over over = CounterChoice::Over::none;
  bool has_instances = false;  // one number per instance
};

// What a rule reads. Value.
struct RulePlan {
  std::size_t rule = 0;
  std::string skipped;  // the reason; empty: it is judged
  std::string missing;  // the path of the counter that it lacks
  std::vector<std::string> remarks;
  std::vector<PlannedCounter> counters;
  std::optional<std::size_t>
      primary;  // the counter whose instances are those of the rule; none: one per machine
  std::uint32_t process_ids =
      kNowhere;          // the path of ID Process, where the instances are processes
  std::string culprits;  // the path of the rule that the log has; empty: none
  std::uint32_t culprits_path = kNowhere;
  std::uint32_t account_path = kNowhere;  // of RuleAccount::of
  // The paths that tell what culprits by processor time do not account for; kNowhere otherwise.
  std::uint32_t processors_path = kNowhere;
  std::uint32_t forks_path = kNowhere;
};

// The series of a binding by path, and by path and instance, with the names of the instances as
// rules compare them. Resource: tables that are reused; copies the views of the binding.
class BindingIndex {
 public:
  BindingIndex() = default;
  explicit BindingIndex(const Binding& binding) { assign(binding); }
  // Becomes that of another binding, or of the same one after its series changed.
  void assign(const Binding& binding);
  [[nodiscard]] std::span<const Series> series() const noexcept { return series_; }
  // The position of a series in the binding before (Binding::before()); kNowhere: it is new, or
  // that is not known.
  [[nodiscard]] std::uint32_t before(std::uint32_t series) const noexcept {
    return series < before_.size() ? before_[series] : kNowhere;
  }
  // The folded_name() of a series that is not missing, and its parent in lower case.
  [[nodiscard]] const std::string& name(std::uint32_t series) const noexcept {
    return names_[names_of_[series]];
  }
  [[nodiscard]] const std::string& parent(std::uint32_t series) const noexcept {
    return parents_[instances_[series]];
  }
  // Returns shown_instance() of a series that is not missing.
  [[nodiscard]] std::string shown(std::uint32_t series) const;
  // Positions of the series of a path, without those that are missing.
  [[nodiscard]] std::span<const std::uint32_t> of_path(std::uint32_t path) const noexcept;
  // The first of them on that machine; kNowhere.
  [[nodiscard]] std::uint32_t on_machine(std::uint32_t path,
                                         std::string_view machine) const noexcept;
  // The series of a path with the same instance as `series`, which is one of series(); kNowhere.
  [[nodiscard]] std::uint32_t beside(std::uint32_t path, const Series& series) const noexcept;

 private:
  // The series of a path: their positions, and the first one of each instance, by its number.
  struct OfPath {
    std::vector<std::uint32_t> positions;
    std::vector<std::uint32_t> by_instance;
  };
  // The instances of a binding while it is indexed.
  class Instances {
   public:
    void begin(std::span<const Series> series);
    // Returns the number of the instance of a series; those of a path follow each other.
    [[nodiscard]] std::uint32_t number_of(std::uint32_t position);

   private:
    [[nodiscard]] std::uint32_t look_up(std::uint32_t position);

    std::span<const Series> series_;
    std::vector<std::uint32_t> firsts_;  // by number: the first series that has it
    PlaceTable by_key_;                  // the numbers
    std::uint32_t path_ = kNowhere;
    std::uint32_t next_ = 0;  // the number that is likely
  };
  void clear();
  void add_to_path(std::uint32_t position);
  void note_name(std::uint32_t position);
  // Notes how reports show the instances that are new under the names of others.
  void show_new();

  std::span<const Series> series_;
  std::span<const std::uint32_t> before_;
  std::vector<OfPath> by_path_;
  std::vector<std::uint32_t> instances_;  // by series: the number of its instance
  std::vector<std::uint32_t> names_of_;   // by series: the position of its name
  std::vector<std::string> names_;        // of instances, of one object after the other
  std::size_t name_count_ = 0;            // the others are kept for their memory
  std::vector<std::string> parents_;      // by instance
  std::vector<std::string> shown_;        // by instance: of new ones, which each rule needs
  // The positions of the names that were noted, by instance: of Process V2, and of other objects.
  std::array<std::vector<std::uint32_t>, 2> name_of_instance_;
  Instances numbers_;
  std::uint64_t generation_ = 0;  // of the binding
  std::string_view object_;       // of the series before
  bool is_process_v2_ = false;
};

// Chooses for every rule the counters that the log has, or says why it is skipped; adds their paths
// to `query`.
[[nodiscard]] std::vector<RulePlan> plan_rules(const AnalysisInput& input, Query& query);

// What the time series of the rules report about instances. Several rules see the same instances,
// so the largest numbers are taken.
struct InstanceChanges {
  std::uint64_t renamed = 0;   // instances that got another #n
  std::uint64_t swapped = 0;   // names that passed to another process
  std::uint64_t left_out = 0;  // beyond Analysis::kMostTimeSeries
};

// The current record for one machine.
struct MachineMoment {
  bool is_present = false;     // it has a reading in this record
  double seconds = kNoNumber;  // since its last sample
  FileTime elapsed = 0;
  FileTime cover = 0;
  FileTime covered = 0;  // by all its samples so far
  FileTime before = 0;   // the time of its last sample
  bool has_before = false;
};

// The key of an instance is mixed from its parts. It stands for them without a comparison, and so
// it has 64 bits everywhere: std::hash has 32 in WebAssembly.
[[nodiscard]] inline std::uint64_t mixed(std::uint64_t sum, std::uint64_t part) noexcept {
  return fnv1a_step(sum, part);
}
[[nodiscard]] inline std::uint64_t mixed(std::uint64_t sum, std::string_view part) noexcept {
  return fnv1a_of_list(sum, part);
}

// Returns an instance as reports show it: "parent/name#n".
[[nodiscard]] std::string shown_instance(const Series& series);
// Returns whether that is `text`.
[[nodiscard]] bool is_shown_as(const Series& series, std::string_view text);

// Returns the name of an instance; of Process V2, whose instances are "name:id", that of the
// program.
[[nodiscard]] std::string_view program_of(const Series& series) noexcept;
// Returns program_of() in lower case; "idle" also for Idle_0.
[[nodiscard]] std::string folded_name(const Series& series);
// Returns whether such a name stands for all instances of its object: _Total, or _Global_ of .NET.
[[nodiscard]] bool is_total_name(std::string_view folded) noexcept;

}  // namespace openperflib
