// Changes of a title store, whose faults become those of loading.
#pragma once

#include <expected>
#include <functional>

#include "openperflib/loading/load_fault.h"
#include "openperflib/state/title_store.h"

namespace openperflib {

[[nodiscard]] LoadFault store_fault(StoreFault fault);
[[nodiscard]] LoadFault store_fault(StoreErrc code);

// Makes one change. Errors: LoadErrc::store.
[[nodiscard]] std::expected<void, LoadFault> change_store(
    TitleStore& store, StoreScope scope,
    const std::function<std::expected<void, StoreFault>(StoreEdit&)>& edit);
// Makes one change of the store that this process may write.
[[nodiscard]] std::expected<void, LoadFault> change_own_store(
    TitleStore& store, const std::function<std::expected<void, StoreFault>(StoreEdit&)>& edit);

}  // namespace openperflib
