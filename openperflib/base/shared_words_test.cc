#include "openperflib/base/shared_words.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>

#include "openperflib/base/guid.h"

namespace openperflib {
namespace {

struct alignas(8) Memory {
  std::array<std::byte, 16> bytes = {};
};

TEST(SharedWords, WordIsStored_LoadsAsTheSameBytes) {
  Memory memory;
  shared_word<std::uint64_t>(memory.bytes, 8).store(0x0102'0304'0506'0708);
  EXPECT_EQ(load_shared<std::uint64_t>(memory.bytes, 8, std::memory_order_relaxed),
            0x0102'0304'0506'0708U);
  EXPECT_EQ(load_shared<std::uint32_t>(memory.bytes, 8, std::memory_order_relaxed), 0x0506'0708U);
  EXPECT_EQ(load<std::uint64_t>(memory.bytes, 8), 0x0102'0304'0506'0708U);
  EXPECT_EQ(load<std::uint64_t>(memory.bytes, 0), 0U);
}

TEST(SharedWords, TwoThreadsAdd_LoseNothing) {
  Memory memory;
  const auto add = [&] {
    for (int i = 0; i < 10'000; ++i) shared_word<std::uint32_t>(memory.bytes, 4).fetch_add(1);
  };
  std::jthread one(add);
  std::jthread other(add);
  one.join();
  other.join();
  EXPECT_EQ(load<std::uint32_t>(memory.bytes, 4), 20'000U);
}

TEST(Guid, StoreThenLoad_GivesTheSameBytes) {
  Memory memory;
  Guid guid;
  guid.bytes[0] = std::byte{0xAB};
  guid.bytes[15] = std::byte{0xCD};
  store_guid(memory.bytes, 0, guid);
  EXPECT_EQ(load_guid(memory.bytes, 0), guid);
  EXPECT_EQ(memory.bytes[15], std::byte{0xCD});
}

}  // namespace
}  // namespace openperflib
