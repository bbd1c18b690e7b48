// RegistryKeys: the tree of keys, and those of them that are open.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/abi/winreg_constants.h"
#include "openperflib/abi/winreg_types.h"
#include "openperflib/registry/registry_tree.h"
#include "openperflib/registry/stored_keys.h"

namespace openperflib {

// The last key of a path that exists, and the names of those after it that do not.
struct ReachedKey {
  const RegistryKey* key;
  std::vector<std::string_view> missing;  // parts of the path
};

// Resource. One thread at a time. Errors are Win32 codes.
class RegistryKeys {
 public:
  // `stored` must live as long as this.
  explicit RegistryKeys(StoredKeys& stored) : stored_(stored) {}

  // The key of a handle; only the low 32 bits count. nullptr if the handle is not open.
  [[nodiscard]] const RegistryKey* find(HKEY handle) const;
  // Whether the handle was opened for these rights (KEY_...); those that are always open were.
  [[nodiscard]] bool may(HKEY handle, REGSAM rights) const;
  // Follows `path` below `from`, ignoring case; an empty path is `from` itself. The path may end
  // with one backslash. ERROR_BAD_PATHNAME if it begins with one.
  [[nodiscard]] std::expected<ReachedKey, LSTATUS> reach(const RegistryKey& from,
                                                         std::string_view path);
  // The same for a key that exists. ERROR_FILE_NOT_FOUND: it does not.
  [[nodiscard]] std::expected<const RegistryKey*, LSTATUS> locate(const RegistryKey& from,
                                                                  std::string_view path);
  // Opens a key. The handle of a performance key is the key itself. `path` is as in locate().
  // ERROR_ACCESS_DENIED for rights to change what another user has registered.
  [[nodiscard]] std::expected<HKEY, LSTATUS> open(const RegistryKey& from, std::string_view path,
                                                  REGSAM access = MAXIMUM_ALLOWED);
  // The same for a key that is created with those above it where they are missing, all or none.
  [[nodiscard]] std::expected<HKEY, LSTATUS> create(const RegistryKey& from, std::string_view path,
                                                    REGSAM access, bool& is_new);
  // Removes the values of a key and the keys below it.
  [[nodiscard]] LSTATUS empty(const RegistryKey& key);
  // Removes a key; `with_all`: with those below it. ERROR_ACCESS_DENIED: it has some, or is fixed.
  [[nodiscard]] LSTATUS remove(const RegistryKey& from, std::string_view path, bool with_all);
  // Whether a key that was opened has been removed meanwhile.
  [[nodiscard]] bool is_gone(const RegistryKey& key);
  // The names of the keys below one.
  [[nodiscard]] std::vector<std::string> subkeys(const RegistryKey& key);
  // Performance keys and HKEY_LOCAL_MACHINE stay open. The handle is an open one.
  void close(HKEY handle);

 private:
  // An open key and what it was opened for.
  struct OpenKey {
    const RegistryKey* key;
    REGSAM access;
  };
  // Returns a new handle; a key with a predefined handle has that one.
  [[nodiscard]] HKEY add_handle(const RegistryKey& key, REGSAM access);
  StoredKeys& stored_;
  std::map<std::uint32_t, OpenKey> open_;  // by handle
  std::uint32_t next_handle_ = 0x100;
};

}  // namespace openperflib
