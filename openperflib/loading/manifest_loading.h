// Registering and removing the counter sets of manifests, as lodctr /m, unlodctr and `perflib
// provider` do it. Each function changes the store that this process may write
// (TitleStore::own_scope()), wholly or not at all. Errors: LoadFault.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/guid.h"
#include "openperflib/loading/load_fault.h"
#include "openperflib/state/title_store.h"

namespace openperflib {

// A provider of a manifest, or one that was removed. Value.
struct LoadedProvider {
  Guid guid = {};
  std::string name = {};
  std::vector<std::string> sets = {};  // their names, by GUID
};

// What an installation did. Value.
struct InstalledManifest {
  std::vector<LoadedProvider> installed = {};
  std::vector<LoadedProvider> unchanged = {};  // that were registered with the same content
  FileRemarks notes = {};                      // what is strange in the files
};

// Registers all providers of a manifest, with the texts of the translations beside it
// (STEM.LANGID.rc). `folder` is that of their binaries, which need not exist; empty: that of the
// manifest. Errors: also all mistakes of the files; sets whose GUID or name another provider has
// registered; other_content for a provider that is registered in another way.
[[nodiscard]] std::expected<InstalledManifest, LoadFault> install_manifest(
    TitleStore& store, const std::string& file, const std::string& folder);

// Removes the providers of a manifest. Those that are not registered are passed over. Errors: also
// mistakes in the manifest; no_provider if none of them is registered.
[[nodiscard]] std::expected<std::vector<LoadedProvider>, LoadFault> remove_manifest(
    TitleStore& store, const std::string& file);
// Removes the provider, or else the counter set, with a GUID.
[[nodiscard]] std::expected<LoadedProvider, LoadFault> remove_by_guid(TitleStore& store,
                                                                      const Guid& guid);
// Removes the provider with a GUID, written with or without braces, or with a name. Errors: also
// `ambiguous` if several providers have the name.
[[nodiscard]] std::expected<LoadedProvider, LoadFault> remove_provider(TitleStore& store,
                                                                       std::string_view provider);

// "{ab8e1320-...}", or the same without braces.
[[nodiscard]] std::optional<Guid> guid_of_word(std::string_view word) noexcept;

}  // namespace openperflib
