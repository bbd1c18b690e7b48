// The processor time that no process accounts for, as text and as JSON.
#pragma once

#include <string>

#include "openperflib/analysis/cpu_remainder.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib {

// "not attributed: 31 % (ended processes), 154 forks/s"; where forks are not counted, interrupts
// are named too.
[[nodiscard]] std::string remainder_text(const CpuRemainder& remainder);
// "ended processes, 154 forks/s": the label of a row.
[[nodiscard]] std::string remainder_label(const CpuRemainder& remainder);
// Writes the member "not_attributed" of an object.
void write_remainder(JsonWriter& out, const CpuRemainder& remainder);

}  // namespace openperflib
