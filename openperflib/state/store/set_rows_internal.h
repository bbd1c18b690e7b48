// The rows of providers and counter sets in a title store, written and read.
//
// Source: docs/formats/title_store.md, "The tables".
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/state/store/registered_set.h"
#include "openperflib/state/store/store_database_internal.h"

namespace openperflib {

inline constexpr std::int64_t kMostProviders = 10'000;
inline constexpr std::int64_t kMostSets = 10'000;
inline constexpr std::size_t kMostSetCounters = 64'000;

// Whether a record may be stored: its texts, and the languages and distances of each set.
[[nodiscard]] bool is_valid(const ProviderRecord& provider);

// The rows of a provider alone, and of a set with its titles, whose first index is `set.first`.
[[nodiscard]] std::expected<void, StoreFault> store_provider(const StoreDatabase& database,
                                                             const ProviderRecord& provider);
[[nodiscard]] std::expected<void, StoreFault> store_set(const StoreDatabase& database,
                                                        const Guid& provider, const SetRecord& set);
[[nodiscard]] std::expected<void, StoreFault> erase_provider(const StoreDatabase& database,
                                                             const Guid& provider);
[[nodiscard]] std::expected<void, StoreFault> erase_set(const StoreDatabase& database,
                                                        const RegisteredSet& set);

// All rows, checked, ascending by GUID; names of sets are still missing. Faults: damaged.
[[nodiscard]] std::expected<std::vector<RegisteredProvider>, StoreFault> read_providers(
    const StoreDatabase& database, StoreScope scope);
[[nodiscard]] std::expected<std::vector<RegisteredSet>, StoreFault> read_sets(
    const StoreDatabase& database, StoreScope scope,
    const std::vector<RegisteredProvider>& providers);

// A provider with all that belongs to it; nullopt: there is none.
[[nodiscard]] std::expected<std::optional<ProviderRecord>, StoreFault> find_record(
    const StoreDatabase& database, StoreScope scope, const Guid& provider);

// The name under which a change notes a provider: as no service can be named.
[[nodiscard]] std::string provider_key(const Guid& provider);
// The reverse; nullopt: it is the name of a service.
[[nodiscard]] std::optional<Guid> provider_of_key(std::string_view key);

}  // namespace openperflib
