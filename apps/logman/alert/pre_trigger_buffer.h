// PreTriggerBuffer: the samples of the last minutes, in a ring next to the logs. When something
// happens, they become a separate recording, with the minutes after it.
//
// Source: docs/logman.md, "The minutes before".
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "openperflib/base/source_fault.h"
#include "openperflib/log/local/recording_ring.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib::logman {

// Resource, movable. Time is that of the samples. After a write error, buffering pauses for a
// minute.
class PreTriggerBuffer {
 public:
  static constexpr std::size_t kMostRecordings =
      10;  // of a name; the oldest is removed for the next one
  static constexpr std::uint64_t kMostBytes = std::uint64_t{128} << 20;  // of the ring

  // Keeps at least the last `seconds` in FOLDER/NAME-ring.perfrec; an existing ring is appended to.
  PreTriggerBuffer(std::string folder, std::string name, double seconds)
      : folder_(std::move(folder)), name_(std::move(name)), seconds_(seconds) {}

  // Takes a sample. Errors: the disk's, the first of those that follow each other.
  [[nodiscard]] std::expected<void, SourceFault> write(const DataBlockView& block);
  // The ring becomes FOLDER/NAME-yyyymmdd-hhmmss.perfrec, by the local time of `block`, the next
  // sample, and continues for `seconds` after it. If such a recording is already being written, it
  // is that one, which does not become longer. Returns its path; "" if the disk accepts nothing.
  // Errors: those of the disk.
  [[nodiscard]] std::expected<std::string, SourceFault> keep(const DataBlockView& block,
                                                             double seconds);
  // Completes what is written. Errors: the disk's.
  [[nodiscard]] std::expected<void, SourceFault> end();

 private:
  // Gives the ring the recording's name.
  [[nodiscard]] std::expected<void, SourceFault> name_recording(FileTime now_local);
  // Has the ring open, or the recording while it is not over.
  [[nodiscard]] std::expected<void, SourceFault> be_open(const DataBlockView& block);
  [[nodiscard]] std::expected<void, SourceFault> write_sample(const DataBlockView& block);
  // Whether there was a fault less than a minute ago.
  [[nodiscard]] bool is_refused(const DataBlockView& block) const;
  // Notes how it went: a fault is given on where it is the first one.
  [[nodiscard]] std::expected<void, SourceFault> told_once(std::expected<void, SourceFault> done,
                                                           const DataBlockView& block);
  void remove_oldest() const;

  std::string folder_;
  std::string name_;
  double seconds_;
  std::optional<RecordingRing> ring_;
  std::string recording_;  // that is written; empty: the ring is
  bool is_new_ = false;    // its name is not on the disk yet
  double end_ = 0;         // of the recording
  std::optional<double> refused_at_;
};

}  // namespace openperflib::logman
