// What alert rules would have done, as JSON (docs/perflib.md, section 7h).
#pragma once

#include <functional>
#include <string_view>

#include "openperflib/view/summary/alert_rehearsal.h"
#include "openperflib/view/summary/summary_extent.h"

namespace openperflib {

// The whole document. `write` gets it piece by piece: only one event is in memory as text.
void write_rehearsal_json(const AlertRehearsal& rehearsal, const SummaryExtent& extent,
                          const std::function<void(std::string_view piece)>& write);

}  // namespace openperflib
