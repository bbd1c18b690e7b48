// The functions of winreg.h that open, list and close keys. Each W function and its A twin are one
// template.
#include <algorithm>
#include <string>
#include <vector>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/abi/winreg_constants.h"
#include "openperflib/abi/winreg_types.h"
#include "openperflib/compat/characters_internal.h"
#include "openperflib/compat/process/process_registry_internal.h"
#include "openperflib/compat/process/this_machine_internal.h"
#include "openperflib/compat/winreg/winreg.h"

namespace openperflib::compat {
namespace {

// The outputs of RegQueryInfoKey; every pointer may be null.
struct KeyFacts {
  LPDWORD subkeys;
  LPDWORD longest_subkey;
  LPDWORD longest_class;
  LPDWORD values;
  LPDWORD longest_value_name;
  LPDWORD largest_value;
  LPDWORD security_size;
  FILETIME* last_write;
};

void give_number(LPDWORD output, std::size_t number) {
  if (output != nullptr) *output = static_cast<DWORD>(number);
}

template <typename Char>
void put_subkeys(Registry& registry, const RegistryKey& key, const KeyFacts& out) {
  const std::vector<std::string> names = registry.keys().subkeys(key);
  std::size_t longest = 0;
  for (const std::string& name : names) longest = std::max(longest, length_of<Char>(name));
  give_number(out.subkeys, names.size());
  give_number(out.longest_subkey, longest);
}

template <typename Char>
void put_values(Registry& registry, const RegistryKey& key, const KeyFacts& out) {
  constexpr Encoding encoding = kEncodingOf<Char>;
  std::uint32_t count = 0;
  std::size_t longest_name = 0;
  std::size_t largest = 0;
  for (auto value = registry.value_at(key, 0, encoding); value.has_value();
       value = registry.value_at(key, ++count, encoding)) {
    longest_name = std::max(longest_name, length_of<Char>(value->name));
    largest = std::max(largest, value->value.bytes.size());
  }
  give_number(out.values, count);
  give_number(out.longest_value_name, longest_name);
  give_number(out.largest_value, largest);
}

template <typename Char>
LSTATUS query_info_key(HKEY handle, Char* class_name, DWORD* class_size, const DWORD* reserved,
                       const KeyFacts& out) {
  const bool has_no_size = class_name != nullptr && class_size == nullptr;
  if (reserved != nullptr || has_no_size) return ERROR_INVALID_PARAMETER;
  return ProcessRegistry::with([&](Registry& registry) -> LSTATUS {
    const RegistryKey* key = registry.keys().find(handle);
    if (key == nullptr) return ERROR_INVALID_HANDLE;
    if (!registry.keys().may(handle, KEY_QUERY_VALUE)) return ERROR_ACCESS_DENIED;
    if (registry.keys().is_gone(*key)) return ERROR_KEY_DELETED;
    if (class_name != nullptr && !copy_text("", class_name, *class_size)) return ERROR_MORE_DATA;
    put_subkeys<Char>(registry, *key, out);
    put_values<Char>(registry, *key, out);
    for (const LPDWORD none : {class_size, out.longest_class, out.security_size})
      give_number(none, 0);
    if (out.last_write != nullptr) *out.last_write = {};
    return ERROR_SUCCESS;
  });
}

// The class of each key is empty, and so is the time of its last change.
template <typename Char>
LSTATUS enum_key_ex(HKEY handle, DWORD position, Char* name, DWORD* name_size,
                    const DWORD* reserved, Char* class_name, DWORD* class_size,
                    FILETIME* last_write) {
  if (name == nullptr || name_size == nullptr || reserved != nullptr) {
    return ERROR_INVALID_PARAMETER;
  }
  if (class_name != nullptr && class_size == nullptr) return ERROR_INVALID_PARAMETER;
  return ProcessRegistry::with([&](Registry& registry) -> LSTATUS {
    const RegistryKey* key = registry.keys().find(handle);
    if (key == nullptr || key->kind == KeyKind::performance_data) return ERROR_INVALID_HANDLE;
    if (!registry.keys().may(handle, KEY_ENUMERATE_SUB_KEYS)) return ERROR_ACCESS_DENIED;
    if (registry.keys().is_gone(*key)) return ERROR_KEY_DELETED;
    const std::vector<std::string> names = registry.keys().subkeys(*key);
    if (position >= names.size()) return ERROR_NO_MORE_ITEMS;
    if (class_name != nullptr && *class_size == 0) return ERROR_MORE_DATA;
    if (!copy_text(names[position], name, *name_size)) return ERROR_MORE_DATA;
    *name_size = static_cast<DWORD>(length_of<Char>(names[position]));
    if (class_name != nullptr) *class_name = 0;
    give_number(class_size, 0);
    if (last_write != nullptr) *last_write = {};
    return ERROR_SUCCESS;
  });
}

// Opens `path` below a key; an empty path is the key itself.
LSTATUS open_below(Registry& registry, const RegistryKey& key, std::string_view path, REGSAM access,
                   HKEY* opened) {
  const auto handle = registry.keys().open(key, path, access);
  if (!handle.has_value()) return handle.error();
  *opened = *handle;
  return ERROR_SUCCESS;
}

// The performance keys cannot be opened again, not even with a NULL path.
template <typename Char>
LSTATUS open_key(HKEY handle, const Char* subkey, REGSAM access, HKEY* opened) {
  if (opened == nullptr) return ERROR_INVALID_PARAMETER;
  const std::string path = utf8_of(subkey);
  return ProcessRegistry::with([&](Registry& registry) -> LSTATUS {
    const RegistryKey* key = registry.keys().find(handle);
    if (key == nullptr || key->kind != KeyKind::ordinary) return ERROR_INVALID_HANDLE;
    if (registry.keys().is_gone(*key)) return ERROR_KEY_DELETED;
    return open_below(registry, *key, path, access, opened);
  });
}

template <typename Char>
LSTATUS create_key(HKEY handle, const Char* subkey, REGSAM access, HKEY* opened,
                   DWORD* disposition) {
  if (opened == nullptr) return ERROR_INVALID_PARAMETER;
  const std::string path = utf8_of(subkey);
  return ProcessRegistry::with([&](Registry& registry) -> LSTATUS {
    const RegistryKey* key = registry.keys().find(handle);
    if (key == nullptr || key->kind != KeyKind::ordinary) return ERROR_INVALID_HANDLE;
    if (registry.keys().is_gone(*key)) return ERROR_KEY_DELETED;
    bool is_new = false;
    const bool exists = registry.keys().locate(*key, path).has_value();
    if (!exists && !registry.keys().may(handle, KEY_CREATE_SUB_KEY)) return ERROR_ACCESS_DENIED;
    const auto made = registry.keys().create(*key, path, access, is_new);
    if (!made.has_value()) return made.error();
    *opened = *made;
    give_number(disposition, is_new ? REG_CREATED_NEW_KEY : REG_OPENED_EXISTING_KEY);
    return ERROR_SUCCESS;
  });
}

// A NULL path of RegDeleteTree empties the key itself.
template <typename Char>
LSTATUS delete_key(HKEY handle, const Char* subkey, bool with_all) {
  if (subkey == nullptr && !with_all) return ERROR_INVALID_PARAMETER;
  const std::string path = utf8_of(subkey);
  return ProcessRegistry::with([&](Registry& registry) -> LSTATUS {
    const RegistryKey* key = registry.keys().find(handle);
    if (key == nullptr || key->kind != KeyKind::ordinary) return ERROR_INVALID_HANDLE;
    if (registry.keys().is_gone(*key)) return ERROR_KEY_DELETED;
    if (path.empty() && with_all) return registry.keys().empty(*key);
    return registry.keys().remove(*key, path, with_all);
  });
}

template <typename Char>
LSTATUS connect_registry(const Char* machine, HKEY handle, HKEY* opened) {
  if (opened == nullptr) return ERROR_INVALID_PARAMETER;
  if (!is_this_machine(utf8_of(machine))) return ERROR_BAD_NETPATH;
  return ProcessRegistry::with([&](Registry& registry) -> LSTATUS {
    const RegistryKey* key = registry.keys().find(handle);
    return key == nullptr ? ERROR_INVALID_HANDLE
                          : open_below(registry, *key, "", MAXIMUM_ALLOWED, opened);
  });
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

LSTATUS RegQueryInfoKeyW(HKEY key, LPWSTR class_name, LPDWORD class_size, LPDWORD reserved,
                         LPDWORD subkeys, LPDWORD longest_subkey, LPDWORD longest_class,
                         LPDWORD values, LPDWORD longest_value_name, LPDWORD largest_value,
                         LPDWORD security_size, FILETIME* last_write) {
  return query_info_key(key, class_name, class_size, reserved,
                        {subkeys, longest_subkey, longest_class, values, longest_value_name,
                         largest_value, security_size, last_write});
}
LSTATUS RegQueryInfoKeyA(HKEY key, LPSTR class_name, LPDWORD class_size, LPDWORD reserved,
                         LPDWORD subkeys, LPDWORD longest_subkey, LPDWORD longest_class,
                         LPDWORD values, LPDWORD longest_value_name, LPDWORD largest_value,
                         LPDWORD security_size, FILETIME* last_write) {
  return query_info_key(key, class_name, class_size, reserved,
                        {subkeys, longest_subkey, longest_class, values, longest_value_name,
                         largest_value, security_size, last_write});
}
LSTATUS RegEnumKeyExW(HKEY key, DWORD position, LPWSTR name, LPDWORD name_size, LPDWORD reserved,
                      LPWSTR class_name, LPDWORD class_size, FILETIME* last_write) {
  return enum_key_ex(key, position, name, name_size, reserved, class_name, class_size, last_write);
}
LSTATUS RegEnumKeyExA(HKEY key, DWORD position, LPSTR name, LPDWORD name_size, LPDWORD reserved,
                      LPSTR class_name, LPDWORD class_size, FILETIME* last_write) {
  return enum_key_ex(key, position, name, name_size, reserved, class_name, class_size, last_write);
}
LSTATUS RegEnumKeyW(HKEY key, DWORD position, LPWSTR name, DWORD name_size) {
  return enum_key_ex<WCHAR>(key, position, name, &name_size, nullptr, nullptr, nullptr, nullptr);
}
LSTATUS RegEnumKeyA(HKEY key, DWORD position, LPSTR name, DWORD name_size) {
  return enum_key_ex<CHAR>(key, position, name, &name_size, nullptr, nullptr, nullptr, nullptr);
}
LSTATUS RegOpenKeyExW(HKEY key, LPCWSTR subkey, DWORD, REGSAM access, PHKEY opened) {
  return open_key(key, subkey, access, opened);
}
LSTATUS RegOpenKeyExA(HKEY key, LPCSTR subkey, DWORD, REGSAM access, PHKEY opened) {
  return open_key(key, subkey, access, opened);
}
LSTATUS RegOpenKeyW(HKEY key, LPCWSTR subkey, PHKEY opened) {
  return open_key(key, subkey, MAXIMUM_ALLOWED, opened);
}
LSTATUS RegOpenKeyA(HKEY key, LPCSTR subkey, PHKEY opened) {
  return open_key(key, subkey, MAXIMUM_ALLOWED, opened);
}
LSTATUS RegCreateKeyExW(HKEY key, LPCWSTR subkey, DWORD reserved, LPWSTR, DWORD, REGSAM access,
                        const void*, PHKEY opened, LPDWORD disposition) {
  if (reserved != 0) return ERROR_INVALID_PARAMETER;
  return create_key(key, subkey, access, opened, disposition);
}
LSTATUS RegCreateKeyExA(HKEY key, LPCSTR subkey, DWORD reserved, LPSTR, DWORD, REGSAM access,
                        const void*, PHKEY opened, LPDWORD disposition) {
  if (reserved != 0) return ERROR_INVALID_PARAMETER;
  return create_key(key, subkey, access, opened, disposition);
}
LSTATUS RegCreateKeyW(HKEY key, LPCWSTR subkey, PHKEY opened) {
  return create_key(key, subkey, MAXIMUM_ALLOWED, opened, nullptr);
}
LSTATUS RegCreateKeyA(HKEY key, LPCSTR subkey, PHKEY opened) {
  return create_key(key, subkey, MAXIMUM_ALLOWED, opened, nullptr);
}
LSTATUS RegDeleteKeyW(HKEY key, LPCWSTR subkey) { return delete_key(key, subkey, false); }
LSTATUS RegDeleteKeyA(HKEY key, LPCSTR subkey) { return delete_key(key, subkey, false); }
LSTATUS RegDeleteKeyExW(HKEY key, LPCWSTR subkey, REGSAM, DWORD reserved) {
  return reserved != 0 ? ERROR_INVALID_PARAMETER : delete_key(key, subkey, false);
}
LSTATUS RegDeleteKeyExA(HKEY key, LPCSTR subkey, REGSAM, DWORD reserved) {
  return reserved != 0 ? ERROR_INVALID_PARAMETER : delete_key(key, subkey, false);
}
LSTATUS RegDeleteTreeW(HKEY key, LPCWSTR subkey) { return delete_key(key, subkey, true); }
LSTATUS RegDeleteTreeA(HKEY key, LPCSTR subkey) { return delete_key(key, subkey, true); }
LSTATUS RegFlushKey(HKEY key) {
  return ProcessRegistry::with([&](openperflib::Registry& registry) -> LSTATUS {
    return registry.keys().find(key) == nullptr ? ERROR_INVALID_HANDLE : ERROR_SUCCESS;
  });
}
LSTATUS RegConnectRegistryW(LPCWSTR machine, HKEY key, PHKEY opened) {
  return connect_registry(machine, key, opened);
}
LSTATUS RegConnectRegistryA(LPCSTR machine, HKEY key, PHKEY opened) {
  return connect_registry(machine, key, opened);
}
LSTATUS RegCloseKey(HKEY key) {
  return ProcessRegistry::with(
      [&](openperflib::Registry& registry) { return registry.close(key); });
}
