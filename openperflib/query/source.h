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

// Whether there was something to read.
enum class ReadResult : std::uint8_t { reading, end };

// Whatever can be asked for snapshots: this machine, a recorded root folder, a saved block.
class Source {
 public:
  virtual ~Source() = default;
  // Collects what is asked for into `into`, which is reused. A part that could not be collected is
  // told by the snapshot's missing(); an error means that there is no snapshot at all.
  [[nodiscard]] virtual std::expected<ReadResult, SourceFault> read(const ObjectRequest& request,
                                                                    Snapshot& into) = 0;
  // Whether time passes between two readings by itself (a live machine) or each one brings its own
  // (root folders, files): nobody waits for those.
  [[nodiscard]] virtual bool is_live() const noexcept = 0;
};

// Whatever takes rows, calculated and raw: a console, CSV, JSON, a binary log.
class Sink {
 public:
  virtual ~Sink() = default;
  // The series of the rows that follow, and which of them to take, in this order (positions in
  // binding.series()); called before the first row and at each change of either.
  [[nodiscard]] virtual std::expected<void, SourceFault> begin(
      const Binding& binding, std::span<const std::size_t> shown) = 0;
  // One row: a value a series of the last begin(). Errors: the system's, on writing.
  // One row: the values, and the readings that they were calculated from. The order of both is that
  // of binding.series(). Unusable readings where the source holds calculated values alone.
  [[nodiscard]] virtual std::expected<void, SourceFault> write(const Sample& sample,
                                                               const Row& row) = 0;
  // No row will follow.
  [[nodiscard]] virtual std::expected<void, SourceFault> end() = 0;
};

}  // namespace openperflib
