#include "openperflib/registry/registry_keys.h"

#include <array>
#include <cstdint>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/abi/winreg_constants.h"
#include "openperflib/abi/winreg_types.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kHandleStep = 4;  // as on Windows, where the low two bits have no meaning

// The handles that are always open.
struct Predefined {
  std::uint32_t handle;
  const RegistryKey* key;
};
constexpr auto kPredefined =
    std::to_array<Predefined>({{OPENPERFLIB_HKEY_LOCAL_MACHINE, &kLocalMachine},
                               {OPENPERFLIB_HKEY_PERFORMANCE_DATA, &kPerformanceData},
                               {OPENPERFLIB_HKEY_PERFORMANCE_TEXT, &kPerformanceText},
                               {OPENPERFLIB_HKEY_PERFORMANCE_NLSTEXT, &kPerformanceNlsText}});

std::uint32_t low_half(HKEY handle) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(handle));
}

// Returns the handle with that number, sign-extended as on Windows.
HKEY hkey_of(std::uint32_t number) { return OPENPERFLIB_HKEY(number); }

// Takes the first name off a path.
std::string_view next_name(std::string_view& path) {
  const std::string_view name = path.substr(0, path.find('\\'));
  path.remove_prefix(name.size());
  if (!path.empty()) path.remove_prefix(1);
  return name;
}

}  // namespace

const RegistryKey* RegistryKeys::find(HKEY handle) const {
  const std::uint32_t low = low_half(handle);
  for (const Predefined& one : kPredefined) {
    if (one.handle == low) return one.key;
  }
  const auto at = open_.find(low);
  return at == open_.end() ? nullptr : at->second.key;
}

bool RegistryKeys::may(HKEY handle, REGSAM rights) const {
  const auto at = open_.find(low_half(handle));
  return at == open_.end() || (at->second.access & rights) == rights;
}

std::expected<ReachedKey, LSTATUS> RegistryKeys::reach(const RegistryKey& from,
                                                       std::string_view path) {
  if (path.starts_with('\\')) return std::unexpected(ERROR_BAD_PATHNAME);
  ReachedKey reached{&from, {}};
  while (!path.empty()) {
    const std::string_view name = next_name(path);
    const RegistryKey* next = nullptr;
    if (reached.missing.empty()) next = find_child(*reached.key, name);
    if (reached.missing.empty() && next == nullptr) next = stored_.child(*reached.key, name);
    if (next == nullptr) {
      reached.missing.push_back(name);
    } else {
      reached.key = next;
    }
  }
  return reached;
}

std::expected<const RegistryKey*, LSTATUS> RegistryKeys::locate(const RegistryKey& from,
                                                                std::string_view path) {
  const auto reached = reach(from, path);
  if (!reached.has_value()) return std::unexpected(reached.error());
  if (!reached->missing.empty()) return std::unexpected(ERROR_FILE_NOT_FOUND);
  return reached->key;
}

HKEY RegistryKeys::add_handle(const RegistryKey& key, REGSAM access) {
  for (const Predefined& one : kPredefined) {
    const bool is_it = key.kind == KeyKind::ordinary ? one.key == &key : one.key->kind == key.kind;
    if (is_it) return hkey_of(one.handle);
  }
  const std::uint32_t handle = next_handle_;
  next_handle_ += kHandleStep;
  open_.emplace(handle, OpenKey{&key, access});
  return hkey_of(handle);
}

std::expected<HKEY, LSTATUS> RegistryKeys::open(const RegistryKey& from, std::string_view path,
                                                REGSAM access) {
  const auto found = locate(from, path);
  if (!found.has_value()) return std::unexpected(found.error());
  const RegistryKey& key = **found;
  const bool is_for_change = (access & (KEY_SET_VALUE | KEY_CREATE_SUB_KEY | DELETE)) != 0;
  if (is_for_change && key.stored != nullptr && !stored_.is_own(*key.stored)) {
    return std::unexpected(ERROR_ACCESS_DENIED);
  }
  const bool is_for_all = (access & MAXIMUM_ALLOWED) != 0;
  return add_handle(key, is_for_all ? access | KEY_ALL_ACCESS : access);
}

std::expected<HKEY, LSTATUS> RegistryKeys::create(const RegistryKey& from, std::string_view path,
                                                  REGSAM access, bool& is_new) {
  const auto reached = reach(from, path);
  if (!reached.has_value()) return std::unexpected(reached.error());
  is_new = !reached->missing.empty();
  if (!is_new) return open(*reached->key, "", access);
  const auto created = stored_.create(*reached->key, reached->missing);
  if (!created.has_value()) return std::unexpected(created.error());
  return open(**created, "", access);
}

LSTATUS RegistryKeys::empty(const RegistryKey& key) {
  if (key.stored == nullptr) return ERROR_ACCESS_DENIED;
  for (const std::string& name : subkeys(key)) {
    const LSTATUS code = remove(key, name, true);
    if (code != ERROR_SUCCESS) return code;
  }
  for (const RegisteredValue& value : stored_.values(key)) {
    const LSTATUS code = stored_.remove_value(key, value.name);
    if (code != ERROR_SUCCESS) return code;
  }
  return ERROR_SUCCESS;
}

LSTATUS RegistryKeys::remove(const RegistryKey& from, std::string_view path, bool with_all) {
  const auto found = locate(from, path);
  if (!found.has_value()) return found.error();
  const RegistryKey& key = **found;
  if (key.stored == nullptr) return ERROR_ACCESS_DENIED;
  if (!with_all && !subkeys(key).empty()) return ERROR_ACCESS_DENIED;
  return stored_.remove(*key.stored);
}

bool RegistryKeys::is_gone(const RegistryKey& key) { return !stored_.exists(key); }

std::vector<std::string> RegistryKeys::subkeys(const RegistryKey& key) {
  std::vector<std::string> names;
  std::uint32_t position = 0;
  while (const RegistryKey* const child = subkey_at(key, position++)) {
    names.emplace_back(child->name);
  }
  for (std::string& name : stored_.children(key)) names.push_back(std::move(name));
  return names;
}

void RegistryKeys::close(HKEY handle) { open_.erase(low_half(handle)); }

}  // namespace openperflib
