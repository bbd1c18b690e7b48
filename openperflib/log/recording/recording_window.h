// RecordingWindow: the part of a recording to read.
#pragma once

#include <limits>
#include <optional>

#include "openperflib/base/civil_time.h"

namespace openperflib {

// The samples to read, by local time, both ends included. Blocks outside are skipped without
// reading, except the one before the first sample in the window.
struct RecordingWindow {
  FileTime begin_local = std::numeric_limits<FileTime>::min();
  FileTime end_local = std::numeric_limits<FileTime>::max();
  // The bias of these times; nullopt: that of the recording.
  std::optional<int> bias_minutes{};
};

}  // namespace openperflib
