#include <utility>

#include "openperflib/loading/store_changes_internal.h"

namespace openperflib {

LoadFault store_fault(StoreFault fault) {
  return {.code = LoadErrc::store, .store = std::move(fault)};
}

LoadFault store_fault(StoreErrc code) { return store_fault(StoreFault{.code = code}); }

std::expected<void, LoadFault> change_store(
    TitleStore& store, StoreScope scope,
    const std::function<std::expected<void, StoreFault>(StoreEdit&)>& edit) {
  auto changed = store.change(scope, edit);
  if (!changed.has_value()) return std::unexpected(store_fault(std::move(changed).error()));
  return {};
}

std::expected<void, LoadFault> change_own_store(
    TitleStore& store, const std::function<std::expected<void, StoreFault>(StoreEdit&)>& edit) {
  return change_store(store, store.own_scope(), edit);
}

}  // namespace openperflib
