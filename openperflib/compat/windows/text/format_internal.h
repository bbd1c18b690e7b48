// Formats texts by the rules of Windows (output.h), for both character widths.
#pragma once

#include <cstdarg>
#include <optional>
#include <string>

#include "openperflib/abi/windows_types.h"

namespace openperflib::compat {

// The formatted text; nullopt for NULL and for a format that is not valid (an unknown conversion,
// %n).
[[nodiscard]] std::optional<std::string> format_text(const CHAR* format, va_list arguments);
[[nodiscard]] std::optional<std::u16string> format_text(const char16_t* format, va_list arguments);

}  // namespace openperflib::compat
