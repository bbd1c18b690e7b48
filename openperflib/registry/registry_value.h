// A value of a key, as the functions of winreg.h pass it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "openperflib/base/bytes.h"
#include "openperflib/registry/title_texts.h"
#include "openperflib/state/store/registered_service.h"

namespace openperflib {

// View: the function that returns one says how long its bytes are valid.
struct StoredValue {
  std::uint32_t type;  // REG_...
  Bytes bytes;
};

// A value with its name.
struct NamedValue {
  std::string_view name;
  StoredValue value;
};

// Texts are stored in UTF-16, with their NUL; A functions have them in UTF-8.
[[nodiscard]] bool is_text(std::uint32_t type) noexcept;
// The value as a store has it.
[[nodiscard]] RegisteredValue registered(std::string_view name, const StoredValue& value,
                                         Encoding encoding);
// The bytes of a stored value in the encoding of a function.
[[nodiscard]] std::string bytes_in(Encoding encoding, const RegisteredValue& value);

}  // namespace openperflib
