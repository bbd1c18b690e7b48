// This machine, as every tool that collects has it.
#pragma once

#include "apps/collection/environment.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {

// With the counter sets of other processes and the modules of registered services. The texts of
// `titles` must live as long as the result.
[[nodiscard]] Environment environment_with_modules(const TitleTable& titles);

}  // namespace openperflib::apps
