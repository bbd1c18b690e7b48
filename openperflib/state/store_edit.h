// StoreEdit: what can be changed in one title store; TitleStore::change() passes one.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "openperflib/base/bytes.h"
#include "openperflib/state/store/registered_set.h"
#include "openperflib/state/title_store.h"

namespace openperflib {

struct StoreChange;

// The files that titles were read from; they are kept beside the store, so that it can be rebuilt.
struct TitleSources {
  Bytes ini;
  Bytes header;
};

// Lives during change(). Errors: StoreFault; the change is then given up as a whole.
class StoreEdit {
 public:
  StoreEdit(const StoreEdit&) = delete;
  StoreEdit& operator=(const StoreEdit&) = delete;

  // The name of a service in the case in which it was created. Faults: no_service.
  [[nodiscard]] std::expected<std::string, StoreFault> name_of(std::string_view service);
  // Services\NAME and one of its keys; existing ones stay. A name has 1 to 256 characters, and
  // neither '\' nor '/' nor control characters.
  [[nodiscard]] std::expected<void, StoreFault> create_key(std::string_view service,
                                                           ServiceKey key);
  // With its values; Services\NAME with everything below it, titles included.
  [[nodiscard]] std::expected<void, StoreFault> delete_key(std::string_view service,
                                                           ServiceKey key);
  // The key must exist. Faults: no_service, no_key; invalid: a bad name, or data that is too large.
  [[nodiscard]] std::expected<void, StoreFault> set_value(std::string_view service, ServiceKey key,
                                                          const RegisteredValue& value);
  // Faults: no_service, no_key; no_value: the key has no such value.
  [[nodiscard]] std::expected<void, StoreFault> delete_value(std::string_view service,
                                                             ServiceKey key, std::string_view name);
  // Sets and deletes values of the key Perflib.
  [[nodiscard]] std::expected<void, StoreFault> set_perflib_value(const RegisteredValue& value);
  [[nodiscard]] std::expected<void, StoreFault> delete_perflib_value(std::string_view name);

  // Gives the titles of a service, whose key must exist, the first free run of indices, and writes
  // First Counter, Last Counter, First Help, Last Help and, if it has objects, Object List to its
  // key Performance, which is made if it is missing. Returns the run.
  [[nodiscard]] std::expected<TitleRange, StoreFault> install(const ServiceTitles& titles,
                                                              const TitleSources& sources);
  // The same at given indices, those that a backup has. Faults: no_free_run if they are not free,
  // or not in the range of this store.
  [[nodiscard]] std::expected<TitleRange, StoreFault> install_at(const ServiceTitles& titles,
                                                                 const TitleSources& sources,
                                                                 TitleIndex first);
  // Removes the titles of a service and these values; the keys and other values stay.
  [[nodiscard]] std::expected<void, StoreFault> uninstall(std::string_view service);
  // Replaces texts of registered titles in one language; indices that are not registered are
  // ignored (UpdatePerfNameFiles). They are kept beside the store, too.
  [[nodiscard]] std::expected<void, StoreFault> set_titles(LanguageId language,
                                                           std::span<const Title> titles);
  // A provider with its sets, each with titles at free indices. Faults: already_installed, if the
  // store has the provider, or a set of that GUID.
  [[nodiscard]] std::expected<void, StoreFault> install_provider(const ProviderRecord& provider);
  // With all of its sets.
  [[nodiscard]] std::expected<void, StoreFault> remove_provider(const Guid& provider);
  // With its provider, if it is the last one of that.
  [[nodiscard]] std::expected<void, StoreFault> remove_set(const Guid& set);
  // As it was installed, or changed since; nullopt: there is none.
  [[nodiscard]] std::expected<std::optional<ProviderRecord>, StoreFault> provider(
      const Guid& provider);
  // What the store has now, changes of this edit included.
  [[nodiscard]] std::expected<std::shared_ptr<const Registration>, StoreFault> read();

 private:
  friend class StoreWriter;
  explicit StoreEdit(StoreChange& change) : change_(change) {}
  StoreChange& change_;
};

}  // namespace openperflib
