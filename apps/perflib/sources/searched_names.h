// The names of a source in which the words of a command line are searched for.
#pragma once

#include <expected>
#include <optional>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/source_options.h"
#include "apps/perflib/sources/log_input.h"
#include "openperflib/log/log_summary.h"
#include "openperflib/machine_jobs/machine_catalog.h"
#include "openperflib/query/names.h"

namespace openperflib::apps {

// Resource: what was read of the source, when the first word asked for it. The options must outlive
// it; if they name logs, those are the source.
class SearchedNames {
 public:
  SearchedNames(const SourceOptions& source, const LogOptions& log) : source_(&source), log_(log) {}
  // For a command that reads logs only; without one it has no names.
  explicit SearchedNames(const LogOptions& log) : log_(log) {}

  // Returns the names; they live as long as this. Errors: those of reading the source.
  [[nodiscard]] std::expected<Names, Failure> get();

 private:
  [[nodiscard]] std::expected<MachineCatalog, Failure> read_machine() const;
  [[nodiscard]] std::expected<Names, Failure> of_log();

  const SourceOptions* source_ = nullptr;  // null: no machine is asked
  const LogOptions& log_;
  std::optional<MachineCatalog> machine_;
  std::optional<LogSummary> summary_;
  Catalog nothing_;  // of a command without a source
};

}  // namespace openperflib::apps
