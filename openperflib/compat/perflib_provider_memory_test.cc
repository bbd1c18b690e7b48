// The memory of the provider half of perflib.h: that of the program's functions, and none.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "openperflib/compat/perflib.h"
#include "openperflib/testing/failing_allocations.h"
#include "openperflib/testing/perflib_provider_example.h"

namespace openperflib::compat {
namespace {

constexpr ULONG kSuccess = ERROR_SUCCESS, kNoMemory = ERROR_NOT_ENOUGH_MEMORY;

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
      EXPECT_EQ(code, kSuccess);
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
  const auto failed =
      fail_each([&] { return PerfStartProvider(&provider_guid_, nullptr, &provider); },
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
  const auto failed =
      fail_each([&] { return PerfStartProvider(&provider_guid_, nullptr, &provider); }, [] {});
  EXPECT_GT(failed, 0);
  EXPECT_EQ(PerfStopProvider(provider), kSuccess);
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

// So many that segments are added and tables grow, with names that take memory and such that do
// not.
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
  ASSERT_EQ(describe(provider, example_), kSuccess);
  create_many(provider, 20);
  EXPECT_EQ(fail_each([&] { return PerfStopProvider(provider); }, [] {}), 0);
  EXPECT_EQ(offered(), 0U);
}

// One that was not answered comes again, and the provider is none the worse for it.
TEST_F(PerflibProviderMemory, Requests_AreRefusedOrNotAnswered) {
  HANDLE const provider = start([](ULONG, PVOID, ULONG) -> ULONG { return 0; });
  example_.counters[0].Attrib = PERF_ATTRIB_BY_REFERENCE;
  ASSERT_EQ(describe(provider, example_), kSuccess);
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
  EXPECT_EQ(PerfStopProvider(provider), kSuccess);
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

// The memory of a provider: each block that is given out must come back once.
struct CountedMemory {
  std::set<void*> out;
  std::size_t given = 0;
  bool refuses = false;
};

void* take_counted(SIZE_T size, void* context) {
  auto& memory = *static_cast<CountedMemory*>(context);
  if (memory.refuses) return nullptr;
  ++memory.given;
  void* const block = std::malloc(size);
  memory.out.insert(block);
  return block;
}

void give_counted(void* block, void* context) {
  EXPECT_EQ(static_cast<CountedMemory*>(context)->out.erase(block), 1U);
  std::free(block);
}

PERF_PROVIDER_CONTEXT context_of(CountedMemory& memory) {
  return {.ContextSize = sizeof(PERF_PROVIDER_CONTEXT),
          .Reserved = 0,
          .ControlCallback = nullptr,
          .MemAllocRoutine = take_counted,
          .MemFreeRoutine = give_counted,
          .pMemContext = &memory};
}

TEST_F(PerflibProviderMemory, OwnMemory_ServesEachInstance_AndComesBack) {
  CountedMemory memory;
  PERF_PROVIDER_CONTEXT context = context_of(memory);
  HANDLE provider = nullptr;
  ASSERT_EQ(PerfStartProviderEx(&provider_guid_, &context, &provider), kSuccess);
  ASSERT_EQ(describe(provider, example_), kSuccess);
  const std::size_t before = memory.given;
  PERF_COUNTERSET_INSTANCE* const laser = create(provider, u"Laser");
  EXPECT_NE(create(provider, u"Ink"), nullptr);
  EXPECT_GE(memory.given, before + 2);
  EXPECT_EQ(create(provider, u"Ink"), nullptr);  // it exists
  EXPECT_EQ(PerfDeleteInstance(provider, laser), kSuccess);
  EXPECT_EQ(memory.out.size(), 1U);
  memory.refuses = true;
  EXPECT_EQ(create(provider, u"Laser"), nullptr);
  EXPECT_EQ(GetLastError(), DWORD{ERROR_NOT_ENOUGH_MEMORY});
  EXPECT_EQ(PerfStopProvider(provider), kSuccess);
  EXPECT_TRUE(memory.out.empty());
}

// What is wrong with the arguments is said even where there is no memory.
TEST_F(PerflibProviderMemory, OwnMemory_IsAskedAfterTheArgumentsWereChecked) {
  CountedMemory memory;
  PERF_PROVIDER_CONTEXT context = context_of(memory);
  HANDLE provider = nullptr;
  ASSERT_EQ(PerfStartProviderEx(&provider_guid_, &context, &provider), kSuccess);
  started_.push_back(provider);
  const std::size_t before = memory.given;
  EXPECT_EQ(create(provider, u"Laser"), nullptr);
  EXPECT_EQ(GetLastError(), DWORD{ERROR_NOT_FOUND});  // the set is not described yet
  ASSERT_EQ(describe(provider, example_), kSuccess);
  EXPECT_EQ(create(provider, u""), nullptr);
  EXPECT_EQ(GetLastError(), DWORD{ERROR_INVALID_PARAMETER});
  EXPECT_EQ(memory.given, before);
}

// They would wait for ever for a mutex that their caller held.
TEST_F(PerflibProviderMemory, OwnMemory_MayCallItsProvider) {
  struct Context {
    HANDLE provider = nullptr;
    GUID set = print_queue().set.CounterSetGuid;
    ULONG calls = 0;
    void look() {
      if (provider == nullptr) return;
      EXPECT_EQ(PerfQueryInstance(provider, &set, u"none", 0), nullptr);
      ++calls;
    }
  } own;
  PERF_PROVIDER_CONTEXT context = {.ContextSize = sizeof(PERF_PROVIDER_CONTEXT),
                                   .Reserved = 0,
                                   .ControlCallback = nullptr,
                                   .MemAllocRoutine = [](SIZE_T size, PVOID mine) -> PVOID {
                                     static_cast<Context*>(mine)->look();
                                     return std::malloc(size);
                                   },
                                   .MemFreeRoutine =
                                       [](PVOID block, PVOID mine) {
                                         static_cast<Context*>(mine)->look();
                                         std::free(block);
                                       },
                                   .pMemContext = &own};
  ASSERT_EQ(PerfStartProviderEx(&provider_guid_, &context, &own.provider), kSuccess);
  ASSERT_EQ(describe(own.provider, example_), kSuccess);
  PERF_COUNTERSET_INSTANCE* const laser = create(own.provider, u"Laser");
  EXPECT_EQ(PerfDeleteInstance(own.provider, laser), kSuccess);
  EXPECT_EQ(create(own.provider, u"Ink") != nullptr, true);
  EXPECT_EQ(create(own.provider, u"Ink"), nullptr);  // it exists
  EXPECT_EQ(PerfStopProvider(own.provider), kSuccess);
  EXPECT_GE(own.calls, 6U);
}

}  // namespace
}  // namespace openperflib::compat
