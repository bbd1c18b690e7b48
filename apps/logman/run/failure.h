// Failure: why a run of logman ends, in the words that Windows has for the HRESULT if they are
// known.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "apps/drop_in/failure.h"
#include "openperflib/abi/windows_api_types.h"
#include "openperflib/abi/windows_error_constants.h"

namespace openperflib::logman {

// The name of the tool, with which its remarks begin.
inline constexpr std::string_view kTool = "logman";

// An HRESULT with the text that logman prints for it. Its name is in the table of base.
struct PlaError {
  std::int32_t hresult;
  std::string_view text;
};

// Source: docs/logman.md, "Errors".
inline constexpr PlaError kNotFound{PLA_E_DCS_NOT_FOUND, "Data Collector Set was not found."};
inline constexpr PlaError kAlreadyExists{PLA_E_DCS_ALREADY_EXISTS,
                                         "Data Collector Set already exists."};
inline constexpr PlaError kInUse{
    PLA_E_DCS_IN_USE, "The Data Collector Set or one of its dependencies is already in use."};
inline constexpr PlaError kNotRunning{PLA_E_DCS_NOT_RUNNING, "Data Collector Set is not running."};
inline constexpr PlaError kConflict{PLA_E_PROPERTY_CONFLICT, "Property value conflict."};
inline constexpr PlaError kAccessDenied{E_ACCESSDENIED, "Access is denied."};

// Value. `text` is printed after "Error:", `remark` on standard error; it may be empty.
struct Failure {
  std::string text;
  std::string remark;

  Failure(std::string error_text, std::string error_remark)
      : text(std::move(error_text)), remark(std::move(error_remark)) {}
  // A failure of the parts that the drop-in tools share.
  Failure(drop_in::Failure why) : text(std::move(why.text)) {}  // NOLINT: means the same
};

// The result of a step of a run.
using Outcome = std::expected<void, Failure>;

// The text of the answer, with "WHAT (HRESULT NAME)" as the remark.
[[nodiscard]] std::unexpected<Failure> refusal(const PlaError& answer, std::string_view what);

// A sentence of our own, for errors whose text on Windows is not known.
[[nodiscard]] std::unexpected<Failure> invalid(std::string_view what);

// The error of the system for a file: kAccessDenied, or its reason.
[[nodiscard]] std::unexpected<Failure> system_failure(const SourceFault& fault);
[[nodiscard]] std::unexpected<Failure> system_failure(int errno_value, std::string file);

}  // namespace openperflib::logman
