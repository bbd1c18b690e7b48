// Providers and their counter sets, installed in and removed from a store that is being changed.
#include <algorithm>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/state/store/set_rows_internal.h"
#include "openperflib/state/store/store_rows_internal.h"
#include "openperflib/state/store_change_internal.h"

namespace openperflib {
namespace {

std::unexpected<StoreFault> refused(StoreErrc code, const Guid& guid) {
  return std::unexpected(
      StoreFault{code, {.errno_value = 0, .file = guid_text(guid), .error = std::nullopt}});
}

// What a store has of providers.
struct Registered {
  std::vector<RegisteredProvider> providers;
  std::vector<RegisteredSet> sets;
};

std::expected<Registered, StoreFault> read_registered(const StoreChange& change) {
  Registered all;
  all.providers = OPENPERFLIB_TRY(read_providers(change.database, change.scope));
  all.sets = OPENPERFLIB_TRY(read_sets(change.database, change.scope, all.providers));
  return all;
}

const RegisteredSet* find_set(const Registered& all, const Guid& set) {
  const auto found = std::ranges::lower_bound(all.sets, set, {}, &RegisteredSet::guid);
  return found == all.sets.end() || found->guid != set ? nullptr : &*found;
}

bool has_provider(const Registered& all, const Guid& provider) {
  return std::ranges::binary_search(all.providers, provider, {}, &RegisteredProvider::guid);
}

// The first index of the titles of a set: the one that it had, if that is free.
std::expected<TitleIndex, StoreFault> place_for(const StoreChange& change, const SetRecord& set) {
  const auto length = static_cast<TitleIndex>(2 * set.counters.size());
  std::optional<TitleIndex> first;
  if (set.first != 0) {
    first = OPENPERFLIB_TRY(free_run(change.database, change.scope, length, set.first));
  }
  if (!first.has_value()) {
    first = OPENPERFLIB_TRY(free_run(change.database, change.scope, length, std::nullopt));
  }
  if (!first.has_value()) return refused(StoreErrc::no_free_run, set.guid);
  return *first;
}

std::expected<void, StoreFault> store_sets(const StoreChange& change,
                                           const ProviderRecord& provider) {
  for (SetRecord set : provider.sets) {
    set.first = OPENPERFLIB_TRY(place_for(change, set));
    OPENPERFLIB_TRY(store_set(change.database, provider.guid, set));
  }
  return {};
}

std::expected<void, StoreFault> erase_all(const StoreChange& change, const Guid& provider) {
  const Registered all = OPENPERFLIB_TRY(read_registered(change));
  for (const RegisteredSet& set : all.sets) {
    if (set.provider == provider) OPENPERFLIB_TRY(erase_set(change.database, set));
  }
  return erase_provider(change.database, provider);
}

}  // namespace

std::expected<void, StoreFault> StoreChange::install(const ProviderRecord& provider) {
  if (!is_valid(provider)) return refused(StoreErrc::invalid, provider.guid);
  const Registered all = OPENPERFLIB_TRY(read_registered(*this));
  if (has_provider(all, provider.guid)) return refused(StoreErrc::already_installed, provider.guid);
  for (const SetRecord& set : provider.sets) {
    if (find_set(all, set.guid) != nullptr) return refused(StoreErrc::already_installed, set.guid);
  }
  OPENPERFLIB_TRY(store_provider(database, provider));
  const auto stored = store_sets(*this, provider);
  if (stored.has_value()) {
    touch(provider_key(provider.guid));
  } else if (stored.error().code == StoreErrc::no_free_run) {
    OPENPERFLIB_TRY(erase_all(*this, provider.guid));
  }
  return stored;
}

std::expected<void, StoreFault> StoreChange::remove_provider(const Guid& provider) {
  const Registered all = OPENPERFLIB_TRY(read_registered(*this));
  if (!has_provider(all, provider)) return refused(StoreErrc::no_provider, provider);
  touch(provider_key(provider));
  return erase_all(*this, provider);
}

std::expected<void, StoreFault> StoreChange::remove_set(const Guid& set) {
  const Registered all = OPENPERFLIB_TRY(read_registered(*this));
  const RegisteredSet* const found = find_set(all, set);
  if (found == nullptr) return refused(StoreErrc::no_provider, set);
  OPENPERFLIB_TRY(erase_set(database, *found));
  touch(provider_key(found->provider));
  const auto siblings = std::ranges::count(all.sets, found->provider, &RegisteredSet::provider);
  if (siblings > 1) return {};
  return erase_provider(database, found->provider);
}

}  // namespace openperflib
