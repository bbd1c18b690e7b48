#include "openperflib/provider/v1/module_answer.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <vector>

#include "openperflib/testing/providers/disque_queues.h"
#include "openperflib/testing/providers/played_hosts.h"
#include "openperflib/wire/object_type_view.h"

namespace openperflib {
namespace {

DISQUE_OBJECT disque_object(DWORD first = kDisqueTitles.first) {
  const DISQUE_QUEUE queues[2] = {{"mail", 3, 100}, {"print", 0, 7}};
  DISQUE_OBJECT object;
  DisqueFill(&object, first, queues);
  return object;
}

Bytes bytes_of_object(const DISQUE_OBJECT& object) { return std::as_bytes(std::span(&object, 1)); }

// The fault of an answer with one object.
AnswerFault fault_of(const DISQUE_OBJECT& object, AnswerRules rules = {.titles = kDisqueTitles}) {
  ModuleAnswer answer;
  const auto checked = answer.check(bytes_of_object(object), 1, rules);
  EXPECT_FALSE(checked.has_value());
  EXPECT_TRUE(answer.objects().empty());
  return checked.has_value() ? AnswerFault() : checked.error();
}

TEST(ModuleAnswer, WholeObject_IsKeptAsItIs) {
  const DISQUE_OBJECT object = disque_object();
  ModuleAnswer answer;
  ASSERT_TRUE(answer.check(bytes_of_object(object), 1, {.titles = kDisqueTitles}).has_value());
  ASSERT_EQ(answer.objects().size(), 1U);
  EXPECT_EQ(answer.objects()[0].index, 1848U);
  EXPECT_EQ(std::memcmp(answer.objects()[0].bytes.data(), &object, sizeof(object)), 0);
}

TEST(ModuleAnswer, NoObject_IsAnAnswer) {
  ModuleAnswer answer;
  EXPECT_TRUE(answer.check({}, 0, {.titles = kDisqueTitles}).has_value());
  EXPECT_TRUE(answer.objects().empty());
}

TEST(ModuleAnswer, WrongCount_IsRefused) {
  const DISQUE_OBJECT object = disque_object();
  ModuleAnswer answer;
  const auto checked = answer.check(bytes_of_object(object), 2, {.titles = kDisqueTitles});
  ASSERT_FALSE(checked.has_value());
  EXPECT_EQ(checked.error().event, 1003U);
  EXPECT_EQ(checked.error().text, "it has 1 objects, but its module said 2");
}

TEST(ModuleAnswer, ForeignIndex_IsRefused) {
  const AnswerFault fault = fault_of(disque_object(238));
  EXPECT_EQ(fault.event, 1019U);
  EXPECT_EQ(fault.text, "the object's index, 238, is not one of the service (1848 to 1852)");
  DISQUE_OBJECT object = disque_object();
  object.jobs.CounterNameTitleIndex = 1860;
  EXPECT_EQ(fault_of(object).text,
            "object 1848: the counter's index, 1860, is not one of the service");
}

TEST(ModuleAnswer, FixedTitleOfACounter_IsAllowed) {
  DISQUE_OBJECT object = disque_object();
  object.jobs.CounterNameTitleIndex = 6;  // % Processor Time
  ModuleAnswer answer;
  EXPECT_TRUE(answer.check(bytes_of_object(object), 1, {.titles = kDisqueTitles}).has_value());
}

TEST(ModuleAnswer, ParentOfAnotherProvider_IsRefused) {
  DISQUE_OBJECT object = disque_object();
  object.instances[0].definition.ParentObjectTitleIndex = 230;
  EXPECT_EQ(fault_of(object).event, 1004U);
}

TEST(ModuleAnswer, BaseWithoutTitle_GetsThatOfItsCounter) {
  DISQUE_OBJECT object = disque_object();
  object.depth.CounterType = PERF_RAW_FRACTION;
  object.jobs.CounterType = PERF_RAW_BASE;
  object.jobs.CounterSize = 4;
  object.jobs.CounterNameTitleIndex = 0;
  object.jobs.CounterHelpTitleIndex = 0;
  ModuleAnswer answer;
  const auto checked = answer.check(bytes_of_object(object), 1, {.titles = kDisqueTitles});
  ASSERT_TRUE(checked.has_value()) << checked.error().text;
  const ObjectTypeView view(answer.objects()[0].bytes, {ByteOrder::little, ByteOrder::little});
  auto counter = view.counters().begin();
  EXPECT_EQ((*++counter).name_title_index(), 1850U);
}

TEST(ModuleAnswer, EveryCut_IsRefused) {
  const DISQUE_OBJECT object = disque_object();
  ModuleAnswer answer;
  for (std::size_t length = 1; length < sizeof(object); ++length) {
    EXPECT_FALSE(answer.check(bytes_of_object(object).first(length), 1, {.titles = kDisqueTitles})
                     .has_value())
        << length;
  }
}

// The last counter block ends after its last value, at no multiple of 8.
std::vector<std::byte> odd_object() {
  DISQUE_OBJECT object = disque_object();
  object.jobs.CounterType = PERF_COUNTER_RAWCOUNT;
  object.jobs.CounterSize = 4;
  object.instances[1].block.ByteLength -= 4;
  object.object.TotalByteLength -= 4;
  const Bytes bytes = bytes_of_object(object).first(object.object.TotalByteLength);
  return {bytes.begin(), bytes.end()};
}

TEST(ModuleAnswer, OddLength_IsRefused) {
  ModuleAnswer answer;
  const auto refused = answer.check(odd_object(), 1, {.titles = kDisqueTitles});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().event, 1016U);
}

TEST(ModuleAnswer, OddLength_IsPaddedWhereTheFlagsSaySo) {
  std::vector<std::byte> two = odd_object();
  DISQUE_OBJECT other = disque_object();
  other.object.ObjectNameTitleIndex = 1850;
  const Bytes more = bytes_of_object(other);
  two.insert(two.end(), more.begin(), more.end());
  two.resize(two.size() + 4);  // the padding of the whole
  ModuleAnswer answer;
  const auto padded = answer.check(two, 2, {.titles = kDisqueTitles, .pads_lengths = true});
  ASSERT_TRUE(padded.has_value()) << padded.error().text;
  ASSERT_EQ(answer.objects().size(), 2U);
  const ObjectTypeView view = answer.objects()[0].view();
  EXPECT_EQ(view.total_byte_length() % 8, 0U);
  auto counter = view.counters().begin();
  auto instance = view.instances().begin();
  EXPECT_EQ((*++instance).counters.value(*++counter), 7U);
  EXPECT_EQ(answer.objects()[1].index, 1850U);
  EXPECT_EQ(std::memcmp(answer.objects()[1].bytes.data(), &other, sizeof(other)), 0);
}

TEST(ModuleAnswer, OddLengthWithAnotherFault_IsRefused) {
  std::vector<std::byte> odd = odd_object();
  odd.pop_back();
  ModuleAnswer answer;
  EXPECT_FALSE(answer.check(odd, 1, {.titles = kDisqueTitles, .pads_lengths = true}).has_value());
}

// One changed number each: the event is that of what is wrong.
TEST(ModuleAnswer, Fault_HasItsEvent) {
  struct Case {
    std::uint32_t event;
    void (*change)(DISQUE_OBJECT& object);
  };
  constexpr auto kCases = std::to_array<Case>({
      {1003, [](DISQUE_OBJECT& object) { object.object.TotalByteLength += 8; }},
      {1003, [](DISQUE_OBJECT& object) { object.object.TotalByteLength = 0; }},
      {1003, [](DISQUE_OBJECT& object) { object.object.TotalByteLength = 0xFFFF'FFF8; }},
      {1004, [](DISQUE_OBJECT& object) { object.object.NumInstances = 1; }},
      {1004, [](DISQUE_OBJECT& object) { object.object.NumInstances = 3; }},
      {1004, [](DISQUE_OBJECT& object) { object.instances[0].definition.NameLength = 80; }},
      {1019, [](DISQUE_OBJECT& object) { object.instances[1].block.ByteLength = 8; }},
      {1004, [](DISQUE_OBJECT& object) { object.instances[0].definition.ByteLength = 64; }},
      {1016, [](DISQUE_OBJECT& object) { object.instances[0].definition.ByteLength = 44; }},
      {1019, [](DISQUE_OBJECT& object) { object.object.NumCounters = 3; }},
      {1019, [](DISQUE_OBJECT& object) { object.object.DefinitionLength = 64; }},
      {1019, [](DISQUE_OBJECT& object) { object.object.HeaderLength = 72; }},
      {1019, [](DISQUE_OBJECT& object) { object.jobs.ByteLength = 48; }},
      {1019, [](DISQUE_OBJECT& object) { object.jobs.CounterOffset = 12; }},
      {1019, [](DISQUE_OBJECT& object) { object.object.ObjectNameTitleIndex = 1849; }},
      {1019, [](DISQUE_OBJECT& object) { object.object.ObjectNameTitleIndex = 1854; }},
      {1019, [](DISQUE_OBJECT& object) { object.jobs.CounterNameTitleIndex = 0; }},
  });
  for (std::size_t i = 0; i < kCases.size(); ++i) {
    DISQUE_OBJECT object = disque_object();
    kCases[i].change(object);
    const AnswerFault fault = fault_of(object);
    EXPECT_EQ(fault.event, kCases[i].event) << i << ": " << fault.text;
  }
}

TEST(ModuleAnswer, ParentInALaterObject_IsRefused) {
  DISQUE_OBJECT child = disque_object();
  child.instances[0].definition.ParentObjectTitleIndex = 1850;
  DISQUE_OBJECT parent = disque_object();
  parent.object.ObjectNameTitleIndex = 1850;
  const auto check = [](const DISQUE_OBJECT& first, const DISQUE_OBJECT& second) {
    const std::array both = {first, second};
    ModuleAnswer answer;
    return answer.check(std::as_bytes(std::span(both)), 2, {.titles = kDisqueTitles}).has_value();
  };
  EXPECT_TRUE(check(parent, child));
  EXPECT_FALSE(check(child, parent));
}

TEST(ModuleAnswer, AnyByteChanged_IsRefusedOrReadInside) {
  const DISQUE_OBJECT object = disque_object();
  ModuleAnswer answer;
  for (std::size_t at = 0; at < sizeof(object); ++at) {
    for (const unsigned change : {0x01U, 0x80U, 0xFFU}) {
      DISQUE_OBJECT changed = object;
      const auto bytes = std::as_writable_bytes(std::span(&changed, 1));
      bytes[at] ^= static_cast<std::byte>(change);
      if (!answer.check(bytes, 1, {.titles = kDisqueTitles}).has_value()) continue;
      for (const AnsweredObject& one : answer.objects()) {
        const ObjectTypeView view(one.bytes, {ByteOrder::little, ByteOrder::little});
        for (const InstanceView& instance : view.instances()) {
          for (const CounterDefinitionView& counter : view.counters()) {
            EXPECT_LE(instance.counters.data(counter).size(), one.bytes.size());
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace openperflib
