// The provider half of perflib.h, from many threads.
#include <gtest/gtest.h>

#include <barrier>
#include <string>
#include <thread>
#include <vector>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/compat/perflib/perflib.h"
#include "openperflib/testing/providers/perflib_provider_example.h"

namespace openperflib::compat {
namespace {

constexpr unsigned kThreads = 16;

// Calls work(number) in so many threads, which begin together.
template <typename Work>
void in_threads(Work work) {
  std::barrier begin(kThreads);
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      begin.arrive_and_wait();
      work(i);
    });
  }
}

using PerflibProviderThreads = PerflibProviderTest;

// While instances come and go in the same set, so that the table of instances grows.
TEST_F(PerflibProviderThreads, AllAdd_NothingIsLost) {
  constexpr ULONG kRounds = 500;
  HANDLE const provider = start_print_queue();
  PERF_COUNTERSET_INSTANCE* const all = create(provider, u"All");
  in_threads([&](unsigned number) {
    const std::u16string name(1 + number, u'x');
    std::vector<PERF_COUNTERSET_INSTANCE*> own;
    for (ULONG i = 0; i < kRounds; ++i) {
      EXPECT_EQ(PerfIncrementULongLongCounterValue(provider, all, kRate, 3), 0U);
      EXPECT_EQ(PerfDecrementULongCounterValue(provider, all, kNumber, 1), 0U);
      if (i % 10 != 0) continue;
      own.push_back(create(provider, name.c_str(), i));
      EXPECT_EQ(PerfIncrementULongLongCounterValue(provider, own.back(), kRate, i), 0U);
    }
    for (PERF_COUNTERSET_INSTANCE* const instance : own) {
      EXPECT_EQ(PerfDeleteInstance(provider, instance), 0U);
    }
  });
  const auto left = seen();
  ASSERT_EQ(left.size(), 1U);
  EXPECT_EQ(left.begin()->second,
            (SeenValues{3ULL * kThreads * kRounds, 0U - ULONG{kThreads * kRounds}, 0, 0}));
}

// Handles that are closed by others, or were never open, beside one that is.
TEST_F(PerflibProviderThreads, HandlesCloseMeanwhile_CodesAreThoseOfTheDocument) {
  HANDLE const provider = start_print_queue();
  PERF_COUNTERSET_INSTANCE* const laser = create(provider, u"Laser");
  in_threads([&](unsigned number) {
    for (std::uintptr_t i = 0; i < 40; ++i) {
      HANDLE own = nullptr;
      EXPECT_EQ(PerfStartProvider(&provider_guid_, nullptr, &own), 0U);
      TemplateExample set = example_;
      EXPECT_EQ(describe(own, set), 0U);
      EXPECT_NE(create(own, u"Laser", number), nullptr);
      EXPECT_EQ(PerfSetULongCounterValue(own, laser, kNumber, 1), ULONG{ERROR_INVALID_PARAMETER});
      EXPECT_EQ(PerfStopProvider(own), 0U);
      EXPECT_EQ(PerfSetULongCounterValue(own, laser, kNumber, 1), ULONG{ERROR_INVALID_HANDLE});
      HANDLE const made_up = reinterpret_cast<HANDLE>(i * 256 + 4);
      EXPECT_EQ(PerfStopProvider(made_up), ULONG{ERROR_INVALID_HANDLE});
      EXPECT_EQ(PerfIncrementULongCounterValue(provider, laser, kNumber, 1), 0U);
    }
  });
  const auto left = seen();
  ASSERT_EQ(left.size(), 1U);
  EXPECT_EQ(left.begin()->second[1], kThreads * 40);
}

}  // namespace
}  // namespace openperflib::compat
