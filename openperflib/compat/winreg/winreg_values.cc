// The functions of winreg.h that read values. Each W function and its A twin are one template.
#include "openperflib/abi/winerror_constants.h"
#include "openperflib/abi/winreg_constants.h"
#include "openperflib/abi/winreg_types.h"
#include "openperflib/compat/characters_internal.h"
#include "openperflib/compat/process/process_registry_internal.h"
#include "openperflib/compat/winreg/value_output_internal.h"
#include "openperflib/compat/winreg/winreg.h"

namespace openperflib::compat {
namespace {

// Returns whether the arguments of a reading function are valid together.
bool are_arguments_valid(const DWORD* reserved, const ValueOutput& out) {
  return reserved == nullptr && (out.data == nullptr || out.size != nullptr);
}

template <typename Char>
LSTATUS query_value_ex(HKEY handle, const Char* value_name, const DWORD* reserved,
                       const ValueOutput& out) {
  if (!are_arguments_valid(reserved, out)) return ERROR_INVALID_PARAMETER;
  const std::string name = utf8_of(value_name);
  return ProcessRegistry::with([&](Registry& registry) -> LSTATUS {
    const RegistryKey* key = registry.keys().find(handle);
    if (key == nullptr) return ERROR_INVALID_HANDLE;
    if (!registry.keys().may(handle, KEY_QUERY_VALUE)) return ERROR_ACCESS_DENIED;
    if (registry.keys().is_gone(*key)) return ERROR_KEY_DELETED;
    if (is_block(*key, name)) return give_block(registry, name, out);
    const auto value = value_of_key(registry, *key, name, kEncodingOf<Char>);
    return value.has_value() ? give(*value, out) : value.error();
  });
}

template <typename Char>
LSTATUS enum_value(HKEY handle, DWORD position, Char* name, DWORD* name_size, const DWORD* reserved,
                   const ValueOutput& out) {
  if (name == nullptr || name_size == nullptr) return ERROR_INVALID_PARAMETER;
  if (!are_arguments_valid(reserved, out)) return ERROR_INVALID_PARAMETER;
  return ProcessRegistry::with([&](Registry& registry) -> LSTATUS {
    const RegistryKey* key = registry.keys().find(handle);
    if (key == nullptr) return ERROR_INVALID_HANDLE;
    if (!registry.keys().may(handle, KEY_QUERY_VALUE)) return ERROR_ACCESS_DENIED;
    if (registry.keys().is_gone(*key)) return ERROR_KEY_DELETED;
    const auto found = registry.value_at(*key, position, kEncodingOf<Char>);
    if (!found.has_value()) return found.error();
    if (*name_size <= length_of<Char>(found->name)) return ERROR_MORE_DATA;
    const LSTATUS given = give(found->value, out);
    if (given != ERROR_SUCCESS) return given;
    (void)copy_text(found->name, name, *name_size);
    *name_size = static_cast<DWORD>(length_of<Char>(found->name));
    return ERROR_SUCCESS;
  });
}

// No key here has an unnamed value.
template <typename Char>
LSTATUS query_value(HKEY handle, const Char* subkey) {
  const std::string path = utf8_of(subkey);
  return ProcessRegistry::with([&](Registry& registry) -> LSTATUS {
    const RegistryKey* key = registry.keys().find(handle);
    if (key == nullptr || key->kind != KeyKind::ordinary) return ERROR_INVALID_HANDLE;
    const auto found = registry.keys().locate(*key, path);
    return found.has_value() ? ERROR_FILE_NOT_FOUND : found.error();
  });
}

// The value to write.
struct ValueInput {
  DWORD reserved;
  DWORD type;
  const void* data;
  DWORD size;
};

template <typename Char>
LSTATUS set_value_ex(HKEY handle, const Char* subkey, const Char* value_name,
                     const ValueInput& in) {
  const bool lacks_data = in.data == nullptr && in.size != 0;
  if (in.reserved != 0 || lacks_data) return ERROR_INVALID_PARAMETER;
  const std::string path = utf8_of(subkey);
  const std::string name = utf8_of(value_name);
  return ProcessRegistry::with([&](Registry& registry) -> LSTATUS {
    const RegistryKey* key = registry.keys().find(handle);
    if (key == nullptr || key->kind == KeyKind::performance_data) return ERROR_INVALID_HANDLE;
    if (key->kind != KeyKind::ordinary) return ERROR_BADKEY;
    if (!registry.keys().may(handle, KEY_SET_VALUE)) return ERROR_ACCESS_DENIED;
    if (registry.keys().is_gone(*key)) return ERROR_KEY_DELETED;
    const Bytes bytes(static_cast<const std::byte*>(in.data), in.size);
    return registry.set_below(*key, path, name, {in.type, bytes}, kEncodingOf<Char>);
  });
}

template <typename Char>
LSTATUS delete_value(HKEY handle, const Char* subkey, const Char* value_name) {
  const std::string path = utf8_of(subkey);
  const std::string name = utf8_of(value_name);
  return ProcessRegistry::with([&](Registry& registry) -> LSTATUS {
    const RegistryKey* key = registry.keys().find(handle);
    if (key == nullptr || key->kind != KeyKind::ordinary) return ERROR_INVALID_HANDLE;
    if (!registry.keys().may(handle, KEY_SET_VALUE)) return ERROR_ACCESS_DENIED;
    if (registry.keys().is_gone(*key)) return ERROR_KEY_DELETED;
    const auto found = registry.keys().locate(*key, path);
    return found.has_value() ? registry.remove_value(**found, name) : found.error();
  });
}

// No key here has an unnamed value, and none can be given one.
LSTATUS set_value(HKEY handle) {
  return ProcessRegistry::with([&](Registry& registry) -> LSTATUS {
    const RegistryKey* key = registry.keys().find(handle);
    return key != nullptr && key->kind == KeyKind::ordinary ? ERROR_ACCESS_DENIED
                                                            : ERROR_INVALID_HANDLE;
  });
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

LSTATUS RegQueryValueExW(HKEY key, LPCWSTR value_name, LPDWORD reserved, LPDWORD type, LPBYTE data,
                         LPDWORD data_size) {
  return query_value_ex(key, value_name, reserved, {type, data, data_size});
}
LSTATUS RegQueryValueExA(HKEY key, LPCSTR value_name, LPDWORD reserved, LPDWORD type, LPBYTE data,
                         LPDWORD data_size) {
  return query_value_ex(key, value_name, reserved, {type, data, data_size});
}
LSTATUS RegEnumValueW(HKEY key, DWORD position, LPWSTR name, LPDWORD name_size, LPDWORD reserved,
                      LPDWORD type, LPBYTE data, LPDWORD data_size) {
  return enum_value(key, position, name, name_size, reserved, {type, data, data_size});
}
LSTATUS RegEnumValueA(HKEY key, DWORD position, LPSTR name, LPDWORD name_size, LPDWORD reserved,
                      LPDWORD type, LPBYTE data, LPDWORD data_size) {
  return enum_value(key, position, name, name_size, reserved, {type, data, data_size});
}
LSTATUS RegQueryValueW(HKEY key, LPCWSTR subkey, LPWSTR, PLONG) { return query_value(key, subkey); }
LSTATUS RegQueryValueA(HKEY key, LPCSTR subkey, LPSTR, PLONG) { return query_value(key, subkey); }

LSTATUS RegSetValueW(HKEY key, LPCWSTR, DWORD, LPCWSTR, DWORD) { return set_value(key); }
LSTATUS RegSetValueA(HKEY key, LPCSTR, DWORD, LPCSTR, DWORD) { return set_value(key); }
LSTATUS RegSetValueExW(HKEY key, LPCWSTR value_name, DWORD reserved, DWORD type, const BYTE* data,
                       DWORD data_size) {
  return set_value_ex<WCHAR>(key, nullptr, value_name, {reserved, type, data, data_size});
}
LSTATUS RegSetValueExA(HKEY key, LPCSTR value_name, DWORD reserved, DWORD type, const BYTE* data,
                       DWORD data_size) {
  return set_value_ex<char>(key, nullptr, value_name, {reserved, type, data, data_size});
}
LSTATUS RegSetKeyValueW(HKEY key, LPCWSTR subkey, LPCWSTR value_name, DWORD type, const void* data,
                        DWORD data_size) {
  return set_value_ex(key, subkey, value_name, {0, type, data, data_size});
}
LSTATUS RegSetKeyValueA(HKEY key, LPCSTR subkey, LPCSTR value_name, DWORD type, const void* data,
                        DWORD data_size) {
  return set_value_ex(key, subkey, value_name, {0, type, data, data_size});
}
LSTATUS RegDeleteValueW(HKEY key, LPCWSTR value_name) {
  return delete_value<WCHAR>(key, nullptr, value_name);
}
LSTATUS RegDeleteValueA(HKEY key, LPCSTR value_name) {
  return delete_value<CHAR>(key, nullptr, value_name);
}
LSTATUS RegDeleteKeyValueW(HKEY key, LPCWSTR subkey, LPCWSTR value_name) {
  return delete_value(key, subkey, value_name);
}
LSTATUS RegDeleteKeyValueA(HKEY key, LPCSTR subkey, LPCSTR value_name) {
  return delete_value(key, subkey, value_name);
}
