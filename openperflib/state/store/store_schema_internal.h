// The tables of a title store. Source: docs/formats/title_store.md.
#pragma once

#include <expected>

#include "openperflib/base/bytes.h"
#include "openperflib/state/store/store_database_internal.h"
#include "openperflib/state/store/store_fault.h"

namespace openperflib {

// Makes the tables of a new store.
[[nodiscard]] std::expected<void, StoreFault> create_tables(const StoreDatabase& database);
// Whether the first bytes of a file are those of a store that this library can read. Faults:
// damaged, newer_version.
[[nodiscard]] std::expected<void, StoreFault> check_header(const StoreDatabase& database,
                                                           Bytes file);
// Whether the store has exactly our tables. Faults: damaged.
[[nodiscard]] std::expected<void, StoreFault> check_tables(const StoreDatabase& database);

}  // namespace openperflib
