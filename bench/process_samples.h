// Samples of processes, of which some live less than a second: what recordings of a machine with
// many short processes are measured with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib::bench {

// Makes the same blocks each time: the object Process with 370 instances.
class ProcessSamples {
 public:
  // So many of the processes are others in each sample; the others stay.
  explicit ProcessSamples(std::size_t short_lived);
  // The next sample, a second after the one before. Valid until the following one.
  [[nodiscard]] Bytes next();

 private:
  struct Process {
    std::string name;
    std::uint32_t id = 0;
    FileTime start = 0;
    std::vector<std::uint64_t> values;  // by counter
  };
  [[nodiscard]] Process started(std::string name, FileTime start);
  void put(Process& process);

  std::size_t short_lived_;
  std::mt19937_64 random_{17};
  std::uint32_t next_id_ = 1000;
  std::int64_t ticks_ = 0;
  std::vector<CounterDefinition> definitions_;
  std::vector<Process> processes_;
  DataBlockBuilder builder_;
};

}  // namespace openperflib::bench
