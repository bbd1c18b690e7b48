#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/inspect/inspection_pass_internal.h"
#include "openperflib/log/recording/recording_reader.h"
#include "openperflib/log/recording/recording_records.h"

namespace openperflib {
namespace {

RecordingFacts::Kind kind_of(RecordingRecord::Kind kind) noexcept {
  switch (kind) {
    case RecordingRecord::Kind::journal_part:
      return RecordingFacts::Kind::journal_part;
    case RecordingRecord::Kind::block:
      return RecordingFacts::Kind::block;
    case RecordingRecord::Kind::index:
      break;
  }
  return RecordingFacts::Kind::index;
}

RecordingFacts::Record record_facts(const RecordingRecord& record) {
  return {.offset = record.offset,
          .kind = kind_of(record.kind),
          .block = record.block,
          .part = record.part,
          .blocks = record.blocks,
          .samples = record.samples,
          .first_time_utc = record.first_time_utc,
          .last_time_utc = record.last_time_utc,
          .bytes = record.bytes,
          .directory_bytes = record.directory_bytes};
}

class RecordsPass final : public InspectionPass {
 public:
  RecordsPass(RecordingRecords records, RecordingFacts& facts)
      : records_(std::move(records)), facts_(facts) {
    const RecordingHeader header = records_.header();
    facts.size = records_.size();
    facts.header = {.version = header.version,
                    .started_utc = header.started_utc,
                    .bias_minutes = header.bias_minutes,
                    .zone = header.zone};
  }
  [[nodiscard]] std::expected<JobStep, SourceFault> add_next() override {
    const auto record = OPENPERFLIB_TRY(records_.next());
    if (!record.has_value()) return JobStep::done;
    facts_.add(record_facts(*record));
    return JobStep::more;
  }

 private:
  RecordingRecords records_;
  RecordingFacts& facts_;
};

class RecordingInspection final : public InspectionPasses {
 public:
  RecordingInspection(const std::string& path, const TitleTable& titles, RecordingFacts& facts,
                      std::vector<LogAnomaly>& anomalies)
      : path_(path), titles_(titles), facts_(facts), anomalies_(anomalies) {}
  [[nodiscard]] std::expected<std::unique_ptr<InspectionPass>, SourceFault> next() override {
    const int pass = passes_++;
    if (pass > 1) return nullptr;
    ByteSource file = OPENPERFLIB_TRY(open_inspected(path_));
    if (pass == 0) {
      return std::make_unique<RecordsPass>(
          OPENPERFLIB_TRY(RecordingRecords::open(std::move(file), path_)), facts_);
    }
    return std::make_unique<ReadingsPass>(
        OPENPERFLIB_TRY(RecordingReader::open(std::move(file), path_, titles_)), facts_.reading,
        anomalies_);
  }

 private:
  std::string path_;
  TitleTable titles_;
  RecordingFacts& facts_;
  std::vector<LogAnomaly>& anomalies_;
  int passes_ = 0;
};

}  // namespace

std::unique_ptr<InspectionPasses> recording_inspection(const std::string& path,
                                                       const TitleTable& titles,
                                                       RecordingFacts& facts,
                                                       std::vector<LogAnomaly>& anomalies) {
  return std::make_unique<RecordingInspection>(path, titles, facts, anomalies);
}

}  // namespace openperflib
