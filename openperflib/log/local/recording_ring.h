// RecordingRing: a recording that keeps only the newest samples: a folder of segments, of which the
// oldest are removed.
//
// Source: docs/formats/perfrec.md, "Rings".
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/log/log_target.h"
#include "openperflib/log/recording/recording_writer.h"
#include "openperflib/snapshot/block_sink.h"

namespace openperflib {

// The limits of a ring.
struct RingOptions {
  double seconds = 86'400;                            // at least, if the size allows it
  std::uint64_t most_bytes = std::uint64_t{2} << 30;  // of all files together; at least kLeastBytes
  std::uint32_t segments = 8;  // the time is divided into these; no rate is calculated across them
  RecordingOptions recording;

  static constexpr std::uint64_t kLeastBytes = std::uint64_t{1} << 20;
};

// Resource: a folder, locked as long as this lives. One thread. Otherwise like RecordingWriter.
class RecordingRing final : public BlockSink {
 public:
  // Creates the folder, or appends a new segment to it. Errors: those of the system; another
  // recorder writes into the folder.
  [[nodiscard]] static std::expected<RecordingRing, SourceFault> open(std::string folder,
                                                                      RingOptions options);
  ~RecordingRing() override;
  // The lock of the folder moves with it.
  RecordingRing(RecordingRing&&) noexcept;
  RecordingRing& operator=(RecordingRing&&) noexcept;

  // Takes a sample, as RecordingWriter does. When a segment is full, another one begins, and
  // segments that are too old or too large in total are removed. If the disk is full, the oldest
  // segments are removed until the sample fits, except the newest complete one. Errors: those of
  // the system; the segment was deleted or renamed.
  [[nodiscard]] std::expected<void, SourceFault> write(FileTime time_local,
                                                       std::span<const Bytes> blocks) override;
  // The same with one block, whose time is its own.
  [[nodiscard]] std::expected<void, SourceFault> write(const DataBlockView& block);
  // Completes the last segment. Errors: as for write().
  [[nodiscard]] std::expected<void, SourceFault> end() override;
  // The number of segments that were removed because the disk was full.
  [[nodiscard]] std::uint64_t removed_for_room() const noexcept override;
  // Renames the folder, in the same place, and keeps this much from now on. Recording continues
  // without a break. Errors: those of the system (ENOTEMPTY: the name is taken); nothing has then
  // changed.
  [[nodiscard]] std::expected<void, SourceFault> rename(const std::string& folder, double seconds,
                                                        std::uint64_t most_bytes);

 private:
  struct State;
  // Called only by open(), which has locked the folder.
  explicit RecordingRing(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Creates a ring in a folder with the name of the target. Errors: those of RecordingRing::open().
[[nodiscard]] std::expected<std::unique_ptr<BlockSink>, SourceFault> create_ring(
    const LogTarget& target, RingOptions ring);

// The segments of a folder, the oldest first, as paths; none if it is not a ring.
[[nodiscard]] std::vector<std::string> ring_segments(const std::string& folder);

// Writes the names of the files in a folder to disk, so that a file that was just created exists
// after a power failure. Errors: those of the system.
[[nodiscard]] std::expected<void, SourceFault> sync_folder(const std::string& folder);

}  // namespace openperflib
