// Contributors: which instances of a counter were largest during one run of a finding.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "openperflib/analysis/analysis_internal.h"
#include "openperflib/analysis/rule_rows_internal.h"

namespace openperflib {

// Value that is fed row by row. Memory: the instances that the log has at one time, and
// kMostNames names.
class Contributors {
 public:
  // Takes the counter that `plan` names, on the machine at that position. The rule and the facts of
  // the machine must outlive it.
  Contributors(const Rule& rule, const RulePlan& plan, const Facts& facts, std::size_t position,
               const FindingRun& run)
      : rule_(&rule),
        facts_(&facts),
        counter_(plan.culprits),
        path_(plan.culprits_path),
        account_path_(plan.account_path),
        processors_path_(plan.processors_path),
        forks_path_(plan.forks_path),
        machine_(facts.machine),
        position_(position),
        run_(run) {}

  void bind(const BindingIndex& index);
  void add(const RuleRow& row);
  // Returns how many numbers of a row it takes.
  [[nodiscard]] std::size_t number_count() const noexcept { return instances_.size(); }
  // The largest instances; nullopt if the log changed since the previous pass, like a ring that
  // dropped its first records. No add() after it.
  [[nodiscard]] std::optional<Culprits> result();

 private:
  // The average of a number over the time in which it is known.
  struct Average {
    // Adds a number that holds for the time `cover`; NaN: it is not known.
    void add(double number, FileTime cover) noexcept;
    // Returns NaN if the number was never known.
    [[nodiscard]] double value() const noexcept;

    double sum = 0;  // of number times time
    FileTime time = 0;
  };
  struct Instance {
    std::uint32_t place = kNowhere;  // in the row at hand; kNowhere: it is gone
    std::string name;                // of the program
    std::string series_name;         // as the log has it
    std::string parent;
    std::uint32_t number = 0;  // among equal names
    std::string shown;         // what these come to
    std::uint32_t process_id = 0;
    double sum = 0;  // of value times time
    std::uint64_t records = 0;
    bool has_value = false;
  };
  // All instances of one name, such as those of a program that is started again and again.
  struct Name {
    double sum = 0;
    std::uint64_t instances = 0;
    double largest = 0;  // of them
    std::string shown;
    std::uint32_t process_id = 0;
  };
  void bind_remainder(const BindingIndex& index);
  void add_remainder(const RuleRow& row, double by_processes, FileTime cover);
  [[nodiscard]] std::optional<CpuRemainder> remainder() const;
  // Names an instance as its series is named now.
  static void name_as(const Series& series, Instance& instance);
  void end(const Instance& instance);
  void count_instances();
  void forget_small_names();
  [[nodiscard]] Culprit culprit_of(const std::string& name, const Name& one) const;
  [[nodiscard]] std::optional<Culprits::Account> account() const;

  static constexpr std::size_t kMostNames = 4'096;

  const Rule* rule_;
  const Facts* facts_;
  std::string counter_;
  std::uint32_t path_ = kNowhere;
  std::uint32_t account_path_ = kNowhere;
  std::uint32_t account_place_ = kNowhere;  // in the row at hand
  std::uint32_t processors_path_ = kNowhere;
  std::uint32_t forks_path_ = kNowhere;
  std::string machine_;
  std::size_t position_ = 0;
  FindingRun run_;
  bool is_same_log_ = false;  // its run begins when it did
  Quantity quantity_ = Quantity::number;
  FileTime time_ = 0;  // of the run so far
  double sum_ = 0;     // of the values of all instances times time
  Average account_;    // of the account's counter
  std::unordered_map<std::uint64_t, Instance> instances_;  // by identity
  std::unordered_map<std::string, Name> names_;
  std::vector<std::uint32_t> processors_;  // places in the row at hand
  std::uint32_t forks_ = kNowhere;         // the place of the forks
  bool has_all_processes_ = false;         // the log has their total, so it was to have all of them
  Average used_;          // by the processors, while the time of processes is known, too
  Average by_processes_;  // over that time
  Average forks_per_second_;
  std::uint64_t instances_at_end_ = 0;
  std::uint64_t without_value_ = 0;
};

}  // namespace openperflib
