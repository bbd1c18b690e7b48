// BlgBufferView reads one buffer of a binary performance log in place.
//
// View:    owns none of the bytes given to parse(), which must live and stay unchanged.
// Threads: immutable; any number of threads may read one view.
// Errors:  parse() checks that the header is complete; fault() reports impossible values in it.
// Offsets are those in the buffer.
// Source:  docs/formats/blg.md, section "Buffer".
#pragma once

#include <cstdint>
#include <expected>
#include <optional>

#include "openperflib/base/bytes.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/base/error.h"

namespace openperflib {

// View of a buffer with a complete header; its events are not validated.
class BlgBufferView {
 public:
  // `bytes`: the bytes of a buffer that the file has; at most `size`, fewer if it ends too early.
  // Errors: truncated, if even the header is incomplete.
  [[nodiscard]] static std::expected<BlgBufferView, Error> parse(Bytes bytes,
                                                                 std::uint32_t size) noexcept;

  // The first of the two important numbers that is wrong: BufferSize, BytesUsed. Events are
  // searched for in spite of it.
  [[nodiscard]] std::optional<Error> fault() const noexcept { return fault_; }
  // The bytes that may be events: everything between the header and BytesUsed or, if that is wrong,
  // between the header and the end.
  [[nodiscard]] Bytes events() const noexcept { return events_; }
  // Whether BytesUsed shows where they end.
  [[nodiscard]] bool knows_end() const noexcept;

  // The header as stored, lengths and offsets in bytes. events() does not need the rest of it.
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
  // All bytes after the header. Windows fills the rest after the events with 0xFF.
  [[nodiscard]] Bytes content() const noexcept;

 private:
  // parse() has checked that the header is complete.
  explicit BlgBufferView(Bytes bytes) noexcept : bytes_(bytes) {}
  Bytes bytes_;
  Bytes events_;
  std::optional<Error> fault_;
};

}  // namespace openperflib
