#include "openperflib/provider/v2/offer_message.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kVersion = 1;
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

constexpr std::size_t place(std::size_t field) noexcept { return field * sizeof(std::uint32_t); }

std::unexpected<Error> fault(Errc code, const Field& field, std::size_t number,
                             std::uint32_t stored) noexcept {
  return std::unexpected(Error{code, stored, &field, place(number)});
}

// Version and magic number are at the same places in both.
template <std::size_t kCount>
std::expected<void, Error> check_start(Bytes bytes, const std::array<Field, kCount>& fields,
                                       std::uint32_t magic, std::size_t length) {
  if (bytes.size() < length) {
    return fault(Errc::truncated, fields[0], 0, static_cast<std::uint32_t>(length - bytes.size()));
  }
  const auto version = load<std::uint32_t>(bytes, place(0));
  if (version != kVersion) return fault(Errc::wrong_value, fields[0], 0, version);
  const auto stored = load<std::uint32_t>(bytes, place(1));
  if (stored != magic) return fault(Errc::wrong_value, fields[1], 1, stored);
  return {};
}

}  // namespace

std::array<std::byte, OfferMessage::kLength> bytes_of(const OfferMessage& message) {
  std::array<std::byte, OfferMessage::kLength> bytes{};
  store(MutableBytes(bytes), place(kMessageVersion), kVersion);
  store(MutableBytes(bytes), place(kMessageMagicField), kMessageMagic);
  store(MutableBytes(bytes), place(kSegments), message.segments);
  store(MutableBytes(bytes), place(kFirst), message.first);
  store(MutableBytes(bytes), place(kChanges), message.changes);
  return bytes;
}

std::expected<OfferMessage, Error> read_offer_message(Bytes bytes) {
  const auto start = check_start(bytes, kMessageFields, kMessageMagic, OfferMessage::kLength);
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

void write_offer_page(MutableBytes page) noexcept {
  store(page, offer_page::kVersion, kVersion);
  store(page, offer_page::kMagic, kPageMagic);
}

std::expected<void, Error> check_offer_page(Bytes page) {
  return check_start(page, kPageFields, kPageMagic, offer_page::kLength);
}

}  // namespace openperflib
