// BlgEventWalk iterates over the events of one buffer, and finds the next intact one after a
// damaged one.
//
// View:   of the buffer's bytes. One thread.
// Source: docs/formats/blg.md, section "Damaged files".
#pragma once

#include <cstdint>
#include <optional>

#include "openperflib/base/bytes.h"
#include "openperflib/log/blg/blg_buffer_view.h"
#include "openperflib/log/blg/blg_event_view.h"
#include "openperflib/log/reader/log_anomalies.h"

namespace openperflib {

// Moves only forward; a default one has no events.
class BlgEventWalk {
 public:
  BlgEventWalk() = default;
  // `offset`: of the buffer in the file.
  BlgEventWalk(const BlgBufferView& buffer, std::uint64_t offset) noexcept
      : rest_(buffer.events()),
        tail_(buffer.content().subspan(buffer.events().size())),
        buffer_offset_(offset),
        offset_(offset + blg::buffer::kHeaderSize),
        ends_with_tail_(!buffer.knows_end()) {}

  // The next intact event; nullopt at the end. What is skipped is reported to `anomalies`, with the
  // samples that it must have contained, except that of the time `pending`, which the caller
  // reports.
  [[nodiscard]] std::optional<BlgEventView> next(LogAnomalies& anomalies,
                                                 std::optional<FileTime> pending = std::nullopt);
  // The time of the sample that was last reported as lost, as far as its head is credible.
  [[nodiscard]] std::optional<FileTime> lost_time_local() const noexcept { return lost_; }
  // The position in the file of the event that was last returned.
  [[nodiscard]] std::uint64_t offset() const noexcept { return event_offset_; }

 private:
  // Skips this many bytes of the buffer.
  void skip(std::size_t bytes) noexcept;
  // Reports samples after BytesUsed: the number is wrong, or they are older; this cannot be
  // decided.
  void check_tail(LogAnomalies& anomalies, std::optional<FileTime> pending);
  Bytes rest_;
  Bytes tail_;  // after them, or after the last intact one; not examined yet
  std::uint64_t buffer_offset_ = 0;
  std::uint64_t offset_ = 0;  // of rest_
  std::uint64_t event_offset_ = 0;
  std::optional<FileTime> lost_;
  bool ends_with_tail_ = false;  // the end of the events is unknown: it is where only 0xFF follow
};

}  // namespace openperflib
