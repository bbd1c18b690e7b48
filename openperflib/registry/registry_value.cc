#include "openperflib/registry/registry_value.h"

#include <span>

#include "openperflib/abi/winreg_constants.h"
#include "openperflib/text/utf16.h"

namespace openperflib {

bool is_text(std::uint32_t type) noexcept {
  return type == REG_SZ || type == REG_EXPAND_SZ || type == REG_MULTI_SZ;
}

RegisteredValue registered(std::string_view name, const StoredValue& value, Encoding encoding) {
  RegisteredValue stored{.name = std::string(name), .type = value.type, .data = {}};
  if (encoding == Encoding::utf8 && is_text(value.type)) {
    const std::u16string text = utf16_from_utf8(as_text(value.bytes));
    const Bytes bytes = std::as_bytes(std::span(text));
    stored.data.assign(bytes.begin(), bytes.end());
  } else {
    stored.data.assign(value.bytes.begin(), value.bytes.end());
  }
  return stored;
}

std::string bytes_in(Encoding encoding, const RegisteredValue& value) {
  if (encoding == Encoding::utf8 && is_text(value.type)) return utf8_from_all_utf16(value.data);
  return std::string(as_text(value.data));
}

}  // namespace openperflib
