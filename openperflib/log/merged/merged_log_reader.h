// MergedLogReader: several logs as one, in the order of their times.
//
// Logs of one machine follow each other: no value is calculated across the gap between two. Logs of
// different machines that ran at the same time are merged: records less than half an interval apart
// become one record.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "openperflib/log/reader/log_reader.h"

namespace openperflib {

// Resource. Memory is that of one record per log.
class MergedLogReader final : public LogReader {
 public:
  // `logs` is not empty; all hold the same content (readings or values).
  explicit MergedLogReader(std::vector<std::unique_ptr<LogReader>> logs);

  // The header of the first log, with the entries of all, and the zone of the first log that has
  // one: the times of all logs are on its clock.
  [[nodiscard]] const LogHeader& header() const noexcept override { return header_; }
  [[nodiscard]] const Catalog& catalog() const noexcept override { return catalog_; }
  // The earliest remaining record, joined with those of the same time. Series that none of them has
  // are without a value. Errors: those of the logs.
  [[nodiscard]] std::expected<ReadResult, SourceFault> read(LogRecord& into) override;
  // Returns the earliest of the records that were joined.
  [[nodiscard]] Bytes stored_record() const noexcept override {
    return last_ == nullptr ? Bytes() : last_->reader->stored_record();
  }
  // Returns the anomalies of all logs, log by log; counts, positions and sizes are sums.
  [[nodiscard]] std::span<const LogAnomaly> anomalies() const noexcept override;
  // Returns the names of all logs; if an index has two names, that of the first log.
  [[nodiscard]] std::vector<Title> names_of(std::string_view machine) const override;
  [[nodiscard]] std::uint64_t anomaly_count() const noexcept override;
  [[nodiscard]] std::uint64_t position() const noexcept override;
  [[nodiscard]] std::uint64_t size() const noexcept override;

 private:
  // One log, read one record ahead.
  struct Log {
    std::unique_ptr<LogReader> reader;
    LogRecord record;  // the next one, if has_record
    bool has_record = false;
    bool is_at_end = false;
    std::uint64_t generation = 0;       // of `places`
    std::vector<std::uint32_t> places;  // in the merged catalog, by its own series
    std::vector<std::size_t> entries;   // in the merged header, by its own entries
    std::vector<bool> shares_with;      // by log: whether both have a series
    FileTime last_time = 0;             // of the last returned record; 0: none yet
  };

  // Adds the log's entries to the merged header, each once, and notes their places there.
  void take_entries(Log& log);
  // Whether the log and one before it have different names for one index of one machine.
  [[nodiscard]] bool names_disagree(const Log& log) const;
  // Reads the next record if there is none.
  [[nodiscard]] std::expected<void, SourceFault> fill(Log& log);
  // The instant of its record, and its time on the clock of the header.
  void put_on_one_clock(Log& log);
  // The log with the earliest record; null if none has one.
  [[nodiscard]] Log* next_log();
  // Whether the record of `other` is joined with that of `first`.
  [[nodiscard]] bool is_of_the_same_moment(const Log& first, const Log& other) const;
  // If so, they are logs of one machine, which follow each other.
  [[nodiscard]] bool share_a_series(const Log& a, const Log& b) const;
  // Builds the union of all catalogs, if one of them changed.
  void rebuild_catalog();
  // Fills shares_with of every log, after the merged catalog was built.
  void find_shared_series();
  // Puts the log's record into its places of the merged one.
  void give_out(Log& log, LogRecord& into);
  // Collects them again, at most kMostAnomalies.
  void note_anomalies();

  std::vector<Log> logs_;
  LogHeader header_;
  Catalog catalog_;
  std::vector<LogAnomaly> anomalies_;
  const Log* last_ = nullptr;  // the log of the last record
};

}  // namespace openperflib
