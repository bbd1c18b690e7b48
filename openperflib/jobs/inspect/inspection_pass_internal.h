// InspectionPass: one reading of a log for what it consists of.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/jobs/job.h"
#include "openperflib/jobs/step_time.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/os/portable/byte_source.h"
#include "openperflib/view/inspect/log_facts.h"

namespace openperflib {

// Resource: the open log. Each step adds what it reads to facts that outlive the pass.
class InspectionPass {
 public:
  virtual ~InspectionPass() = default;
  // Adds what comes next. Errors: those of the system; a reason why it cannot be read at all.
  [[nodiscard]] virtual std::expected<JobStep, SourceFault> add_next() = 0;
  [[nodiscard]] virtual JobProgress progress() const noexcept { return {}; }
};

// The readings of a log, and what its reader found: the last pass of every kind.
class ReadingsPass final : public InspectionPass {
 public:
  ReadingsPass(std::unique_ptr<LogReader> reader, ReadingFacts& facts,
               std::vector<LogAnomaly>& anomalies)
      : reader_(std::move(reader)), facts_(facts), anomalies_(anomalies) {}
  [[nodiscard]] std::expected<JobStep, SourceFault> add_next() override;
  [[nodiscard]] JobProgress progress() const noexcept override {
    return {.position = reader_->position(), .size = reader_->size()};
  }

 private:
  std::unique_ptr<LogReader> reader_;
  LogRecord record_;
  ReadingFacts& facts_;
  std::vector<LogAnomaly>& anomalies_;
};

// Opens the next pass of an inspection; null: there are no more.
class InspectionPasses {
 public:
  virtual ~InspectionPasses() = default;
  [[nodiscard]] virtual std::expected<std::unique_ptr<InspectionPass>, SourceFault> next() = 0;
};

// Opens the file that is inspected. Errors: those of the system.
[[nodiscard]] std::expected<ByteSource, SourceFault> open_inspected(const std::string& path);

// `facts` and `anomalies` outlive the passes. Three: the buffers, the messages, the readings.
[[nodiscard]] std::unique_ptr<InspectionPasses> blg_inspection(const std::string& path,
                                                               const TitleTable& titles,
                                                               BlgFacts& facts,
                                                               std::vector<LogAnomaly>& anomalies);
// Two: the records, the readings.
[[nodiscard]] std::unique_ptr<InspectionPasses> recording_inspection(
    const std::string& path, const TitleTable& titles, RecordingFacts& facts,
    std::vector<LogAnomaly>& anomalies);

}  // namespace openperflib
