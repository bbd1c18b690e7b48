// The trials of `perflib provider test`: which calls are made, in which order.
#pragma once

#include <expected>
#include <string>

#include "apps/perflib/provider/scratch_service.h"
#include "openperflib/view/services/module_report.h"

namespace openperflib::apps {

// Runs the module in a host of its own, and reports what it breaks. Errors: the host itself cannot
// be used; a module that ends its host or hangs is a finding, after which the test ends.
[[nodiscard]] std::expected<ModuleReport, std::string> lint_module(const ScratchService& service);

}  // namespace openperflib::apps
