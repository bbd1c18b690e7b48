#include "openperflib/provider/v2/offer_message.h"

#include "openperflib/provider/v2/message_start_internal.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kMessageMagic = 0x4F4C'504F;  // "OPLO"
constexpr std::uint32_t kPageMagic = 0x504C'504F;     // "OPLP"

enum MessageField : std::uint8_t {
  kMessageVersion,
  kMessageMagicField,
  kOfferedSegments,
  kFirstSegment,
  kOfferChanges
};
constexpr auto kMessageFields = std::to_array<Field>({{"offer message", "Version"},
                                                      {"offer message", "Magic"},
                                                      {"offer message", "Segments"},
                                                      {"offer message", "First"},
                                                      {"offer message", "Changes"}});
constexpr auto kPageFields =
    std::to_array<Field>({{"offer page", "Version"}, {"offer page", "Magic"}});

}  // namespace

std::array<std::byte, OfferMessage::kLength> bytes_of(const OfferMessage& message) {
  std::array<std::byte, OfferMessage::kLength> bytes{};
  write_message_start(bytes, kMessageMagic);
  store(MutableBytes(bytes), message_place(kOfferedSegments), message.segments);
  store(MutableBytes(bytes), message_place(kFirstSegment), message.first);
  store(MutableBytes(bytes), message_place(kOfferChanges), message.changes);
  return bytes;
}

std::expected<OfferMessage, Error> read_offer_message(Bytes bytes) {
  const auto start =
      check_message_start(bytes, kMessageFields, kMessageMagic, OfferMessage::kLength);
  if (!start.has_value()) return std::unexpected(start.error());
  const OfferMessage message{
      .segments = load<std::uint32_t>(bytes, message_place(kOfferedSegments)),
      .first = load<std::uint32_t>(bytes, message_place(kFirstSegment)),
      .changes = load<std::uint32_t>(bytes, message_place(kOfferChanges))};
  if (message.segments > kMostSegments) {
    return message_fault(Errc::over_limit, kMessageFields[kOfferedSegments], kOfferedSegments,
                         message.segments);
  }
  if (message.first > message.segments) {
    return message_fault(Errc::outside, kMessageFields[kFirstSegment], kFirstSegment,
                         message.first);
  }
  return message;
}

void write_offer_page(MutableBytes page) noexcept { write_message_start(page, kPageMagic); }

std::expected<void, Error> check_offer_page(Bytes page) {
  return check_message_start(page, kPageFields, kPageMagic, offer_page::kLength);
}

}  // namespace openperflib
