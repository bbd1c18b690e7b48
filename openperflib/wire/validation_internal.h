// How a block is validated: the rules in force, a stored number with its place, and the treatment
// of an anomaly. Used by data_block_view.cc and object_validation.cc.
#pragma once

#include <cstdint>
#include <expected>

#include "openperflib/base/bytes.h"
#include "openperflib/base/error.h"
#include "openperflib/base/limits.h"
#include "openperflib/wire/conformance.h"
#include "openperflib/wire/fields_internal.h"
#include "openperflib/wire/parent_counts_internal.h"
#include "openperflib/wire/stored_range.h"

namespace openperflib {

using Verdict = std::expected<void, Error>;

// A stored number: its value and its place.
struct Claim {
  std::uint32_t value;
  std::uint64_t offset;  // from the start of the input
  const Field* field;
};

[[nodiscard]] inline std::unexpected<Error> fault(Errc code, const Claim& claim) noexcept {
  return std::unexpected(Error{code, claim.value, claim.field, claim.offset});
}

// The rules of one parse. View: lives during parse().
struct Rules {
  Bytes input;
  BlockOrders orders;
  const Limits& limits;
  Conformance conformance;
  ToleranceReport* report;  // may be null

  [[nodiscard]] bool strict() const noexcept { return conformance == Conformance::strict; }
  // Whether to look for anomalies that break nothing.
  [[nodiscard]] bool looks_for_anomalies() const noexcept { return strict() || report != nullptr; }

  // Offset of `part`, which must lie in the input.
  [[nodiscard]] std::uint64_t offset_of(Bytes part) const noexcept {
    return static_cast<std::uint64_t>(part.data() - input.data());
  }
  // A member of the structure that starts at byte 0 of `part`.
  template <ByteOrder order>
  [[nodiscard]] Claim claim(Bytes part, const members::Member& member) const noexcept {
    return {load<std::uint32_t>(part, member.offset, order), offset_of(part) + member.offset,
            &member.field};
  }
  // As above, in the byte order of the block.
  [[nodiscard]] Claim claim(Bytes part, const members::Member& member) const noexcept {
    return {load<std::uint32_t>(part, member.offset, orders.numbers),
            offset_of(part) + member.offset, &member.field};
  }
  // Accepts an anomaly and records it; under strict rules, it is the fault `code`.
  [[nodiscard]] Verdict tolerate(Tolerance tolerance, Errc code,
                                 const Claim& claim) const noexcept {
    if (strict()) return fault(code, claim);
    if (report != nullptr) report->note(tolerance, claim.offset);
    return {};
  }
};

// Checks a length that includes its own structure of at least `least` bytes, with `left` bytes
// remaining in its parent.
[[nodiscard]] inline Verdict check_length(const Rules& rules, const Claim& length,
                                          std::uint64_t least, std::uint64_t left) noexcept {
  if (!contains(length.value, 0, least)) [[unlikely]]
    return fault(Errc::out_of_range, length);
  if (!contains(left, 0, length.value)) [[unlikely]]
    return fault(Errc::outside, length);
  if (length.value % layout::kAlignment != 0) [[unlikely]] {
    return rules.tolerate(Tolerance::unaligned_length, Errc::misaligned, length);
  }
  return {};
}

// Totals over a whole block. Lives during parse().
struct BlockTally {
  ParentCounts parents;
  std::uint64_t values_left;  // of Limits::values
};

// Validates the object at byte 0 of `rest`, which extends to the end of the block, and everything
// in it; returns its bytes. `lacking`: how many of its bytes may be missing at the end of the
// block.
[[nodiscard]] std::expected<Bytes, Error> validate_object(const Rules& rules, BlockTally& tally,
                                                          Bytes rest,
                                                          std::uint32_t lacking) noexcept;

// Whether a name of UTF-16 code units, up to its first NUL, has an unpaired surrogate.
[[nodiscard]] bool is_undecodable(Bytes name, ByteOrder order) noexcept;

}  // namespace openperflib
