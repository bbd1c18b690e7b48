// The state of a Query, and the steps of take().
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "openperflib/counter/formula.h"
#include "openperflib/query/binding/binding_internal.h"
#include "openperflib/query/binding/layout_internal.h"
#include "openperflib/query/binding/missing_table_internal.h"
#include "openperflib/query/binding/older_series_internal.h"
#include "openperflib/query/binding/path_binder_internal.h"
#include "openperflib/query/binding/path_request_internal.h"
#include "openperflib/query/binding/series_reader_internal.h"
#include "openperflib/query/identity/clock_step_internal.h"
#include "openperflib/query/identity/object_processes_internal.h"
#include "openperflib/query/identity/process_starts_internal.h"
#include "openperflib/query/identity/series_processes_internal.h"
#include "openperflib/query/query.h"
#include "openperflib/titles/title_copies.h"
#include "openperflib/titles/title_set.h"

namespace openperflib {

// Used for a reading that was never taken.
inline constexpr RawCounter kNoReading{.status = CStatus::invalid_data};

// Whether rows may continue under the names that they started with.
[[nodiscard]] inline bool is_called_the_same(const Series& a, const Series& b) {
  return a.identity == b.identity && a.path == b.path && a.machine == b.machine &&
         a.object == b.object && a.parent == b.parent && a.instance == b.instance &&
         a.instance_number == b.instance_number && a.counter == b.counter;
}

struct Query::State {
  State(const TitleTable& title_table, QueryOptions&& query_options)
      : titles(title_table), options(std::move(query_options)) {}

  [[nodiscard]] PathId add(PathPattern pattern);
  PathId reserve();
  void remove(PathId path);
  [[nodiscard]] std::expected<void, Error> replace(PathId removed, PathPattern pattern);
  // Replaces the titles, if `set` is of another generation.
  void set_titles(std::shared_ptr<const TitleSet> set);
  void take(const Record& record);
  // Takes a record of a log that lacks the object which this is for: its series have no values, and
  // the next ones no earlier readings.
  void miss(const LoggedBlock& record);
  // Forgets the series that parts had: the next record is one of readings.
  void forget_series();
  // Binds again if the layout of the record's block differs; returns whether it is the same.
  [[nodiscard]] bool follow(const Record& record);
  // Does so for the generation of a catalog of a source without blocks (series_state.cc).
  [[nodiscard]] bool follow(const Catalog& catalog);
  // Reads all series of the snapshot of the last follow().
  void read(const Snapshot& snapshot, std::span<RawCounter> into);
  [[nodiscard]] bool wants_another_sample() const;
  // The series whose older reading is the start of their process, ascending.
  [[nodiscard]] std::span<const std::size_t> first_rates() const noexcept { return first_rates_; }
  [[nodiscard]] std::string reason(std::size_t series) const;
  [[nodiscard]] MissingReason missing_reason(std::size_t series) const;
  [[nodiscard]] std::string left_out_reason(std::uint32_t path) const;
  // What a path matched; no_object for one that was not bound yet.
  [[nodiscard]] Query::Match match(PathId path) const noexcept;
  // For a machine that has not answered so far: paths that name one series get a place for it, as
  // they are written. The first take() binds all.
  void bind_as_written();
  TitleTable titles;  // a view
  QueryOptions options;
  std::vector<PathPattern> paths;                // by number; a removed one matches nothing
  std::vector<std::uint64_t> takes_before_path;  // by number: `takes` when it was added
  RequestBuilder request;

  PathBinder binder;
  Layout layout;
  SeriesReader reader;
  Binding binding;
  Sample older;
  Sample newer;
  Row row;
  MissingTable missing;
  BlockClocks clocks;         // of the last block
  BlockClocks clocks_before;  // of the one before it
  ClockStep step;             // from that one
  std::uint64_t takes = 0;
  std::uint64_t bindings = 0;  // how many times the series were bound
  bool paths_changed = true;
  // It is for one of several machines, which may restart while this program runs.
  bool may_restart = false;
  // It is for one of the objects of a log, which requests nothing. The log has the titles, which
  // live only as long as it does.
  bool is_for_object = false;

 private:
  void add_request(const PathPattern& path) {
    if (!is_for_object) request.add(path, titles);
  }
  [[nodiscard]] bool is_live() const noexcept {
    return options.policy.clock_check == ClockCheck::clock_was_set;
  }
  // Builds the request of all paths again; the next take() binds them again.
  void request_again();
  // The titles of the query, with those that the block brings along.
  [[nodiscard]] const TitleTable& titles_of(const Snapshot& snapshot);
  // The steps of take() for a block, and for readings (series_state.cc).
  void take_block(const Record& record);
  void take_entries(const Record& record);
  void bind_block(const Record& record);
  // Binds a block with the series of the one before in their places, of which some are of other
  // processes (other_processes.cc).
  void bind_other_processes(const Snapshot& snapshot);
  [[nodiscard]] bool identify_again();
  void bind(const Catalog& catalog);
  // What both have in common: `is_comparable`: the series continue those of before.
  void bind_again(bool is_comparable);
  void bind_paths(const Catalog& catalog, const BoundSource& source);
  void fill_unreadable(std::span<RawCounter> into) const;
  void describe_undefined();
  void describe_written(Series& series);
  void reorder(std::span<const RawCounter> before, std::vector<RawCounter>& now) const;
  void align_samples(bool is_comparable);
  void identify_series(std::string_view machine);
  void name_series();
  // Notes which values name_series() left to be scaled.
  void note_units();
  void scale_values() noexcept;
  void calculate(const Policy& policy);
  [[nodiscard]] Policy policy_of_step() const noexcept;
  [[nodiscard]] const MissingRun* missing_run(const Series& series) const noexcept;
  [[nodiscard]] std::string computed_reason(std::size_t series) const;
  // Returns why a rate has no earlier reading.
  [[nodiscard]] std::string_view reason_of_first_reading(std::size_t series) const;

  std::shared_ptr<const TitleSet> title_set_;  // owns the texts of `titles`; null: the caller does
  // `titles` and those of the last block that brought some along.
  std::unique_ptr<const TitleSet> with_block_;
  TitleCopies block_titles_;
  // The next layout is built while the current one exists, because the two are compared.
  Layout next_layout_;
  NamedSeries next_named_;
  Sample aligned_;
  OlderSeries older_series_;
  std::vector<std::uint64_t> identities_;  // while other processes are bound, by series
  bool has_catalog_ = false;               // that of the binding is the one of the last block
  ObjectProcesses object_processes_;
  std::vector<const Formula*> formulas_;  // by series; null: it cannot be read
  std::vector<std::uint32_t> scaled_;     // the series whose values are scaled

  // These find what processes had used at their start, nothing (first_rates.cc). A clock at the
  // older reading and at the newer one.
  struct ClockPair {
    std::uint64_t older = 0;
    std::uint64_t newer = 0;
  };
  [[nodiscard]] bool wants_first_rates() const noexcept {
    return options.first_rates == QueryOptions::FirstRates::start;
  }
  // Notes the new series of a block whose processes began after the block before, next_layout_.
  void find_begun_in_block();
  void set_first_rates_of_block();
  // Finds where a catalog of readings has the starts, and does both for its readings.
  void find_start_series(const Catalog& catalog);
  void set_first_rates_of(const Sample& sample);
  // A series of counts or times that grow from 0 when its process begins, and the position in the
  // catalog of the one that has this start.
  struct StartedSeries {
    std::size_t series;
    std::uint32_t start;
  };
  [[nodiscard]] bool has_begun(const StartedSeries& one, const Sample& sample) const noexcept;
  void note_clocks();
  [[nodiscard]] std::optional<std::uint64_t> clock_before(const RawCounter& newer) const noexcept;
  [[nodiscard]] std::optional<std::uint64_t> clock_by_time(
      const RawCounter& reading) const noexcept;
  // Gives a series its older reading. Returns whether it has one.
  bool set_first_rate(std::size_t series) noexcept;
  std::vector<std::size_t> first_rates_;  // ascending: the series that have one in this row
  std::vector<ClockPair> clock_pairs_;
  LoggedStarts starts_;
  std::vector<StartedSeries> started_series_;  // ascending

  // These serve sources without blocks (series_state.cc).
  void note_formulas();
  void find_tick_series(const Catalog& catalog);
  [[nodiscard]] bool was_restarted(const Sample& sample);
  [[nodiscard]] bool is_another_process(std::size_t series) const noexcept;
  void take_reading(std::size_t series, const RawCounter& reading, bool starts_anew);
  void take_readings(const Sample& sample);
  void take_values(const Row& calculated);
  std::uint64_t series_generation_ = 0;  // 0: the source has blocks
  std::unordered_map<std::uint32_t, Formula> formula_of_type_;
  std::vector<RawCounter> held_;  // by series: the last one taken, where newer was not
  bool holds_some_ = false;       // after this sample; otherwise held_ has none
  bool held_some_ = false;        // before it
  std::vector<RawCounter> next_held_;
  // Some series of each machine whose second value is PerfTime, and what it was. Several: the
  // reading of one may be damaged.
  struct TickSeries {
    std::string machine;
    std::array<std::uint32_t, 3> sources{};  // positions in the catalog
    std::size_t count = 0;                   // of them, now
    std::uint64_t ticks = 0;
  };
  [[nodiscard]] static bool take_ticks(TickSeries& machine, const Sample& sample);
  std::vector<TickSeries> tick_series_;
  LoggedProcesses processes_;
};

}  // namespace openperflib
