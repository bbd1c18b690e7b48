// The place of each CPU in Processor Information: "node,i".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "openperflib/linux/cpu/cpu_list_internal.h"
#include "openperflib/linux/cpu/stat_file_internal.h"

namespace openperflib::linux_objects {

// A NUMA node that has CPUs.
struct ProcessorNode {
  std::uint32_t number = 0;
  std::vector<CpuRange> cpus;  // of nodeN/cpulist
};

// A CPU's place: its node, and its position in that node's list.
struct ProcessorPlace {
  std::uint32_t node = 0;
  std::uint32_t index = 0;
  std::size_t position = 0;  // in StatFile::cpus
  bool operator==(const ProcessorPlace&) const = default;
};

// Computes the places, sorted by node and index. A CPU that no node lists is assigned to node 0,
// after the listed ones; if two nodes list it, the first counts. `nodes` must ascend.
void place_processors(std::span<const CpuTicks> cpus, std::span<const ProcessorNode> nodes,
                      std::vector<ProcessorPlace>& places);

// The places of all CPUs. Reads the nodes again whenever the set of CPUs has changed, because a
// node lists only its online CPUs.
class ProcessorPlaces {
 public:
  void ensure_placed(CollectContext& context);
  [[nodiscard]] std::span<const ProcessorPlace> places() const noexcept { return places_; }

 private:
  std::vector<ProcessorPlace> places_;
  std::uint64_t cpu_set_number_ = 0;
};

}  // namespace openperflib::linux_objects
