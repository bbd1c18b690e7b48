// Files, and the list of network interfaces, that feed several objects: each is read and parsed
// once per collection, when the first object needs it.
#pragma once

#include <string_view>
#include <utility>

#include "openperflib/linux/cgroup_folders_internal.h"
#include "openperflib/linux/filesystems_internal.h"
#include "openperflib/linux/gpu_scan_internal.h"
#include "openperflib/linux/hidden_processes_internal.h"
#include "openperflib/linux/key_file_internal.h"
#include "openperflib/linux/load_average_internal.h"
#include "openperflib/linux/network_interface_scan_internal.h"
#include "openperflib/linux/tcp_sockets_internal.h"

namespace openperflib::linux_objects {

// Resource, kept between collections. An object requests its keys when it is first collected.
struct SharedFiles {
  explicit SharedFiles(SpaceQuestions questions = {}) : filesystems(std::move(questions)) {}

  KeyFile meminfo{"proc/meminfo", KeyFormat::colon, FileEnd::short_read};
  KeyFile vmstat{"proc/vmstat", KeyFormat::blank};
  // Counts of the network protocols, in the network namespace in which the file was opened.
  KeyFile snmp{"proc/net/snmp", KeyFormat::headed, FileEnd::short_read};
  KeyFile snmp6{"proc/net/snmp6", KeyFormat::blank, FileEnd::short_read};
  Tcp6File tcp6;
  LoadAverageFile load_average;
  InterfaceScan interfaces;
  Filesystems filesystems;
  HiddenProcesses hidden_processes;
  GpuScan gpu;
  // The folders of cgroup v2, listed once per collection.
  const CgroupFolders& list_cgroups(const CollectContext& context);

 private:
  CgroupFolders cgroups_;
  std::uint64_t cgroups_number_ = ~0ULL;  // the collection that listed them
};

}  // namespace openperflib::linux_objects
