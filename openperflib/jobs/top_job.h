// TopJob: the largest instances of whole logs.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/jobs/job.h"
#include "openperflib/jobs/log_findings.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/log/log_window.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/query.h"
#include "openperflib/query/row_sink.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/summary/top_instances.h"

namespace openperflib {

// Value.
struct TopOptions {
  LogInputs logs;
  LogWindow window = {};
  std::vector<std::string> paths = {};  // instances are ranked by the first one
};

// The instances of the first path in all records of logs, and every series that the paths match
// there. Value, movable.
class TopModel {
 public:
  // The texts of `titles` must outlive it.
  TopModel(std::vector<std::string> paths, const TitleTable& titles)
      : paths_(std::move(paths)), titles_(titles) {}
  // Adds the newest row of a query of the paths.
  void note(const Query& query);

  // The sums of the instances of the first path over all rows so far.
  [[nodiscard]] const TopRanking& ranking() const noexcept { return ranking_; }
  // Begins a text log with the columns of these instances, largest first: all columns that a query
  // with the same paths will have for them. Errors: those of the sink.
  [[nodiscard]] std::expected<void, SourceFault> begin(
      RowSink& sink, const std::vector<std::uint64_t>& chosen) const;

 private:
  // Adds the series of a new binding that are not known yet and belong to an instance of path 0.
  void note_series(const Query& query);

  std::vector<std::string> paths_;
  TitleTable titles_;
  TopRanking ranking_;
  Catalog series_;  // from all records, each once
  std::unordered_set<std::uint64_t> known_;
  // Series to that of the first path, by identity.
  std::unordered_map<std::uint64_t, std::uint64_t> owners_;
  std::uint64_t generation_ = 0;
};

// Resource, movable: the open logs.
class TopJob {
 public:
  // The texts of `titles` must outlive the job and its model. Errors: not_a_log, not_a_path.
  [[nodiscard]] static std::expected<TopJob, JobFault> begin(TopOptions options,
                                                             const TitleTable& titles);
  // A job that was moved from can only be assigned to or destroyed.
  TopJob(TopJob&&) noexcept;
  TopJob& operator=(TopJob&&) noexcept;
  ~TopJob();

  // Reads the next records. Errors: unreadable.
  [[nodiscard]] std::expected<JobStep, JobFault> step();
  [[nodiscard]] JobProgress progress() const noexcept;
  // Returns what was found so far, also before the first step.
  [[nodiscard]] LogFindings findings() const;
  // Returns the model of what was read so far. Only once.
  [[nodiscard]] TopModel take_model();

 private:
  struct State;
  explicit TopJob(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
