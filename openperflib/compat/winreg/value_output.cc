#include <cstring>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/abi/winreg_constants.h"
#include "openperflib/abi/winreg_types.h"
#include "openperflib/compat/winreg/value_output_internal.h"

namespace openperflib::compat {
namespace {

void write_value(const StoredValue& value, const ValueOutput& out) {
  if (out.data != nullptr && !value.bytes.empty()) {
    std::memcpy(out.data, value.bytes.data(), value.bytes.size());
  }
  if (out.size != nullptr) *out.size = static_cast<DWORD>(value.bytes.size());
  if (out.type != nullptr) *out.type = value.type;
}

bool has_room(const StoredValue& value, const ValueOutput& out) {
  return out.data == nullptr || *out.size >= value.bytes.size();
}

}  // namespace

LSTATUS give(const StoredValue& value, const ValueOutput& out) {
  if (!has_room(value, out)) {
    *out.size = static_cast<DWORD>(value.bytes.size());
    return ERROR_MORE_DATA;
  }
  write_value(value, out);
  return ERROR_SUCCESS;
}

LSTATUS give_block(Registry& registry, std::string_view name, const ValueOutput& out) {
  if (out.data == nullptr) return ERROR_MORE_DATA;
  const auto block = registry.block_for(name, *out.size, Registry::Clock::now());
  if (!block.has_value()) return block.error();
  const StoredValue value{REG_BINARY, *block};
  if (!has_room(value, out)) return ERROR_MORE_DATA;
  write_value(value, out);
  return ERROR_SUCCESS;
}

bool is_block(const RegistryKey& key, std::string_view name) noexcept {
  return key.kind != KeyKind::ordinary && parse_value_name(name).kind == ValueKind::objects;
}

std::expected<StoredValue, LSTATUS> value_of_key(Registry& registry, const RegistryKey& key,
                                                 std::string_view name, Encoding encoding) {
  if (key.kind == KeyKind::ordinary) return registry.value(key, name, encoding);
  return registry.titles(key.kind, parse_value_name(name), encoding);
}

}  // namespace openperflib::compat
