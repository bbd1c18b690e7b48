// ProcessStage: what a collection of Process is given, for the tests and the bench. Not part of the
// library.
#pragma once

#include <string>
#include <utility>

#include "openperflib/linux/collection_internal.h"
#include "openperflib/linux/objects_internal.h"
#include "openperflib/linux/process_scan_internal.h"
#include "openperflib/linux/stat_file_internal.h"

namespace openperflib::linux_objects {

// Resource. Keeps what a provider keeps between collections; each collect() is one more.
struct ProcessStage {
  static constexpr TitleIndex kProcess = 230;

  explicit ProcessStage(std::string directory = {}, unsigned kept_descriptors = 0)
      : root(ProcRoot::open(std::move(directory), kept_descriptors).value()) {}

  // The table lives until the next call.
  ObjectTable& collect() {
    reasons.clear();
    Collection collection{.root = root,
                          .instant = instant,
                          .request = request,
                          .reasons = reasons,
                          .stat = stat,
                          .processes = processes,
                          .buffer = buffer,
                          .scratch = scratch,
                          .kernel_threads = kernel_threads,
                          .number = number++};
    table.set_now(instant.realtime);
    collect_process(*memory, collection, table);
    return table;
  }

  ProcRoot root;
  Instant instant{.realtime = kUnixEpochAsFileTime, .boottime_100ns = 0, .monotonic_100ns = 0};
  ObjectRequest request;
  Reasons reasons;
  StatFile stat;
  ProcessScan processes;
  TextBuffer buffer;
  std::string scratch;
  KernelThreads kernel_threads = KernelThreads::folded_into_system;
  std::uint64_t number = 0;
  MemoryOf<ProcessMemory> memory = make_process_memory();
  ObjectTable table{*find_catalogue_object(kProcess)};
};

}  // namespace openperflib::linux_objects
