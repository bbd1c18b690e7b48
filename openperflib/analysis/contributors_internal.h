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
  // Takes the counter that `plan` names, on the machine at that position.
  Contributors(const RulePlan& plan, std::string machine, std::size_t position,
               const FindingRun& run)
      : counter_(plan.culprits),
        path_(plan.culprits_path),
        machine_(std::move(machine)),
        position_(position),
        run_(run) {}

  void bind(const BindingIndex& index);
  void add(const RuleRow& row);
  // The largest instances; nullopt if the log changed since the previous pass, like a ring that
  // dropped its first records. No add() after it.
  [[nodiscard]] std::optional<Culprits> result();

 private:
  struct Instance {
    std::uint32_t place = kNowhere;  // in the row at hand; kNowhere: it is gone
    std::string name;
    std::string shown;
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
  void end(const Instance& instance);
  void count_instances();
  void forget_small_names();
  [[nodiscard]] Culprit culprit_of(const std::string& name, const Name& one) const;

  static constexpr std::size_t kMostNames = 4'096;

  std::string counter_;
  std::uint32_t path_ = kNowhere;
  std::string machine_;
  std::size_t position_ = 0;
  FindingRun run_;
  bool is_same_log_ = false;  // its run begins when it did
  Quantity quantity_ = Quantity::number;
  FileTime time_ = 0;                                      // of the run so far
  std::unordered_map<std::uint64_t, Instance> instances_;  // by identity
  std::unordered_map<std::string, Name> names_;
  std::uint64_t instances_at_end_ = 0;
  std::uint64_t without_value_ = 0;
};

}  // namespace openperflib
