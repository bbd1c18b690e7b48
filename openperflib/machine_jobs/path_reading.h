// PathReading: what counter paths have on a machine, read once to check them before they are used.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <vector>

#include "openperflib/jobs/job_fault.h"
#include "openperflib/machine/local_source.h"
#include "openperflib/query/query.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Resource, movable.
struct PathReading {
  Query query;  // has taken the snapshot
  Snapshot snapshot;
  std::vector<std::string> paths;  // those that can be paths, by their numbers in the query
};

// Collects what the paths need. The texts of `titles` must outlive the result. Errors: unreadable.
[[nodiscard]] std::expected<PathReading, JobFault> read_paths(LocalSourceOptions machine,
                                                              std::span<const std::string> paths,
                                                              const TitleTable& titles);

}  // namespace openperflib
