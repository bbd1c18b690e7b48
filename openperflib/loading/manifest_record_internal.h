// What a manifest and its translations say, as a title store registers it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>

#include "openperflib/state/store/registered_set.h"
#include "openperflib/titles/manifest/manifest.h"

namespace openperflib {

// The texts of the resource ids of a manifest in one language.
using TextsById = std::unordered_map<std::uint32_t, std::string>;
using Translations = std::map<LanguageId, TextsById>;

// `folder`: that of the binary, as an absolute path. The provider is without mistakes.
[[nodiscard]] ProviderRecord record_of(const ManifestProvider& provider,
                                       const Translations& translations, const std::string& folder);

}  // namespace openperflib
