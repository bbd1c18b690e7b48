// What a machine, or root folders, have now: their objects as a list, and their block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <vector>

#include "openperflib/jobs/job_fault.h"
#include "openperflib/machine/local_source.h"
#include "openperflib/snapshot/object_request.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/list/source_list.h"

namespace openperflib {

// Whether objects are listed that are described and have nothing here.
enum class AbsentObjects : std::uint8_t { left_out, listed };

// Collects everything once, from each root folder, and lists what the last collection has. Errors:
// unreadable.
[[nodiscard]] std::expected<std::vector<ListedObject>, JobFault> list_machine(
    LocalSourceOptions options, AbsentObjects absent, const TitleTable& titles);

// Collects once, from the first root folder if there are some, and returns the block, as a query of
// the registry would. Errors: unreadable.
[[nodiscard]] std::expected<std::vector<std::byte>, JobFault> dump_machine(
    LocalSourceOptions options, const ObjectRequest& request, const TitleTable& titles);

}  // namespace openperflib
