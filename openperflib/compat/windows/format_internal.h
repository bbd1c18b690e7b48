// Formats with Windows' rules (wide_strings.h), for both widths of characters.
#pragma once

#include <cstdarg>
#include <optional>
#include <string>

#include "openperflib/abi/windows_types.h"

namespace openperflib::compat {

// The formatted text; nothing for NULL and for a wrong format (an unknown conversion, %n).
[[nodiscard]] std::optional<std::string> format_text(const CHAR* format, va_list arguments);
[[nodiscard]] std::optional<std::u16string> format_text(const char16_t* format, va_list arguments);

}  // namespace openperflib::compat
