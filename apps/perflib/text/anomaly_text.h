// The messages about anomalies of a log.
#pragma once

#include <string>

#include "openperflib/log/reader/log_reader.h"

namespace openperflib::apps {

// "FILE, line 2: numbers use a decimal comma; read as such": what was odd, and how it was read. For
// damage without a sentence of its own the structure, the field and the byte. Then what was
// skipped.
[[nodiscard]] std::string anomaly_text(const LogAnomaly& anomaly);

}  // namespace openperflib::apps
