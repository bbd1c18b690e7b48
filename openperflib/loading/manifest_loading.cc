#include "openperflib/loading/manifest_loading.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/loading/manifest_files_internal.h"
#include "openperflib/loading/manifest_record_internal.h"
#include "openperflib/loading/store_changes_internal.h"
#include "openperflib/state/store_edit.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using Edited = std::expected<void, StoreFault>;

// As an absolute path, whether it exists or not.
std::string absolute(const std::string& folder) {
  std::error_code error;
  const auto whole = std::filesystem::absolute(folder.empty() ? "." : folder, error);
  return error ? folder : whole.lexically_normal().string();
}

const RegisteredSet* set_of_name(const Registration& registration, const std::string& name) {
  const auto found = std::ranges::find(registration.sets(), name, &RegisteredSet::name);
  return found == registration.sets().end() ? nullptr : &*found;
}

// The GUIDs and names that other providers have registered.
TitleRemarks conflicts(const Manifest& manifest, const Registration& registration) {
  TitleRemarks remarks;
  for (const ManifestProvider& provider : manifest.providers) {
    for (const ManifestCounterSet& set : provider.sets) {
      const auto add = [&](const RegisteredSet* owner, TitleRule rule, std::string subject) {
        if (owner == nullptr || owner->provider == provider.guid) return;
        remarks.push_back({TitleFile::manifest, set.line, rule, std::move(subject)});
      };
      add(registration.find_set(set.guid), TitleRule::set_guid_shared, guid_text(set.guid));
      add(set_of_name(registration, set.name), TitleRule::set_name_shared, set.name);
    }
  }
  return remarks;
}

LoadedProvider loaded(const ProviderRecord& provider) {
  LoadedProvider one{provider.guid, provider.name, {}};
  for (const SetRecord& set : provider.sets) {
    const bool has_name = !set.languages.empty() && !set.languages.front().texts.empty() &&
                          set.languages.front().texts.front().distance == 0;
    one.sets.push_back(has_name ? set.languages.front().texts.front().name : guid_text(set.guid));
  }
  return one;
}

// Whether a provider is registered with this content; nullopt: it is not registered.
std::expected<std::optional<bool>, StoreFault> is_same(StoreEdit& edit,
                                                       const ProviderRecord& provider) {
  auto registered = OPENPERFLIB_TRY(edit.provider(provider.guid));
  if (!registered.has_value()) return std::nullopt;
  for (SetRecord& set : registered->sets) set.first = 0;  // wherever its indices are
  return *registered == provider;
}

Edited install_all(StoreEdit& edit, const std::vector<ProviderRecord>& providers,
                   InstalledManifest& result) {
  for (const ProviderRecord& provider : providers) {
    const auto same = OPENPERFLIB_TRY(is_same(edit, provider));
    if (same == false) {
      return std::unexpected(fault_about(StoreErrc::already_installed, guid_text(provider.guid)));
    }
    if (!same.has_value()) OPENPERFLIB_TRY(edit.install_provider(provider));
    (same.has_value() ? result.unchanged : result.installed).push_back(loaded(provider));
  }
  return {};
}

// The names of the sets of a registered provider.
LoadedProvider loaded(const Registration& registration, const RegisteredProvider& provider) {
  LoadedProvider one{provider.guid, provider.name, {}};
  for (const RegisteredSet& set : registration.sets()) {
    if (set.provider == provider.guid) one.sets.push_back(set.shown_name);
  }
  return one;
}

// Whether this process may change what is in that store.
std::expected<void, LoadFault> check_own(const TitleStore& store, StoreScope scope,
                                         const Guid& guid) {
  if (scope == store.own_scope()) return {};
  return std::unexpected(store_fault(fault_about(StoreErrc::no_permission, guid_text(guid))));
}

// A store that cannot be read looks empty, which must not be taken for the truth.
std::unexpected<LoadFault> unknown(const TitleStore& store, std::string_view name) {
  if (!store.faults().empty()) return std::unexpected(store_fault(store.faults().front()));
  return std::unexpected(store_fault(fault_about(StoreErrc::no_provider, name)));
}

std::expected<LoadedProvider, LoadFault> remove(TitleStore& store, const Registration& registration,
                                                const RegisteredProvider& provider) {
  OPENPERFLIB_TRY(check_own(store, provider.scope, provider.guid));
  OPENPERFLIB_TRY(change_own_store(
      store, [&](StoreEdit& edit) { return edit.remove_provider(provider.guid); }));
  return loaded(registration, provider);
}

std::expected<LoadedProvider, LoadFault> remove_set(TitleStore& store,
                                                    const Registration& registration,
                                                    const RegisteredSet& set) {
  OPENPERFLIB_TRY(check_own(store, set.scope, set.guid));
  OPENPERFLIB_TRY(
      change_own_store(store, [&](StoreEdit& edit) { return edit.remove_set(set.guid); }));
  return LoadedProvider{
      set.provider, registration.find_provider(set.provider)->name, {set.shown_name}};
}

}  // namespace

std::optional<Guid> guid_of_word(std::string_view word) noexcept {
  constexpr std::size_t kBare = 36;
  std::array<char, kBare + 2> braced{};
  if (word.size() != kBare) return guid_of(word);
  braced.front() = '{';
  braced.back() = '}';
  std::ranges::copy(word, braced.begin() + 1);
  return guid_of(std::string_view(braced.data(), braced.size()));
}

std::expected<InstalledManifest, LoadFault> install_manifest(TitleStore& store,
                                                             const std::string& file,
                                                             const std::string& folder) {
  LoadedManifest loaded_files = OPENPERFLIB_TRY(load_manifest(file));
  const auto registration = store.read();
  OPENPERFLIB_TRY(
      check_mistakes(loaded_files.notes, file, conflicts(loaded_files.manifest, *registration)));
  const std::string binaries = absolute(folder.empty() ? folder_of_file(file) : folder);
  std::vector<ProviderRecord> providers;
  for (const ManifestProvider& provider : loaded_files.manifest.providers) {
    const RegisteredProvider* const known = registration->find_provider(provider.guid);
    if (known != nullptr) OPENPERFLIB_TRY(check_own(store, known->scope, known->guid));
    providers.push_back(record_of(provider, loaded_files.translations, binaries));
  }
  InstalledManifest result{.notes = std::move(loaded_files.notes)};
  auto changed = change_own_store(
      store, [&](StoreEdit& edit) { return install_all(edit, providers, result); });
  if (changed.has_value()) return result;
  if (changed.error().store.code == StoreErrc::already_installed) {
    changed.error().code = LoadErrc::other_content;
  }
  return std::unexpected(std::move(changed).error());
}

std::expected<std::vector<LoadedProvider>, LoadFault> remove_manifest(TitleStore& store,
                                                                      const std::string& file) {
  const LoadedManifest loaded_file = OPENPERFLIB_TRY(load_manifest_alone(file));
  const auto registration = store.read();
  std::vector<LoadedProvider> removed;
  for (const ManifestProvider& provider : loaded_file.manifest.providers) {
    const RegisteredProvider* const known = registration->find_provider(provider.guid);
    if (known == nullptr) continue;
    OPENPERFLIB_TRY(check_own(store, known->scope, known->guid));
    removed.push_back(loaded(*registration, *known));
  }
  if (removed.empty()) return unknown(store, file);
  const auto remove_all = [&](StoreEdit& edit) -> Edited {
    for (const LoadedProvider& provider : removed) {
      OPENPERFLIB_TRY(edit.remove_provider(provider.guid));
    }
    return {};
  };
  OPENPERFLIB_TRY(change_own_store(store, remove_all));
  return removed;
}

std::expected<LoadedProvider, LoadFault> remove_by_guid(TitleStore& store, const Guid& guid) {
  const auto registration = store.read();
  const RegisteredProvider* const provider = registration->find_provider(guid);
  if (provider != nullptr) return remove(store, *registration, *provider);
  const RegisteredSet* const set = registration->find_set(guid);
  if (set != nullptr) return remove_set(store, *registration, *set);
  return unknown(store, guid_text(guid));
}

std::expected<LoadedProvider, LoadFault> remove_provider(TitleStore& store,
                                                         std::string_view provider) {
  if (provider.empty()) return std::unexpected(LoadFault{.code = LoadErrc::nothing_named});
  const auto registration = store.read();
  const auto guid = guid_of_word(provider);
  const RegisteredProvider* found = guid.has_value() ? registration->find_provider(*guid) : nullptr;
  for (const RegisteredProvider& one : registration->providers()) {
    if (guid.has_value() || !equal_ignoring_case(one.name, provider)) continue;
    if (found != nullptr) return std::unexpected(LoadFault{.code = LoadErrc::ambiguous});
    found = &one;
  }
  if (found == nullptr) return unknown(store, provider);
  return remove(store, *registration, *found);
}

}  // namespace openperflib
