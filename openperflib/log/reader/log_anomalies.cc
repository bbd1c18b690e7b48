#include "openperflib/log/reader/log_anomalies.h"

#include <fmt/core.h>

namespace openperflib {

SourceFault LogAnomalies::fault(const Error& error, std::uint64_t line) const {
  return {.errno_value = 0,
          .file = line == 0 ? file_ : fmt::format("{}, line {}", file_, line),
          .error = error};
}

// Texts are created only for those that are kept: a file may consist of damage.
void LogAnomalies::add(const Error& error, Loss loss, std::uint64_t line, bool is_loss) {
  ++count_;
  if (items_.size() == LogReader::kMostAnomalies) return;
  LogAnomaly& anomaly = items_.emplace_back();
  anomaly.what = fault(error, line);
  anomaly.skipped_bytes = loss.bytes;
  anomaly.skipped_records = loss.records;
  anomaly.is_loss = is_loss;
}

void LogAnomalies::note(const Error& error, std::uint64_t line) { add(error, {}, line, false); }

void LogAnomalies::lose(const Error& error, Loss loss, std::uint64_t line) {
  add(error, loss, line, true);
}

void LogAnomalies::move_to(LogAnomalies& other) {
  for (LogAnomaly& anomaly : items_) {
    if (other.items_.size() == LogReader::kMostAnomalies) break;
    other.items_.push_back(std::move(anomaly));
  }
  other.count_ += count_;
  clear();
}

void LogAnomalies::lose(std::string said, Loss loss) {
  ++count_;
  if (items_.size() == LogReader::kMostAnomalies) return;
  LogAnomaly& anomaly = items_.emplace_back();
  anomaly.what.file = file_;
  anomaly.what.message = std::move(said);
  anomaly.skipped_records = loss.records;
  anomaly.is_loss = true;
}

void LogAnomalies::clear() noexcept {
  items_.clear();
  count_ = 0;
}

}  // namespace openperflib
