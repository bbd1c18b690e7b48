// The providers of this machine besides Linux, as every tool has them.
#pragma once

#include "openperflib/machine/local_source.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {

// The modules of registered services. The texts of `titles` must live as long as the providers.
[[nodiscard]] ProviderFactory machine_providers(const TitleTable& titles);

}  // namespace openperflib::apps
