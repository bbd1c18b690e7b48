// The list of the providers of this machine besides Linux; only this file makes it.
#pragma once

#include <cstddef>
#include <limits>

#include "openperflib/machine/local_source.h"
#include "openperflib/provider/v1/v1_modules.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// How the modules of registered services are used.
struct ModuleOptions {
  V1Options::Hosts hosts = V1Options::Hosts::started;  // none: they are only described
  std::size_t most_hosts = std::numeric_limits<std::size_t>::max();  // at once
};

// Makes the providers of this machine besides Linux: the counter sets of other processes, and the
// modules of registered services. Empty in the host of a module. The texts of `fixed` must live as
// long as the providers.
[[nodiscard]] ProviderFactory machine_providers(const TitleTable& fixed,
                                                ModuleOptions modules = {});

}  // namespace openperflib
