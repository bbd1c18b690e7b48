// RecordingRing: a recording that forgets what is old: a folder of segments, the oldest removed.
//
// Source: docs/formats/perfrec.md, "Rings".
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/log/recording_writer.h"

namespace openperflib {

// How much a ring keeps.
struct RingOptions {
  double seconds = 86'400;                            // at least, where the size allows it
  std::uint64_t most_bytes = std::uint64_t{2} << 30;  // of all files together; at least kLeastBytes
  std::uint32_t segments = 8;  // that the time is cut into; no rate goes across them
  RecordingOptions recording;

  static constexpr std::uint64_t kLeastBytes = std::uint64_t{1} << 20;
};

// Resource: a folder. One thread. As RecordingWriter otherwise.
class RecordingRing {
 public:
  // Makes the folder, or goes on with what is in it: with a segment of its own. Errors: the
  // system's.
  [[nodiscard]] static std::expected<RecordingRing, SourceFault> open(std::string folder,
                                                                      RingOptions options);
  ~RecordingRing();
  RecordingRing(RecordingRing&&) noexcept;
  RecordingRing& operator=(RecordingRing&&) noexcept;

  // Takes a sample. Where a segment is full another one begins, and what is too old or too much is
  // removed. Errors: the system's.
  [[nodiscard]] std::expected<void, SourceFault> write(const DataBlockView& block);
  // Completes the last segment. Errors: the system's.
  [[nodiscard]] std::expected<void, SourceFault> end();
  // Gives the folder another name, in the same place, and keeps so much from now on. What is
  // written goes on without a break. Errors: the system's (ENOTEMPTY: there is one of that name);
  // nothing has changed then.
  [[nodiscard]] std::expected<void, SourceFault> rename(const std::string& folder, double seconds,
                                                        std::uint64_t most_bytes);

 private:
  struct State;
  explicit RecordingRing(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// The segments of a folder, the oldest first, as paths; none where it is no ring.
[[nodiscard]] std::vector<std::string> ring_segments(const std::string& folder);

// Puts the names of the files in a folder onto the disk: one that was made just now is there after
// a loss of power. Errors: the system's.
[[nodiscard]] std::expected<void, SourceFault> sync_folder(const std::string& folder);

}  // namespace openperflib
