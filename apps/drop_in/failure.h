// Failure: why a run of a drop-in tool ends, as a sentence with the code that Windows has for it.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "openperflib/abi/pdhmsg_constants.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/counter/cstatus.h"

namespace openperflib::drop_in {

// Value. The text is printed after "Error: "; the exit code is always 1.
struct Failure {
  std::string text;
  bool operator==(const Failure&) const = default;
};

// The result of a step of a run.
using Outcome = std::expected<void, Failure>;

// "TEXT (0xC0000BD1 PDH_FILE_NOT_FOUND)"; `pdh_code` is one of pdhmsg.h.
[[nodiscard]] std::string with_code(std::string_view text, std::uint32_t pdh_code);
[[nodiscard]] std::string with_code(std::string_view text, CStatus status);

[[nodiscard]] std::unexpected<Failure> failure(std::string text);
[[nodiscard]] std::unexpected<Failure> failure(std::string_view text, std::uint32_t pdh_code);

// A file could not be opened for reading, or for writing: the reason of the system, and the code.
[[nodiscard]] std::unexpected<Failure> cannot_read(const SourceFault& fault);
[[nodiscard]] std::unexpected<Failure> cannot_create(const SourceFault& fault);

}  // namespace openperflib::drop_in
