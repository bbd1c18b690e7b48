#include <gtest/gtest.h>

#include <string>

#include "openperflib/linux/cpu/processor_nodes_internal.h"

namespace openperflib::linux_objects {
namespace {

ProcessorNode node(std::uint32_t number, std::string_view list) {
  ProcessorNode made{number, {}};
  EXPECT_TRUE(parse_cpu_list(list, made.cpus).has_value());
  return made;
}

// "0,0=4 ...": the places in their order, each with its CPU.
std::string places_of(std::initializer_list<std::uint32_t> numbers,
                      const std::vector<ProcessorNode>& nodes) {
  std::vector<CpuTicks> cpus;
  for (const std::uint32_t cpu : numbers) cpus.emplace_back().cpu = cpu;
  std::vector<ProcessorPlace> places = {{9, 9, 9}};
  place_processors(cpus, nodes, places);
  std::string told;
  for (const ProcessorPlace& place : places) {
    if (!told.empty()) told += ' ';
    told += std::to_string(place.node) + "," + std::to_string(place.index) + "=" +
            std::to_string(cpus[place.position].cpu);
  }
  return told;
}

TEST(ProcessorPlaces, InterleavedNodes_ComeNodeByNode) {
  EXPECT_EQ(places_of({0, 1, 2, 3}, {node(0, "0,2"), node(1, "1,3")}), "0,0=0 0,1=2 1,0=1 1,1=3");
}

TEST(ProcessorPlaces, Index_IsThePositionInTheNodesList) {
  EXPECT_EQ(places_of({0, 88, 90}, {node(0, "0-87"), node(8, "88-175")}), "0,0=0 8,0=88 8,2=90");
}

TEST(ProcessorPlaces, NoNodes_AllAreOfNode0InTheirOrder) {
  EXPECT_EQ(places_of({0, 2, 3}, {}), "0,0=0 0,1=2 0,2=3");
}

TEST(ProcessorPlaces, UnlistedCpu_FollowsThoseOfNode0) {
  EXPECT_EQ(places_of({0, 1, 2, 5}, {node(0, "0-1"), node(1, "5")}), "0,0=0 0,1=1 0,2=2 1,0=5");
  EXPECT_EQ(places_of({0, 5}, {node(1, "5")}), "0,0=0 1,0=5");
}

TEST(ProcessorPlaces, CpuOfTwoNodes_IsOfTheFirst) {
  EXPECT_EQ(places_of({0, 1}, {node(0, "0-1"), node(1, "1")}), "0,0=0 0,1=1");
}

}  // namespace
}  // namespace openperflib::linux_objects
