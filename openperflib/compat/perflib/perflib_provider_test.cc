// The provider half of perflib.h, and what readers see of it.
#include "openperflib/compat/perflib/perflib_provider.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/compat/guid_argument_internal.h"
#include "openperflib/compat/perflib/perflib_provider_places_internal.h"
#include "openperflib/testing/providers/perflib_provider_example.h"

namespace openperflib::compat {
namespace {

using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

TEST_F(PerflibProviderTest, ValueFunctions_ReadersSeeExactValues) {
  HANDLE const provider = start_print_queue();
  PERF_COUNTERSET_INSTANCE* const laser = create(provider, u"Läser", 3);
  ASSERT_NE(laser, nullptr);
  EXPECT_EQ(GetLastError(), kUntouched);
  EXPECT_EQ(PerfSetULongLongCounterValue(provider, laser, kRate, 1ULL << 40U), kSuccess);
  EXPECT_EQ(PerfIncrementULongLongCounterValue(provider, laser, kRate, 7), kSuccess);
  EXPECT_EQ(PerfDecrementULongLongCounterValue(provider, laser, kRate, 2), kSuccess);
  EXPECT_EQ(PerfSetULongCounterValue(provider, laser, kNumber, 40), kSuccess);
  EXPECT_EQ(PerfIncrementULongCounterValue(provider, laser, kNumber, 5), kSuccess);
  EXPECT_EQ(PerfDecrementULongCounterValue(provider, laser, kNumber, 3), kSuccess);
  EXPECT_THAT(seen(),
              UnorderedElementsAre(Pair("Läser#3", SeenValues{(1ULL << 40U) + 5, 42, 0, 0})));
}

TEST_F(PerflibProviderTest, ValuesPassTheirWidth_Wrap) {
  HANDLE const provider = start_print_queue();
  PERF_COUNTERSET_INSTANCE* const laser = create(provider, u"Laser");
  EXPECT_EQ(PerfDecrementULongLongCounterValue(provider, laser, kRate, 1), kSuccess);
  EXPECT_EQ(PerfDecrementULongCounterValue(provider, laser, kNumber, 1), kSuccess);
  EXPECT_EQ(PerfIncrementULongCounterValue(provider, laser, kBase, 0xFFFF'FFFF), kSuccess);
  EXPECT_EQ(PerfIncrementULongCounterValue(provider, laser, kBase, 3), kSuccess);
  EXPECT_THAT(seen(), UnorderedElementsAre(Pair("Laser#0", SeenValues{~0ULL, 0xFFFF'FFFF, 0, 2})));
}

TEST_F(PerflibProviderTest, Block_IsThatOfTheDocument_AndCanBeWritten) {
  HANDLE const provider = start_print_queue();
  PERF_COUNTERSET_INSTANCE* const block = create(provider, u"Ink", 9);
  EXPECT_EQ(std::memcmp(&block->CounterSetGuid, &example_.set.CounterSetGuid, sizeof(GUID)), 0);
  EXPECT_EQ(block->InstanceId, 9U);
  EXPECT_EQ(block->InstanceNameOffset, 32U + 4 * 8);
  EXPECT_EQ(block->InstanceNameSize, 8U);
  EXPECT_EQ(block->dwSize, 72U);
  auto* const bytes = reinterpret_cast<std::byte*>(block);
  EXPECT_EQ(std::memcmp(bytes + block->InstanceNameOffset, u"Ink", 8), 0);
  const std::uint64_t value = 77;
  std::memcpy(bytes + 32 + 2 * 8, &value, sizeof(value));
  EXPECT_THAT(seen(), UnorderedElementsAre(Pair("Ink#9", SeenValues{0, 0, 77, 0})));
}

TEST_F(PerflibProviderTest, InstancesComeAndGo_ReadersSeeIt) {
  HANDLE const provider = start_print_queue();
  PERF_COUNTERSET_INSTANCE* const laser = create(provider, u"Laser", 1);
  EXPECT_EQ(create(provider, u"Laser", 1), nullptr);
  EXPECT_EQ(GetLastError(), DWORD{ERROR_ALREADY_EXISTS});
  EXPECT_NE(create(provider, u"Laser", 2), nullptr);
  EXPECT_EQ(PerfDeleteInstance(provider, laser), kSuccess);
  EXPECT_THAT(seen(), UnorderedElementsAre(Pair("Laser#2", SeenValues(4))));
  EXPECT_EQ(PerfDeleteInstance(provider, laser), ULONG{ERROR_INVALID_PARAMETER});
  EXPECT_EQ(PerfSetULongCounterValue(provider, laser, kNumber, 1), ULONG{ERROR_INVALID_PARAMETER});
  ASSERT_NE(create(provider, u"Laser", 1), nullptr);
  EXPECT_EQ(seen().size(), 2U);
  stop_all();
  EXPECT_THAT(seen(), IsEmpty());
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path() + "/openperflib"));
}

TEST_F(PerflibProviderTest, QueryInstance_FindsThoseOfTheHandle) {
  HANDLE const provider = start_print_queue();
  HANDLE const other = start_print_queue();
  const GUID* const set = &example_.set.CounterSetGuid;
  PERF_COUNTERSET_INSTANCE* const laser = create(provider, u"Laser", 1);
  EXPECT_EQ(PerfQueryInstance(provider, set, u"Laser", 1), laser);
  EXPECT_EQ(GetLastError(), kUntouched);
  EXPECT_EQ(PerfQueryInstance(provider, set, u"Laser", 2), nullptr);
  EXPECT_EQ(GetLastError(), DWORD{ERROR_NOT_FOUND});
  EXPECT_EQ(PerfQueryInstance(other, set, u"Laser", 1), nullptr);
  EXPECT_EQ(PerfQueryInstance(provider, set, nullptr, 1), nullptr);
  EXPECT_EQ(GetLastError(), DWORD{ERROR_INVALID_PARAMETER});
}

// Each has its instances, of which the other knows nothing; readers see all.
TEST_F(PerflibProviderTest, TwoHandlesWithOneSet_AreIndependent) {
  HANDLE const one = start_print_queue();
  HANDLE const two = start_print_queue();
  PERF_COUNTERSET_INSTANCE* const of_one = create(one, u"Laser");
  PERF_COUNTERSET_INSTANCE* const of_two = create(two, u"Laser");
  EXPECT_EQ(PerfSetULongCounterValue(one, of_one, kNumber, 1), kSuccess);
  EXPECT_EQ(PerfSetULongCounterValue(two, of_two, kNumber, 2), kSuccess);
  EXPECT_EQ(PerfSetULongCounterValue(one, of_two, kNumber, 3), ULONG{ERROR_INVALID_PARAMETER});
  EXPECT_EQ(PerfDeleteInstance(one, of_two), ULONG{ERROR_INVALID_PARAMETER});
  EXPECT_THAT(seen(), UnorderedElementsAre(Pair("Laser#0", SeenValues{0, 1, 0, 0}),
                                           Pair("Laser#0", SeenValues{0, 2, 0, 0})));
  EXPECT_EQ(PerfStopProvider(one), kSuccess);
  EXPECT_THAT(seen(), UnorderedElementsAre(Pair("Laser#0", SeenValues{0, 2, 0, 0})));
}

TEST_F(PerflibProviderTest, SetOfOneInstance_HasOneThatNeedsNoName) {
  HANDLE const provider = start();
  example_ = print_queue(PERF_COUNTERSET_SINGLE_INSTANCE);
  EXPECT_EQ(describe(provider, example_), kSuccess);
  ASSERT_NE(create(provider, u""), nullptr);
  EXPECT_EQ(create(provider, u"second"), nullptr);
  EXPECT_EQ(GetLastError(), DWORD{ERROR_INVALID_PARAMETER});
}

TEST_F(PerflibProviderTest, AllInstanceTypes_AreAccepted_OthersNot) {
  HANDLE const provider = start();
  for (const ULONG type : {0U, 2U, 4U, 6U, 12U, 22U}) {
    TemplateExample set = print_queue(type);
    set.set.CounterSetGuid.Data2 = static_cast<WORD>(type);
    EXPECT_EQ(describe(provider, set), kSuccess) << type;
  }
  for (const ULONG type : {1U, 3U, 8U, 16U, 0xFFFF'FFFFU}) {
    TemplateExample set = print_queue(type);
    set.set.CounterSetGuid.Data2 = static_cast<WORD>(100);
    EXPECT_EQ(describe(provider, set), ULONG{ERROR_INVALID_PARAMETER}) << type;
  }
}

// As .NET describes counters: all by reference, Size that of a pointer, Offset running.
TEST_F(PerflibProviderTest, TemplateOfDotNet_IsAccepted) {
  HANDLE const provider = start();
  for (ULONG i = 0; i < 4; ++i) {
    example_.counters[i].Attrib = PERF_ATTRIB_BY_REFERENCE;
    example_.counters[i].Size = sizeof(void*);
    example_.counters[i].Offset = i * ULONG{sizeof(void*)};
  }
  ASSERT_EQ(describe(provider, example_), kSuccess);
  PERF_COUNTERSET_INSTANCE* const laser = create(provider, u"Laser");
  ASSERT_NE(laser, nullptr);
  EXPECT_EQ(PerfSetULongLongCounterValue(provider, laser, kRate, 1),
            ULONG{ERROR_INVALID_PARAMETER});
}

TEST_F(PerflibProviderTest, References_AreReadWhenAReaderAsks) {
  HANDLE const provider = start();
  example_.counters[0].Attrib = PERF_ATTRIB_BY_REFERENCE;
  example_.counters[3].Attrib = PERF_ATTRIB_BY_REFERENCE;
  ASSERT_EQ(describe(provider, example_), kSuccess);
  PERF_COUNTERSET_INSTANCE* const laser = create(provider, u"Laser");
  ULONGLONG pages = 1ULL << 40U;
  ULONG samples = 3;
  EXPECT_EQ(PerfSetCounterRefValue(provider, laser, kRate, &pages), kSuccess);
  EXPECT_EQ(PerfSetCounterRefValue(provider, laser, kBase, &samples), kSuccess);
  EXPECT_EQ(PerfSetULongCounterValue(provider, laser, kNumber, 4), kSuccess);
  EXPECT_EQ(PerfIncrementULongCounterValue(provider, laser, kBase, 1),
            ULONG{ERROR_INVALID_PARAMETER});
  EXPECT_EQ(ask(PERF_COLLECT_START), std::vector<std::uint32_t>{0});
  EXPECT_THAT(seen(), UnorderedElementsAre(Pair("Laser#0", SeenValues{1ULL << 40U, 4, 0, 3})));
  pages = 5;
  EXPECT_EQ(PerfSetCounterRefValue(provider, laser, kBase, nullptr), kSuccess);
  EXPECT_EQ(ask(PERF_COLLECT_START), std::vector<std::uint32_t>{0});
  EXPECT_THAT(seen(), UnorderedElementsAre(Pair("Laser#0", SeenValues{5, 4, 0, kNoValue})));
}

// What a callback was called with, and what it is to do.
struct CallbackRecord {
  ULONG code = 0;
  std::vector<std::byte> buffer;
  ULONG result = 0;
  HANDLE provider = nullptr;
  std::atomic<bool> runs = false;
  std::atomic<bool> is_done = false;
};
CallbackRecord& record() {
  static CallbackRecord record;
  return record;
}

ULONG note_call(ULONG code, PVOID buffer, ULONG size) {
  const auto* const bytes = static_cast<const std::byte*>(buffer);
  record().code = code;
  record().buffer.assign(bytes, bytes + size);
  return record().result;
}

std::u16string text_at(ULONG offset) {
  std::u16string text;
  const auto unit = [&] { return load<std::uint16_t>(record().buffer, offset + 2 * text.size()); };
  while (unit() != 0) text.push_back(unit());
  return text;
}

std::u16string name_of_machine() {
  std::array<char, 256> name = {};
  EXPECT_EQ(::gethostname(name.data(), name.size()), 0);
  return utf16_from_utf8(name.data());
}

TEST_F(PerflibProviderTest, Callback_GetsRequestsAsPerflibHasThem) {
  HANDLE const provider = start(note_call);
  ASSERT_EQ(describe(provider, example_), kSuccess);
  for (const ULONG code :
       std::array<ULONG, 3>{PERF_ENUM_INSTANCES, PERF_COLLECT_START, PERF_COLLECT_END}) {
    record().result = code;
    EXPECT_EQ(ask(code), std::vector<std::uint32_t>{code});
    EXPECT_EQ(record().code, code);
    EXPECT_EQ(text_at(0), name_of_machine());
    EXPECT_EQ(record().buffer.size(), 2 * (name_of_machine().size() + 1));
  }
}

TEST_F(PerflibProviderTest, CallbackForCounters_GetsTheIdentity) {
  HANDLE const provider = start(note_call);
  ASSERT_EQ(describe(provider, example_), kSuccess);
  record().result = 0;
  const Guid set = guid_at(&example_.set.CounterSetGuid);
  for (const ULONG code : std::array<ULONG, 2>{PERF_ADD_COUNTER, PERF_REMOVE_COUNTER}) {
    EXPECT_EQ(
        ask({.code = code, .set = set, .counter = 7, .instance_id = 9, .instance_name = u"L*"}),
        std::vector<std::uint32_t>{0});
    ASSERT_GE(record().buffer.size(), sizeof(PERF_COUNTER_IDENTITY));
    PERF_COUNTER_IDENTITY identity;
    std::memcpy(&identity, record().buffer.data(), sizeof(identity));
    EXPECT_EQ(std::memcmp(&identity.CounterSetGuid, &example_.set.CounterSetGuid, 16), 0);
    EXPECT_EQ(identity.BufferSize, record().buffer.size());
    EXPECT_EQ(identity.CounterId, 7U);
    EXPECT_EQ(identity.InstanceId, 9U);
    EXPECT_EQ(text_at(identity.MachineOffset), name_of_machine());
    EXPECT_EQ(text_at(identity.NameOffset), u"L*");
  }
}

TEST_F(PerflibProviderTest, StopInItsCallback_IsRefused_OfAnotherNot) {
  HANDLE const provider =
      start([](ULONG, PVOID, ULONG) -> ULONG { return PerfStopProvider(record().provider); });
  ASSERT_EQ(describe(provider, example_), kSuccess);
  record().provider = provider;
  EXPECT_EQ(ask(PERF_COLLECT_START), std::vector<std::uint32_t>{ERROR_POSSIBLE_DEADLOCK});
  EXPECT_NE(create(provider, u"Laser"), nullptr);
  record().provider = start();
  EXPECT_EQ(ask(PERF_COLLECT_START), std::vector<std::uint32_t>{0});
  EXPECT_EQ(PerfStopProvider(provider), kSuccess);
}

// The callback goes on until the handle is closed, and a while longer.
TEST_F(PerflibProviderTest, StopWhileACallbackRuns_WaitsForIt) {
  HANDLE const provider = start([](ULONG, PVOID, ULONG) -> ULONG {
    record().runs = true;
    record().runs.notify_one();
    const GUID set = print_queue().set.CounterSetGuid;
    do {
      (void)PerfQueryInstance(record().provider, &set, u"none", 0);
    } while (GetLastError() != ERROR_INVALID_HANDLE);
    record().is_done = true;
    return 0;
  });
  ASSERT_EQ(describe(provider, example_), kSuccess);
  record().provider = provider;
  record().runs = record().is_done = false;
  const std::jthread reader([&] { (void)ask(PERF_COLLECT_START); });
  record().runs.wait(false);
  EXPECT_EQ(PerfStopProvider(provider), kSuccess);
  EXPECT_TRUE(record().is_done);
}

TEST_F(PerflibProviderTest, StartArguments_AreChecked_OutputUntouched) {
  HANDLE const kNone = reinterpret_cast<HANDLE>(0x55);
  HANDLE handle = kNone;
  EXPECT_EQ(PerfStartProvider(nullptr, nullptr, &handle), ULONG{ERROR_INVALID_PARAMETER});
  EXPECT_EQ(PerfStartProvider(&provider_guid_, nullptr, nullptr), ULONG{ERROR_INVALID_PARAMETER});
  PERF_PROVIDER_CONTEXT context = {};
  for (DWORD size = 0; size < sizeof(context); ++size) {
    context.ContextSize = size;
    EXPECT_EQ(PerfStartProviderEx(&provider_guid_, &context, &handle),
              ULONG{ERROR_INVALID_PARAMETER});
  }
  context.ContextSize = sizeof(context);
  context.MemFreeRoutine = [](void*, void*) {};
  EXPECT_EQ(PerfStartProviderEx(&provider_guid_, &context, &handle),
            ULONG{ERROR_INVALID_PARAMETER});
  EXPECT_EQ(handle, kNone);
  context.MemFreeRoutine = nullptr;
  context.ContextSize = sizeof(context) + 8;  // of a later version
  EXPECT_EQ(PerfStartProviderEx(&provider_guid_, &context, &handle), kSuccess);
  EXPECT_EQ(PerfStopProvider(handle), kSuccess);
  EXPECT_EQ(PerfStartProviderEx(&provider_guid_, nullptr, &handle), kSuccess);
  EXPECT_EQ(PerfStopProvider(handle), kSuccess);
}

TEST_F(PerflibProviderTest, Templates_AreCheckedAgainstTheirSize) {
  HANDLE const provider = start();
  for (ULONG size = 0; size < sizeof(example_); ++size) {
    EXPECT_EQ(PerfSetCounterSetInfo(provider, &example_.set, size), ULONG{ERROR_INVALID_PARAMETER});
  }
  EXPECT_EQ(PerfSetCounterSetInfo(provider, nullptr, 168), ULONG{ERROR_INVALID_PARAMETER});
  for (const ULONG count : {0U, 5U, 64'001U, 0xFFFF'FFFFU}) {
    TemplateExample set = example_;
    set.set.NumCounters = count;
    EXPECT_EQ(describe(provider, set), ULONG{ERROR_INVALID_PARAMETER}) << count;
  }
  TemplateExample repeated = example_;
  repeated.counters[3].CounterId = kRate;
  EXPECT_EQ(describe(provider, repeated), ULONG{ERROR_INVALID_PARAMETER});
  EXPECT_EQ(describe(provider, example_), kSuccess);
  EXPECT_EQ(describe(provider, example_), ULONG{ERROR_ALREADY_EXISTS});
}

TEST_F(PerflibProviderTest, Names_AreOneTo1023Units) {
  HANDLE const provider = start_print_queue();
  EXPECT_EQ(create(provider, nullptr), nullptr);
  EXPECT_EQ(create(provider, u""), nullptr);
  const std::u16string longest(1'023, u'x');
  EXPECT_NE(create(provider, longest.c_str()), nullptr);
  EXPECT_EQ(create(provider, (longest + u"y").c_str()), nullptr);
  EXPECT_EQ(GetLastError(), DWORD{ERROR_INVALID_PARAMETER});
  EXPECT_EQ(PerfCreateInstance(provider, nullptr, u"x", 0), nullptr);
  const GUID unknown = {.Data1 = 9, .Data2 = 9, .Data3 = 9, .Data4 = {}};
  EXPECT_EQ(PerfCreateInstance(provider, &unknown, u"x", 0), nullptr);
  EXPECT_EQ(GetLastError(), DWORD{ERROR_NOT_FOUND});
}

TEST_F(PerflibProviderTest, CountersThatCannotBeChanged_AreRefused) {
  HANDLE const provider = start();
  example_.counters[2].Type = PERF_COUNTER_TEXT;
  example_.counters[2].Attrib = PERF_ATTRIB_BY_REFERENCE;
  example_.counters[3].Attrib = PERF_ATTRIB_BY_REFERENCE;
  ASSERT_EQ(describe(provider, example_), kSuccess);
  PERF_COUNTERSET_INSTANCE* const laser = create(provider, u"Laser");
  EXPECT_EQ(PerfSetULongCounterValue(provider, laser, kRate, 1), ULONG{ERROR_INVALID_PARAMETER});
  EXPECT_EQ(PerfSetULongLongCounterValue(provider, laser, kNumber, 1),
            ULONG{ERROR_INVALID_PARAMETER});
  EXPECT_EQ(PerfSetULongCounterValue(provider, laser, kAverage, 1), ULONG{ERROR_INVALID_PARAMETER});
  EXPECT_EQ(PerfSetULongCounterValue(provider, laser, kBase, 1), ULONG{ERROR_INVALID_PARAMETER});
  EXPECT_EQ(PerfSetCounterRefValue(provider, laser, kRate, &example_),
            ULONG{ERROR_INVALID_PARAMETER});
  EXPECT_EQ(PerfSetCounterRefValue(provider, laser, kAverage, &example_),
            ULONG{ERROR_INVALID_PARAMETER});
  for (const ULONG id : {0U, 3U, 9U, 500U, 0xFFFF'FFFFU}) {
    EXPECT_EQ(PerfSetULongCounterValue(provider, laser, id, 1), ULONG{ERROR_NOT_FOUND}) << id;
    EXPECT_EQ(PerfSetCounterRefValue(provider, laser, id, nullptr), ULONG{ERROR_NOT_FOUND}) << id;
  }
}

// Every function, with handles that are not open and pointers that are not those of an instance.
TEST_F(PerflibProviderTest, Garbage_IsRefusedWithoutLookingAtIt) {
  HANDLE const provider = start_print_queue();
  PERF_COUNTERSET_INSTANCE* const laser = create(provider, u"Laser");
  HANDLE const closed = start();
  EXPECT_EQ(PerfStopProvider(closed), kSuccess);
  const auto number = reinterpret_cast<std::uintptr_t>(provider);
  for (const std::uintptr_t bits :
       {std::uintptr_t{0}, std::uintptr_t{1}, ~std::uintptr_t{0}, number + 1, number ^ 8,
        number + 256, number + (std::uintptr_t{1} << 32U), reinterpret_cast<std::uintptr_t>(closed),
        reinterpret_cast<std::uintptr_t>(laser)}) {
    HANDLE const handle = reinterpret_cast<HANDLE>(bits);
    EXPECT_EQ(PerfStopProvider(handle), ULONG{ERROR_INVALID_HANDLE});
    EXPECT_EQ(describe(handle, example_), ULONG{ERROR_INVALID_HANDLE});
    EXPECT_EQ(PerfDeleteInstance(handle, laser), ULONG{ERROR_INVALID_HANDLE});
    EXPECT_EQ(PerfSetULongCounterValue(handle, laser, kNumber, 1), ULONG{ERROR_INVALID_HANDLE});
    EXPECT_EQ(create(handle, u"x"), nullptr);
    EXPECT_EQ(GetLastError(), DWORD{ERROR_INVALID_HANDLE});
  }
  for (const std::uintptr_t bits : {std::uintptr_t{0}, std::uintptr_t{1}, ~std::uintptr_t{0},
                                    reinterpret_cast<std::uintptr_t>(laser) + 8, number}) {
    auto* const instance = reinterpret_cast<PERF_COUNTERSET_INSTANCE*>(bits);
    EXPECT_EQ(PerfDeleteInstance(provider, instance), ULONG{ERROR_INVALID_PARAMETER});
    EXPECT_EQ(PerfIncrementULongCounterValue(provider, instance, kNumber, 1),
              ULONG{ERROR_INVALID_PARAMETER});
    EXPECT_EQ(PerfSetCounterRefValue(provider, instance, kRate, nullptr),
              ULONG{ERROR_INVALID_PARAMETER});
  }
  EXPECT_THAT(seen(), UnorderedElementsAre(Pair("Laser#0", SeenValues(4))));
}

TEST_F(PerflibProviderTest, NoRuntimeFolder_IsAccessDenied) {
  if (std::filesystem::exists("/run/openperflib")) GTEST_SKIP() << "this machine has one";
  HANDLE provider = nullptr;
  for (const char* const folder : {"", "/none/none", "relative"}) {
    ::setenv("XDG_RUNTIME_DIR", folder, 1);
    EXPECT_EQ(PerfStartProvider(&provider_guid_, nullptr, &provider), ULONG{ERROR_ACCESS_DENIED});
    EXPECT_EQ(provider, nullptr);
  }
}

// More than the first table of instances has room for.
TEST_F(PerflibProviderTest, ThousandsOfInstances_AreAllFound) {
  constexpr ULONG kCount = 3'000;
  HANDLE const provider = start_print_queue();
  std::vector<PERF_COUNTERSET_INSTANCE*> instances;
  for (ULONG i = 0; i < kCount; ++i) instances.push_back(create(provider, u"x", i));
  for (ULONG round = 0; round < 2; ++round) {
    for (ULONG i = 0; i < kCount; ++i) {
      ASSERT_EQ(PerfIncrementULongCounterValue(provider, instances[i], kNumber, i), kSuccess);
    }
  }
  for (ULONG i = 0; i < kCount; i += 2) {
    ASSERT_EQ(PerfDeleteInstance(provider, instances[i]), kSuccess);
    ASSERT_EQ(PerfSetULongCounterValue(provider, instances[i], kNumber, 0),
              ULONG{ERROR_INVALID_PARAMETER});
  }
  const auto all = seen();
  ASSERT_EQ(all.size(), kCount / 2);
  for (ULONG i = 1; i < kCount; i += 2) {
    ASSERT_EQ(all.find("x#" + std::to_string(i))->second[1], 2 * i);
  }
}

// What has the value of each counter at its own place; and of what readers get.
TEST(CounterPlaces, AnyIds_AreFoundAtTheirPositions) {
  const auto check = [](const std::vector<std::uint32_t>& ids) {
    CounterSetTemplate set;
    for (const std::uint32_t id : ids) set.counters.push_back({.id = id, .type = 0x0001'0100});
    const CounterPlaces places(set);
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const CounterPlace place = CounterPlaces::find_in(places.words(), ids[i]);
      ASSERT_EQ(place.kind(), PlaceKind::value8) << ids[i];
      ASSERT_EQ(place.offset(), 32 + 8 * i);
      const bool has_next = std::ranges::find(ids, ids[i] + 1) != ids.end();
      const auto next = CounterPlaces::find_in(places.words(), ids[i] + 1).kind();
      ASSERT_EQ(next, has_next ? PlaceKind::value8 : PlaceKind::unknown);
    }
  };
  check({0});
  check({0xFFFF'FFFF});
  check({5, 3, 1, 0xFFFF'FFFF, 0});
  std::vector<std::uint32_t> dense, sparse, bad;
  for (std::uint32_t i = 0; i < 1'000; ++i) {
    dense.push_back(i + 1);
    sparse.push_back(i * i * 7'919 + 3);
    bad.push_back(i << 20U);  // whose low bits are equal
  }
  check(dense);
  check(sparse);
  check(bad);
}

TEST(CounterPlaces, LargestSet_LastCounterIsFound) {
  CounterSetTemplate set;
  for (std::uint32_t i = 0; i < kMaxCounters; ++i) set.counters.push_back({.id = i * 65'536 + 1});
  const CounterPlaces places(set);
  EXPECT_EQ(CounterPlaces::find_in(places.words(), 63'999 * 65'536U + 1).offset(),
            32U + 8 * 63'999);
}

// A child changes the values of its parent, and has none of its handles.
TEST_F(PerflibProviderTest, ForkedChild_CountsOn_AndStartsForItself) {
  HANDLE const provider = start_print_queue();
  PERF_COUNTERSET_INSTANCE* const laser = create(provider, u"Laser");
  const pid_t child = ::fork();
  if (child == 0) {
    bool is_right =
        PerfIncrementULongLongCounterValue(provider, laser, kRate, 5) == ERROR_SUCCESS &&
        PerfDeleteInstance(provider, laser) == ERROR_INVALID_HANDLE &&
        PerfStopProvider(provider) == ERROR_INVALID_HANDLE &&
        describe(provider, example_) == ERROR_INVALID_HANDLE &&
        create(provider, u"Ink") == nullptr && GetLastError() == ERROR_INVALID_HANDLE;
    HANDLE const own = start_print_queue();
    PERF_COUNTERSET_INSTANCE* const ink = create(own, u"Ink");
    is_right = is_right && own != provider && PerfDeleteInstance(own, ink) == ERROR_SUCCESS &&
               PerfStopProvider(own) == ERROR_SUCCESS &&
               PerfIncrementULongLongCounterValue(provider, laser, kRate, 1) == ERROR_SUCCESS;
    ::_exit(is_right && !HasFailure() ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(PerfIncrementULongLongCounterValue(provider, laser, kRate, 2), kSuccess);
  EXPECT_THAT(seen(), UnorderedElementsAre(Pair("Laser#0", SeenValues{8, 0, 0, 0})));
}

// Bytes from one thread or process to another.
struct BytePipe {
  BytePipe() { EXPECT_EQ(::pipe(ends.data()), 0); }
  ~BytePipe() {
    for (const int end : ends) ::close(end);
  }
  BytePipe(const BytePipe&) = delete;
  BytePipe& operator=(const BytePipe&) = delete;
  void send() const { EXPECT_EQ(::write(ends[1], "x", 1), 1); }
  void receive() const {
    char byte = 0;
    EXPECT_EQ(::read(ends[0], &byte, 1), 1);
  }
  // Whether a byte comes before a test would be stopped.
  [[nodiscard]] bool comes() const {
    constexpr int kMost = 20'000;
    pollfd ready{.fd = ends[0], .events = POLLIN, .revents = 0};
    return ::poll(&ready, 1, kMost) == 1;
  }
  std::array<int, 2> ends = {};
};
struct CallbackPipes {
  BytePipe begun;
  BytePipe may_end;
};
CallbackPipes& callback_pipes() {
  static CallbackPipes pipes;
  return pipes;
}

// What the thread of PerfStopProvider waits for is the parent's: the child must not wait for it.
TEST_F(PerflibProviderTest, ForkWhileStopWaitsForACallback_ChildComesOutOfIt) {
  HANDLE const provider = start([](ULONG, PVOID, ULONG) -> ULONG {
    callback_pipes().begun.send();
    callback_pipes().may_end.receive();
    return 0;
  });
  ASSERT_EQ(describe(provider, example_), kSuccess);
  const std::jthread reader([&] { (void)ask(PERF_COLLECT_START); });
  callback_pipes().begun.receive();
  const std::jthread stopper([&] { EXPECT_EQ(PerfStopProvider(provider), kSuccess); });
  do {  // once the set is not offered any more, it is waited for
    (void)watch_.look();
  } while (!watch_.processes()[0].segments.empty());
  const BytePipe came_out;
  const pid_t child = ::fork();
  if (child == 0) {
    came_out.send();
    ::_exit(0);
  }
  EXPECT_TRUE(came_out.comes());
  ::kill(child, SIGKILL);
  EXPECT_EQ(::waitpid(child, nullptr, 0), child);
  callback_pipes().may_end.send();
}

// A child that outlives its parent keeps nothing visible.
TEST_F(PerflibProviderTest, ProviderEnds_ForkedChildLivesOn_NothingIsSeen) {
  std::array<int, 2> pipe = {};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  const pid_t parent = ::fork();
  if (parent == 0) {
    HANDLE const provider = start_print_queue();
    (void)create(provider, u"Laser");
    if (::fork() != 0) ::_exit(0);
    const pid_t self = ::getpid();
    (void)!::write(pipe[1], &self, sizeof(self));
    ::close(pipe[0]);
    ::pause();
  }
  ::close(pipe[1]);
  pid_t child = 0;
  ASSERT_EQ(::read(pipe[0], &child, sizeof(child)), ssize_t{sizeof(child)});
  ASSERT_EQ(::waitpid(parent, nullptr, 0), parent);
  EXPECT_THAT(seen(), IsEmpty());
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path() + "/openperflib"));
  ::kill(child, SIGKILL);
  ::close(pipe[0]);
}

}  // namespace
}  // namespace openperflib::compat
