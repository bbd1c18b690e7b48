// The host: confines itself, loads one module, and answers its consumer until that closes or goes.
#pragma once

#include "apps/v1_host/channel.h"
#include "openperflib/os/process/confinement_options.h"

namespace openperflib {

// Returns when the process should end. The module's folder is readable besides what `options` say.
void serve_host(Channel channel, ConfinementOptions options);

}  // namespace openperflib
