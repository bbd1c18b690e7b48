#include "apps/perflib/provider/scratch_service.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "openperflib/base/try_internal.h"
#include "openperflib/provider/v1/v1_modules.h"
#include "openperflib/state/store_edit.h"

namespace openperflib::apps {
namespace {

namespace fs = std::filesystem;

LoadFault file_failed(SourceFault fault) {
  return {.code = LoadErrc::file, .source = std::move(fault)};
}

// The host of root is another user, who reads the store as well.
std::expected<void, SourceFault> let_all_read(const std::string& path) {
  std::error_code error;
  fs::permissions(path, fs::perms(0755), error);
  for (auto at = fs::recursive_directory_iterator(path, error);
       !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    fs::permissions(at->path(), fs::perms(at->is_directory() ? 0755 : 0644), error);
  }
  if (!error) return {};
  return std::unexpected(
      SourceFault{.errno_value = error.value(), .file = path, .error = std::nullopt});
}

}  // namespace

std::expected<ScratchFolder, SourceFault> ScratchFolder::create() {
  std::error_code error;
  std::string path = (fs::temp_directory_path(error) / "perflib-test-XXXXXX").string();
  if (error) path = "/tmp/perflib-test-XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) {
    return std::unexpected(SourceFault{.errno_value = errno, .file = path, .error = std::nullopt});
  }
  return ScratchFolder(std::move(path));
}

ScratchFolder::~ScratchFolder() {
  std::error_code error;
  if (!path_.empty()) fs::remove_all(path_, error);
}

std::expected<ScratchService, LoadFault> register_in_scratch(const TitleTable& fixed,
                                                             const std::string& ini,
                                                             const ServiceModule& module,
                                                             std::span<const ScratchValue> values,
                                                             ModulePlaces places) {
  auto folder = ScratchFolder::create();
  if (!folder.has_value()) return std::unexpected(file_failed(std::move(folder).error()));
  const StoreFolders folders{.system = folder->path() + "/system",
                             .user = folder->path() + "/user"};
  TitleStore store(fixed, folders);
  const InstalledService installed =
      OPENPERFLIB_TRY(install_module(store, StoreScope::user, ini, module, places.modules_folder));
  const auto changed =
      store.change(StoreScope::user, [&](StoreEdit& edit) -> std::expected<void, StoreFault> {
        for (const ScratchValue& one : values) {
          OPENPERFLIB_TRY(edit.create_key(installed.service, one.key));
          OPENPERFLIB_TRY(edit.set_value(installed.service, one.key, one.value));
        }
        return {};
      });
  if (!changed.has_value()) {
    return std::unexpected(LoadFault{.code = LoadErrc::store, .store = changed.error()});
  }
  if (auto readable = let_all_read(folder->path()); !readable.has_value()) {
    return std::unexpected(file_failed(std::move(readable).error()));
  }
  places.environment = host_environment(places, folders);
  auto registration = store.read();
  if (!store.faults().empty()) {
    return std::unexpected(LoadFault{.code = LoadErrc::store, .store = store.faults().front()});
  }
  ModuleSettings settings =
      module_settings(*registration->find(installed.service), *registration, folders, places);
  settings.start.test_level = 1;
  return ScratchService{*std::move(folder), std::move(registration), installed.service,
                        installed.titles,   std::move(places),       std::move(settings)};
}

}  // namespace openperflib::apps
