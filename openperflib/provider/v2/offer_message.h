// OfferMessage: the answer of a process to a reader that connects, and the page that its segments
// share. The document is docs/formats/offer.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>

#include "openperflib/base/bytes.h"
#include "openperflib/base/error.h"

namespace openperflib {

inline constexpr std::uint32_t kMostSegments = 1'024;  // of one process

// Value: the bytes of one message. Its descriptors are, in this order, the page (in the first
// message only) and segments.
struct OfferMessage {
  std::uint32_t segments = 0;  // of all messages of this connection
  std::uint32_t first = 0;     // the number of the first segment of this message
  std::uint32_t changes = 0;   // the word of the page, when the segments were listed
  bool operator==(const OfferMessage&) const = default;

  static constexpr std::size_t kLength = 20;
};
// The inverse of read_offer_message().
[[nodiscard]] std::array<std::byte, OfferMessage::kLength> bytes_of(const OfferMessage& message);
// Errors: Version: another one, and nothing else was read (wrong_value; aux: it); truncated,
// wrong_value, over_limit, outside, each with the field and its byte.
[[nodiscard]] std::expected<OfferMessage, Error> read_offer_message(Bytes bytes);

// The places in the page of a process.
namespace offer_page {
inline constexpr std::size_t kVersion = 0;
inline constexpr std::size_t kMagic = 4;
inline constexpr std::size_t kOwner = 8;     // atomic: a LifeMark
inline constexpr std::size_t kChanges = 12;  // atomic: counts the changes of what is offered
inline constexpr std::size_t kLength = 16;
inline constexpr std::size_t kPageSize = 4'096;
}  // namespace offer_page
// Writes what never changes.
void write_offer_page(MutableBytes page) noexcept;
// Checks whether a reader can use this page. Errors: as those of read_offer_message().
[[nodiscard]] std::expected<void, Error> check_offer_page(Bytes page);

}  // namespace openperflib
