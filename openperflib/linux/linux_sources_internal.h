// LinuxSources: what the collectors of one machine share between collections.
#pragma once

#include <string>
#include <utility>

#include "openperflib/linux/cgroup/cgroup_folders_internal.h"
#include "openperflib/linux/cpu/stat_file_internal.h"
#include "openperflib/linux/gpu/gpu_scan_internal.h"
#include "openperflib/linux/memory/memory_files_internal.h"
#include "openperflib/linux/network/network_files_internal.h"
#include "openperflib/linux/process/hidden_processes_internal.h"
#include "openperflib/linux/process/process_scan_internal.h"
#include "openperflib/linux/storage/filesystems_internal.h"
#include "openperflib/linux/system/load_average_internal.h"
#include "openperflib/linux/table/collect_context_internal.h"

namespace openperflib::linux_objects {

// How the objects of a machine are collected.
struct CollectSettings {
  std::uint32_t page_size = 4096;  // bytes
  std::uint32_t user_hz = 100;
  KernelThreads kernel_threads = KernelThreads::merged;
  NameFormat process_names = NameFormat::name;
  NameFormat thread_names = NameFormat::name;
};

// Resource. Each next() starts another collection.
class LinuxSources {
 public:
  explicit LinuxSources(SpaceQuestions questions = {}) : filesystems(std::move(questions)) {}

  // Clears the reasons of the previous collection. The result refers to the arguments and to this.
  [[nodiscard]] CollectContext next(ProcRoot& root, const Instant& instant,
                                    const ObjectRequest& request, const CollectSettings& settings) {
    reasons.clear();
    return {.root = root,
            .instant = instant,
            .request = request,
            .reasons = reasons,
            .stat = stat,
            .processes = processes,
            .memory = memory,
            .network = network,
            .filesystems = filesystems,
            .load_average = load_average,
            .hidden_processes = hidden_processes,
            .cgroups = cgroups,
            .gpu = gpu,
            .buffer = buffer_,
            .scratch = scratch_,
            .page_size = settings.page_size,
            .user_hz = settings.user_hz,
            .kernel_threads = settings.kernel_threads,
            .process_names = settings.process_names,
            .thread_names = settings.thread_names,
            .number = collections_++};
  }

  Reasons reasons;
  StatFile stat;
  ProcessScan processes;
  MemoryFiles memory;
  NetworkFiles network;
  Filesystems filesystems;
  LoadAverageFile load_average;
  HiddenProcesses hidden_processes;
  CgroupFolders cgroups;
  GpuScan gpu;

 private:
  TextBuffer buffer_;
  std::string scratch_;
  std::uint64_t collections_ = 0;
};

}  // namespace openperflib::linux_objects
