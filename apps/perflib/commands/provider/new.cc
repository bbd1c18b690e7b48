// perflib provider new DIR: a module to start from.
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "apps/perflib/commands/provider/verbs.h"
#include "apps/perflib/provider/module_template.h"
#include "apps/perflib/run/messages.h"
#include "apps/program/atomic_file.h"
#include "openperflib/text/printable.h"

namespace openperflib::apps::provider_command {

// All files or, where one of them exists, none.
Outcome write_module(const std::string& folder, const Options& options) {
  const std::string name = base_name(folder);
  if (!is_module_name(name)) {
    return usage_error(name, "is not a name for sources: use letters, digits and _, at most 32");
  }
  if (::mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST) {
    return failed(SourceFault{.errno_value = errno, .file = folder, .error = std::nullopt});
  }
  const auto files = module_files(name, options.cxx ? ModuleLanguage::cxx : ModuleLanguage::c);
  for (const ModuleFile& file : files) {
    const std::string path = folder + "/" + file.name;
    if (::access(path.c_str(), F_OK) == 0)
      return failed(path, "exists already; nothing was written");
  }
  for (const ModuleFile& file : files) {
    const auto written =
        write_whole_file(folder + "/" + file.name, file.text, AtomicFile::Existing::kept);
    if (!written.has_value()) return failed(written.error());
  }
  print_out(fmt::format("Created a module, an application, an .ini and a README in {}.\n",
                        printable(folder)));
  return Ending::success;
}

}  // namespace openperflib::apps::provider_command
