// The provider half of perflib.h where memory runs out: each allocation of a call fails once.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "openperflib/compat/perflib.h"
#include "openperflib/testing/failing_allocations.h"
#include "openperflib/testing/perflib_provider_example.h"

namespace openperflib::compat {
namespace {

constexpr ULONG kNoMemory = ERROR_NOT_ENOUGH_MEMORY;

// Calls it with its first allocation failing, then with its second, until none is left to fail, and
// `check` after each call that failed. Returns how many did.
template <typename Call, typename Check>
std::int64_t fail_each(Call call, Check check) {
  for (std::int64_t number = 0;; ++number) {
    ULONG code = 0;
    {
      const FailingAllocation failing(number, FailingThreads::this_one);
      code = call();
    }
    if (!FailingAllocation::has_failed()) {
      EXPECT_EQ(code, ULONG{ERROR_SUCCESS});
      return number;
    }
    EXPECT_EQ(code, kNoMemory) << "allocation " << number;
    if (code != kNoMemory) return number;
    check();
  }
}

std::size_t names_in(const std::string& folder) {
  std::error_code missing;
  const std::filesystem::directory_iterator names(folder, missing);
  return static_cast<std::size_t>(std::distance(begin(names), end(names)));
}

class PerflibProviderMemory : public PerflibProviderTest {
 protected:
  ULONG code_of_creating(HANDLE provider, const char16_t* name, ULONG id) {
    return create(provider, name, id) != nullptr ? ERROR_SUCCESS : GetLastError();
  }
  [[nodiscard]] std::size_t offered() const { return names_in(folder_.path() + "/openperflib"); }
  // Creates instances, each of which fails at each of its allocations.
  void create_many(HANDLE provider, ULONG count) {
    for (ULONG id = 0; id < count; ++id) {
      const std::u16string name(1 + id % 100, u'x');
      const auto failed = fail_each([&] { return code_of_creating(provider, name.c_str(), id); },
                                    [&] { ASSERT_EQ(seen().size(), id); });
      ASSERT_GT(failed, 0);
      ASSERT_EQ(seen().size(), id + 1);
    }
  }
};

TEST_F(PerflibProviderMemory, Start_LeavesNoNameAndNoDescriptor) {
  const std::size_t descriptors = names_in("/proc/self/fd");
  HANDLE provider = nullptr;
  const auto failed = fail_each([&] { return PerfStartProvider(&provider_guid_, nullptr, &provider); },
                                [&] {
                                  EXPECT_EQ(provider, nullptr);
                                  EXPECT_EQ(offered(), 0U);
                                  EXPECT_EQ(names_in("/proc/self/fd"), descriptors);
                                });
  EXPECT_GT(failed, 0);
  EXPECT_EQ(offered(), 1U);
  EXPECT_EQ(fail_each([&] { return PerfStopProvider(provider); }, [] {}), 0);
  EXPECT_EQ(offered(), 0U);
  EXPECT_EQ(names_in("/proc/self/fd"), descriptors);
}

TEST_F(PerflibProviderMemory, SecondStart_LeavesNoUserOfThePublisher) {
  (void)start();
  HANDLE provider = nullptr;
  const auto failed = fail_each(
      [&] { return PerfStartProvider(&provider_guid_, nullptr, &provider); }, [] {});
  EXPECT_GT(failed, 0);
  EXPECT_EQ(PerfStopProvider(provider), ULONG{ERROR_SUCCESS});
  stop_all();
  EXPECT_EQ(offered(), 0U);
}

TEST_F(PerflibProviderMemory, Describe_LeavesNoSet) {
  HANDLE const provider = start([](ULONG, PVOID, ULONG) -> ULONG { return 0; });
  const auto failed = fail_each([&] { return describe(provider, example_); },
                                [&] {
                                  (void)watch_.look();
                                  EXPECT_EQ(watch_.processes()[0].segments.size(), 0U);
                                });
  EXPECT_GT(failed, 0);
  (void)watch_.look();
  EXPECT_EQ(watch_.processes()[0].segments.size(), 1U);
}

// So many that segments are added and tables grow, with names that take memory and such that do not.
TEST_F(PerflibProviderMemory, Create_LeavesNoInstance) {
  HANDLE const provider = start_print_queue();
  create_many(provider, 120);
  for (ULONG id = 0; id < 120; ++id) {
    const std::u16string name(1 + id % 100, u'x');
    PERF_COUNTERSET_INSTANCE* const made =
        PerfQueryInstance(provider, &example_.set.CounterSetGuid, name.c_str(), id);
    ASSERT_EQ(fail_each([&] { return PerfDeleteInstance(provider, made); }, [] {}), 0);
  }
  EXPECT_EQ(seen().size(), 0U);
}

TEST_F(PerflibProviderMemory, CreateWithReferences_LeavesNoInstance) {
  HANDLE const provider = start();
  example_.counters[0].Attrib = PERF_ATTRIB_BY_REFERENCE;
  ASSERT_EQ(describe(provider, example_), ULONG{ERROR_SUCCESS});
  create_many(provider, 20);
  EXPECT_EQ(fail_each([&] { return PerfStopProvider(provider); }, [] {}), 0);
  EXPECT_EQ(offered(), 0U);
}

// One that was not answered comes again, and the provider is none the worse for it.
TEST_F(PerflibProviderMemory, Requests_AreRefusedOrNotAnswered) {
  HANDLE const provider = start([](ULONG, PVOID, ULONG) -> ULONG { return 0; });
  example_.counters[0].Attrib = PERF_ATTRIB_BY_REFERENCE;
  ASSERT_EQ(describe(provider, example_), ULONG{ERROR_SUCCESS});
  ASSERT_NE(create(provider, u"Laser"), nullptr);
  using Codes = std::vector<std::uint32_t>;
  for (std::int64_t number = 0;; ++number) {
    Codes codes;
    {
      const FailingAllocation failing(number, FailingThreads::others);
      codes = ask(PERF_COLLECT_START);
    }
    if (!FailingAllocation::has_failed()) {
      EXPECT_EQ(codes, Codes{ERROR_SUCCESS});
      EXPECT_GT(number, 0);
      break;
    }
    EXPECT_TRUE(codes.empty() || codes == Codes{ERROR_SUCCESS} || codes == Codes{kNoMemory});
  }
  EXPECT_EQ(PerfStopProvider(provider), ULONG{ERROR_SUCCESS});
}

TEST_F(PerflibProviderMemory, NewReaders_ComeAgain) {
  HANDLE const provider = start_print_queue();
  ASSERT_NE(create(provider, u"Laser"), nullptr);
  for (std::int64_t number = 0;; ++number) {
    OfferWatch watch({.system = folder_.path() + "/none", .own = folder_.path() + "/openperflib"});
    {
      const FailingAllocation failing(number, FailingThreads::others);
      (void)watch.look();
    }
    if (!FailingAllocation::has_failed()) {
      EXPECT_EQ(watch.processes().size(), 1U);
      EXPECT_GT(number, 0);
      return;
    }
  }
}

}  // namespace
}  // namespace openperflib::compat
