// BlgBufferView reads one buffer of a binary performance log in place.
//
// View:    owns none of the bytes given to parse(), which must live and stay as they are.
// Threads: immutable; any number of threads may read one view.
// Errors:  parse() proves the header; what it says and cannot be is told by fault(). Offsets are
//          those in the buffer.
// Source:  docs/formats/blg.md, section "Buffer".
#pragma once

#include <cstdint>
#include <expected>
#include <optional>

#include "openperflib/base/bytes.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/base/error.h"

namespace openperflib {

// View of a buffer whose header is there; its events may still be anything.
class BlgBufferView {
 public:
  // `bytes`: what the file has of a buffer, `size` at most, less where it ends too early.
  // Errors: truncated, where not even the header is there.
  [[nodiscard]] static std::expected<BlgBufferView, Error> parse(Bytes bytes,
                                                                 std::uint32_t size) noexcept;

  // The first of its two numbers that counts and is wrong: BufferSize, BytesUsed. Its events are
  // looked for all the same.
  [[nodiscard]] std::optional<Error> fault() const noexcept { return fault_; }
  // The bytes that may be events: all between header and BytesUsed, or where that is wrong, between
  // header and end.
  [[nodiscard]] Bytes events() const noexcept { return events_; }
  // Whether it says itself where they end.
  [[nodiscard]] bool knows_end() const noexcept;

  // The header as stored, lengths and offsets in bytes. events() does without the rest of it.
  [[nodiscard]] std::uint32_t stored_size() const noexcept;
  [[nodiscard]] std::uint32_t bytes_used() const noexcept;
  [[nodiscard]] std::uint32_t saved_offset() const noexcept;
  [[nodiscard]] std::uint32_t current_offset() const noexcept;
  [[nodiscard]] std::uint32_t reference_count() const noexcept;
  [[nodiscard]] FileTime flush_time_utc() const noexcept;
  // Counts buffers from 0; Windows Server 2003 has half a GUID there.
  [[nodiscard]] std::int64_t sequence_number() const noexcept;
  [[nodiscard]] std::uint32_t client_context() const noexcept;
  [[nodiscard]] std::uint32_t state() const noexcept;
  [[nodiscard]] std::uint16_t flags() const noexcept;
  [[nodiscard]] std::uint16_t type() const noexcept;
  // All bytes behind the header. Behind the events Windows leaves 0xFF.
  [[nodiscard]] Bytes content() const noexcept;

 private:
  // With the header proved by parse().
  explicit BlgBufferView(Bytes bytes) noexcept : bytes_(bytes) {}
  Bytes bytes_;
  Bytes events_;
  std::optional<Error> fault_;
};

}  // namespace openperflib
