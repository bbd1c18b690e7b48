// The counters of a machine or a log, for pick.
#pragma once

#include <expected>
#include <memory>
#include <string>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/source_options.h"
#include "apps/perflib/sources/log_input.h"
#include "openperflib/log/log_summary.h"
#include "openperflib/machine_jobs/machine_catalog.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/titles/title_set.h"

namespace openperflib::apps {

// Resource, movable: what a machine has now, or what logs have in all of their records.
class PickSource {
 public:
  // Reads the machine once.
  [[nodiscard]] static std::expected<PickSource, Failure> of_machine(
      const SourceOptions& options, MachineCatalogOptions::Costly costly);
  // `read`: what a SurveyJob has found in the logs of `options`. Errors: no sample.
  [[nodiscard]] static std::expected<PickSource, Failure> of_logs(const LogOptions& options,
                                                                  LogSummary read);

  [[nodiscard]] const Catalog& catalog() const noexcept {
    return log_ == nullptr ? machine_ : log_->survey.catalog();
  }
  // The name of the machine, or of the logs.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  // Valid as long as this.
  [[nodiscard]] const TitleTable& titles() const noexcept { return titles_->table(); }

 private:
  Catalog machine_;
  std::unique_ptr<LogSummary> log_;  // null: it is a machine
  std::shared_ptr<const TitleSet> titles_;
  std::string name_;
};

}  // namespace openperflib::apps
