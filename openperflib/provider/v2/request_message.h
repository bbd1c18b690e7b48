// RequestMessage: what a reader asks of a process that offers counter sets, and RequestAnswer: what
// it gets. The document is docs/formats/offer.md, "Requests".
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/error.h"
#include "openperflib/base/guid.h"

namespace openperflib {

inline constexpr std::size_t kMostRequestBytes = 131'072;  // of a message
inline constexpr std::size_t kMostRequestEntries = 2'048;

// One call of the callback of a set. That of PERF_COLLECT_START also has the values copied, where
// the set is one whose values are copied.
struct RequestEntry {
  std::uint32_t code = 0;  // PERF_ADD_COUNTER, ...
  Guid set = {};
  std::uint32_t counter = 0;  // these of PERF_ADD_COUNTER and PERF_REMOVE_COUNTER
  std::uint32_t instance_id = 0;
  std::u16string instance_name = {};  // at most kMaxNameUnits
  bool operator==(const RequestEntry&) const = default;
};

// Value: a message. Without entries it asks for the segments.
struct RequestMessage {
  // The thread of the reader in its own process: a callback that asks its own process is recognized
  // by it.
  std::uint32_t thread = 0;
  // Changes of the offer that the reader has: what was offered later is not asked.
  std::uint32_t changes = 0;
  std::vector<RequestEntry> entries = {};
  bool operator==(const RequestMessage&) const = default;
};
// The bytes that an entry takes in a message, which has room for kMostRequestBytes.
[[nodiscard]] std::size_t size_of(const RequestEntry& entry) noexcept;
inline constexpr std::size_t kRequestStart = 24;  // bytes before the first entry
// The inverse of read_request_message().
[[nodiscard]] std::vector<std::byte> bytes_of(const RequestMessage& message);
// Errors: Version: another one, and nothing else was read (wrong_value; aux: it); truncated,
// wrong_value, over_limit, outside, each with the field and its byte.
[[nodiscard]] std::expected<RequestMessage, Error> read_request_message(Bytes bytes);

// Value: a code of Windows for each entry of the request, in their order.
struct RequestAnswer {
  std::vector<std::uint32_t> codes = {};
  bool operator==(const RequestAnswer&) const = default;
};
inline constexpr std::size_t kMostAnswerBytes = 12 + 4 * kMostRequestEntries;
// The inverse of read_request_answer().
[[nodiscard]] std::vector<std::byte> bytes_of(const RequestAnswer& answer);
// Errors: as above.
[[nodiscard]] std::expected<RequestAnswer, Error> read_request_answer(Bytes bytes);

}  // namespace openperflib
