// BlgEventView reads one event of a binary performance log in place: a message, or a part of one.
//
// View:    owns none of the bytes given to parse(), which must live and stay unchanged.
// Threads: immutable; any number of threads may read one view.
// Errors:  parse() checks the head, the extent and the part number; after that no accessor can
// fail.
// Source:  docs/formats/blg.md, section "Event".
#pragma once

#include <array>
#include <cstdint>
#include <expected>

#include "openperflib/base/bytes.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/base/error.h"
#include "openperflib/log/blg/blg_layout.h"

namespace openperflib {

// The contents of an event; events with other numbers are skipped.
enum class BlgKind : std::uint8_t {
  catalog = 0x20,
  data = 0x22,
  closing_index = 0x23,
  name_table = 0x24,
};

// View of one event; several may be the parts of one message.
class BlgEventView {
 public:
  // The event at byte 0 of `rest`, which must end where the events of its buffer end. Errors:
  // truncated, out_of_range, outside, wrong_value (not an event of a performance log).
  [[nodiscard]] static std::expected<BlgEventView, Error> parse(Bytes rest) noexcept;

  // The head as stored. kind() says what the body is; the ids are those of the writer.
  [[nodiscard]] std::uint8_t header_type() const noexcept {
    return at<std::uint8_t>(blg::event::kHeaderType);
  }
  // 0xC0 in every log seen.
  [[nodiscard]] std::uint8_t marker() const noexcept {
    return at<std::uint8_t>(blg::event::kMarker);
  }
  // The kind of the body, as stored.
  [[nodiscard]] BlgKind kind() const noexcept {
    return static_cast<BlgKind>(at<std::uint8_t>(blg::event::kKind));
  }
  // 0 in all logs that were seen.
  [[nodiscard]] std::uint8_t level() const noexcept { return at<std::uint8_t>(blg::event::kLevel); }
  [[nodiscard]] std::uint16_t version() const noexcept {
    return at<std::uint16_t>(blg::event::kVersion);
  }
  // The thread of the writer.
  [[nodiscard]] std::uint32_t thread_id() const noexcept {
    return at<std::uint32_t>(blg::event::kThread);
  }
  // The writer.
  [[nodiscard]] std::uint32_t process_id() const noexcept {
    return at<std::uint32_t>(blg::event::kProcess);
  }
  // When it was written, on the clock of the machine that wrote it.
  [[nodiscard]] FileTime time_local() const noexcept { return at<std::int64_t>(blg::event::kTime); }
  // 0 and 0x001A0200 since Windows 8; before it, processor times of the writer.
  [[nodiscard]] std::array<std::uint32_t, 2> words() const noexcept {
    const Bytes words = bytes_.subspan(blg::event::kWords.offset);
    return {load<std::uint32_t>(words, 0), load<std::uint32_t>(words, 4)};
  }
  // 16 bytes that identify the log, the same in all its events.
  [[nodiscard]] Bytes log_guid() const noexcept {
    return bytes_.subspan(blg::event::kLogGuid.offset, blg::event::kPdhGuid.size());
  }
  // The number of this part of a record in several events, from 1.
  [[nodiscard]] std::uint32_t part() const noexcept { return at<std::uint32_t>(blg::event::kPart); }
  // The number of parts.
  [[nodiscard]] std::uint32_t parts() const noexcept {
    return at<std::uint32_t>(blg::event::kParts);
  }
  // The bytes after the head.
  [[nodiscard]] Bytes body() const noexcept { return bytes_.subspan(blg::event::kHeadSize); }
  // As stored, head and body; the next event follows after padding to 8 bytes.
  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }

 private:
  // parse() has checked the head and the extent.
  explicit BlgEventView(Bytes bytes) noexcept : bytes_(bytes) {}
  // The member of the head.
  template <typename T>
  [[nodiscard]] T at(const blg::Member& member) const noexcept {
    return load<T>(bytes_, member.offset);
  }
  Bytes bytes_;
};

}  // namespace openperflib
