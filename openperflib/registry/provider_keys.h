// The key _V2Providers: the providers and counter sets that manifests have registered, read-only.
//
// Source: docs/registry.md, "_V2Providers".
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/registry/registry_tree.h"
#include "openperflib/state/store/registration.h"

namespace openperflib {

// The names of the keys below one: GUIDs.
[[nodiscard]] std::vector<std::string> provider_children(const Registration& registration,
                                                         const ProviderPlace& place);
// Whether the provider, or the set of this provider, is registered; _V2Providers always exists.
[[nodiscard]] bool has_provider_key(const Registration& registration, const ProviderPlace& place);
[[nodiscard]] std::vector<RegisteredValue> provider_values(const Registration& registration,
                                                           const ProviderPlace& place);

// Resource: the keys that somebody has opened. A key has the same address at each call.
class ProviderKeys {
 public:
  // Null: there is no such key.
  [[nodiscard]] const RegistryKey* child(const Registration& registration,
                                         const RegistryKey& parent, std::string_view name);

 private:
  // A key with what its views refer to.
  struct Node {
    ProviderPlace place;
    std::string name;
    RegistryKey key;
  };
  std::map<std::pair<std::optional<Guid>, std::optional<Guid>>, std::unique_ptr<Node>> nodes_;
};

}  // namespace openperflib
