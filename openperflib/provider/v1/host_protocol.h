// The messages between a consumer and the host process that runs one V1 module.
//
// A stream socket (AF_UNIX) carries frames: a length of 4 bytes (of what follows), a kind of 4
// bytes, and the fields of its structure in order: numbers in 4 bytes, texts and bytes with a
// length of 4 bytes before them, little-endian. The consumer sends one request at a time. It trusts
// nothing of an answer: lengths and counts are checked against the frame, and that against a limit.
//
// Source: docs/adr/0021-modules-run-in-hosts.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/error.h"
#include "openperflib/provider/v1/host_trial.h"

namespace openperflib {

// The first request: which module to load, and how. Values.
struct HostStart {
  std::string service = {};                         // for messages
  std::string library = {};                         // absolute path
  std::string open = {}, collect = {}, close = {};  // of the procedures; empty: none
  std::string query = {};               // the old Query procedure, used if collect is empty
  std::vector<std::byte> context = {};  // of Open: Linkage\Export, UTF-16; empty: NULL is passed
  std::uint32_t test_level = 4;         // ExtCounterTestLevel: 1 and 2 look at the guard bytes
  bool operator==(const HostStart&) const = default;
};

// Calls Collect.
struct HostCollect {
  std::u16string value_name = {};           // "Global", "2 4"
  std::vector<std::uint32_t> indices = {};  // of an id list, for the old Query procedure
  std::uint32_t buffer_size = 0;  // doubled by the host on ERROR_MORE_DATA up to the limit
  std::uint32_t largest_buffer = 0;
  bool operator==(const HostCollect&) const = default;
};

// Calls Close and ends the process.
struct HostClose {
  bool operator==(const HostClose&) const = default;
};

// What came of a request.
enum class HostOutcome : std::uint32_t {
  done = 0,
  library_missing = 1,  // it was not loaded: code, text
  no_open = 2,          // the library lacks the procedure
  no_collect = 3,
  no_close = 4,
  open_failed = 5,     // it returned an error: code
  collect_failed = 6,  // it returned something besides 0 and ERROR_MORE_DATA: code
  wrong_pointer = 7,   // the end pointer and the length differ
  too_long = 8,        // the length is beyond the buffer
  guard_changed = 9,   // bytes of the guard area before or after the buffer
  needs_more = 10,     // ERROR_MORE_DATA with the largest buffer
  unaligned = 11,      // the length is not a multiple of 8
  raised = 12,         // a C++ exception left the procedure: text
  not_confined = 13,   // the process could not be confined, so nothing was loaded: text
  wrong_class = 14,    // an ELF file of another class or machine: code, text
};

// The answer to every request. If a HostStart was not done, the process ends after it.
struct HostAnswer {
  HostOutcome outcome = HostOutcome::done;
  std::uint32_t code = 0;          // a Win32 code where the outcome has one
  std::uint32_t object_count = 0;  // as the module said
  std::uint32_t buffer_size = 0;   // the size that sufficed
  std::uint32_t open_ms = 0;       // how long Open took, in the answer to HostStart
  std::string text;              // for people, at most 1,000 bytes; started: what confines the host
  std::vector<std::byte> bytes;  // the objects
  HostTrialResult trial = {};    // of a HostTrial, which is done if the procedure returned
  bool operator==(const HostAnswer&) const = default;
};

// The bytes of its text: a host sends no more, and HostSocket drops what a hostile one does.
inline constexpr std::size_t kLongestAnswerText = 1000;

// A frame is never larger.
inline constexpr std::uint32_t kLargestFrame = (std::uint32_t{64} << 20U) + 4096;

// Frames, length and kind included.
void append_frame(std::vector<std::byte>& to, const HostStart& start);
void append_frame(std::vector<std::byte>& to, const HostCollect& collect);
void append_frame(std::vector<std::byte>& to, const HostClose& close);
void append_frame(std::vector<std::byte>& to, const HostAnswer& answer);

// The length of the whole frame that starts the bytes; nullopt: fewer than 4 bytes. Errors: the
// length is beyond kLargestFrame.
[[nodiscard]] std::expected<std::optional<std::uint32_t>, Error> frame_length(Bytes bytes);
// A whole frame. Errors: another kind, a field that leaves the frame, bytes after the last field.
[[nodiscard]] std::expected<HostStart, Error> read_start(Bytes frame);
[[nodiscard]] std::expected<HostCollect, Error> read_collect(Bytes frame);
[[nodiscard]] std::expected<HostClose, Error> read_close(Bytes frame);
[[nodiscard]] std::expected<HostAnswer, Error> read_answer(Bytes frame);
// The same into an answer whose buffers are used again; after an error its contents are undefined.
[[nodiscard]] std::expected<void, Error> read_answer(Bytes frame, HostAnswer& answer);

}  // namespace openperflib
