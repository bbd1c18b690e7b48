#include "apps/perflib/run/source_options.h"

#include <filesystem>
#include <system_error>

#include "apps/collection/kept_descriptors.h"
#include "apps/perflib/run/command_line.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/os/files/proc_root.h"

namespace openperflib::apps {
namespace {

// The later folders are read only when needed, so missing ones are reported beforehand.
Step check_roots(const std::vector<std::string>& roots) {
  for (const std::string& root : roots) {
    const auto opened = ProcRoot::open(root, 0);
    std::error_code error;
    if (std::filesystem::is_regular_file(root, error)) {
      return failed(root, "is a file; name a folder that contains proc and sys");
    }
    if (!opened.has_value()) return failed(opened.error());
    const std::filesystem::path folder(root);
    const bool has_one = std::filesystem::exists(folder / "proc", error) ||
                         std::filesystem::exists(folder / "sys", error);
    if (!has_one)
      return failed(root, "has neither proc nor sys; name the folder that contains them");
  }
  return {};
}

LocalSourceOptions local_options(const SourceOptions& options) {
  const NameFormat names = options.names_with_ids ? NameFormat::name_and_id : NameFormat::name;
  LocalSourceOptions machine = options.environment->machine;
  machine.roots = options.roots;
  machine.page_size = options.page_size;
  machine.kept_descriptors = descriptors_to_keep();
  machine.kernel_threads = options.kernel_threads ? KernelThreads::listed : KernelThreads::merged;
  machine.process_names = names;
  machine.thread_names = names;
  return machine;
}

}  // namespace

std::string newest_root(const SourceOptions& options) {
  return options.roots.empty() ? std::string() : options.roots.back();
}

void add_source_options(CommandLine& line, SourceOptions& options, ProcessOptions of_processes) {
  options.environment = line.environment();
  const auto root =
      line.add_option("--root", options.roots,
                      "Read DIR/proc and DIR/sys instead of this machine's; rates need two "
                      "samples: give the option twice, the older folder first")
          .value_name("DIR")
          .repeatable();
  line.add_option("--page-size", options.page_size,
                  "Page size with --root, in bytes: 4096 (default), 16384 or 65536")
      .value_name("BYTES")
      .one_of({"4096", "16384", "65536"})
      .needs(root);
  if (of_processes == ProcessOptions::absent) return;
  line.add_flag("--kthreads", options.kernel_threads,
                "List kernel threads individually instead of as the process System");
  line.add_flag("--names-with-ids", options.names_with_ids,
                "Put ids into the names of processes and threads: bash_4711, not bash#1 "
                "(tables show such a process as bash:4711)");
}

std::expected<LocalSourceOptions, Failure> machine_of(const SourceOptions& options) {
  OPENPERFLIB_TRY(check_roots(options.roots));
  return local_options(options);
}

}  // namespace openperflib::apps
