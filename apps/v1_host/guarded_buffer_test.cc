#include "apps/v1_host/guarded_buffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace openperflib {
namespace {

TEST(GuardedBuffer, NewOne_IsIntactAndAligned) {
  for (const std::uint32_t size : {8U, 12U, 1000U, 4096U, 65536U}) {
    const auto buffer = GuardedBuffer::create(size);
    ASSERT_TRUE(buffer.has_value());
    EXPECT_EQ(buffer->bytes().size(), size);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer->bytes().data()) % 8, 0U);
    EXPECT_TRUE(buffer->is_intact());
  }
}

TEST(GuardedBuffer, WrittenInside_IsIntact) {
  const auto buffer = GuardedBuffer::create(64);
  ASSERT_TRUE(buffer.has_value());
  std::ranges::fill(buffer->bytes(), std::byte{0});
  EXPECT_TRUE(buffer->is_intact());
}

TEST(GuardedBuffer, EachByteOfTheGuards_IsLookedAt) {
  auto buffer = GuardedBuffer::create(64);
  ASSERT_TRUE(buffer.has_value());
  for (const std::ptrdiff_t at : {-1024, -1, 64, 64 + 1023}) {
    buffer->bytes().data()[at] = std::byte{0};
    EXPECT_FALSE(buffer->is_intact()) << at;
    buffer->restore_guards();
    EXPECT_TRUE(buffer->is_intact()) << at;
  }
}

TEST(GuardedBufferDeathTest, BeyondTheGuards_NoMemoryIsMapped) {
  const auto buffer = GuardedBuffer::create(64);
  ASSERT_TRUE(buffer.has_value());
  EXPECT_DEATH(buffer->bytes().data()[64 + 1024] = std::byte{0}, "");
}

TEST(GuardedBuffer, Moved_KeepsItsBytes) {
  auto buffer = GuardedBuffer::create(64);
  ASSERT_TRUE(buffer.has_value());
  buffer->bytes()[0] = std::byte{7};
  auto other = GuardedBuffer::create(8);
  other = std::move(buffer);
  EXPECT_EQ(other->bytes().size(), 64U);
  EXPECT_EQ(other->bytes()[0], std::byte{7});
}

}  // namespace
}  // namespace openperflib
