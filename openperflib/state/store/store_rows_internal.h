// The rows of a title store, one function for each thing that is done to them.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/state/store/registered_service.h"
#include "openperflib/state/store/store_database_internal.h"
#include "openperflib/state/store/titles_of_language_internal.h"
#include "openperflib/titles/service_titles.h"

namespace openperflib {

// A row of the table services.
struct ServiceRow {
  std::string name;
  std::int64_t keys = 0;
  std::int64_t installation = 0;  // 0: no titles
  TitleRange range;
};
// Services are named by their folded names. nullopt: there is none.
[[nodiscard]] std::expected<std::optional<ServiceRow>, StoreFault> find_service(
    const StoreDatabase& database, std::string_view service);
// Makes the row, or replaces it.
[[nodiscard]] std::expected<void, StoreFault> store_service(const StoreDatabase& database,
                                                            std::string_view service,
                                                            const ServiceRow& row);
// The row alone.
[[nodiscard]] std::expected<void, StoreFault> erase_service(const StoreDatabase& database,
                                                            std::string_view service);

// The values of a key, by folded name.
[[nodiscard]] std::expected<std::vector<RegisteredValue>, StoreFault> values_of(
    const StoreDatabase& database, std::string_view service, ServiceKey key);
// An existing value keeps its name's case.
[[nodiscard]] std::expected<void, StoreFault> store_value(const StoreDatabase& database,
                                                          std::string_view service, ServiceKey key,
                                                          const RegisteredValue& value);
// Returns whether it was there.
[[nodiscard]] std::expected<bool, StoreFault> erase_value(const StoreDatabase& database,
                                                          std::string_view service, ServiceKey key,
                                                          std::string_view name);
// All values of one key.
[[nodiscard]] std::expected<void, StoreFault> erase_values(const StoreDatabase& database,
                                                           std::string_view service,
                                                           ServiceKey key);

// The first index of `length` + 2 free ones: `wanted` if that is given. nullopt: they are not free.
[[nodiscard]] std::expected<std::optional<TitleIndex>, StoreFault> free_run(
    const StoreDatabase& database, StoreScope scope, TitleIndex length,
    std::optional<TitleIndex> wanted);
[[nodiscard]] std::expected<void, StoreFault> store_titles(const StoreDatabase& database,
                                                           TitleIndex first,
                                                           const ServiceTitles& titles);
// Replaces the titles of a language; only titles that are registered in some language are stored.
// Returns their indices.
[[nodiscard]] std::expected<std::vector<TitleIndex>, StoreFault> replace_titles(
    const StoreDatabase& database, LanguageId language, std::span<const Title> titles);
// All texts of a range in one table, those that are empty included.
[[nodiscard]] std::expected<KeptTitles, StoreFault> titles_of(const StoreDatabase& database,
                                                              const TitleRange& range,
                                                              const TitlesOfLanguage& table);
// The folded names of the services that have titles, and for each counter set the provider_key() of
// its provider, with their ranges, ascending.
struct ServiceRange {
  std::string service;
  TitleRange range;
};
[[nodiscard]] std::expected<std::vector<ServiceRange>, StoreFault> ranges_of(
    const StoreDatabase& database);
[[nodiscard]] std::expected<void, StoreFault> erase_titles(const StoreDatabase& database,
                                                           const TitleRange& range);

[[nodiscard]] std::expected<void, StoreFault> store_next(const StoreDatabase& database,
                                                         std::int64_t next);
// How many rows a table has.
[[nodiscard]] std::expected<std::int64_t, StoreFault> count_of(const StoreDatabase& database,
                                                               std::string_view table);

}  // namespace openperflib
