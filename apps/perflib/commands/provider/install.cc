// perflib provider install: a module with its .ini, or a manifest.
#include <dirent.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

#include "apps/perflib/commands/provider/verbs.h"
#include "apps/perflib/run/messages.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/loading/manifest_loading.h"
#include "openperflib/machine/installed_files.h"
#include "openperflib/text/printable.h"
#include "openperflib/text/utf16.h"

namespace openperflib::apps::provider_command {
namespace {

bool is_folder(const std::string& path) {
  struct stat facts{};
  return ::stat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode);
}

// The one .ini of a folder.
std::expected<std::string, Failure> ini_in(const std::string& folder) {
  const std::unique_ptr<DIR, int (*)(DIR*)> listed(::opendir(folder.c_str()), &::closedir);
  std::vector<std::string> found;
  while (listed != nullptr) {
    const dirent* const entry = ::readdir(listed.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (folded(name).ends_with(".ini")) found.push_back(folder + "/" + std::string(name));
  }
  if (found.size() == 1) return found.front();
  return failed(folder, found.empty() ? "has no .ini" : "has several .ini files; name one of them");
}

// Beside the .ini, under its name: where a build puts it.
std::expected<std::string, Failure> library_beside(const std::string& ini) {
  if (::access(ini.c_str(), F_OK) != 0) {
    return failed(SourceFault{.errno_value = errno, .file = ini, .error = std::nullopt});
  }
  const std::string folder = ini.substr(0, ini.rfind('/') + 1);
  const std::string name = base_name(ini.substr(0, ini.rfind('.'))) + ".so";
  for (const std::string& path : {folder + "build/" + name, folder + name}) {
    if (::access(path.c_str(), R_OK) == 0) return path;
  }
  return failed(
      ini,
      fmt::format("neither build/{0} nor {0} is beside it; name the module with --library", name));
}

Outcome register_manifest(TitleStore& store, const std::string& file) {
  const auto installed = install_manifest(store, file, "");
  if (!installed.has_value()) return load_failed(file, installed.error());
  for (const FileRemark& note : installed->notes) print_error_line(describe(note));
  const auto print = [](const std::vector<LoadedProvider>& providers, std::string_view what) {
    for (const LoadedProvider& provider : providers) {
      for (const std::string& set : provider.sets) {
        print_out(fmt::format("{} of {} is {}\n", printable(set), printable(provider.name), what));
      }
    }
  };
  print(installed->installed, "registered");
  print(installed->unchanged, "registered already");
  return Ending::success;
}

}  // namespace

Outcome install(TitleStore& store, const std::string& place, const Options& options) {
  if (is_manifest(place) && !is_folder(place)) return register_manifest(store, place);
  const std::string ini = is_folder(place) ? OPENPERFLIB_TRY(ini_in(place)) : place;
  ServiceModule module = options.module;
  if (module.library.empty()) module.library = OPENPERFLIB_TRY(library_beside(ini));
  module.library = OPENPERFLIB_TRY(absolute(module.library));
  const auto installed = install_module(store, ini, module, installed_modules_folder());
  if (!installed.has_value()) return load_failed(ini, installed.error());
  for (const FileRemark& note : installed->notes) print_error_line(describe(note));
  if (installed->not_trusted.has_value())
    print_error(installed->service, describe(*installed->not_trusted));
  print_out(fmt::format("{} is installed: titles {} to {}, {}\n", printable(installed->service),
                        installed->titles.first, installed->titles.last,
                        printable(module.library)));
  return Ending::success;
}

}  // namespace openperflib::apps::provider_command
