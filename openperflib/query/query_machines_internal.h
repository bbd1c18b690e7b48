// The machines of a query over several.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "openperflib/query/query.h"
#include "openperflib/query/query_state_internal.h"

namespace openperflib {

// Resource: a part for each machine, which is a query of its own, and what they have together: the
// series, readings and values of all parts, which are those of the whole.
struct Query::Machines {
  // `query`: the whole, whose paths are those of all machines; it must outlive this.
  explicit Machines(State& query) : whole_(query) {}

  void add_machine(std::string name, std::shared_ptr<const TitleSet> titles);
  // Every part has every number; a path that does not mean its machine is empty there.
  void add(const PathPattern& path);
  void reserve();
  void replace(PathId removed, const PathPattern& path);
  void remove(PathId path);

  // Has no effect if no machine answered: there is no time for a row.
  void take(std::span<const MachineBlock> blocks);
  [[nodiscard]] bool wants_another_sample() const;
  [[nodiscard]] std::span<const std::size_t> first_rates() const noexcept { return first_rates_; }
  [[nodiscard]] std::string reason(std::size_t series) const;
  [[nodiscard]] MissingReason missing_reason(std::size_t series) const;
  [[nodiscard]] Query::Match match(PathId path) const noexcept;
  [[nodiscard]] std::string left_out_reason(PathId path) const;
  [[nodiscard]] State& part(std::size_t machine) const noexcept { return *machines_[machine].part; }

 private:
  struct Machine {
    std::unique_ptr<State> part = {};
    bool has_answered = false;  // for the last record; otherwise, why not:
    CStatus status = CStatus::no_machine;
    MissingReason missing = MissingReason::other;
    std::string reason = {};
    std::uint32_t merged = 0;      // during merge(): how many series of the part are in runs
    std::uint64_t bindings = 0;    // of the part, when it was merged
    std::uint64_t generation = 0;  // of the part's binding then
  };
  // The series that one path has of one machine. They follow each other there and in the whole.
  struct Run {
    PathId path = 0;
    std::uint32_t machine = 0;
    std::uint32_t first = 0;     // position in the part
    std::uint32_t position = 0;  // in the whole
    std::uint32_t count = 0;
    bool operator==(const Run&) const = default;
  };
  // Returns the path as the part of a machine has it.
  [[nodiscard]] PathPattern in_part(const PathPattern& path, std::size_t machine) const;
  // The steps of take().
  void take(Machine& machine, const MachineBlock& block);
  [[nodiscard]] bool must_merge() const noexcept;
  void merge();
  void add_run(PathId path, std::uint32_t machine);
  void add_series(const Run& run);
  void copy_readings();
  void note_first_rates();
  void set_times();

  // The run that has a series of the whole.
  [[nodiscard]] const Run& run_of(std::size_t series) const noexcept;
  // Whether the path means the machine.
  [[nodiscard]] static bool means(const Machine& machine, PathId path) noexcept;
  [[nodiscard]] Query::Match match(std::uint32_t machine, PathId path) const noexcept;
  [[nodiscard]] bool has_series(std::uint32_t machine, PathId path) const noexcept;

  State& whole_;
  std::vector<Machine> machines_;
  std::vector<Run> runs_;  // in the order of the paths, then of the machines
  std::vector<Run> next_runs_;
  std::vector<std::size_t> first_rates_;  // Query::first_rates()
};

}  // namespace openperflib
