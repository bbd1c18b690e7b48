// CollectContext: everything that a collector may use during one collection.
#pragma once

#include <cstdint>
#include <string>

#include "openperflib/linux/table/kernel_threads.h"
#include "openperflib/linux/table/name_format.h"
#include "openperflib/linux/table/object_table_internal.h"
#include "openperflib/os/files/proc_root.h"
#include "openperflib/os/time/clocks.h"
#include "openperflib/snapshot/object_request.h"

namespace openperflib::linux_objects {

struct StatFile;    // stat_file_internal.h: /proc/stat, parsed once per collection
class ProcessScan;  // process_scan_internal.h: the processes, read once per collection
// What feeds several objects, and is read once per collection, when the first one needs it:
struct MemoryFiles;     // memory_files_internal.h
struct NetworkFiles;    // network_files_internal.h
class Filesystems;      // filesystems_internal.h
class LoadAverageFile;  // load_average_internal.h
class HiddenProcesses;  // hidden_processes_internal.h
class CgroupFolders;    // cgroup_folders_internal.h
class GpuScan;          // gpu_scan_internal.h

// Lives for one collection; refers to objects that live as long as the provider.
struct CollectContext {
  ProcRoot& root;
  const Instant& instant;
  const ObjectRequest& request;
  Reasons& reasons;
  StatFile& stat;          // call stat.ensure_read(*this) before use
  ProcessScan& processes;  // call processes.ensure_read(*this) before use
  MemoryFiles& memory;     // call read(*this) of a file before use
  NetworkFiles& network;   // call read(*this) of a file before use
  Filesystems& filesystems;
  LoadAverageFile& load_average;
  HiddenProcesses& hidden_processes;
  CgroupFolders& cgroups;
  GpuScan& gpu;
  TextBuffer& buffer;    // for a file that is parsed immediately
  std::string& scratch;  // for paths and names
  std::uint32_t page_size = 4096;
  std::uint32_t user_hz = 100;
  KernelThreads kernel_threads = KernelThreads::merged;
  NameFormat process_names = NameFormat::name;
  NameFormat thread_names = NameFormat::name;
  std::uint64_t number = 0;  // sequence number of this collection in this process, from 0

  // Whether a counter (by its order) of an object is requested.
  [[nodiscard]] bool wants(const CatalogueObject& object, std::size_t order) const noexcept {
    return request.wants_counter(object.name_index, object.counters[order].name_index);
  }
};

}  // namespace openperflib::linux_objects
