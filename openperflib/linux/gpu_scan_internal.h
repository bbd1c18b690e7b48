// GpuScan: what every process does on graphics cards, looked at once a collection for the three GPU
// objects. Facts: docs/objects/gpu.md.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/linux/cell_internal.h"
#include "openperflib/linux/descriptor_links_internal.h"
#include "openperflib/linux/gpu_adapters_internal.h"

namespace openperflib::linux_objects {

// Bytes, of a client or of several.
struct GpuMemory {
  Cell dedicated, shared, committed;
};

// One opening of a device, however many descriptors lead to it.
struct GpuClient {
  std::uint64_t id = 0;
  bool is_open = false;                    // seen in this collection
  std::vector<std::uint64_t> nanoseconds;  // by the engine's place, each at its highest
  GpuMemory memory;                        // of this collection
};

// What a process has had of an engine.
struct GpuEngineTime {
  bool is_known = false;    // a client of the process has named it
  std::uint64_t ended = 0;  // nanoseconds of clients that were closed; 2^64-1 at most
  std::optional<std::uint64_t> capacity = 1;  // as said last; nullopt: that was no number
  ReasonId problem = Reasons::kPresent;       // why its time is not known in this collection
};

// What a process does on an adapter.
struct GpuUse {
  std::uint32_t adapter = 0;
  bool is_open = false;                  // has a descriptor of it in this collection
  ReasonId problem = Reasons::kPresent;  // a descriptor of which nothing is known
  std::vector<GpuClient> clients;
  std::vector<GpuEngineTime> engines;  // by their place
};

// A process that has, or had, a descriptor of a card.
struct GpuProcess {
  std::uint32_t id = 0;
  std::uint64_t start = 0;   // ticks since boot; with the id, what it is
  bool is_seen = false;      // in this collection
  std::vector<GpuUse> uses;  // by adapter, ascending
};

// Resource, kept between collections. The same clients as before allocate nothing.
class GpuScan {
 public:
  // Looks at the descriptors of all processes, once a collection.
  void ensure_read(Collection& collection);
  // Calls visit(process, use) for each that has a descriptor open, by process, then adapter. After
  // ensure_read, as all below.
  template <typename Visit>
  void for_each_use(Visit visit) const {
    for (const auto& process : processes_) {
      for (const GpuUse& use : process->uses) {
        if (use.is_open) visit(*process, use);
      }
    }
  }
  [[nodiscard]] const GpuAdapters& adapters() const noexcept { return adapters_; }
  // What a process has of an adapter in all its clients.
  [[nodiscard]] GpuMemory memory_of(const GpuUse& use) const noexcept;
  // What all clients of an adapter have together, each counted once.
  [[nodiscard]] GpuMemory memory_of_adapter(std::uint32_t adapter, Reasons& reasons);
  // Why no process has a descriptor of a card.
  [[nodiscard]] ReasonId why_no_use(Collection& collection) const;
  // Why there is no adapter at all.
  [[nodiscard]] ReasonId why_no_adapter(Collection& collection) const;

 private:
  // A client and its turn among all that have its id.
  struct Counted {
    std::uint64_t id;
    std::size_t turn;
    const GpuMemory* memory;
  };
  // A descriptor that leads to a card.
  struct Descriptor {
    std::uint32_t process, number;
  };
  void look_at_all(Collection& collection);
  void look_at(std::uint32_t id, std::uint64_t start, Collection& collection);
  [[nodiscard]] GpuProcess* find(std::uint32_t id) noexcept;
  GpuProcess& make(std::uint32_t id, std::uint64_t start);
  void take_descriptor(GpuUse& use, Descriptor descriptor, Collection& collection);
  void take_client(GpuUse& use, Collection& collection);
  void take_engine(GpuUse& use, GpuClient& client, const DrmEngine& engine, Reasons& reasons);
  [[nodiscard]] ReasonId problem_of(const DrmEngine& engine, Reasons& reasons);
  [[nodiscard]] GpuMemory client_memory(Reasons& reasons);
  [[nodiscard]] Cell region_cell(const std::optional<DrmNumber>& number, std::string_view key,
                                 std::string_view region, Reasons& reasons);
  [[nodiscard]] bool is_still(const GpuProcess& process, Collection& collection);
  void note_unlisted(ReasonId reason) noexcept;

  GpuAdapters adapters_;
  std::vector<std::unique_ptr<GpuProcess>> processes_;  // by id
  ReasonId why_unlisted_ = Reasons::kPresent;  // of a process whose descriptors cannot be listed
  DescriptorLinks links_;
  DrmClientText text_;
  TextBuffer buffer_;
  std::string path_, field_;
  std::vector<Counted> counted_;
  std::uint64_t collection_number_ = ~0ULL;
};

}  // namespace openperflib::linux_objects
