// GpuScan: the use of graphics cards by all processes, scanned once per collection for the three
// GPU objects. Facts: docs/objects/gpu.md.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/linux/gpu/gpu_adapters_internal.h"
#include "openperflib/linux/process/descriptor_links_internal.h"
#include "openperflib/linux/table/cell_internal.h"

namespace openperflib::linux_objects {

// The memory of one or several clients, in bytes.
struct GpuMemory {
  Cell dedicated, shared, committed;
};

// One opening of a device, however many descriptors refer to it.
struct GpuClient {
  std::uint64_t id = 0;
  bool is_open = false;                    // seen in this collection
  std::vector<std::uint64_t> nanoseconds;  // by position of the engine; the maximum so far
  GpuMemory memory;                        // in this collection
};

// The use of an engine by a process.
struct GpuEngineTime {
  bool is_known = false;                      // a client of the process has named it
  std::uint64_t ended = 0;                    // nanoseconds of closed clients; at most 2^64-1
  std::optional<std::uint64_t> capacity = 1;  // the last one reported; nullopt: not a number
  ReasonId problem = Reasons::kPresent;       // why its time is unknown in this collection
};

// The use of an adapter by a process.
struct GpuUse {
  std::uint32_t adapter = 0;
  bool is_open = false;                  // has an open descriptor in this collection
  ReasonId problem = Reasons::kPresent;  // why one of its descriptors could not be read
  std::vector<GpuClient> clients;
  std::vector<GpuEngineTime> engines;  // by position
};

// A process that has or had a descriptor of a card.
struct GpuProcess {
  std::uint32_t id = 0;
  std::uint64_t start = 0;   // ticks since boot; identifies the process together with the id
  bool is_seen = false;      // in this collection
  std::vector<GpuUse> uses;  // by adapter, ascending
};

// Resource, kept between collections. Scanning the same clients as before allocates nothing.
class GpuScan {
 public:
  // Scans the descriptors of all processes, once per collection.
  void ensure_read(CollectContext& context);
  // Calls visit(process, use) for each process with an open descriptor and each of its adapters, in
  // order of ids. Call this and all functions below after ensure_read.
  template <typename Visit>
  void for_each_use(Visit visit) const {
    for (const auto& process : processes_) {
      for (const GpuUse& use : process->uses) {
        if (use.is_open) visit(*process, use);
      }
    }
  }
  [[nodiscard]] const GpuAdapters& adapters() const noexcept { return adapters_; }
  // The memory of all clients of a process on an adapter.
  [[nodiscard]] GpuMemory memory_of(const GpuUse& use) const noexcept;
  // The memory of all clients of an adapter, each counted once.
  [[nodiscard]] GpuMemory memory_of_adapter(std::uint32_t adapter, Reasons& reasons);
  // Why no process has opened a card.
  [[nodiscard]] ReasonId why_no_use(CollectContext& context) const;
  // Why there is no adapter.
  [[nodiscard]] ReasonId why_no_adapter(CollectContext& context) const;

 private:
  // A client, with a serial number among the clients with the same id.
  struct Counted {
    std::uint64_t id;
    std::size_t turn;
    const GpuMemory* memory;
  };
  // A descriptor of a card.
  struct Descriptor {
    std::uint32_t process, number;
  };
  void look_at_all(CollectContext& context);
  void look_at(std::uint32_t id, std::uint64_t start, CollectContext& context);
  [[nodiscard]] GpuProcess* find(std::uint32_t id) noexcept;
  GpuProcess& make(std::uint32_t id, std::uint64_t start);
  void take_descriptor(GpuUse& use, Descriptor descriptor, CollectContext& context);
  void take_client(GpuUse& use, CollectContext& context);
  void take_engine(GpuUse& use, GpuClient& client, const DrmEngine& engine, Reasons& reasons);
  [[nodiscard]] ReasonId problem_of(const DrmEngine& engine, Reasons& reasons);
  [[nodiscard]] GpuMemory client_memory(Reasons& reasons);
  [[nodiscard]] Cell region_cell(const std::optional<DrmNumber>& number, std::string_view key,
                                 std::string_view region, Reasons& reasons);
  [[nodiscard]] bool is_still(const GpuProcess& process, CollectContext& context);
  void note_unlisted(ReasonId reason) noexcept;

  GpuAdapters adapters_;
  std::vector<std::unique_ptr<GpuProcess>> processes_;  // by id
  ReasonId why_unlisted_ = Reasons::kPresent;  // why the descriptors of a process cannot be listed
  DescriptorLinks links_;
  DrmClientText text_;
  TextBuffer buffer_;
  std::string path_, field_;
  std::vector<Counted> counted_;
  std::uint64_t collection_number_ = ~0ULL;
};

}  // namespace openperflib::linux_objects
