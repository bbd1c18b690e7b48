// Samples of a machine under a load of the bench's own, in a file: each its length and its
// PERF_DATA_BLOCK. What recordings are measured with.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib::bench {

using Block = std::vector<std::byte>;

// Resource: such a file, sample by sample.
class RecordedSamples {
 public:
  explicit RecordedSamples(const std::string& path);
  // The next one; valid until the following one. nullopt: there are no more.
  [[nodiscard]] std::optional<Bytes> next();

 private:
  UniqueFd fd_;
  Block block_;
};

// Collects "Global" next to 200 processes, of which 50 work now and then and one comes and goes,
// every `pace` seconds, and writes `count` samples with times one second apart. Errors: those of
// the system.
[[nodiscard]] std::expected<void, SourceFault> collect_samples(double pace, int count,
                                                               const std::string& path);

// Moves the clocks of a block: its own and those of its objects.
void move_clocks(Block& block, std::int64_t ticks);

// How many readings a block has: counters of all instances, bases left out.
[[nodiscard]] std::uint64_t readings_in(Bytes block);

// A part of the block that has so many readings, or a few less: its smallest objects, and of the
// next one the first instances.
[[nodiscard]] Block with_readings(Bytes block, std::uint64_t most);

}  // namespace openperflib::bench
