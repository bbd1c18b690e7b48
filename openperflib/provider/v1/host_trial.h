// The messages of a trial: one call of a procedure of a module, reported as it was. Parts of the
// protocol of host_protocol.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/error.h"

namespace openperflib {

// What a trial calls.
enum class TrialProcedure : std::uint32_t { collect = 0, open = 1, close = 2 };

// Calls a procedure once and says what it did, right or wrong: for `perflib provider test`. After
// it, other requests may follow.
struct HostTrial {
  TrialProcedure procedure = TrialProcedure::collect;
  std::u16string value_name = {};           // of Collect
  std::uint32_t has_name = 1;               // 0: NULL is passed instead
  std::vector<std::uint32_t> indices = {};  // of an id list, for the old Query procedure
  std::uint32_t buffer_size = 0;            // exactly this, which may be 0 and odd
  std::uint32_t counts_usage = 0;           // 1: the answer has what the process uses afterwards
  bool operator==(const HostTrial&) const = default;
};

// A number that could not be determined.
inline constexpr std::uint32_t kNotCounted = 0xFFFF'FFFF;

// What a procedure did in a trial. Numbers that are too large for their field are the largest but
// one.
struct HostTrialResult {
  std::uint32_t moved = 0;          // bytes from the pointer that it was given to the one it left
  std::uint32_t returned_size = 0;  // what it left in *size
  std::uint32_t call_us = 0;        // how long the call took, rounded up to microseconds
  std::uint32_t heap_bytes = kNotCounted;  // what the process uses, where that was asked for
  std::uint32_t descriptors = kNotCounted;
  std::uint32_t threads = kNotCounted;
  std::uint32_t mapped_pages = kNotCounted;
  bool operator==(const HostTrialResult&) const = default;
};

// As those of host_protocol.h.
void append_frame(std::vector<std::byte>& to, const HostTrial& trial);
[[nodiscard]] std::expected<HostTrial, Error> read_trial(Bytes frame);

}  // namespace openperflib
