// A message of a binary log: one event, or several if its body is long.
//
// Source: docs/formats/blg.md, "Event".
#pragma once

#include <array>
#include <cstdint>
#include <expected>

#include "openperflib/log/blg/blg_event_view.h"
#include "openperflib/log/blg/blg_layout.h"
#include "openperflib/log/blg/writing/blg_writer_buffers_internal.h"
#include "openperflib/log/blg/writing/blg_writer_options.h"

namespace openperflib {

// The longest body of an event in the only known file with split messages.
inline constexpr std::size_t kLongestBlgPart = 8000;

// The common properties of the events of a log. The defaults are those of Windows 8 and later.
struct BlgEventFacts {
  BlgLogGuid log_guid{};
  std::uint8_t header_type = blg::event::kWriter64Bit;
  std::uint32_t thread_id = 0;
  std::uint32_t process_id = 0;
  std::array<std::uint32_t, 2> words = {0, blg::event::kWordsOfWindows8};
};

// Returns the facts of a new log.
[[nodiscard]] BlgEventFacts event_facts_from(const BlgWriterOptions& options);

// The time of the other messages before the first sample, and after the last one: 100 ns.
inline constexpr FileTime kBlgNamesBeforeSample = 20;
inline constexpr FileTime kBlgCatalogBeforeSample = 10;
inline constexpr FileTime kBlgIndexBehindSample = 30;

// Times in a log are whole milliseconds.
[[nodiscard]] constexpr FileTime cut_to_milliseconds(FileTime time) noexcept {
  constexpr FileTime kTicksPerMillisecond = kTicksPerSecond / 1'000;
  return time - time % kTicksPerMillisecond;
}

struct BlgWriterMessage {
  BlgKind kind = BlgKind::data;
  FileTime time_local = 0;
  Bytes body;
};

// Proves that a circular log has room for messages whose bodies have so many bytes. Errors: EFBIG.
[[nodiscard]] std::expected<void, SourceFault> check_room(const BlgBufferWriter& buffers,
                                                          std::size_t body_bytes);

// Adds a message, in parts of kLongestBlgPart bytes if it is longer. `now_utc`: of the buffers.
[[nodiscard]] std::expected<void, SourceFault> add_message(BlgBufferWriter& buffers,
                                                           const BlgEventFacts& facts,
                                                           const BlgWriterMessage& message,
                                                           FileTime now_utc);

}  // namespace openperflib
