#include "apps/perflib/sources/log_inspection.h"

#include <utility>

#include "openperflib/base/try_internal.h"

namespace openperflib::apps {

const ReadingFacts& LogInspection::reading() const {
  return std::visit([](const auto& of) -> const ReadingFacts& { return of.reading; }, facts);
}

namespace {

std::expected<ReadingFacts, SourceFault> reading_facts(LogReader& reader) {
  ReadingFacts facts;
  SampleFacts& samples = facts.samples;
  LogRecord record;
  for (;; ++samples.count) {
    const auto result = reader.read(record);
    if (!result.has_value()) return std::unexpected(result.error());
    if (*result == ReadResult::end) break;
    if (samples.count == 0) samples.first_local = record.time_local;
    samples.last_local = record.time_local;
    samples.values += record.sample.counters.size();
  }
  samples.bias_minutes = reader.header().bias_minutes;
  for (const LogAnomaly& anomaly : reader.anomalies()) {
    facts.oddities.push_back({.error = *anomaly.what.error,
                              .is_loss = anomaly.is_loss,
                              .skipped_bytes = anomaly.skipped_bytes,
                              .skipped_samples = anomaly.skipped_records});
  }
  facts.oddity_count = reader.anomaly_count();
  return facts;
}

}  // namespace

InspectedLog with_readings(std::variant<BlgFacts, RecordingFacts> facts, LogReader& reader) {
  const ReadingFacts reading = OPENPERFLIB_TRY(reading_facts(reader));
  std::visit([&](auto& of) { of.reading = reading; }, facts);
  const auto anomalies = reader.anomalies();
  return LogInspection{.facts = std::move(facts),
                       .anomalies = {anomalies.begin(), anomalies.end()}};
}

}  // namespace openperflib::apps
