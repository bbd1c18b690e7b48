// The parts of a query over several machines, or over the objects of a log.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/query/query.h"
#include "openperflib/query/query_state_internal.h"

namespace openperflib {

// Resource: a part for each machine, which is a query of its own, and what they have together: the
// series, readings and values of all parts, which are those of the whole. The objects of a log that
// have blocks of their own are parts in the same way: each has its own layout and its own clocks.
struct Query::Machines {
  enum class Parts : std::uint8_t { machines, objects };
  // `query`: the whole, whose paths are those of all machines; it must outlive this.
  Machines(State& query, Parts parts) : whole_(query), parts_(parts) {}
  [[nodiscard]] bool are_objects() const noexcept { return parts_ == Parts::objects; }

  void add_machine(std::string name, std::shared_ptr<const TitleSet> titles);
  // Every part has every number; a path that does not mean its machine is empty there.
  void add(const PathPattern& path);
  void reserve();
  void replace(PathId removed, const PathPattern& path);
  void remove(PathId path);

  // Has no effect if no machine answered: there is no time for a row.
  void take(std::span<const MachineBlock> blocks);
  // Takes a record of the objects of a log; the first one adds the parts. Every record is a row.
  void take_objects(const Record& record);
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
    std::uint32_t catalog = 0;     // of the object in the last record
    std::vector<std::uint32_t> positions = {};  // during merge(): of its older series in the whole
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
  void take(Machine& machine, const LoggedObject& object, const LoggedBlock& log);
  void set_object_count(std::size_t count);
  [[nodiscard]] std::unique_ptr<State> make_object_part() const;
  [[nodiscard]] bool must_merge() const noexcept;
  void merge();
  // `nearest`: nearest_match() of the path, once a part had to ask for it.
  void add_run(PathId path, std::uint32_t machine, std::optional<Match>& nearest);
  // Whether a place for a series that does not exist is not needed: a log has at most one of a
  // path.
  [[nodiscard]] bool is_superfluous(const Series& series,
                                    std::optional<Match>& nearest) const noexcept;
  void add_series(const Run& run);
  // Whether the series are those of the merge() before.
  [[nodiscard]] bool is_same_merge() const noexcept;
  // Returns Binding::machine(); for objects, empty if they are those of several machines.
  [[nodiscard]] std::string_view machine() const noexcept;
  // Finds what Binding::before() returns, by the runs before this merge().
  void note_positions_before();
  void note_before();
  void copy_readings();
  void note_first_rates();
  void set_times(FileTime time_utc);
  [[nodiscard]] bool starts_anew() const noexcept;

  // The run that has a series of the whole.
  [[nodiscard]] const Run& run_of(std::size_t series) const noexcept;
  // Whether the path means the machine.
  [[nodiscard]] static bool means(const Machine& machine, PathId path) noexcept;
  // Whether the part has the readings and values of the row.
  [[nodiscard]] bool has_values(const Machine& machine) const noexcept {
    return machine.has_answered || (are_objects() && machine.part->takes != 0);
  }
  [[nodiscard]] Query::Match match(std::uint32_t machine, PathId path) const noexcept;
  [[nodiscard]] Query::Match nearest_match(PathId path) const noexcept;
  [[nodiscard]] bool has_series(std::uint32_t machine, PathId path) const noexcept;

  State& whole_;
  Parts parts_;
  std::vector<Machine> machines_;
  std::vector<Run> runs_;  // in the order of the paths, then of the machines
  std::vector<Run> next_runs_;
  bool has_merged_ = false;               // the series of the whole are those of runs_
  std::vector<std::size_t> first_rates_;  // Query::first_rates()
};

}  // namespace openperflib
