#include "openperflib/provider/v2/offer_message.h"

#include <gtest/gtest.h>

#include <string_view>

namespace openperflib {
namespace {

std::string_view field_of(const std::expected<OfferMessage, Error>& read) {
  return read.error().field->name;
}

TEST(OfferMessage, WriteThenRead_IsTheSame) {
  const OfferMessage message{.segments = 40, .first = 15, .changes = 7};
  EXPECT_EQ(read_offer_message(bytes_of(message)).value(), message);
}

TEST(OfferMessage, Truncated_SaysHowManyBytes) {
  const auto bytes = bytes_of({.segments = 1, .first = 0, .changes = 0});
  const auto read = read_offer_message(Bytes(bytes).first(19));
  EXPECT_EQ(read.error().code, Errc::truncated);
  EXPECT_EQ(read.error().aux, 1U);
}

TEST(OfferMessage, AnotherVersion_IsAllThatIsRead) {
  auto bytes = bytes_of({.segments = kMostSegments + 1, .first = 0, .changes = 0});
  bytes[0] = std::byte{2};
  const auto read = read_offer_message(bytes);
  EXPECT_EQ(read.error().code, Errc::wrong_value);
  EXPECT_EQ(field_of(read), "Version");
  EXPECT_EQ(read.error().aux, 2U);
}

TEST(OfferMessage, NumbersThatCannotBe_AreNamed) {
  EXPECT_EQ(field_of(read_offer_message(
                bytes_of({.segments = kMostSegments + 1, .first = 0, .changes = 0}))),
            "Segments");
  EXPECT_EQ(field_of(read_offer_message(bytes_of({.segments = 2, .first = 3, .changes = 0}))),
            "First");
}

TEST(OfferPage, Written_IsAccepted) {
  std::array<std::byte, offer_page::kLength> page{};
  EXPECT_FALSE(check_offer_page(page).has_value());
  write_offer_page(page);
  EXPECT_TRUE(check_offer_page(page).has_value());
  EXPECT_FALSE(check_offer_page(Bytes(page).first(15)).has_value());
}

}  // namespace
}  // namespace openperflib
