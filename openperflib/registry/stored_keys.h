// StoredKeys: the keys of registered services and of languages, and the settings of Perflib, as the
// title store has them.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/abi/winreg_types.h"
#include "openperflib/registry/provider_keys.h"
#include "openperflib/registry/registry_tree.h"
#include "openperflib/state/title_store.h"

namespace openperflib {

// Resource. One thread at a time. Errors are Win32 codes.
class StoredKeys {
 public:
  // The texts of `titles` must live as long as this.
  StoredKeys(const TitleTable& titles, StoreFolders folders) : store_(titles, std::move(folders)) {}

  // Whether there is a store at all.
  [[nodiscard]] bool is_kept() const noexcept {
    return !store_.folders().system.empty() || !store_.folders().user.empty();
  }
  // What is registered now.
  [[nodiscard]] std::shared_ptr<const Registration> read() { return store_.read(); }
  // The child of Services or of a key of a service, the language of Perflib ("010") that some
  // service has texts in, or the provider or counter set of _V2Providers; null: there is none. A
  // key has the same address at each call.
  [[nodiscard]] const RegistryKey* child(const RegistryKey& parent, std::string_view name);
  // The names of those children.
  [[nodiscard]] std::vector<std::string> children(const RegistryKey& parent);
  // Whether a key of a service, of a language or of a provider still exists, as fixed keys always
  // do.
  [[nodiscard]] bool exists(const RegistryKey& key);
  // Whether this process may change it: it is in its own store.
  [[nodiscard]] bool is_own(const StoredPlace& place);
  // The values of a key of a service, of a provider or of a counter set, or the settings of Perflib
  // that are stored.
  [[nodiscard]] std::vector<RegisteredValue> values(const RegistryKey& key);

  // Creates the keys of a path below Services or a service, with a value of the last of them where
  // one is given: all of it or nothing. ERROR_ACCESS_DENIED: no such key may exist.
  [[nodiscard]] std::expected<const RegistryKey*, LSTATUS> create(
      const RegistryKey& parent, std::span<const std::string_view> path,
      const RegisteredValue* value = nullptr);
  // Removes a key of a service with all below it.
  [[nodiscard]] LSTATUS remove(const StoredPlace& place);
  [[nodiscard]] LSTATUS set(const RegistryKey& key, const RegisteredValue& value);
  [[nodiscard]] LSTATUS remove_value(const RegistryKey& key, std::string_view name);
  // Keeps a number below Services\PerfProc\Performance.
  [[nodiscard]] LSTATUS set_format(std::string_view name, std::uint32_t number);
  // What is kept there; nullopt: nothing.
  [[nodiscard]] std::optional<std::uint32_t> format(std::string_view name);

 private:
  // A key with what its views refer to.
  struct Node {
    StoredPlace place;
    std::string name;
    RegistryKey key;
  };
  // Returns the kept key of a registered service, which the first call makes.
  [[nodiscard]] const RegistryKey* node(const RegistryKey& parent, std::string_view service,
                                        ServiceKey key);
  // The place need not exist. ERROR_ACCESS_DENIED: no key may be created there.
  [[nodiscard]] std::expected<StoredPlace, LSTATUS> place_below(
      const RegistryKey& parent, std::span<const std::string_view> path);
  // Returns the kept key of a language of the registered titles ("010"); null: none has it.
  [[nodiscard]] const RegistryKey* language(std::string_view name);
  // Whether the key is registered, in either store.
  [[nodiscard]] bool has(const StoredPlace& place);
  // Changes the store of this process, as TitleStore::change().
  template <typename Edit>
  [[nodiscard]] LSTATUS change(Edit edit);
  TitleStore store_;
  std::map<std::pair<std::string, ServiceKey>, std::unique_ptr<Node>> nodes_;  // by folded name
  std::map<LanguageId, std::unique_ptr<Node>> languages_;
  ProviderKeys providers_;
};

}  // namespace openperflib
