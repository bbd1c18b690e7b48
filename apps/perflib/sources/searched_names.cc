#include "apps/perflib/sources/searched_names.h"

#include <utility>

#include "apps/perflib/sources/job_messages.h"
#include "apps/perflib/sources/log_series.h"
#include "openperflib/base/try_internal.h"

namespace openperflib::apps {

std::expected<Names, Failure> SearchedNames::get() {
  if (!log_.files.empty()) return of_log();
  if (source_ == nullptr) return Names(nothing_);
  if (!machine_.has_value()) machine_.emplace(OPENPERFLIB_TRY(read_machine()));
  return Names(machine_->catalog);
}

// Reads the names of the first sample: a query compares all later ones with it.
std::expected<MachineCatalog, Failure> SearchedNames::read_machine() const {
  auto machine = OPENPERFLIB_TRY(machine_of(*source_));
  auto read = read_machine_catalog(
      {.machine = std::move(machine), .folder = MachineCatalogOptions::Folder::first},
      source_->environment->titles);
  if (!read.has_value()) return std::unexpected(failure_of(read.error()));
  return *std::move(read);
}

std::expected<Names, Failure> SearchedNames::of_log() {
  if (!summary_.has_value()) summary_.emplace(OPENPERFLIB_TRY(survey(log_)));
  return Names(summary_->survey.catalog());
}

}  // namespace openperflib::apps
