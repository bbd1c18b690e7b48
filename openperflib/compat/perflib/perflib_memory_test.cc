// perflib.h where no memory is left; and the memory of a program's own functions.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/compat/perflib/perflib.h"
#include "openperflib/testing/failing_allocations.h"
#include "openperflib/testing/providers/perflib_provider_example.h"
#include "openperflib/wire/v2/perf_data_view.h"

namespace openperflib::compat {
namespace {

constexpr ULONG kNoMemory = ERROR_NOT_ENOUGH_MEMORY;

// Calls it with its first allocation failing, then with its second, until none is left to fail, and
// `check` after each call that was refused with this code. Returns how many were.
template <typename Call, typename Check>
std::int64_t fail_each(Call call, Check check, ULONG refused = kNoMemory) {
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
    EXPECT_EQ(code, refused) << "allocation " << number;
    if (code != refused) return number;
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

// A request that was not answered is repeated, and the provider answers it as usual.
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

// The functions that read counter sets have another code.
class PerflibConsumerMemory : public PerflibProviderMemory {
 protected:
  PerflibConsumerMemory() { ::setenv("XDG_STATE_HOME", folder_.path().c_str(), 1); }
  template <typename Call>
  static std::int64_t fail_each(Call call) {
    return openperflib::compat::fail_each(call, [] {}, ERROR_OUTOFMEMORY);
  }
  // The number of all instances.
  [[nodiscard]] std::vector<std::byte> identifier() const {
    PERF_COUNTER_IDENTIFIER identifier = {};
    identifier.CounterSetGuid = example_.set.CounterSetGuid;
    identifier.Size = sizeof(identifier) + 2 * sizeof(std::uint32_t);
    identifier.CounterId = kNumber;
    identifier.InstanceId = 0xFFFF'FFFF;
    std::vector<std::byte> bytes(identifier.Size);
    std::memcpy(bytes.data(), &identifier, sizeof(identifier));
    std::memcpy(bytes.data() + sizeof(identifier), u"*", 2 * sizeof(char16_t));
    return bytes;
  }
  // The numbers of the instances, in the order of the reply. Fails at each allocation first.
  std::vector<std::uint64_t> collect(HANDLE query) {
    std::vector<std::byte> reply(4'096);
    void* const start = reply.data();
    DWORD actual = 0;
    (void)fail_each([&] {
      return PerfQueryCounterData(query, static_cast<PPERF_DATA_HEADER>(start),
                                  static_cast<DWORD>(reply.size()), &actual);
    });
    std::vector<std::uint64_t> numbers;
    for (const CounterHeaderView counter : PerfDataView::parse(reply).value().counters()) {
      EXPECT_EQ(counter.status(), 0U);
      for (const InstanceDataView instance : counter.instances()) {
        numbers.push_back((*instance.values.begin()).number().value_or(kNoValue));
      }
    }
    return numbers;
  }
  void create(HANDLE provider, const char16_t* name, ULONG number) {
    PERF_COUNTERSET_INSTANCE* const made = PerflibProviderMemory::create(provider, name);
    EXPECT_EQ(PerfSetULongCounterValue(provider, made, kNumber, number), kSuccess);
  }
};

// Whatever a call had done when it failed: the next ones see all that is published by then.
TEST_F(PerflibConsumerMemory, EveryCall_IsRefusedAndThenHasAllValues) {
  using Numbers = std::vector<std::uint64_t>;
  HANDLE const provider = start_print_queue();
  create(provider, u"Laser", 42);
  HANDLE query = nullptr;
  EXPECT_GT(fail_each([&] { return PerfOpenQueryHandle(nullptr, &query); }), 0);
  std::vector<std::byte> block = identifier();
  void* const start = block.data();
  auto* const identifiers = static_cast<PPERF_COUNTER_IDENTIFIER>(start);
  const auto size = static_cast<DWORD>(block.size());
  EXPECT_GT(fail_each([&] { return PerfAddCounters(query, identifiers, size); }), 0);
  EXPECT_EQ(identifiers->Status, kSuccess);
  EXPECT_EQ(collect(query), (Numbers{42}));
  create(provider, u"Ink", 43);
  EXPECT_EQ(collect(query), (Numbers{42, 43}));
  HANDLE const other = start_print_queue();
  create(other, u"Laser", 44);
  EXPECT_EQ(collect(query), (Numbers{42, 43, 44}));
  EXPECT_EQ(PerfStopProvider(provider), kSuccess);
  EXPECT_EQ(collect(query), (Numbers{44}));
  (void)fail_each([&] { return PerfDeleteCounters(query, identifiers, size); });
  EXPECT_EQ(fail_each([&] { return PerfCloseQueryHandle(query); }), 0);
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
