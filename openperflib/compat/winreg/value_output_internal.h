// Where the functions of winreg.h write a value.
#pragma once

#include <string_view>

#include "openperflib/abi/winreg_types.h"
#include "openperflib/registry/registry.h"

namespace openperflib::compat {

// The outputs for a value; every pointer may be null.
struct ValueOutput {
  LPDWORD type;
  LPBYTE data;
  LPDWORD size;
};

// Writes a value, or only its size if there is no buffer. ERROR_MORE_DATA: it has too little room;
// the size is then the one needed.
[[nodiscard]] LSTATUS give(const StoredValue& value, const ValueOutput& out);
// Writes a block. ERROR_MORE_DATA: it has too little room, and is kept for the next call, as
// Registry::block_for() says; the size needed is not reported, for the block after it may be
// larger.
[[nodiscard]] LSTATUS give_block(Registry& registry, std::string_view name, const ValueOutput& out);
// Whether the name asks for a block of the key.
[[nodiscard]] bool is_block(const RegistryKey& key, std::string_view name) noexcept;
// A value of any key that is not a block. Valid until the next call of the registry.
[[nodiscard]] std::expected<StoredValue, LSTATUS> value_of_key(Registry& registry,
                                                               const RegistryKey& key,
                                                               std::string_view name,
                                                               Encoding encoding);

}  // namespace openperflib::compat
