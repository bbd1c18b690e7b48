// The providers of this machine besides Linux, as every tool has them.
#pragma once

#include "apps/collection/environment.h"
#include "openperflib/provider/v1/module_settings.h"
#include "openperflib/provider/v2/runtime_folders.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {

// The counter sets of other processes, the modules of registered services and what is done with
// both. The texts of `titles` must live as long as the result.
[[nodiscard]] Environment environment_with_modules(const TitleTable& titles);

// Where this process reads the counter sets of others.
[[nodiscard]] ReadingFolders counter_set_folders();

// Where this installation has the program and the libraries of modules, and what hosts inherit.
[[nodiscard]] ModulePlaces module_places();

}  // namespace openperflib::apps
