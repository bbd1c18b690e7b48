#include "openperflib/wire/v2/counter_identifier.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "openperflib/wire/v2/counter_set_registration.h"
#include "openperflib/wire/v2/counter_strings.h"

namespace openperflib {
namespace {

CounterIdentifier pages_of(std::u16string instance) {
  CounterIdentifier identifier{.counter_id = 3, .instance_id = 4, .instance = std::move(instance)};
  identifier.set.bytes[0] = std::byte{0x11};
  return identifier;
}

std::vector<std::byte> block_of(const CounterIdentifier& identifier) {
  std::vector<std::byte> bytes;
  append_counter_identifier(bytes, identifier, 5, 6);
  return bytes;
}

TEST(CounterIdentifier, Sizes_AreMultiplesOf8) {
  EXPECT_EQ(counter_identifier_size({}), 40U);
  EXPECT_EQ(counter_identifier_size(pages_of(u"")), 48U);
  EXPECT_EQ(counter_identifier_size(pages_of(u"*")), 48U);
  EXPECT_EQ(counter_identifier_size(pages_of(u"abc")), 48U);
  EXPECT_EQ(counter_identifier_size(pages_of(u"abcd")), 56U);
}

RC_GTEST_PROP(CounterIdentifierProperty, Written_ReadsTheSame, ()) {
  std::u16string name;
  for (const auto unit : *rc::gen::container<std::vector<std::uint16_t>>(
           rc::gen::inRange<std::uint16_t>(1, 0xFFFF))) {
    name += static_cast<char16_t>(unit);
  }
  const CounterIdentifier given = pages_of(name);
  std::vector<std::byte> bytes = block_of(given);
  append_counter_identifier(bytes, {}, 0, 1);
  const auto range = parse_counter_identifiers(bytes);
  RC_ASSERT(range.has_value() && range->size() == 2U);
  RC_ASSERT((*range->begin()).read() == given);
  RC_ASSERT((*range->begin()).status() == 5U);
  RC_ASSERT((*range->begin()).index() == 6U);
  RC_ASSERT((*++range->begin()).read() == CounterIdentifier{});
}

TEST(CounterIdentifier, LengthsThatCannotBe_AreFaultsOfAll) {
  const auto bytes = block_of(pages_of(u"abc"));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(parse_counter_identifiers(Bytes(bytes).first(size)).has_value()) << size;
  }
  for (const std::uint32_t size : {0U, 39U, 49U, 0xFFFF'FFF8U}) {
    auto damaged = bytes;
    store(MutableBytes(damaged), layout::counter_identifier::kStoredSize, size);
    EXPECT_FALSE(parse_counter_identifiers(damaged).has_value()) << size;
  }
}

TEST(CounterIdentifier, CorruptBlock_IsItsOwnFault) {
  auto bytes = block_of(pages_of(u"abc"));
  std::vector<std::byte> odd(44);
  store(MutableBytes(odd), layout::counter_identifier::kStoredSize, 44U);
  bytes.insert(bytes.end(), odd.begin(), odd.end());
  const auto without_nul = block_of(pages_of(u"abc"));
  bytes.insert(bytes.end(), without_nul.begin(), without_nul.end());
  store(MutableBytes(bytes), bytes.size() - 2, std::uint16_t{'x'});
  const auto range = parse_counter_identifiers(bytes);
  ASSERT_TRUE(range.has_value());
  std::vector<bool> readable;
  for (const CounterIdentifierView block : *range) readable.push_back(block.read().has_value());
  EXPECT_EQ(readable, (std::vector<bool>{true, false, false}));
}

TEST(CounterSetRegistration, Written_ReadsTheSame) {
  const CounterRegistration counter{.id = 7,
                                    .type = 0x40020500,
                                    .attributes = 0x1'0000'0010,
                                    .detail_level = 200,
                                    .default_scale = -3,
                                    .base_id = 8,
                                    .perf_time_id = 9,
                                    .perf_freq_id = 10,
                                    .multi_id = 11,
                                    .aggregate = 4};
  std::vector<std::byte> bytes;
  Guid set;
  set.bytes[15] = std::byte{0x77};
  append_counter_set_reg(bytes, set, 100, 2, 22);
  append_counter_reg(bytes, counter);
  append_counter_reg(bytes, {});
  ASSERT_EQ(bytes.size(), 32U + 2 * 48U);
  const auto view = CounterSetRegView::parse(bytes);
  ASSERT_TRUE(view.has_value());
  EXPECT_EQ(view->set(), set);
  EXPECT_EQ(view->detail_level(), 100U);
  EXPECT_EQ(view->instance_type(), 22U);
  EXPECT_EQ((*view->counters().begin()).read(), counter);
  EXPECT_EQ((*++view->counters().begin()).read(), CounterRegistration{});
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(CounterSetRegView::parse(Bytes(bytes).first(size)).has_value()) << size;
  }
}

std::u16string text_of(Bytes bytes) {
  std::u16string text;
  for (std::size_t at = 0; at < bytes.size(); at += 2) {
    text += static_cast<char16_t>(load<std::uint16_t>(bytes, at));
  }
  return text;
}

const std::vector<CounterString> kTexts = {{1, u"Pages/sec"}, {2, u""}, {7, u"Zeit je Auftrag"}};

TEST(CounterStrings, Written_ReadTheSame) {
  std::vector<std::byte> bytes;
  append_counter_strings(bytes, kTexts);
  EXPECT_EQ(bytes.size(), 88U);  // 8 + 3 * 8 + 20 + 32, padded
  const auto view = CounterStringsView::parse(bytes);
  ASSERT_TRUE(view.has_value());
  ASSERT_EQ(view->size(), 3U);
  EXPECT_EQ(view->counter_id(2), 7U);
  EXPECT_EQ(text_of(*view->text(0)), u"Pages/sec");
  EXPECT_FALSE(view->text(1).has_value());
  EXPECT_EQ(text_of(*view->text(2)), u"Zeit je Auftrag");
}

// [MS-PCQ] says so, perflib.h says from the start of the buffer.
TEST(CounterStrings, OffsetsFromTheEndOfTheRows_AreUnderstood) {
  std::vector<std::byte> bytes;
  append_counter_strings(bytes, kTexts);
  for (const std::size_t row : {8U, 24U}) {
    store(MutableBytes(bytes), row + 4, load<std::uint32_t>(bytes, row + 4) - 32);
  }
  const auto view = CounterStringsView::parse(bytes);
  ASSERT_TRUE(view.has_value());
  EXPECT_EQ(text_of(*view->text(0)), u"Pages/sec");
  EXPECT_EQ(text_of(*view->text(2)), u"Zeit je Auftrag");
}

TEST(CounterStrings, FalseNumbers_AreRefused) {
  std::vector<std::byte> good;
  append_counter_strings(good, kTexts);
  const auto with = [&](std::size_t at, std::uint32_t number) {
    auto bytes = good;
    store(MutableBytes(bytes), at, number);
    return CounterStringsView::parse(bytes).has_value();
  };
  EXPECT_FALSE(with(0, 7));
  EXPECT_FALSE(with(0, 96));
  EXPECT_FALSE(with(4, 11));
  EXPECT_FALSE(with(12, 88));
  EXPECT_FALSE(with(12, 0xFFFF'FFFE));
  auto without_nul = good;
  for (const std::size_t at : {80U, 84U}) store(MutableBytes(without_nul), at, 0x0078'0078U);
  EXPECT_EQ(CounterStringsView::parse(without_nul).error().code, Errc::missing);
  for (std::size_t size = 0; size < good.size(); ++size) {
    EXPECT_FALSE(CounterStringsView::parse(Bytes(good).first(size)).has_value()) << size;
  }
}

}  // namespace
}  // namespace openperflib
