#include "openperflib/provider/v2/offer_message.h"

#include "openperflib/provider/v2/message_start_internal.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kMessageMagic = 0x4F4C'504F;  // "OPLO"
constexpr std::uint32_t kPageMagic = 0x504C'504F;     // "OPLP"

enum MessageField : std::uint8_t {
  kMessageVersion,
  kMessageMagicField,
  kSegments,
  kFirst,
  kChanges
};
constexpr auto kMessageFields = std::to_array<Field>({{"offer message", "Version"},
                                                      {"offer message", "Magic"},
                                                      {"offer message", "Segments"},
                                                      {"offer message", "First"},
                                                      {"offer message", "Changes"}});
constexpr auto kPageFields =
    std::to_array<Field>({{"offer page", "Version"}, {"offer page", "Magic"}});

constexpr auto place = message_place;
constexpr auto fault = message_fault;

}  // namespace

std::array<std::byte, OfferMessage::kLength> bytes_of(const OfferMessage& message) {
  std::array<std::byte, OfferMessage::kLength> bytes{};
  write_message_start(bytes, kMessageMagic);
  store(MutableBytes(bytes), place(kSegments), message.segments);
  store(MutableBytes(bytes), place(kFirst), message.first);
  store(MutableBytes(bytes), place(kChanges), message.changes);
  return bytes;
}

std::expected<OfferMessage, Error> read_offer_message(Bytes bytes) {
  const auto start =
      check_message_start(bytes, kMessageFields, kMessageMagic, OfferMessage::kLength);
  if (!start.has_value()) return std::unexpected(start.error());
  const OfferMessage message{.segments = load<std::uint32_t>(bytes, place(kSegments)),
                             .first = load<std::uint32_t>(bytes, place(kFirst)),
                             .changes = load<std::uint32_t>(bytes, place(kChanges))};
  if (message.segments > kMostSegments) {
    return fault(Errc::over_limit, kMessageFields[kSegments], kSegments, message.segments);
  }
  if (message.first > message.segments) {
    return fault(Errc::outside, kMessageFields[kFirst], kFirst, message.first);
  }
  return message;
}

void write_offer_page(MutableBytes page) noexcept { write_message_start(page, kPageMagic); }

std::expected<void, Error> check_offer_page(Bytes page) {
  return check_message_start(page, kPageFields, kPageMagic, offer_page::kLength);
}

}  // namespace openperflib
