// perflib provider remove: a service, a manifest, a provider or a counter set.
#include "apps/perflib/commands/provider/verbs.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/loading/manifest_loading.h"

namespace openperflib::apps::provider_command {
namespace {

// A manifest, the GUID of a counter set or a provider, or the name of a provider.
std::expected<void, LoadFault> remove_sets(TitleStore& store, const std::string& name) {
  const auto guid = guid_of_word(name);
  if (is_manifest(name)) {
    OPENPERFLIB_TRY(remove_manifest(store, name));
  } else if (guid.has_value()) {
    OPENPERFLIB_TRY(remove_by_guid(store, *guid));
  } else {
    OPENPERFLIB_TRY(remove_provider(store, name));
  }
  return {};
}

}  // namespace

Outcome remove(TitleStore& store, const std::string& name) {
  const auto registration = store.read();
  if (registration->find(name) == nullptr) {
    const auto removed = remove_sets(store, name);
    if (removed.has_value()) return Ending::success;
    const bool is_unknown = removed.error().store.code == StoreErrc::no_provider &&
                            removed.error().code == LoadErrc::store;
    return is_unknown ? no_such_service(*registration, name) : load_failed(name, removed.error());
  }
  const auto removed = remove_module(store, name);
  if (!removed.has_value()) return load_failed(name, removed.error());
  return Ending::success;
}

}  // namespace openperflib::apps::provider_command
