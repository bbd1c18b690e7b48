// SourceFault of a call that the system refused.
#pragma once

#include <optional>
#include <string>

#include "openperflib/base/source_fault.h"

namespace openperflib {

[[nodiscard]] inline SourceFault system_fault(int error, const std::string& file) {
  return {.errno_value = error, .file = file, .error = std::nullopt};
}

}  // namespace openperflib
