// The collectors of all objects that Linux can provide: one function per object, with a type for
// the state that it keeps between collections.
#pragma once

#include <memory>

#include "openperflib/linux/collection_internal.h"

namespace openperflib::linux_objects {

// The state that collectors keep between collections (clamps, maxima, open files). Each type is
// defined in the object's .cc file, which provides make_X_memory() and the deleter.
template <typename T>
struct MemoryDeleter {
  void operator()(T* memory) const noexcept;
};
template <typename T>
using MemoryOf = std::unique_ptr<T, MemoryDeleter<T>>;

#define OPENPERFLIB_LINUX_OBJECT(Name, name)                                         \
  struct Name##Memory;                                                               \
  template <>                                                                        \
  void MemoryDeleter<Name##Memory>::operator()(Name##Memory* memory) const noexcept; \
  [[nodiscard]] MemoryOf<Name##Memory> make_##name##_memory();                       \
  void collect_##name(Name##Memory& memory, Collection& collection, ObjectTable& table);

// An object without state, or whose state is shared with other objects.
#define OPENPERFLIB_LINUX_OBJECT_WITHOUT_MEMORY(Name, name)                                  \
  struct Name##Memory {};                                                                    \
  template <>                                                                                \
  inline void MemoryDeleter<Name##Memory>::operator()(Name##Memory* memory) const noexcept { \
    delete memory;                                                                           \
  }                                                                                          \
  [[nodiscard]] inline MemoryOf<Name##Memory> make_##name##_memory() {                       \
    return MemoryOf<Name##Memory>(new Name##Memory);                                         \
  }                                                                                          \
  void collect_##name(Name##Memory& memory, Collection& collection, ObjectTable& table);

OPENPERFLIB_LINUX_OBJECT_WITHOUT_MEMORY(System, system)
OPENPERFLIB_LINUX_OBJECT(Processor, processor)
OPENPERFLIB_LINUX_OBJECT(ProcessorInformation, processor_information)
OPENPERFLIB_LINUX_OBJECT(PhysicalDisk, physical_disk)
OPENPERFLIB_LINUX_OBJECT(LogicalDisk, logical_disk)
OPENPERFLIB_LINUX_OBJECT(Memory, memory)
OPENPERFLIB_LINUX_OBJECT_WITHOUT_MEMORY(NetworkInterface, network_interface)
OPENPERFLIB_LINUX_OBJECT_WITHOUT_MEMORY(NetworkAdapter, network_adapter)
OPENPERFLIB_LINUX_OBJECT(Pressure, pressure)
OPENPERFLIB_LINUX_OBJECT_WITHOUT_MEMORY(FilesystemDiskActivity, filesystem_disk_activity)
OPENPERFLIB_LINUX_OBJECT_WITHOUT_MEMORY(Process, process)
OPENPERFLIB_LINUX_OBJECT(Thread, thread)
OPENPERFLIB_LINUX_OBJECT_WITHOUT_MEMORY(ProcessV2, process_v2)
OPENPERFLIB_LINUX_OBJECT(PagingFile, paging_file)
OPENPERFLIB_LINUX_OBJECT(Objects, objects)
OPENPERFLIB_LINUX_OBJECT(Cache, cache)
OPENPERFLIB_LINUX_OBJECT_WITHOUT_MEMORY(LinuxProcessor, linux_processor)
OPENPERFLIB_LINUX_OBJECT(LinuxSystem, linux_system)
OPENPERFLIB_LINUX_OBJECT(LinuxMemory, linux_memory)
OPENPERFLIB_LINUX_OBJECT_WITHOUT_MEMORY(LinuxFilesystem, linux_filesystem)
OPENPERFLIB_LINUX_OBJECT(Tcp4, tcp4)
OPENPERFLIB_LINUX_OBJECT_WITHOUT_MEMORY(Tcp6, tcp6)
OPENPERFLIB_LINUX_OBJECT(LinuxTcp, linux_tcp)
OPENPERFLIB_LINUX_OBJECT(ThermalZones, thermal_zones)
OPENPERFLIB_LINUX_OBJECT(EnergyMeter, energy_meter)
OPENPERFLIB_LINUX_OBJECT(PowerMeter, power_meter)
OPENPERFLIB_LINUX_OBJECT(NumaNodeMemory, numa_node_memory)
OPENPERFLIB_LINUX_OBJECT(JobObject, job_object)
OPENPERFLIB_LINUX_OBJECT(GpuEngine, gpu_engine)
OPENPERFLIB_LINUX_OBJECT(GpuAdapterMemory, gpu_adapter_memory)
OPENPERFLIB_LINUX_OBJECT(GpuProcessMemory, gpu_process_memory)
OPENPERFLIB_LINUX_OBJECT(Protocol, protocol)  // UDP, IP and ICMP of both families

#undef OPENPERFLIB_LINUX_OBJECT
#undef OPENPERFLIB_LINUX_OBJECT_WITHOUT_MEMORY

}  // namespace openperflib::linux_objects
