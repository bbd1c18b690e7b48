// KeptProvider: a provider with its counter sets and all of their texts, as a file that is kept
// beside the store, so that it can be rebuilt. Both directions.
//
// Source: docs/formats/title_store.md, "Texts beside the store".
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "openperflib/base/error.h"
#include "openperflib/state/store/registered_set.h"

namespace openperflib {

[[nodiscard]] std::string text_of(const ProviderRecord& provider);
// Errors: the part of the file that is wrong, and its byte. What is read may be stored.
[[nodiscard]] std::expected<ProviderRecord, Error> parse_kept_provider(std::string_view text);

}  // namespace openperflib
