// BlgBufferWriter puts events into the equal buffers of a binary log, on disk.
//
// What was flushed stays: the events of a buffer are written before the number in its header that
// marks their end, so a file that is cut off at any moment, by a signal or a full disk, has
// everything that was flushed before.
//
// Source: docs/formats/blg.md, "Buffer".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/log/blg/blg_layout.h"

namespace openperflib {

// The header of a buffer, as stored.
using BlgBufferHeader = std::array<std::byte, blg::buffer::kHeaderSize>;

// Resource. Writes to a descriptor that it does not own. After the first fault it accepts nothing
// more: the file is restored to the last flush, and finish() completes that.
class BlgBufferWriter {
 public:
  // `fd`: open for writing and seekable; `shown_name` is used in faults.
  BlgBufferWriter(int fd, std::string shown_name, std::uint32_t buffer_size);

  // Writes buffer 0 with only this record: an unfinished log.
  [[nodiscard]] std::expected<void, SourceFault> create(Bytes file_header_record);
  // Continues after the first `file_size` bytes, which may end within a buffer; `last`: the new
  // header of that buffer. Later bytes are removed. The file is not changed before the first event.
  void resume(std::uint64_t file_size, const BlgBufferHeader& last);

  // From here on, overwrites the buffers after those that the log has now, the oldest first, so
  // that the file never exceeds `most_bytes`. Errors: EFBIG if these are too few.
  [[nodiscard]] std::expected<void, SourceFault> begin_circle(std::uint64_t most_bytes);
  // Proves that events of so many bytes that belong together fit into the circle, wherever they
  // begin; each has at most `longest_event`, less than a buffer. Errors: EFBIG.
  [[nodiscard]] std::expected<void, SourceFault> check_room(std::size_t bytes,
                                                            std::size_t longest_event) const;

  // Announces events of at most this many bytes that belong together: in a circle they are put into
  // one buffer if they fit, so that none of them is overwritten alone.
  void begin_message(std::size_t bytes) noexcept;
  // Adds an event of head and body, which must fit into a buffer (most_event_bytes()). `now_utc`
  // becomes the buffer's flush time. It is on disk when a flush() follows or its buffer is full.
  [[nodiscard]] std::expected<void, SourceFault> add(Bytes head, Bytes body, FileTime now_utc);
  // The events added since belong together: a fault leaves all of them or none.
  void end_message() noexcept { message_ = place_; }
  // Writes the added events.
  [[nodiscard]] std::expected<void, SourceFault> flush();
  // Flushes, marks the last buffer and writes the number of buffers into the file header. No add()
  // may follow.
  [[nodiscard]] std::expected<void, SourceFault> finish(FileTime end_time_utc);

  [[nodiscard]] std::size_t most_event_bytes() const noexcept {
    return buffer_.size() - blg::buffer::kHeaderSize;
  }

 private:
  // The end of the log: this far into that buffer.
  struct Place {
    std::uint64_t buffer = 0;
    std::uint32_t used = 0;
  };

  [[nodiscard]] std::uint32_t size() const noexcept {
    return static_cast<std::uint32_t>(buffer_.size());
  }
  // The position of a buffer in the file; also the number of buffers when that one is the last.
  [[nodiscard]] std::uint64_t place_in_file(std::uint64_t buffer) const noexcept;
  [[nodiscard]] std::uint64_t buffers_in_file(std::uint64_t last) const noexcept;
  [[nodiscard]] bool is_over_another(std::uint64_t buffer) const noexcept {
    return place_in_file(buffer) != buffer;
  }
  [[nodiscard]] std::expected<void, SourceFault> check_circle() const;
  [[nodiscard]] std::expected<void, SourceFault> write_over();
  void empty_what_was_written_over() noexcept;
  [[nodiscard]] std::expected<void, SourceFault> make_room(std::uint32_t event_bytes);
  [[nodiscard]] std::expected<void, SourceFault> reopen();
  void open_buffer();
  // Header of the buffer being filled. `current_offset`: where its next event would have ended.
  [[nodiscard]] BlgBufferHeader header_of(Place place, std::uint32_t current_offset) const;
  [[nodiscard]] std::expected<void, SourceFault> write_buffer(std::uint32_t current_offset);
  [[nodiscard]] std::expected<void, SourceFault> put(std::uint64_t offset, Bytes bytes);
  [[nodiscard]] std::expected<void, SourceFault> patch_file_header(FileTime end_time_utc,
                                                                   std::uint64_t buffers);
  [[nodiscard]] std::expected<void, SourceFault> mark_last();
  void roll_back() noexcept;

  int fd_;
  std::string shown_name_;
  std::vector<std::byte> buffer_;     // the one being filled
  Place place_;                       // where the next event goes
  Place message_;                     // after the last whole message
  Place flushed_;                     // the whole messages in the file
  BlgBufferHeader flushed_header_{};  // of that buffer
  std::uint32_t written_ = 0;         // of buffer_, in bytes; 0: the file does not have it yet
  bool has_buffer_ = false;           // buffer_ is that of place_
  bool wants_buffer_ = false;         // the next event begins another one
  std::uint64_t kept_ = 0;            // the last buffer before the circle
  std::uint64_t circle_ = 0;          // buffers of it; 0: there is none
  std::uint64_t touched_ = 0;         // the last one that was partly written
  std::uint64_t resumed_size_ = 0;    // of the file that is appended to; 0: it is new
  FileTime now_utc_ = 0;
  std::expected<void, SourceFault> state_;
};

}  // namespace openperflib
