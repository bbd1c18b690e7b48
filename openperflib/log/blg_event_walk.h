// BlgEventWalk goes through the events of one buffer, and finds the next sound one behind one that
// is not.
//
// View:   of the buffer's bytes. One thread.
// Source: docs/formats/blg.md, section "Damaged files".
#pragma once

#include <cstdint>
#include <optional>

#include "openperflib/base/bytes.h"
#include "openperflib/log/blg_buffer_view.h"
#include "openperflib/log/blg_event_view.h"
#include "openperflib/log/oddity_list.h"

namespace openperflib {

// Goes forward only; a default one has nothing to give.
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

  // The next sound event; nothing at the end. What is skipped is told to `oddities`, with the
  // samples that it must have held; not that of the time `pending`, of which others know.
  [[nodiscard]] std::optional<BlgEventView> next(OddityList& oddities,
                                                 std::optional<FileTime> pending = std::nullopt);
  // The time of the sample that was last told to be lost, as far as its head can be believed.
  [[nodiscard]] std::optional<FileTime> lost_time_local() const noexcept { return lost_; }
  // Where the event last given stands in the file.
  [[nodiscard]] std::uint64_t offset() const noexcept { return event_offset_; }

 private:
  // Goes on by so many bytes of the buffer.
  void skip(std::size_t bytes) noexcept;
  void check_tail(OddityList& oddities, std::optional<FileTime> pending);
  Bytes rest_;
  Bytes tail_;  // behind them, or behind the last one that is sound; not looked at yet
  std::uint64_t buffer_offset_ = 0;
  std::uint64_t offset_ = 0;  // of rest_
  std::uint64_t event_offset_ = 0;
  std::optional<FileTime> lost_;
  bool ends_with_tail_ = false;  // nobody knows where the events end: at the first 0xFF to the end
};

}  // namespace openperflib
