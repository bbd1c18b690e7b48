// The structure of a log as one JSON document (docs/perflib.md, sections 3b and 3d).
#pragma once

#include <string>

#include "openperflib/view/inspect/log_facts.h"

namespace openperflib {

// On one line, without its end.
[[nodiscard]] std::string log_facts_json(const BlgFacts& facts);
[[nodiscard]] std::string log_facts_json(const RecordingFacts& facts);

}  // namespace openperflib
