// The block in which tests of this layer change one number, and the offsets in it. For tests.
#pragma once

#include <cstdint>
#include <vector>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib::example {

using Block = std::vector<std::byte>;  // a whole PERF_DATA_BLOCK

// Where the structures of example::block() start.
inline constexpr std::size_t kProcess = 104;  // an object with two instances, after header and name
inline constexpr std::size_t kFirstDefinition = 168;
inline constexpr std::size_t kBaseDefinition = 208;
inline constexpr std::size_t kFirstInstance = 248;
inline constexpr std::size_t kFirstBlock = 280;
inline constexpr std::size_t kSecondInstance = 296;
inline constexpr std::size_t kSecondBlock = 328;
inline constexpr std::size_t kMemory = 344;  // an object without instances
inline constexpr std::size_t kMemoryDefinition = 408;
inline constexpr std::size_t kMemoryBlock = 448;
inline constexpr std::size_t kSize = 464;

inline constexpr std::uint32_t kProcessTitle = 230;
inline constexpr std::uint32_t kMemoryTitle = 4;

// Process: an 8-byte average timer at 8 and its 4-byte base at 4, for the instances "a" and "b",
// "b" being a child of "a". Memory: one 8-byte value at 8.
inline Block block() {
  DataBlockBuilder builder;
  builder.begin({.default_object = 230, .perf_freq = 10'000'000, .machine_name = "EXAMPLE"});
  const CounterDefinition process[] = {{.name_title_index = 6,
                                        .help_title_index = 7,
                                        .type = PERF_AVERAGE_TIMER,
                                        .size = 8,
                                        .offset = 8},
                                       {.name_title_index = 6,
                                        .help_title_index = 7,
                                        .type = PERF_AVERAGE_BASE,
                                        .size = 4,
                                        .offset = 4}};
  builder.begin_object({.name_title_index = kProcessTitle,
                        .help_title_index = 231,
                        .default_counter = 0,
                        .instances = Instances::multiple},
                       process);
  builder.begin_instance("a");
  builder.set(8, 8, 100);
  builder.set(4, 4, 10);
  builder.begin_instance("b", {.parent = ParentInstance{kProcessTitle, 0}});
  builder.set(8, 8, 200);
  builder.set(4, 4, 20);
  builder.end_object();
  const CounterDefinition memory[] = {{.name_title_index = 24,
                                       .help_title_index = 25,
                                       .type = PERF_COUNTER_LARGE_RAWCOUNT,
                                       .size = 8,
                                       .offset = 8}};
  builder.begin_object({.name_title_index = kMemoryTitle, .help_title_index = 5}, memory);
  builder.begin_single();
  builder.set(8, 8, 4'096);
  builder.end_object();
  const Bytes bytes = builder.finish().value();
  return {bytes.begin(), bytes.end()};
}

// The block with a 32-bit number replaced.
inline Block with(Block bytes, std::size_t offset, std::uint32_t number) {
  store(MutableBytes(bytes), offset, number);
  return bytes;
}

// The same for a fresh block().
inline Block with(std::size_t offset, std::uint32_t number) {
  return with(block(), offset, number);
}

}  // namespace openperflib::example
