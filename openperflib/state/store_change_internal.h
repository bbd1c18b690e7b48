// StoreChange: a store in memory that is being changed, and what was changed in it.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "openperflib/state/store/registered_set.h"
#include "openperflib/state/store/store_database_internal.h"
#include "openperflib/state/store_edit.h"
#include "openperflib/state/texts/kept_texts_internal.h"

namespace openperflib {

// Which texts of a service are other ones now, besides its values.
struct TouchedTexts {
  std::optional<KeptSources> sources = std::nullopt;  // its titles were installed from these
  std::set<TitlesOfLanguage> replaced = {};           // afterwards
};

// Resource: in a transaction of the database from begin() to commit().
struct StoreChange {
  StoreChange(StoreDatabase& store, StoreScope whose, const TitleTable& fixed_titles)
      : database(store), scope(whose), fixed(fixed_titles) {}
  // Checks the store before it is changed, so that damage is not carried on; a new one has no
  // numbers yet. Faults: damaged.
  [[nodiscard]] std::expected<void, StoreFault> begin(bool is_new);
  // The store is then complete. Faults: that of SQLite which an earlier call met; more rows than
  // a store may have.
  [[nodiscard]] std::expected<void, StoreFault> commit();
  // Whether nothing is registered in it.
  [[nodiscard]] std::expected<bool, StoreFault> is_empty() const;
  // What becomes of the texts of the services that were changed.
  [[nodiscard]] std::expected<std::vector<TextChange>, StoreFault> text_changes() const;
  // Notes that a service, or Perflib, is another one now.
  void touch(const std::string& service) { touched.try_emplace(service); }
  // Gives titles the first free run of indices, or the one that begins at `wanted`.
  [[nodiscard]] std::expected<TitleRange, StoreFault> install(const ServiceTitles& titles,
                                                              KeptSources sources,
                                                              std::optional<TitleIndex> wanted);
  // Gives each set of a provider the first free run of indices, or the one that begins at its
  // `first` where that is free.
  [[nodiscard]] std::expected<void, StoreFault> install(const ProviderRecord& provider);
  // Removes a provider with its sets, or one set with its provider if that has no other.
  [[nodiscard]] std::expected<void, StoreFault> remove_provider(const Guid& provider);
  [[nodiscard]] std::expected<void, StoreFault> remove_set(const Guid& set);
  // Replaces texts of registered titles in one language; others are ignored.
  [[nodiscard]] std::expected<void, StoreFault> replace(LanguageId language,
                                                        std::span<const Title> titles);

  StoreDatabase& database;
  StoreScope scope;
  const TitleTable& fixed;
  std::int64_t next = 0;                        // the number of the next installation
  std::map<std::string, TouchedTexts> touched;  // by folded name or key; empty: Perflib
  std::optional<StoreFault> broken;             // what SQLite refused
};

// What becomes of the texts of one service or provider that is as the store says; `replaced`: the
// tables of a service whose titles are not those of its .ini.
[[nodiscard]] std::expected<TextChange, StoreFault> text_change_of(
    const StoreDatabase& database, StoreScope scope, const std::string& service,
    const std::set<TitlesOfLanguage>& replaced);

}  // namespace openperflib
