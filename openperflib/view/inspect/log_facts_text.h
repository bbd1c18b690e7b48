// The structure of a log as text for people.
#pragma once

#include <string>

#include "openperflib/view/inspect/log_facts.h"

namespace openperflib {

// Lines of printable characters; "-" for what is not known.
[[nodiscard]] std::string log_facts_text(const BlgFacts& facts);
[[nodiscard]] std::string log_facts_text(const RecordingFacts& facts);

}  // namespace openperflib
