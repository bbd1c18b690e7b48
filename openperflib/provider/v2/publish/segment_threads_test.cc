// Segments that several threads use at the same time. ThreadSanitizer runs these.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "openperflib/testing/providers/segment_example.h"

namespace openperflib {
namespace {

constexpr int kWriters = 8;
constexpr int kAdditionsPerWriter = 20'000;
constexpr int kLives = 40'000;
constexpr std::uint32_t kValues = 100;
constexpr int kHostileReadings = 3'000;
constexpr auto kRelaxed = std::memory_order_relaxed;

TEST(SegmentThreads, EightWritersAdd_NoneIsLostAndNoneIsTorn) {
  SegmentExample example;
  const std::uint32_t slot = example.add(u"shared");
  std::vector<std::jthread> writers;
  for (int i = 0; i < kWriters; ++i) {
    writers.emplace_back([&] {
      for (int n = 0; n < kAdditionsPerWriter; ++n) {
        example.writer().value(slot, 0).fetch_add(kBothHalves, kRelaxed);
        example.writer().value4(slot, 1).fetch_add(1, kRelaxed);
      }
    });
  }
  const SegmentView view = example.view();
  SegmentReading reading;
  ReadBudget budget;
  std::uint64_t last = 0;
  while (last < kBothHalves * kWriters * kAdditionsPerWriter) {
    view.read(reading, budget);
    ASSERT_EQ(reading.size(), 1U);
    const std::uint64_t value = reading[0].values[0];
    ASSERT_EQ(value >> 32U, value & 0xFFFF'FFFFU);
    ASSERT_GE(value, last);
    last = value;
    budget = {};
  }
  writers.clear();
  EXPECT_EQ(reading_of(view)[0].values[1], std::uint32_t{kWriters * kAdditionsPerWriter});
}

// A set whose instances take a while to read.
CounterSetTemplate wide_set() {
  CounterSetTemplate set{.instance_type = PERF_COUNTERSET_MULTI_INSTANCES};
  for (std::uint32_t i = 0; i < kValues; ++i) {
    set.counters.push_back({.id = i, .type = PERF_COUNTER_LARGE_RAWCOUNT});
  }
  return set;
}

// Everything of a life says which one it is: the id, each unit of the name, and its length.
std::u16string name_of_life(std::uint64_t life) {
  return std::u16string(1 + life % 30, static_cast<char16_t>(u'A' + life % 50));
}

void create_and_delete(SegmentWriter& writer, std::atomic<std::uint64_t>& lives) {
  for (int i = 0; i < kLives; ++i) {
    const std::uint64_t life = ++lives;
    const std::u16string name = name_of_life(life);
    const auto slot =
        writer.create({.name = name, .id = static_cast<std::uint32_t>(life), .life = life});
    if (!slot.has_value()) continue;
    for (std::uint32_t counter = 0; counter < kValues; ++counter) {
      writer.value(*slot, counter).store(life, kRelaxed);
    }
    writer.remove(*slot);
  }
}

bool is_whole(const InstanceReading& instance) {
  return instance.id == instance.life && instance.name == name_of_life(instance.life) &&
         std::ranges::all_of(instance.values, [&](std::uint64_t value) {
           return value == 0 || value == instance.life;
         });
}

// Two slots for three threads, so that the reader meets slots that change all the time.
TEST(SegmentThreads, InstancesComeAndGo_ReaderSeesNoHalfOne) {
  SegmentExample example(wide_set(), {.slots = 2, .name_size = 64});
  std::atomic<std::uint64_t> lives = 0;
  std::atomic<int> running = 3;
  std::vector<std::jthread> writers;
  for (int i = 0; i < 3; ++i) {
    writers.emplace_back([&] {
      create_and_delete(example.writer(), lives);
      --running;
    });
  }
  const SegmentView view = example.view();
  SegmentReading reading;
  while (running > 0) {
    ReadBudget budget;
    view.read(reading, budget);
    for (std::size_t i = 0; i < reading.size(); ++i) ASSERT_TRUE(is_whole(reading[i]));
    ASSERT_EQ(reading.losses().malformed, 0U);
  }
  EXPECT_EQ(reading_of(view).size(), 0U);
}

// A provider that writes anything anywhere, while a reader believes what it has proved before.
TEST(SegmentThreads, HostileProvider_ReaderStaysInside) {
  SegmentExample example;
  for (int i = 0; i < 8; ++i) example.add(u"a");
  const SegmentView view = example.view();
  std::jthread hostile([&](const std::stop_token& stop) {
    std::uint64_t noise = 1;
    while (!stop.stop_requested()) {
      for (std::size_t at = 0; at < example.memory().size(); at += sizeof noise) {
        noise = noise * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
        shared_word<std::uint64_t>(example.memory(), at).store(noise >> (noise % 60), kRelaxed);
      }
    }
  });
  SegmentReading reading;
  for (int i = 0; i < kHostileReadings; ++i) {
    ReadBudget budget;
    view.read(reading, budget);
    ASSERT_LE(reading.size(), 8U);
    for (std::size_t at = 0; at < reading.size(); ++at) ASSERT_LT(reading[at].name.size(), 32U);
    const auto other = SegmentView::parse(example.memory(), Limits{});
    ASSERT_TRUE(!other.has_value() || validate(other->set()).has_value());
  }
}

TEST(SegmentThreads, TwoReaders_SeeTheSameAtRest) {
  SegmentExample example;
  example.add(u"a");
  const SegmentView view = example.view();
  std::array<SegmentReading, 2> readings;
  {
    std::jthread other([&] { readings[1] = reading_of(view); });
    readings[0] = reading_of(view);
  }
  EXPECT_EQ(readings[0][0].name, readings[1][0].name);
}

}  // namespace
}  // namespace openperflib
