// ErrorCode: what the status codes of Windows mean that occur here: those of Win32, HRESULTs, and
// those of PDH. The only table of their names and texts, which are in our own words.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace openperflib {

// A row of a table. All texts are constants; none of them has a percent sign, except the insert %1
// of ERROR_MR_MID_NOT_FOUND.
struct ErrorCode {
  std::uint32_t number;
  std::string_view name;     // as in the headers of Windows: "PDH_CSTATUS_NO_OBJECT"
  std::string_view meaning;  // one sentence: what is the case
  std::string_view remedy;   // sentences: what to do
};

// The codes of Win32 and the HRESULTs (winerror.h), and those of PDH (pdhmsg.h); in the order of
// their numbers.
[[nodiscard]] std::span<const ErrorCode> system_codes() noexcept;
[[nodiscard]] std::span<const ErrorCode> pdh_codes() noexcept;

// nullptr: the number has no row. An HRESULT that contains a Win32 code and has no row of its own
// (0x80070091) has the row of that code.
[[nodiscard]] const ErrorCode* find_system_code(std::uint32_t number) noexcept;
[[nodiscard]] const ErrorCode* find_pdh_code(std::uint32_t number) noexcept;

// All codes that a text may mean, those of PDH last: a number ("0xC0000BB8", "C0000BB8",
// "3221228472", "-1073738824") or a name in any case ("PDH_NO_DATA", "NO_DATA", "access_denied").
// Empty: none. A name without its prefix may have several.
[[nodiscard]] std::vector<const ErrorCode*> find_error_codes(std::string_view text);

}  // namespace openperflib
