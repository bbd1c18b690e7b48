// Source and Sink: where readings come from and where rows go to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>

#include "openperflib/base/source_fault.h"
#include "openperflib/query/object_request.h"
#include "openperflib/query/snapshot.h"

namespace openperflib {

class Binding;
struct Row;
struct Sample;

// Whether there was a reading.
enum class ReadResult : std::uint8_t { reading, end };

// Anything that provides snapshots: this machine, a recorded root folder, a saved block.
class Source {
 public:
  virtual ~Source() = default;
  // Collects the request into `into`, which is reused. The snapshot's missing() reports parts that
  // could not be collected; an error means that there is no snapshot at all.
  [[nodiscard]] virtual std::expected<ReadResult, SourceFault> read(const ObjectRequest& request,
                                                                    Snapshot& into) = 0;
  // Whether time passes between two readings (a live machine), or each reading has its own time
  // (root folders, files), so that there is nothing to wait for.
  [[nodiscard]] virtual bool is_live() const noexcept = 0;
};

// Anything that accepts rows, calculated and raw: a console, CSV, JSON, a binary log.
class Sink {
 public:
  virtual ~Sink() = default;
  // The series of the following rows, and which of them to use, in this order (positions in
  // binding.series()). Called before the first row and after each change of either.
  [[nodiscard]] virtual std::expected<void, SourceFault> begin(
      const Binding& binding, std::span<const std::size_t> shown) = 0;
  // One row: the values, and the readings that they were calculated from, both in the order of
  // binding.series(). The readings are unusable if the source holds only calculated values. Errors:
  // those of the system, on writing.
  [[nodiscard]] virtual std::expected<void, SourceFault> write(const Sample& sample,
                                                               const Row& row) = 0;
  // No more rows will follow.
  [[nodiscard]] virtual std::expected<void, SourceFault> end() = 0;
};

}  // namespace openperflib
