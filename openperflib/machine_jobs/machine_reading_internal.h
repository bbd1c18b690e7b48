// What every job does with the source of a machine.
#pragma once

#include <expected>
#include <memory>

#include "openperflib/jobs/job_fault.h"
#include "openperflib/machine/local_source.h"
#include "openperflib/snapshot/object_request.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Opens a machine or root folders. `titles` must outlive the source. Errors: unreadable.
[[nodiscard]] std::expected<std::unique_ptr<LocalSource>, JobFault> open_machine(
    LocalSourceOptions options, const TitleTable& titles);

// Collects once; after the last root folder the snapshot stays as it is. Errors: unreadable.
[[nodiscard]] std::expected<void, JobFault> collect_once(LocalSource& source,
                                                         const ObjectRequest& request,
                                                         Snapshot& into);

}  // namespace openperflib
