// RecordingWriter: PERF_DATA_BLOCKs into a recording (.perfrec).
//
// Source: docs/formats/perfrec.md.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string>

#include "openperflib/base/source_fault.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/snapshot/block_sink.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {

// When a sample was taken, by its own clock, which nobody sets: seconds since anything. 0 where the
// clock has no frequency.
[[nodiscard]] double seconds_of(const DataBlockView& block) noexcept;

// How a recording is written.
struct RecordingOptions {
  ZoneOffset zone;  // in which its times are shown
  // Both by the samples' own clock. From one flush to the next; 0: each sample.
  double flush_seconds = 1.0;
  // The time whose samples are rewritten as one block.
  double block_seconds = 60.0;
  // Called when the disk is full; true: something was removed, and the write is tried again. Empty:
  // a full disk is a fault.
  std::function<bool()> make_room = nullptr;
};

// Resource. One thread. Memory: the samples of one block. Once write() has given a fault nothing
// more is written; what was flushed before stays.
class RecordingWriter final : public BlockSink {
 public:
  // A new recording on `fd`, which it does not own: empty, seekable, open for writing.
  RecordingWriter(int fd, std::string shown_name, RecordingOptions options);
  ~RecordingWriter() override;
  // The moved-from one may only be destroyed or assigned to.
  RecordingWriter(RecordingWriter&&) noexcept;
  RecordingWriter& operator=(RecordingWriter&&) noexcept;

  // Takes a sample of one machine: a block with all objects, or the blocks of its objects. It is on
  // disk after the next flush. Its time is that of its blocks. Errors: the system's.
  [[nodiscard]] std::expected<void, SourceFault> write(FileTime time_local,
                                                       std::span<const Bytes> blocks) override;
  // Takes a sample that is one block.
  [[nodiscard]] std::expected<void, SourceFault> write(const DataBlockView& block);
  // Puts what was taken onto the disk. Errors: the system's.
  [[nodiscard]] std::expected<void, SourceFault> flush();
  // Completes the recording. Errors: the system's, the first that there was.
  [[nodiscard]] std::expected<void, SourceFault> end() override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
