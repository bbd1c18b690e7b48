// A store is made again from the texts beside it.
#pragma once

#include <expected>
#include <span>
#include <vector>

#include "openperflib/state/store_change_internal.h"
#include "openperflib/state/texts/kept_texts_internal.h"
#include "openperflib/state/title_store.h"

namespace openperflib {

// Stores what is kept in a store that is empty. `faults` gains one for each service that is left
// out. Errors: those of SQLite.
[[nodiscard]] std::expected<void, StoreFault> store_kept(StoreChange& change,
                                                         std::span<const KeptService> kept,
                                                         const TitleStore::ReadTitles& read_titles,
                                                         std::vector<StoreFault>& faults);
// The same for providers, afterwards. A set keeps its indices where they are free.
[[nodiscard]] std::expected<void, StoreFault> store_kept_providers(
    StoreChange& change, std::span<const ProviderRecord> kept, std::vector<StoreFault>& faults);

}  // namespace openperflib
