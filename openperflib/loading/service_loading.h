// Installing and removing the titles of services, as lodctr, unlodctr and loadperf.h do it. Each
// function changes the store that this process may write (TitleStore::own_scope()), wholly or not
// at all. Errors: LoadFault.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/loading/load_fault.h"
#include "openperflib/state/title_store.h"
#include "openperflib/titles/service_titles.h"

namespace openperflib {

struct TitleSources;

// What an installation did. Value.
struct InstalledService {
  std::string service;  // as registered
  TitleRange titles = {};
  FileRemarks notes = {};  // what is strange in the files
  // [info] has `trusted`, but the library cannot be read, so that no validation code was written.
  std::optional<LoadFault> not_trusted = std::nullopt;
};

// Installs the titles of an .ini. Its symbol header is in the same folder; the case of its name
// does not matter. The service must be registered. `modules` is the folder of libraries that are
// named without one. Errors: also all mistakes of both files, and a service of the other store,
// which this process may not change.
[[nodiscard]] std::expected<InstalledService, LoadFault> install_service(TitleStore& store,
                                                                         const std::string& ini,
                                                                         std::string_view modules);

// What the key Performance says about the module of a service.
struct ServiceModule {
  std::string library;
  std::string open = {};  // empty: "Open" and the name of the service; so are the others
  std::string collect = {};
  std::string close = {};
};
// As install_service(), for a service that need not be registered: its keys are created, and name
// the module.
[[nodiscard]] std::expected<InstalledService, LoadFault> install_module(TitleStore& store,
                                                                        const std::string& ini,
                                                                        const ServiceModule& module,
                                                                        std::string_view modules);
// The same in the store of that scope, also where root runs this process: for a store of its own.
[[nodiscard]] std::expected<InstalledService, LoadFault> install_module(TitleStore& store,
                                                                        StoreScope scope,
                                                                        const std::string& ini,
                                                                        const ServiceModule& module,
                                                                        std::string_view modules);
// Removes the keys of a service with all values, and its titles.
[[nodiscard]] std::expected<void, LoadFault> remove_module(TitleStore& store,
                                                           std::string_view service);

// What a removal did. Value.
struct RemovedService {
  std::string service;                // as registered
  std::vector<LanguageId> languages;  // that had texts of it, ascending
};
// Removes the titles of a service; its keys and their other values stay. Errors: nothing_named for
// an empty name, those of own_service(), and StoreErrc::not_installed if it has no titles.
[[nodiscard]] std::expected<RemovedService, LoadFault> remove_service_titles(
    TitleStore& store, std::string_view service);

// Whether the module of a service is called: Disable Performance Counters 0 or 1.
enum class ModuleUse : std::uint8_t { enabled, disabled };
// Sets that value of a service. Errors: nothing_named for an empty name, those of own_service().
[[nodiscard]] std::expected<void, LoadFault> set_module_use(TitleStore& store,
                                                            std::string_view service,
                                                            ModuleUse use);

// The registered service of that name, in the store that this process may change. `registration`
// is what store.read() returned. Errors: there is none, the store cannot be read, or the service is
// in the other store.
[[nodiscard]] std::expected<const RegisteredService*, LoadFault> own_service(
    const TitleStore& store, const Registration& registration, std::string_view service);

// What the texts beside a store say: the function that TitleStore::rebuild() needs. Errors:
// the files have mistakes.
[[nodiscard]] std::expected<ServiceTitles, StoreFault> titles_of(const TitleSources& sources);

}  // namespace openperflib
