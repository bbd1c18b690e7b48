// RecordedLog: the log that perflib record writes, in any format.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/sources/log_output.h"
#include "openperflib/log/create_log.h"
#include "openperflib/log/log_target.h"
#include "openperflib/log/recording/recording_ring.h"
#include "openperflib/os/files/unique_fd.h"
#include "openperflib/query/row_sink.h"
#include "openperflib/session/counter_session.h"
#include "openperflib/snapshot/block_sink.h"
#include "openperflib/view/summary/series_summary.h"
#include "openperflib/view/summary/summary_extent.h"
#include "openperflib/view/summary/top_instances.h"

namespace openperflib::apps {

// Which log. Value.
struct RecordedLogOptions {
  std::optional<LogTarget> target;  // nullopt: a BLG with a name that is generated
  bool overwrite = false;
  std::optional<RingOptions> ring;  // only the last part of it is kept, in a folder
};

// Resource: the open log, which no other recorder can write at the same time. It grows in place,
// one write per sample, so that whatever happens to the writer, what was written stays. Errors are
// reported on stderr.
class RecordedLog {
 public:
  // Both must outlive it; the source must have its first row.
  RecordedLog(const CounterSession& source, const RecordedLogOptions& options)
      : source_(source), options_(options) {}

  // Opens the file; an existing one is unchanged until begin().
  Step open();
  // Collects a summary from the first sample on, for print_summary().
  void sum_up() { summary_.emplace(); }
  // There will be no recording: removes the file that open() created.
  void discard() const;
  // Readies the file for the sample that the query has.
  Step begin();
  // One sample: the query's newest.
  Step write();
  // Completes the file, also after a fault. An error is reported only once.
  Step end();

  [[nodiscard]] const std::string& file() const noexcept { return target_.shown(); }
  [[nodiscard]] std::uint64_t samples() const noexcept { return extent_.records; }
  // The size of the file, or of all files in the folder of a ring; nullopt if it has none.
  [[nodiscard]] std::optional<std::uint64_t> bytes() const;
  void print_summary();
  // "perflib: FILE: 12 samples"
  void report_place() const;

 private:
  Step open_file();
  Step open_ring();
  Step open_set();
  Step report(const SourceFault& fault);
  [[nodiscard]] ZoneOffset zone_now() const {
    return source_.zone_at(source_.query().row().time_utc);
  }
  [[nodiscard]] std::expected<void, SourceFault> check_file() const;
  [[nodiscard]] std::expected<void, SourceFault> write_sample(const Query& query);
  [[nodiscard]] std::expected<void, SourceFault> write_row(const Query& query);
  void report_removed_segments();

  const CounterSession& source_;
  const RecordedLogOptions& options_;
  LogTarget target_;
  UniqueFd fd_;
  bool is_created_ = false;
  bool has_failed_ = false;
  bool has_told_removed_ = false;
  std::unique_ptr<RowSink> rows_;  // one of the two
  std::unique_ptr<BlockSink> blocks_;
  SeriesWithoutColumn left_out_;
  ShownSeries shown_{0};
  std::optional<SeriesSummary> summary_;  // if there is a command
  SummaryExtent extent_;
};

}  // namespace openperflib::apps
