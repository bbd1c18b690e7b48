// BlgMessages returns the messages of a binary performance log one by one: catalog, samples and so
// on, joined from their parts wherever these are.
//
// Source: docs/formats/blg.md, sections "Messages" and "Damaged files".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/log/blg/blg_buffers.h"
#include "openperflib/log/blg/blg_event_view.h"
#include "openperflib/log/blg/blg_event_walk.h"
#include "openperflib/log/reader/log_anomalies.h"

namespace openperflib {

// View: lives until the next message is read.
struct BlgMessage {
  // The position of the bytes of one event.
  struct Part {
    std::size_t body_offset;    // in the joined body
    std::uint64_t file_offset;  // of its bytes in the file
  };
  BlgKind kind = BlgKind::data;
  FileTime time_local = 0;
  Bytes body;
  std::uint64_t offset = 0;     // of its first event in the file
  std::span<const Part> parts;  // at least one

  // The position in the file of a byte of the body.
  [[nodiscard]] std::uint64_t file_offset(std::uint64_t body_offset) const noexcept;
  // An error in `part` of the body, by its place in the file.
  [[nodiscard]] Error in_file(Error error, Bytes part) const noexcept;
};

// Joins the parts of messages. Resource: the bytes of one message.
class BlgMessageJoiner {
 public:
  // Longer messages are skipped.
  static constexpr std::size_t kMostBytes = 16U << 20;

  // Takes an event at `offset` in the file, and returns the message that it completes. Missing and
  // duplicate parts are reported to `anomalies`.
  [[nodiscard]] std::optional<BlgMessage> add(const BlgEventView& event, std::uint64_t offset,
                                              LogAnomalies& anomalies);
  // A sample of that time was reported as lost: its other parts do not belong to another one.
  void note_lost(std::optional<FileTime> time_local) noexcept {
    if (time_local.has_value() && !is_reported(*time_local)) lost_ = {time_local, lost_.front()};
  }
  // The time of a sample whose parts are not complete yet.
  [[nodiscard]] std::optional<FileTime> pending_sample() const noexcept {
    const bool is_sample = pending_ && kind_ == BlgKind::data;
    return is_sample ? std::optional(time_local_) : std::nullopt;
  }
  // No more events follow: an incomplete message is lost.
  void end(LogAnomalies& anomalies);

 private:
  // By kind, time and number of parts: nothing else connects an event to its message.
  [[nodiscard]] bool is_part_of_pending(const BlgEventView& event) const noexcept;
  // Whether it is the next part in everything except its time, directly after the previous one: not
  // in another buffer, as buffers between the two may be lost.
  [[nodiscard]] bool has_wrong_time(const BlgEventView& event, std::uint64_t offset) const noexcept;
  // The part at `offset` is finished.
  void pass(const BlgEventView& event, std::uint64_t offset) noexcept;
  // A message in several parts is pending from now on.
  void begin(const BlgEventView& event, std::uint64_t offset);
  // Appends the body of the event to those before it.
  void append(const BlgEventView& event, std::uint64_t offset);
  // Adds a part of the pending message; returns the message with its last part, unless it was
  // dropped.
  [[nodiscard]] std::optional<BlgMessage> join(const BlgEventView& event, std::uint64_t offset,
                                               LogAnomalies& anomalies);
  // The pending message is lost, which is reported once.
  void drop(const Error& error, LogAnomalies& anomalies);
  // A part whose first part is missing.
  void lose_orphan(const BlgEventView& event, std::uint64_t offset, LogAnomalies& anomalies);

  // Whether the sample of that time was recently reported as lost.
  [[nodiscard]] bool is_reported(FileTime time_local) const noexcept {
    return time_local == lost_.front() || time_local == lost_.back();
  }

  // The samples reported last: one may begin before the other ends.
  std::array<std::optional<FileTime>, 2> lost_;
  std::optional<FileTime> given_;  // the last returned message of a single part
  bool pending_ = false;
  bool dropped_ = false;  // the rest of the pending message is skipped, which was reported
  BlgKind kind_ = BlgKind::data;
  FileTime time_local_ = 0;
  std::uint32_t next_part_ = 0;
  std::uint64_t next_offset_ = 0;  // after the last part
  std::uint32_t parts_count_ = 0;
  std::uint64_t offset_ = 0;
  std::vector<std::byte> body_;  // the first body_size_ bytes are those of the message
  std::size_t body_size_ = 0;
  std::vector<BlgMessage::Part> parts_;
  BlgMessage::Part single_{};  // of a message in one part
};

// Resource: a file. One thread.
class BlgMessages {
 public:
  // From the first message on.
  explicit BlgMessages(BlgBuffers buffers) : buffers_(std::move(buffers)) {}

  // The next message; nullopt at the end. Errors: the system's.
  [[nodiscard]] std::expected<std::optional<BlgMessage>, SourceFault> next(LogAnomalies& anomalies);
  // Starts again.
  void rewind();
  // The buffers that it reads from.
  [[nodiscard]] const BlgBuffers& buffers() const noexcept { return buffers_; }

 private:
  BlgBuffers buffers_;
  BlgEventWalk events_;
  BlgMessageJoiner joiner_;
};

}  // namespace openperflib
