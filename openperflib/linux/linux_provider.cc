#include "openperflib/linux/linux_provider.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "openperflib/linux/linux_sources_internal.h"
#include "openperflib/linux/machine_internal.h"
#include "openperflib/linux/table/object_writer_internal.h"
#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/linux/table/source_text_internal.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

using namespace linux_objects;

constexpr std::uint32_t kRecordedPageSize = 4096;
constexpr std::uint32_t kRecordedUserHz = 100;

}  // namespace

// When an object is collected. Its position in the block is that of its row below.
enum class Phase : std::uint8_t { clock_sensitive, others, processes };

// How an object is collected.
struct CollectedObject {
  std::unique_ptr<Collector> (*make)();
  TitleIndex name_index;
  Phase phase;
  ObjectCost cost = ObjectCost::global;
};

namespace {

constexpr std::array kPhases = {Phase::clock_sensitive, Phase::others, Phase::processes};

// The objects, in the order of a block. To add an object, add a row.
constexpr auto kRows = std::to_array<CollectedObject>({
    // clang-format off
    {make_system_collector, title::kSystem, Phase::processes},
    {make_processor_collector, title::kProcessor, Phase::clock_sensitive},
    {make_processor_information_collector, title::kProcessorInformation, Phase::clock_sensitive},
    {make_physical_disk_collector, title::kPhysicalDisk, Phase::clock_sensitive},
    {make_logical_disk_collector, title::kLogicalDisk, Phase::clock_sensitive},
    {make_memory_collector, title::kMemory, Phase::others},
    {make_network_interface_collector, title::kNetworkInterface, Phase::others},
    {make_network_adapter_collector, title::kNetworkAdapter, Phase::others},
    {make_pressure_collector, title::kLinuxPressure, Phase::others, ObjectCost::also_costly},
    {make_paging_file_collector, title::kPagingFile, Phase::others},
    {make_cache_collector, title::kCache, Phase::others},
    {make_objects_collector, title::kObjects, Phase::processes, ObjectCost::also_costly},
    {make_linux_processor_collector, title::kLinuxProcessor, Phase::clock_sensitive},
    {make_linux_system_collector, title::kLinuxSystem, Phase::others},
    {make_linux_memory_collector, title::kLinuxMemory, Phase::others},
    {make_linux_filesystem_collector, title::kLinuxFilesystem, Phase::others},
    {make_tcp4_collector, title::kTCPv4, Phase::others},
    {make_tcp6_collector, title::kTCPv6, Phase::others},
    {make_protocol_collector, title::kUDPv4, Phase::others},
    {make_protocol_collector, title::kUDPv6, Phase::others},
    {make_protocol_collector, title::kIPv4, Phase::others},
    {make_protocol_collector, title::kIPv6, Phase::others},
    {make_protocol_collector, title::kIcmp, Phase::others},
    {make_protocol_collector, title::kICMPv6, Phase::others},
    {make_linux_tcp_collector, title::kLinuxTcp, Phase::others},
    {make_numa_node_memory_collector, title::kNumaNodeMemory, Phase::others},
    {make_thermal_zones_collector, title::kThermalZoneInformation, Phase::others},
    {make_energy_meter_collector, title::kEnergyMeter, Phase::clock_sensitive},
    {make_power_meter_collector, title::kPowerMeter, Phase::others},
    {make_job_object_collector, title::kJobObject, Phase::others},
    {make_filesystem_disk_activity_collector, title::kFileSystemDiskActivity, Phase::processes},
    {make_process_collector, title::kProcess, Phase::processes},
    {make_thread_collector, title::kThread, Phase::processes},  // after its parents
    {make_process_v2_collector, title::kProcessV2, Phase::processes},
    {make_linux_process_collector, title::kLinuxProcess, Phase::processes},
    {make_gpu_engine_collector, title::kGpuEngine, Phase::processes, ObjectCost::costly},
    {make_gpu_adapter_memory_collector, title::kGpuAdapterMemory, Phase::processes, ObjectCost::costly},
    {make_gpu_process_memory_collector, title::kGpuProcessMemory, Phase::processes, ObjectCost::costly},
});  // clang-format on

bool is_collected(TitleIndex name_index) noexcept {
  return name_index == title::kCollectionStatus ||
         std::ranges::find(kRows, name_index, &CollectedObject::name_index) != kRows.end();
}

std::uint32_t page_size_of(const ProcRoot& root, std::uint32_t asked_for) noexcept {
  if (asked_for != 0) return asked_for;
  return root.is_live() ? static_cast<std::uint32_t>(::sysconf(_SC_PAGESIZE)) : kRecordedPageSize;
}

std::uint32_t user_hz_of(const ProcRoot& root) noexcept {
  return root.is_live() ? static_cast<std::uint32_t>(::sysconf(_SC_CLK_TCK)) : kRecordedUserHz;
}

// A thread's parent is its process.
constexpr auto kNeedsOfThread = std::to_array<ObjectNeed>({{title::kProcess, title::kIdProcess}});

Availability availability_of(LinuxStatus status) noexcept {
  switch (status) {
    case LinuxStatus::exact:
    case LinuxStatus::approx:
    case LinuxStatus::derived:
    case LinuxStatus::extension:
      return Availability::usual;
    case LinuxStatus::optional:
      return Availability::optional;
    case LinuxStatus::none:
    case LinuxStatus::omit:
      return Availability::never;
  }
  return Availability::never;
}

std::string_view closeness_of(LinuxStatus status) noexcept {
  switch (status) {
    case LinuxStatus::exact:
      return "exact: the same meaning and unit as on Windows";
    case LinuxStatus::approx:
      return "approximate: the closest that Linux has to the Windows meaning";
    case LinuxStatus::derived:
      return "derived: computed by this process from what it collected";
    case LinuxStatus::optional:
      return "optional: only with more rights or a device";
    case LinuxStatus::extension:
      return "extension: only Linux has it";
    case LinuxStatus::none:
    case LinuxStatus::omit:
      return "not available on Linux";
  }
  return "";
}

CounterDescription description_of(const CatalogueCounter& counter) noexcept {
  const LinuxCounter& row = on_linux(counter);
  return {.name_index = counter.name_index,
          .help_index = counter.help_index,
          .name = counter.name,
          .summary = counter.summary,
          .type = counter.type,
          .availability = availability_of(row.status),
          .size = counter.size,
          .source = row.source_text,
          .closeness = closeness_of(row.status),
          .private_state = row.process_private,
          .missing_reason = row.left_out_reason};
}

}  // namespace

// An object with its state and its values of this collection.
struct ObjectSlot {
  explicit ObjectSlot(const CollectedObject& its_row)
      : row(&its_row),
        table(*find_catalogue_object(its_row.name_index)),
        collector(its_row.make()) {}
  const CollectedObject* row;
  ObjectTable table;
  std::unique_ptr<Collector> collector;
  const ObjectDescription* description = nullptr;
  bool wanted = false;  // in this collection
};

// What the provider has, with the memory that the descriptions refer to.
class ObjectDescriptions {
 public:
  ObjectDescriptions() {
    std::size_t counters = 0;
    for (const CatalogueObject& object : object_catalogue()) counters += object.counters.size();
    counters_.reserve(counters);  // spans refer to it
    for (const CollectedObject& row : kRows) add(*find_catalogue_object(row.name_index), row.cost);
    for (const CatalogueObject& object : object_catalogue()) {
      if (!is_collected(object.name_index)) add(object, ObjectCost::global);
    }
    add(*find_catalogue_object(title::kCollectionStatus), ObjectCost::global);
  }
  // All but Collection Status, which the source of the block writes.
  [[nodiscard]] std::span<const ObjectDescription> objects() const noexcept {
    return std::span(objects_).first(objects_.size() - 1);
  }
  [[nodiscard]] const ObjectDescription& status() const noexcept { return objects_.back(); }
  // Returns the description of an object of the catalogue.
  [[nodiscard]] const ObjectDescription& of(TitleIndex name_index) const noexcept {
    return *std::ranges::find(objects_, name_index, &ObjectDescription::name_index);
  }

 private:
  void add(const CatalogueObject& object, ObjectCost cost) {
    const std::size_t first = counters_.size();
    for (const CatalogueCounter& counter : object.counters) {
      counters_.push_back(description_of(counter));
    }
    ObjectDescription& added = objects_.emplace_back();
    added = {.name_index = object.name_index,
             .help_index = object.help_index,
             .name = object.name,
             .help = {},
             .has_instances = object.has_instances,
             .cost = cost,
             .is_collected = is_collected(object.name_index),
             .needs = {},
             .counters = std::span(counters_).subspan(first)};
    if (object.name_index == title::kThread) added.needs = kNeedsOfThread;
  }
  std::vector<CounterDescription> counters_;
  std::vector<ObjectDescription> objects_;
};

namespace {

constexpr auto kCollected = [] {
  std::array<TitleIndex, kRows.size()> indices{};
  std::ranges::transform(kRows, indices.begin(), &CollectedObject::name_index);
  return indices;
}();

}  // namespace

std::span<const TitleIndex> collected_objects() noexcept { return kCollected; }

struct LinuxProvider::State {
  State(ProcRoot&& its_root, const LinuxProviderOptions& its_options)
      : root(std::move(its_root)), options(its_options), slots(kRows.begin(), kRows.end()) {
    for (ObjectSlot& slot : slots) slot.description = &descriptions.of(slot.row->name_index);
  }

  CollectContext begin(const ObjectRequest& request);

  ProcRoot root;
  LinuxProviderOptions options;
  Instant instant;
  LinuxSources sources;
  Machine machine;
  ObjectWriter writer;
  ObjectDescriptions descriptions;
  std::vector<ObjectSlot> slots;
};

CollectContext LinuxProvider::State::begin(const ObjectRequest& request) {
  for (ObjectSlot& slot : slots) {
    slot.wanted = is_requested(*slot.description, request);
    slot.table.set_now(instant.realtime);
    slot.table.clear();
  }
  return sources.next(root, instant, request,
                      {.page_size = page_size_of(root, options.page_size),
                       .user_hz = user_hz_of(root),
                       .kernel_threads = options.kernel_threads,
                       .process_names = options.process_names,
                       .thread_names = options.thread_names});
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

std::span<const ObjectDescription> LinuxProvider::describe() const noexcept {
  return state_->descriptions.objects();
}

const ObjectDescription& LinuxProvider::describe_status() const noexcept {
  return state_->descriptions.status();
}

std::string LinuxProvider::source_of(const SourceQuestion& value) const {
  const CatalogueObject* object = find_catalogue_object(value.object);
  const CatalogueCounter* counter =
      object == nullptr ? nullptr : find_catalogue_counter(*object, value.counter);
  return counter == nullptr ? std::string() : source_text(*counter, value);
}

std::expected<void, ProviderFault> LinuxProvider::collect(const CollectTask& task,
                                                          DataBlockBuilder& builder,
                                                          ProviderReport& report) {
  const ObjectRequest& request = task.request;
  CollectContext context = state_->begin(request);
  const bool wants_system = state_->slots.front().wanted;
  if (wants_system)
    state_->sources.stat.ensure_read(context);  // its numbers belong to the block's instant
  for (const Phase phase : kPhases) {
    for (ObjectSlot& slot : state_->slots) {
      if (!slot.wanted || slot.row->phase != phase) continue;
      slot.collector->collect(context, slot.table);
    }
  }
  const bool metadata = request.content() == ObjectRequest::Content::definitions;
  const auto write = metadata ? &ObjectWriter::write_definitions : &ObjectWriter::write;
  for (const ObjectSlot& slot : state_->slots) {
    if (!slot.wanted) continue;
    (state_->writer.*write)(slot.table, state_->sources.reasons, state_->instant, builder, report);
  }
  if (request.kind() != ObjectRequest::Kind::ids) return {};
  for (const CatalogueObject& object : object_catalogue()) {  // requested by name, but not provided
    const bool unfed = request.wants_object(object.name_index) && !is_collected(object.name_index);
    if (unfed) ObjectWriter::report_unfed(object, report);
  }
  return {};
}

}  // namespace openperflib
