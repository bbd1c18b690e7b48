#include "openperflib/linux/linux_provider.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "openperflib/linux/machine_internal.h"
#include "openperflib/linux/object_writer_internal.h"
#include "openperflib/linux/objects_internal.h"
#include "openperflib/linux/process_scan_internal.h"
#include "openperflib/linux/shared_files_internal.h"
#include "openperflib/linux/stat_file_internal.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

using namespace linux_objects;

constexpr TitleIndex kNoCounter = 0xFFFF'FFFF;  // requested only together with all others
constexpr std::uint32_t kRecordedPageSize = 4096;
constexpr std::uint32_t kRecordedUserHz = 100;

// When an object is collected. Its position in the block is that of its row below.
enum class Phase : std::uint8_t { clock_sensitive, others, processes };
constexpr std::array kPhases = {Phase::clock_sensitive, Phase::others, Phase::processes};

// Whether Global or Costly include the object; also_costly: Costly adds counters to those of
// Global.
enum class Cost : std::uint8_t { global, also_costly, costly };

using Memory = std::unique_ptr<void, void (*)(void*)>;

// How an object is collected.
struct Row {
  TitleIndex name_index;
  Phase phase;
  Cost cost;
  Memory (*make_memory)();
  void (*collect)(void* memory, Collection& collection, ObjectTable& table);
};

template <typename T, MemoryOf<T> (*kMake)(), void (*kCollect)(T&, Collection&, ObjectTable&)>
constexpr Row row(TitleIndex name_index, Phase phase, Cost cost = Cost::global) {
  return {name_index, phase, cost,
          [] {
            return Memory(kMake().release(),
                          [](void* one) { MemoryDeleter<T>{}(static_cast<T*>(one)); });
          },
          [](void* memory, Collection& collection, ObjectTable& table) {
            kCollect(*static_cast<T*>(memory), collection, table);
          }};
}

// The objects, in the order of a block. To add an object, add a row.
constexpr std::array kRows = {
    // clang-format off
    row<SystemMemory, make_system_memory, collect_system>(title::kSystem, Phase::processes),
    row<ProcessorMemory, make_processor_memory, collect_processor>(title::kProcessor, Phase::clock_sensitive),
    row<ProcessorInformationMemory, make_processor_information_memory, collect_processor_information>(title::kProcessorInformation, Phase::clock_sensitive),
    row<PhysicalDiskMemory, make_physical_disk_memory, collect_physical_disk>(title::kPhysicalDisk, Phase::clock_sensitive),
    row<LogicalDiskMemory, make_logical_disk_memory, collect_logical_disk>(title::kLogicalDisk, Phase::clock_sensitive),
    row<MemoryMemory, make_memory_memory, collect_memory>(title::kMemory, Phase::others),
    row<NetworkInterfaceMemory, make_network_interface_memory, collect_network_interface>(title::kNetworkInterface, Phase::others),
    row<NetworkAdapterMemory, make_network_adapter_memory, collect_network_adapter>(title::kNetworkAdapter, Phase::others),
    row<PressureMemory, make_pressure_memory, collect_pressure>(title::kLinuxPressure, Phase::others, Cost::also_costly),
    row<PagingFileMemory, make_paging_file_memory, collect_paging_file>(title::kPagingFile, Phase::others),
    row<CacheMemory, make_cache_memory, collect_cache>(title::kCache, Phase::others),
    row<ObjectsMemory, make_objects_memory, collect_objects>(title::kObjects, Phase::processes, Cost::also_costly),
    row<LinuxProcessorMemory, make_linux_processor_memory, collect_linux_processor>(title::kLinuxProcessor, Phase::clock_sensitive),
    row<LinuxSystemMemory, make_linux_system_memory, collect_linux_system>(title::kLinuxSystem, Phase::others),
    row<LinuxMemoryMemory, make_linux_memory_memory, collect_linux_memory>(title::kLinuxMemory, Phase::others),
    row<LinuxFilesystemMemory, make_linux_filesystem_memory, collect_linux_filesystem>(title::kLinuxFilesystem, Phase::others),
    row<Tcp4Memory, make_tcp4_memory, collect_tcp4>(title::kTCPv4, Phase::others),
    row<Tcp6Memory, make_tcp6_memory, collect_tcp6>(title::kTCPv6, Phase::others),
    row<ProtocolMemory, make_protocol_memory, collect_protocol>(title::kUDPv4, Phase::others),
    row<ProtocolMemory, make_protocol_memory, collect_protocol>(title::kUDPv6, Phase::others),
    row<ProtocolMemory, make_protocol_memory, collect_protocol>(title::kIPv4, Phase::others),
    row<ProtocolMemory, make_protocol_memory, collect_protocol>(title::kIPv6, Phase::others),
    row<ProtocolMemory, make_protocol_memory, collect_protocol>(title::kIcmp, Phase::others),
    row<ProtocolMemory, make_protocol_memory, collect_protocol>(title::kICMPv6, Phase::others),
    row<LinuxTcpMemory, make_linux_tcp_memory, collect_linux_tcp>(title::kLinuxTcp, Phase::others),
    row<NumaNodeMemoryMemory, make_numa_node_memory_memory, collect_numa_node_memory>(title::kNumaNodeMemory, Phase::others),
    row<ThermalZonesMemory, make_thermal_zones_memory, collect_thermal_zones>(title::kThermalZoneInformation, Phase::others),
    row<EnergyMeterMemory, make_energy_meter_memory, collect_energy_meter>(title::kEnergyMeter, Phase::clock_sensitive),
    row<PowerMeterMemory, make_power_meter_memory, collect_power_meter>(title::kPowerMeter, Phase::others),
    row<JobObjectMemory, make_job_object_memory, collect_job_object>(title::kJobObject, Phase::others),
    row<FilesystemDiskActivityMemory, make_filesystem_disk_activity_memory, collect_filesystem_disk_activity>(title::kFileSystemDiskActivity, Phase::processes),
    row<ProcessMemory, make_process_memory, collect_process>(title::kProcess, Phase::processes),
    row<ThreadMemory, make_thread_memory, collect_thread>(title::kThread, Phase::processes),  // after its parents
    row<ProcessV2Memory, make_process_v2_memory, collect_process_v2>(title::kProcessV2, Phase::processes),
    row<GpuEngineMemory, make_gpu_engine_memory, collect_gpu_engine>(title::kGpuEngine, Phase::processes, Cost::costly),
    row<GpuAdapterMemoryMemory, make_gpu_adapter_memory_memory, collect_gpu_adapter_memory>(title::kGpuAdapterMemory, Phase::processes, Cost::costly),
    row<GpuProcessMemoryMemory, make_gpu_process_memory_memory, collect_gpu_process_memory>(title::kGpuProcessMemory, Phase::processes, Cost::costly),
};  // clang-format on

// An object with its state and its values of this collection.
struct Slot {
  explicit Slot(const Row& its_row)
      : row(&its_row),
        table(*find_catalogue_object(its_row.name_index)),
        memory(its_row.make_memory()) {}
  const Row* row;
  ObjectTable table;
  Memory memory;
  bool wanted = false;  // in this collection
};

bool is_wanted(const Row& row, const ObjectRequest& request) noexcept {
  const bool is_costly = row.cost == Cost::costly;
  if (request.wants_object(row.name_index, is_costly)) return true;
  return row.cost == Cost::also_costly && request.wants_object(row.name_index, true);
}

bool is_collected(TitleIndex name_index) noexcept {
  return name_index == title::kCollectionStatus ||
         std::ranges::find(kRows, name_index, &Row::name_index) != kRows.end();
}

std::uint32_t page_size_of(const ProcRoot& root, std::uint32_t asked_for) noexcept {
  if (asked_for != 0) return asked_for;
  return root.is_live() ? static_cast<std::uint32_t>(::sysconf(_SC_PAGESIZE)) : kRecordedPageSize;
}

std::uint32_t user_hz_of(const ProcRoot& root) noexcept {
  return root.is_live() ? static_cast<std::uint32_t>(::sysconf(_SC_CLK_TCK)) : kRecordedUserHz;
}

KernelThreads kernel_threads_of(const LinuxProviderOptions& options) noexcept {
  return options.kernel_threads == LinuxProviderOptions::KernelThreads::listed
             ? KernelThreads::listed
             : KernelThreads::folded_into_system;
}

// The objects to collect for a request. Threads refer to their processes, so Process is added: all
// of it if all of Thread is requested.
ObjectRequest with_parents(const ObjectRequest& request) {
  ObjectRequest completed = request;
  const bool lacks_parents = request.kind() == ObjectRequest::Kind::ids &&
                             request.wants_object(title::kThread) &&
                             !request.wants_object(title::kProcess);
  if (!lacks_parents) return completed;
  if (request.wants_counter(title::kThread, kNoCounter)) {
    completed.add_object(title::kProcess);
  } else {
    completed.add_counter(title::kProcess, title::kIdProcess);
  }
  return completed;
}

constexpr auto kCollected = [] {
  std::array<TitleIndex, kRows.size()> indices{};
  std::ranges::transform(kRows, indices.begin(), &Row::name_index);
  return indices;
}();

}  // namespace

std::span<const TitleIndex> collected_objects() noexcept { return kCollected; }

struct LinuxProvider::State {
  State(ProcRoot&& its_root, const LinuxProviderOptions& its_options)
      : root(std::move(its_root)), options(its_options), slots(kRows.begin(), kRows.end()) {}

  Collection begin(const ObjectRequest& asked_now);

  ProcRoot root;
  LinuxProviderOptions options;
  Instant instant;
  ObjectRequest asked;    // the last request
  ObjectRequest request;  // what was collected for it
  Reasons reasons;
  StatFile stat;
  ProcessScan processes;
  SharedFiles shared;
  Machine machine;
  TextBuffer buffer;
  std::string scratch;
  ObjectWriter writer;
  std::uint64_t collections = 0;
  std::vector<Slot> slots;
};

Collection LinuxProvider::State::begin(const ObjectRequest& asked_now) {
  if (asked != asked_now) {
    asked = asked_now;
    request = with_parents(asked_now);
  }
  reasons.clear();
  for (Slot& slot : slots) {
    slot.wanted = is_wanted(*slot.row, request);
    slot.table.set_now(instant.realtime);
    slot.table.clear();
  }
  return {.root = root,
          .instant = instant,
          .request = request,
          .reasons = reasons,
          .stat = stat,
          .processes = processes,
          .shared = shared,
          .buffer = buffer,
          .scratch = scratch,
          .page_size = page_size_of(root, options.page_size),
          .user_hz = user_hz_of(root),
          .kernel_threads = kernel_threads_of(options),
          .process_names = options.process_names,
          .thread_names = options.thread_names,
          .number = collections++};
}

LinuxProvider::LinuxProvider(std::unique_ptr<State> state) : state_(std::move(state)) {}
LinuxProvider::~LinuxProvider() = default;

std::expected<std::unique_ptr<LinuxProvider>, SourceFault> LinuxProvider::open(
    const std::string& directory, const LinuxProviderOptions& options) {
  auto root = ProcRoot::open(directory, options.kept_descriptors);
  if (!root.has_value()) return std::unexpected(std::move(root).error());
  return std::unique_ptr<LinuxProvider>(
      new LinuxProvider(std::make_unique<State>(*std::move(root), options)));
}

std::expected<void, SourceFault> LinuxProvider::move_to(const std::string& directory) {
  return state_->root.move_to(directory);
}

const Instant& LinuxProvider::take_instant() {
  state_->instant = state_->machine.instant(state_->root);
  return state_->instant;
}

std::string_view LinuxProvider::machine_name() { return state_->machine.name(state_->root); }

bool LinuxProvider::is_live() const noexcept { return state_->root.is_live(); }

void LinuxProvider::collect(const ObjectRequest& request, DataBlockBuilder& builder,
                            ProviderReport& report) {
  Collection collection = state_->begin(request);
  const bool wants_system = state_->slots.front().wanted;
  if (wants_system)
    state_->stat.ensure_read(collection);  // its numbers belong to the block's instant
  for (const Phase phase : kPhases) {
    for (Slot& slot : state_->slots) {
      if (!slot.wanted || slot.row->phase != phase) continue;
      slot.row->collect(slot.memory.get(), collection, slot.table);
    }
  }
  const bool metadata = request.content() == ObjectRequest::Content::definitions;
  const auto write = metadata ? &ObjectWriter::write_definitions : &ObjectWriter::write;
  for (const Slot& slot : state_->slots) {
    if (!slot.wanted) continue;
    (state_->writer.*write)(slot.table, state_->reasons, state_->instant, builder, report);
  }
  if (request.kind() != ObjectRequest::Kind::ids) return;
  for (const CatalogueObject& object : object_catalogue()) {  // requested by name, but not provided
    const bool unfed = request.wants_object(object.name_index) && !is_collected(object.name_index);
    if (unfed) ObjectWriter::report_unfed(object, report);
  }
}

}  // namespace openperflib
