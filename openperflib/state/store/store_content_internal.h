// StoreContent: everything that one title store says, checked.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "openperflib/state/store/registered_service.h"
#include "openperflib/state/store/registered_set.h"
#include "openperflib/state/store/registration.h"
#include "openperflib/state/store/store_database_internal.h"
#include "openperflib/text/string_pool.h"

namespace openperflib {

// Numbers of user stores have this bit, so that they differ from those of the system's.
inline constexpr std::uint64_t kUserInstallation = std::uint64_t{1} << 63U;
inline constexpr std::int64_t kMostServices = 10'000;
inline constexpr std::int64_t kMostValues = 100'000;
// The bit of a key in the column `keys`.
[[nodiscard]] constexpr std::int64_t key_bit(ServiceKey key) noexcept {
  return std::int64_t{1} << static_cast<unsigned>(key);
}

// The indices that a store may give to services; the last one is that of a help text.
[[nodiscard]] constexpr TitleRange allocatable(StoreScope scope) noexcept {
  return scope == StoreScope::system ? TitleRange{1848, 99'996} : TitleRange{200'000, 999'996};
}

// Name and help of one index in one language; empty: none.
struct StoredTitle {
  LanguageId language = 0;
  TitleIndex index = 0;
  std::string_view name;
  std::string_view help;
};

struct StoreContent {
  std::vector<RegisteredService> services;    // by folded name
  std::vector<RegisteredValue> perflib;       // by folded name
  std::vector<RegisteredProvider> providers;  // by GUID
  std::vector<RegisteredSet> sets;            // by GUID
  std::vector<StoredTitle> titles;            // by language, then index
  std::int64_t next = 0;                      // larger than the number of every installation
};

// Reads and checks all of it; `texts` owns the titles' texts. Faults: damaged.
[[nodiscard]] std::expected<StoreContent, StoreFault> read_content(const StoreDatabase& database,
                                                                   StoreScope scope,
                                                                   StringPool& texts);

// What some stores register together; an earlier one hides services of later ones.
[[nodiscard]] std::shared_ptr<const Registration> registration_of(
    const TitleTable& fixed, std::span<const StoreContent> stores,
    std::shared_ptr<const StringPool> texts, std::uint64_t generation);

}  // namespace openperflib
