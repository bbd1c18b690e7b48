// OneZoneLogReader: a log with all times on the clock of its first record, even if daylight time
// began or ended meanwhile.
#pragma once

#include <memory>
#include <utility>

#include "openperflib/log/reader/log_reader.h"

namespace openperflib {

// Puts time_local of a record on the clock of `header`, and notes if the log's own clock showed
// another time. If the header has no bias, local time is used as UTC.
void put_on_clock_of(const LogHeader& header, LogRecord& record) noexcept;

// Resource. Everything except the times is as in the log.
class OneZoneLogReader final : public LogReader {
 public:
  // Takes the header of the log as it is now: before its first record is read.
  explicit OneZoneLogReader(std::unique_ptr<LogReader> log)
      : log_(std::move(log)), header_(log_->header()) {}

  // As it was at the beginning.
  [[nodiscard]] const LogHeader& header() const noexcept override { return header_; }
  // Forwards to the log.
  [[nodiscard]] const Catalog& catalog() const noexcept override { return log_->catalog(); }
  // The next record of the log, with its time on the clock of header(). Errors: those of the log.
  [[nodiscard]] std::expected<ReadResult, SourceFault> read(LogRecord& into) override;
  // Forwards to the log.
  [[nodiscard]] std::vector<Title> names_of(std::string_view machine) const override {
    return log_->names_of(machine);
  }
  // Forwards to the log.
  [[nodiscard]] Bytes stored_record() const noexcept override { return log_->stored_record(); }
  // Forwards to the log.
  [[nodiscard]] std::span<const LogAnomaly> anomalies() const noexcept override {
    return log_->anomalies();
  }
  // Forwards to the log.
  [[nodiscard]] std::uint64_t anomaly_count() const noexcept override {
    return log_->anomaly_count();
  }
  // Forwards to the log.
  [[nodiscard]] std::uint64_t position() const noexcept override { return log_->position(); }
  // Forwards to the log.
  [[nodiscard]] std::uint64_t size() const noexcept override { return log_->size(); }

 private:
  std::unique_ptr<LogReader> log_;
  LogHeader header_;  // as it was at the beginning
};

}  // namespace openperflib
