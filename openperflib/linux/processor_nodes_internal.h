// Where each CPU stands in Processor Information: "node,i".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "openperflib/linux/cpu_list_internal.h"
#include "openperflib/linux/stat_file_internal.h"

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

// Places by node and index. A CPU that no node lists is node 0's, after those that are listed
// there; of two nodes that list it the first counts. `nodes` ascend.
void place_processors(std::span<const CpuTicks> cpus, std::span<const ProcessorNode> nodes,
                      std::vector<ProcessorPlace>& places);

// The nodes of this machine are read when the set of CPUs has changed: a node's list names those
// that are online.
class ProcessorPlaces {
 public:
  void ensure_placed(Collection& collection);
  [[nodiscard]] std::span<const ProcessorPlace> places() const noexcept { return places_; }

 private:
  std::vector<ProcessorPlace> places_;
  std::uint64_t cpu_set_number_ = 0;
};

}  // namespace openperflib::linux_objects
