// The resource ids of texts that a manifest of schema version 1.1 does not give itself.
#pragma once

#include "openperflib/titles/manifest/manifest.h"

namespace openperflib {

// Makes what was read in version 1.1 complete, as version 2.0 wants it: the names and descriptions
// of each provider get the numbers from its resourceBase on, or from 1 on, in the order of the
// file, without those that the manifest has given away before. A counter that is displayed but has
// no name is named after its symbol, or else "Counter ID". The schema of each provider stays what
// it is.
void give_text_ids(Manifest& manifest);

}  // namespace openperflib
