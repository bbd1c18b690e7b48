#include "openperflib/loading/service_loading.h"

#include <dirent.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/loading/file_bytes_internal.h"
#include "openperflib/loading/library_trust.h"
#include "openperflib/loading/store_changes_internal.h"
#include "openperflib/os/portable/code_page.h"
#include "openperflib/state/store_edit.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/checked_titles.h"
#include "openperflib/titles/ini_file.h"
#include "openperflib/titles/symbol_header.h"

namespace openperflib {
namespace {

// "" for a file in the current folder, else with its slash.
std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

// The name in the folder that equals `name`, ignoring case; the same spelling first, then the
// first in the alphabet. The name itself if there is none.
std::string file_ignoring_case(const std::string& folder, const std::string& name) {
  const std::unique_ptr<DIR, int (*)(DIR*)> listed(::opendir(folder.empty() ? "." : folder.c_str()),
                                                   &::closedir);
  std::string found;
  while (listed != nullptr) {
    const dirent* const entry = ::readdir(listed.get());
    if (entry == nullptr) break;
    if (entry->d_name == name) return name;
    const bool is_better = found.empty() || entry->d_name < found;
    if (is_better && equal_ignoring_case(entry->d_name, name)) found = entry->d_name;
  }
  return found.empty() ? name : found;
}

// The paths of the two files of a service.
struct LoadedFiles {
  std::string ini_path;
  std::string header_path = {};
};

FileRemarks remarks_in(TitleRemarks remarks, const LoadedFiles& files) {
  FileRemarks all;
  for (TitleRemark& remark : remarks) {
    const bool is_header = remark.file == TitleFile::header;
    all.push_back({is_header ? files.header_path : files.ini_path, std::move(remark)});
  }
  return all;
}

// Reads the header that the .ini names. Errors: also the remarks on the .ini.
std::expected<std::vector<std::byte>, LoadFault> read_header(const IniFile& ini,
                                                             LoadedFiles& files) {
  if (ini.symbol_file.empty()) {  // a remark says that it is missing
    return std::unexpected(
        LoadFault{.code = LoadErrc::mistakes, .remarks = remarks_in(ini.remarks, files)});
  }
  const std::string folder = folder_of(files.ini_path);
  files.header_path = folder + file_ignoring_case(folder, ini.symbol_file);
  auto bytes = read_file(files.header_path, kMostTitleFileBytes + 1);
  if (!bytes.has_value()) bytes.error().remarks = remarks_in(ini.remarks, files);
  return bytes;
}

// Writes the validation code; if the library cannot be read, the service stays as it is.
std::optional<LoadFault> trust_installed(TitleStore& store, const std::string& service,
                                         std::string_view modules) {
  auto trusted = trust_library(store, service, modules);
  if (trusted.has_value()) return std::nullopt;
  return std::move(trusted).error();
}

// An .ini and its header, without mistakes.
struct LoadedTitles {
  LoadedFiles files;
  std::vector<std::byte> ini;
  std::vector<std::byte> header;
  CheckedTitles checked;
};

std::expected<LoadedTitles, LoadFault> load_titles(const std::string& ini) {
  if (ini.empty()) return std::unexpected(LoadFault{.code = LoadErrc::nothing_named});
  LoadedTitles loaded;
  loaded.files.ini_path = ini;
  loaded.ini = OPENPERFLIB_TRY(read_file(ini, kMostTitleFileBytes + 1));
  const IniFile read = IniFile::read(loaded.ini, decode_code_page);
  loaded.header = OPENPERFLIB_TRY(read_header(read, loaded.files));
  auto checked = check_titles(read, SymbolHeader::read(loaded.header));
  if (!checked.has_value()) {
    return std::unexpected(
        LoadFault{.code = LoadErrc::mistakes,
                  .remarks = remarks_in(std::move(checked).error(), loaded.files)});
  }
  loaded.checked = *std::move(checked);
  return loaded;
}

using Edited = std::expected<void, StoreFault>;

// Installs the titles as those of the service that `prepare` names, in one change.
template <typename Prepare>
std::expected<InstalledService, LoadFault> install_loaded(TitleStore& store, StoreScope scope,
                                                          const LoadedTitles& loaded,
                                                          std::string_view modules,
                                                          Prepare prepare) {
  InstalledService installed{.service = loaded.checked.titles.driver_name,
                             .notes = remarks_in(loaded.checked.notes, loaded.files)};
  const auto edited = [&](StoreEdit& edit) -> Edited {
    installed.service = OPENPERFLIB_TRY(prepare(edit));
    installed.titles =
        OPENPERFLIB_TRY(edit.install(loaded.checked.titles, {loaded.ini, loaded.header}));
    return {};
  };
  if (auto changed = change_store(store, scope, edited); !changed.has_value()) {
    changed.error().service = installed.service;
    return std::unexpected(std::move(changed).error());
  }
  if (loaded.checked.titles.is_trusted) {
    installed.not_trusted = trust_installed(store, installed.service, modules);
  }
  return installed;
}

Edited write_module(StoreEdit& edit, const std::string& service, const ServiceModule& module) {
  const auto procedure = [&](const std::string& given, std::string_view verb) {
    return given.empty() ? std::string(verb) + service : given;
  };
  OPENPERFLIB_TRY(edit.create_key(service, ServiceKey::service));
  OPENPERFLIB_TRY(edit.create_key(service, ServiceKey::performance));
  for (const RegisteredValue& value :
       {text_value("Library", module.library), text_value("Open", procedure(module.open, "Open")),
        text_value("Collect", procedure(module.collect, "Collect")),
        text_value("Close", procedure(module.close, "Close"))}) {
    OPENPERFLIB_TRY(edit.set_value(service, ServiceKey::performance, value));
  }
  return {};
}

bool has_texts(std::span<const Title> titles, const TitleRange& range) {
  return std::ranges::any_of(titles,
                             [&](const Title& title) { return range.contains(title.index); });
}

std::vector<LanguageId> languages_of(const Registration& registration, const TitleRange& range) {
  std::vector<LanguageId> languages{kEnglish};
  for (const RegisteredLanguage& language : registration.languages()) {
    if (has_texts(language.titles, range)) languages.push_back(language.language);
  }
  std::ranges::sort(languages);
  return languages;
}

}  // namespace

std::expected<const RegisteredService*, LoadFault> own_service(const TitleStore& store,
                                                               const Registration& registration,
                                                               std::string_view service) {
  const RegisteredService* const found = registration.find(service);
  if (found != nullptr && found->scope == store.own_scope()) return found;
  if (found != nullptr) return std::unexpected(store_fault(StoreErrc::no_permission));
  if (!store.faults().empty()) return std::unexpected(store_fault(store.faults().front()));
  return std::unexpected(store_fault(StoreErrc::no_service));
}

std::expected<InstalledService, LoadFault> install_service(TitleStore& store,
                                                           const std::string& ini,
                                                           std::string_view modules) {
  const LoadedTitles loaded = OPENPERFLIB_TRY(load_titles(ini));
  const std::string& driver = loaded.checked.titles.driver_name;
  // Only a user has services that are not his own. Root's store is read once, by the change.
  const bool may_be_of_others = store.own_scope() != StoreScope::system;
  if (may_be_of_others) (void)OPENPERFLIB_TRY(own_service(store, *store.read(), driver));
  return install_loaded(store, store.own_scope(), loaded, modules,
                        [&](StoreEdit& edit) { return edit.name_of(driver); });
}

std::expected<InstalledService, LoadFault> install_module(TitleStore& store, StoreScope scope,
                                                          const std::string& ini,
                                                          const ServiceModule& module,
                                                          std::string_view modules) {
  const LoadedTitles loaded = OPENPERFLIB_TRY(load_titles(ini));
  const std::string& driver = loaded.checked.titles.driver_name;
  const auto registration = store.read();
  const RegisteredService* const known = registration->find(driver);
  const std::string name = known == nullptr ? driver : known->name;
  return install_loaded(store, scope, loaded, modules,
                        [&](StoreEdit& edit) -> std::expected<std::string, StoreFault> {
                          OPENPERFLIB_TRY(write_module(edit, name, module));
                          return name;
                        });
}

std::expected<InstalledService, LoadFault> install_module(TitleStore& store, const std::string& ini,
                                                          const ServiceModule& module,
                                                          std::string_view modules) {
  return install_module(store, store.own_scope(), ini, module, modules);
}

std::expected<void, LoadFault> remove_module(TitleStore& store, std::string_view service) {
  if (service.empty()) return std::unexpected(LoadFault{.code = LoadErrc::nothing_named});
  const auto registration = store.read();
  const RegisteredService* const found =
      OPENPERFLIB_TRY(own_service(store, *registration, service));
  return change_own_store(
      store, [&](StoreEdit& edit) { return edit.delete_key(found->name, ServiceKey::service); });
}

std::expected<RemovedService, LoadFault> remove_service_titles(TitleStore& store,
                                                               std::string_view service) {
  if (service.empty()) return std::unexpected(LoadFault{.code = LoadErrc::nothing_named});
  const auto registration = store.read();
  const RegisteredService* const found =
      OPENPERFLIB_TRY(own_service(store, *registration, service));
  const auto range = found->titles();
  if (!range.has_value()) return std::unexpected(store_fault(StoreErrc::not_installed));
  OPENPERFLIB_TRY(
      change_own_store(store, [&](StoreEdit& edit) { return edit.uninstall(found->name); }));
  return RemovedService{found->name, languages_of(*registration, *range)};
}

std::expected<void, LoadFault> set_module_use(TitleStore& store, std::string_view service,
                                              ModuleUse use) {
  if (service.empty()) return std::unexpected(LoadFault{.code = LoadErrc::nothing_named});
  const auto registration = store.read();
  const RegisteredService* const found =
      OPENPERFLIB_TRY(own_service(store, *registration, service));
  const RegisteredValue value =
      number_value(kDisablePerformanceCounters, use == ModuleUse::disabled ? 1 : 0);
  return change_own_store(store, [&](StoreEdit& edit) {
    return edit.set_value(found->name, ServiceKey::performance, value);
  });
}

std::expected<ServiceTitles, StoreFault> titles_of(const TitleSources& sources) {
  auto checked = check_titles(IniFile::read(sources.ini, decode_code_page),
                              SymbolHeader::read(sources.header));
  if (!checked.has_value()) return std::unexpected(StoreFault{.code = StoreErrc::damaged});
  return std::move(checked->titles);
}

}  // namespace openperflib
