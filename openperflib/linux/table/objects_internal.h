// The collectors of all objects that Linux can provide, each made by one function.
#pragma once

#include <memory>

#include "openperflib/linux/table/collector_internal.h"

namespace openperflib::linux_objects {

[[nodiscard]] std::unique_ptr<Collector> make_system_collector();
[[nodiscard]] std::unique_ptr<Collector> make_processor_collector();
[[nodiscard]] std::unique_ptr<Collector> make_processor_information_collector();
[[nodiscard]] std::unique_ptr<Collector> make_physical_disk_collector();
[[nodiscard]] std::unique_ptr<Collector> make_logical_disk_collector();
[[nodiscard]] std::unique_ptr<Collector> make_memory_collector();
[[nodiscard]] std::unique_ptr<Collector> make_network_interface_collector();
[[nodiscard]] std::unique_ptr<Collector> make_network_adapter_collector();
[[nodiscard]] std::unique_ptr<Collector> make_pressure_collector();
[[nodiscard]] std::unique_ptr<Collector> make_filesystem_disk_activity_collector();
[[nodiscard]] std::unique_ptr<Collector> make_process_collector();
[[nodiscard]] std::unique_ptr<Collector> make_thread_collector();
[[nodiscard]] std::unique_ptr<Collector> make_linux_process_collector();
[[nodiscard]] std::unique_ptr<Collector> make_process_v2_collector();
[[nodiscard]] std::unique_ptr<Collector> make_paging_file_collector();
[[nodiscard]] std::unique_ptr<Collector> make_objects_collector();
[[nodiscard]] std::unique_ptr<Collector> make_cache_collector();
[[nodiscard]] std::unique_ptr<Collector> make_linux_processor_collector();
[[nodiscard]] std::unique_ptr<Collector> make_linux_system_collector();
[[nodiscard]] std::unique_ptr<Collector> make_linux_memory_collector();
[[nodiscard]] std::unique_ptr<Collector> make_linux_filesystem_collector();
[[nodiscard]] std::unique_ptr<Collector> make_tcp4_collector();
[[nodiscard]] std::unique_ptr<Collector> make_tcp6_collector();
[[nodiscard]] std::unique_ptr<Collector> make_linux_tcp_collector();
[[nodiscard]] std::unique_ptr<Collector> make_thermal_zones_collector();
[[nodiscard]] std::unique_ptr<Collector> make_energy_meter_collector();
[[nodiscard]] std::unique_ptr<Collector> make_power_meter_collector();
[[nodiscard]] std::unique_ptr<Collector> make_numa_node_memory_collector();
[[nodiscard]] std::unique_ptr<Collector> make_job_object_collector();
[[nodiscard]] std::unique_ptr<Collector> make_gpu_engine_collector();
[[nodiscard]] std::unique_ptr<Collector> make_gpu_adapter_memory_collector();
[[nodiscard]] std::unique_ptr<Collector> make_gpu_process_memory_collector();
[[nodiscard]] std::unique_ptr<Collector>
make_protocol_collector();  // UDP, IP and ICMP of both families

}  // namespace openperflib::linux_objects
