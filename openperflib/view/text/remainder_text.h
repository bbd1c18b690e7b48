// The processor time that no process accounts for, as text and as JSON.
#pragma once

#include <string>
#include <string_view>

#include "openperflib/analysis/cpu_remainder.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib {

// "not attributed: 31 % (ended processes), 154 forks/s"; where forks are not counted, interrupts
// are named too.
[[nodiscard]] std::string remainder_text(const CpuRemainder& remainder);
// The label of a row among those of processes.
inline constexpr std::string_view kRemainderLabel = "ended processes";
// "154 forks/s"; empty: not known.
[[nodiscard]] std::string forks_text(const CpuRemainder& remainder);
// Writes the member "not_attributed" of an object.
void write_remainder(JsonWriter& out, const CpuRemainder& remainder);

}  // namespace openperflib
