// BlockSink: where samples go as they are, without a query.
#pragma once

#include <cstdint>
#include <expected>
#include <span>

#include "openperflib/base/bytes.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/base/source_fault.h"

namespace openperflib {

// Anything that accepts whole PERF_DATA_BLOCKs: a binary log of objects, a recording, a ring.
class BlockSink {
 public:
  virtual ~BlockSink() = default;
  // Writes one sample: valid blocks of one instant, which is `time_local` on the clock of the log;
  // either one block with all objects or one for each object, as the sink documents. Errors: those
  // of the system, on writing.
  [[nodiscard]] virtual std::expected<void, SourceFault> write(FileTime time_local,
                                                               std::span<const Bytes> blocks) = 0;
  // Ends the log: no more samples follow.
  [[nodiscard]] virtual std::expected<void, SourceFault> end() = 0;
  // Returns how often older samples were removed because the disk was full: only a ring does that.
  [[nodiscard]] virtual std::uint64_t removed_for_room() const noexcept { return 0; }
};

}  // namespace openperflib
