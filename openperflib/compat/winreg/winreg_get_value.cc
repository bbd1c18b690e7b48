// RegGetValue: a value of the types that the caller can use, with its texts ended and expanded. The
// W function and its A twin are one template.
#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/abi/winreg_constants.h"
#include "openperflib/abi/winreg_types.h"
#include "openperflib/compat/characters_internal.h"
#include "openperflib/compat/expansion_internal.h"
#include "openperflib/compat/process/process_registry_internal.h"
#include "openperflib/compat/winreg/value_output_internal.h"
#include "openperflib/compat/winreg/winreg.h"

namespace openperflib::compat {
namespace {

struct TypeFlag {
  std::uint32_t type;
  DWORD flag;
};
constexpr auto kTypeFlags = std::to_array<TypeFlag>({
    {REG_NONE, RRF_RT_REG_NONE},
    {REG_SZ, RRF_RT_REG_SZ},
    {REG_EXPAND_SZ, RRF_RT_REG_EXPAND_SZ},
    {REG_BINARY, RRF_RT_REG_BINARY},
    {REG_DWORD, RRF_RT_REG_DWORD},
    {REG_MULTI_SZ, RRF_RT_REG_MULTI_SZ},
    {REG_QWORD, RRF_RT_REG_QWORD},
});

bool has_all(DWORD flags, DWORD wanted) { return (flags & wanted) == wanted; }

// Returns whether the flags make sense together.
bool are_flags_consistent(DWORD flags) {
  const bool is_for_unexpanded = (flags & RRF_RT_REG_EXPAND_SZ) != 0 && !has_all(flags, RRF_RT_ANY);
  if (is_for_unexpanded && (flags & RRF_NOEXPAND) == 0) return false;
  return !has_all(flags, RRF_WOW64_MASK);
}

// Binary values of the size of a number may stand for one.
bool has_size_of_number(DWORD flags, std::size_t size) {
  const bool is_dword = has_all(flags, RRF_RT_DWORD);
  const bool is_qword = has_all(flags, RRF_RT_QWORD);
  return (!is_dword && !is_qword) || (is_dword && size == 4) || (is_qword && size == 8);
}

// Whether a value may be given; its code if not.
LSTATUS check_type(DWORD flags, std::uint32_t type, std::size_t size) {
  if (has_all(flags, RRF_RT_ANY)) return ERROR_SUCCESS;
  const auto* const row = std::ranges::find(kTypeFlags, type, &TypeFlag::type);
  if (row == kTypeFlags.end() || (flags & row->flag) == 0) return ERROR_UNSUPPORTED_TYPE;
  if (type == REG_BINARY && !has_size_of_number(flags, size)) return ERROR_DATATYPE_MISMATCH;
  if (type == REG_DWORD && size != 4) return ERROR_DATATYPE_MISMATCH;
  if (type == REG_QWORD && size != 8) return ERROR_DATATYPE_MISMATCH;
  return ERROR_SUCCESS;
}

// The NULs at the end of a text.
template <typename Char>
std::size_t nuls_of(Bytes text) {
  std::size_t zeros = 0;
  while (zeros < text.size() && text[text.size() - 1 - zeros] == std::byte{0}) ++zeros;
  return zeros / sizeof(Char);
}

// A text with the NULs that its type ends with, which `kept` then owns where they were missing.
template <typename Char>
StoredValue ended(const StoredValue& value, std::string& kept) {
  if (!is_text(value.type)) return value;
  const std::size_t wanted = value.type == REG_MULTI_SZ ? 2 : 1;
  const bool is_whole = value.bytes.size() % sizeof(Char) == 0;
  if (is_whole && nuls_of<Char>(value.bytes) >= wanted) return value;
  kept.assign(as_text(value.bytes));
  while (kept.size() % sizeof(Char) != 0) kept += '\0';
  const std::size_t found = std::min(nuls_of<Char>(as_bytes(kept)), wanted);
  kept.append((wanted - found) * sizeof(Char), '\0');
  return {value.type, as_bytes(kept)};
}

// A REG_EXPAND_SZ as the REG_SZ that it stands for, which `kept` then owns.
template <typename Char>
StoredValue expanded(const StoredValue& value, std::string& kept) {
  if constexpr (sizeof(Char) == 1) {
    kept = expand_variables(as_text(value.bytes).substr(0, as_text(value.bytes).find('\0')));
    kept += '\0';
  } else {
    std::string text = utf8_from_all_utf16(value.bytes);
    text = expand_variables(std::string_view(text).substr(0, text.find('\0')));
    const std::u16string units = utf16_from_utf8(text);
    kept.assign(as_text(std::as_bytes(std::span(units.c_str(), units.size() + 1))));
  }
  return {REG_SZ, as_bytes(kept)};
}

template <typename Char>
LSTATUS give_value(Registry& registry, const RegistryKey& key, std::string_view name, DWORD flags,
                   const ValueOutput& out) {
  if (is_block(key, name)) {
    const LSTATUS code = check_type(flags, REG_BINARY, 0);
    return code == ERROR_SUCCESS ? give_block(registry, name, out) : code;
  }
  const auto found = value_of_key(registry, key, name, kEncodingOf<Char>);
  if (!found.has_value()) return found.error();
  std::string kept;
  const bool is_expanded = found->type == REG_EXPAND_SZ && (flags & RRF_NOEXPAND) == 0;
  const StoredValue value = is_expanded ? expanded<Char>(*found, kept) : ended<Char>(*found, kept);
  const LSTATUS code = check_type(flags, value.type, value.bytes.size());
  return code == ERROR_SUCCESS ? give(value, out) : code;
}

template <typename Char>
LSTATUS find_value(HKEY handle, const Char* subkey, const Char* value_name, DWORD flags,
                   const ValueOutput& out) {
  const std::string path = utf8_of(subkey);
  const std::string name = utf8_of(value_name);
  return ProcessRegistry::with([&](Registry& registry) -> LSTATUS {
    const RegistryKey* key = registry.keys().find(handle);
    if (key == nullptr) return ERROR_INVALID_HANDLE;
    if (key->kind != KeyKind::ordinary && !path.empty()) return ERROR_INVALID_HANDLE;
    if (!registry.keys().may(handle, KEY_QUERY_VALUE)) return ERROR_ACCESS_DENIED;
    if (registry.keys().is_gone(*key)) return ERROR_KEY_DELETED;
    const auto found = registry.keys().locate(*key, path);
    if (!found.has_value()) return found.error();
    return give_value<Char>(registry, **found, name, flags, out);
  });
}

template <typename Char>
LSTATUS get_value(HKEY handle, const Char* subkey, const Char* value_name, DWORD flags,
                  const ValueOutput& out) {
  const bool lacks_size = out.data != nullptr && out.size == nullptr;
  if (lacks_size) return ERROR_INVALID_PARAMETER;
  const DWORD room = out.data == nullptr ? 0 : *out.size;
  const LSTATUS code = are_flags_consistent(flags)
                           ? find_value(handle, subkey, value_name, flags, out)
                           : ERROR_INVALID_PARAMETER;
  const bool is_cleared = code != ERROR_SUCCESS && (flags & RRF_ZEROONFAILURE) != 0;
  if (is_cleared) std::ranges::fill_n(out.data, room, BYTE{0});
  return code;
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

LSTATUS RegGetValueW(HKEY key, LPCWSTR subkey, LPCWSTR value_name, DWORD flags, LPDWORD type,
                     void* data, LPDWORD data_size) {
  return get_value(key, subkey, value_name, flags, {type, static_cast<LPBYTE>(data), data_size});
}
LSTATUS RegGetValueA(HKEY key, LPCSTR subkey, LPCSTR value_name, DWORD flags, LPDWORD type,
                     void* data, LPDWORD data_size) {
  return get_value(key, subkey, value_name, flags, {type, static_cast<LPBYTE>(data), data_size});
}
