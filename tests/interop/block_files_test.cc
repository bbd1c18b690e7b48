// What Wine 8.0 and Samba 4.17 wrote (tests/data/blocks): read for what they mean, refused by
// strict rules where they are odd.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "openperflib/wire/data_block_view.h"
#include "openperflib/wire/instance_name.h"
#include "openperflib/wire/rebuild.h"
#include "tests/interop/blg_blocks.h"

namespace openperflib {
namespace {

using Block = std::vector<std::byte>;
using Numbers = std::vector<std::optional<std::uint64_t>>;

Numbers numbers_of(const ObjectTypeView& object, const CounterBlockView& block) {
  Numbers numbers;
  for (const CounterDefinitionView counter : object.counters()) {
    numbers.push_back(block.value(counter));
  }
  return numbers;
}

struct Parsed {
  Block bytes;
  ToleranceReport report;
  std::optional<DataBlockView> view;
};

Parsed parsed(const std::string& path) {
  Parsed result{interop::read_test_data(path), {}, {}};
  const auto view =
      DataBlockView::parse(result.bytes, {}, Conformance::as_seen_in_the_wild, &result.report);
  EXPECT_TRUE(view.has_value()) << describe(view.error());
  if (view.has_value()) result.view = *view;
  return result;
}

std::string strict_fault(const std::string& path) {
  const Block bytes = interop::read_test_data(path);
  const auto view = DataBlockView::parse(bytes, {}, Conformance::strict);
  return view.has_value() ? "none" : describe(view.error());
}

std::vector<std::string> names_of(const ObjectTypeView& object) {
  std::vector<std::string> names;
  for (const InstanceView instance : object.instances()) {
    names.push_back(instance_name(object, instance.definition).text);
  }
  return names;
}

TEST(WineBlock, WithObjectsWhereTheHeaderSays_IsStrictlyLegal) {
  EXPECT_EQ(strict_fault("blocks/wine8_hkpd_global_fixed.bin"), "none");
  const Parsed wine = parsed("blocks/wine8_hkpd_global_fixed.bin");
  EXPECT_TRUE(wine.report.empty());
  const ObjectTypeView two = wine.view->find(5000).value();
  EXPECT_EQ(names_of(two), (std::vector<std::string>{"alpha", "beta-\u03B2"}));
  EXPECT_EQ(numbers_of(two, (*two.instances().begin()).counters),
            (Numbers{1000, 2001, 3002, 4003, 250, 1000, 67198415501734136, 10000000, 10, 10009, 10,
                     64028255323, 13012}));
}

TEST(WineBlock, ObjectsAfterTwoHeaders_AreReadWithoutTheMissingEnd) {
  const Parsed wine = parsed("blocks/wine8_hkpd_global.bin");
  EXPECT_TRUE(wine.report.used(Tolerance::objects_after_header_twice));
  EXPECT_TRUE(wine.report.used(Tolerance::last_object_cut));
  EXPECT_EQ(wine.report.first_offset(Tolerance::last_object_cut), 1040U);
  const ObjectTypeView two = wine.view->find(5000).value();
  EXPECT_EQ(names_of(two), (std::vector<std::string>{"alpha", "beta-\u03B2"}));
  EXPECT_FALSE(two.is_cut());
  EXPECT_EQ(numbers_of(two, (*two.instances().begin()).counters),
            (Numbers{1000, 2001, 3002, 4003, 250, 1000, 67198414478239667, 10000000, 10, 10009, 10,
                     61981266384, 13012}));
  const ObjectTypeView one = wine.view->find(5100).value();
  EXPECT_TRUE(one.is_cut());
  EXPECT_EQ(numbers_of(one, one.single().value()), Numbers(13, std::nullopt));
}

TEST(WineBlock, WithObjectsAfterTwoHeaders_IsRefusedByStrictRules) {
  EXPECT_EQ(strict_fault("blocks/wine8_hkpd_global.bin"),
            "PERF_OBJECT_TYPE.TotalByteLength at byte 96: is out of range (0)");
}

// Its last values are unknown: writing the block again would make zeros of them.
TEST(WineBlock, WithAnObjectCut_IsNotRebuilt) {
  const Parsed wine = parsed("blocks/wine8_hkpd_global.bin");
  DataBlockBuilder builder;
  const auto rebuilt = rebuild(*wine.view, builder);
  ASSERT_FALSE(rebuilt.has_value());
  EXPECT_EQ(describe(rebuilt.error()),
            "PERF_OBJECT_TYPE.TotalByteLength at byte 1040: is cut off by the end of the data");
}

TEST(SambaBlock, LengthWithoutHeader_IsReadToItsEnd) {
  const Parsed samba = parsed("blocks/samba417_global.bin");
  EXPECT_TRUE(samba.report.used(Tolerance::total_length_without_header));
  EXPECT_FALSE(samba.report.used(Tolerance::bytes_after_the_block));
  EXPECT_EQ(samba.view->bytes().size(), 880U);
  EXPECT_EQ(samba.view->default_object(), -1);
  EXPECT_EQ(utf8_from_utf16(samba.view->machine_name()).text, "PERFTEST");
  const ObjectTypeView two = samba.view->find(2).value();
  EXPECT_EQ(names_of(two), (std::vector<std::string>{"inst-0", "inst-1"}));
  EXPECT_EQ(numbers_of(two, (*two.instances().begin()).counters),
            (Numbers{100, 101, 102, 103, 104}));
  const ObjectTypeView one = samba.view->find(14).value();
  EXPECT_EQ(numbers_of(one, one.single().value()), (Numbers{1001, 2001, 3001, 4001, 5001}));
}

TEST(SambaBlock, Counters32BitByType_AreReadByCounterSize) {
  const Parsed samba = parsed("blocks/samba417_global.bin");
  const CounterDefinitionView first = *samba.view->find(2)->counters().begin();
  EXPECT_EQ(first.counter_type(), static_cast<std::uint32_t>(PERF_COUNTER_RAWCOUNT));
  EXPECT_EQ(first.counter_size(), 8U);
}

TEST(SambaBlock, OfARealMachine_IsReadWithItsThreeCpus) {
  const Parsed samba = parsed("blocks/samba417_real_global.bin");
  EXPECT_TRUE(samba.report.used(Tolerance::total_length_without_header));
  EXPECT_EQ(samba.view->bytes().size(), 1240U);
  EXPECT_EQ(samba.view->object_count(), 4U);
  EXPECT_EQ(samba.view->perf_time_100ns(), 807614);
  const ObjectTypeView cpus = samba.view->find(12).value();
  EXPECT_EQ(names_of(cpus), (std::vector<std::string>{"cpu0", "cpu1", "_Total"}));
  EXPECT_EQ(numbers_of(cpus, (*cpus.instances().begin()).counters),
            (Numbers{14940, 3, 9355, 783902}));
}

TEST(SambaBlock, LengthWithoutHeader_IsRefusedByStrictRules) {
  EXPECT_EQ(
      strict_fault("blocks/samba417_global.bin"),
      "PERF_DATA_BLOCK.TotalByteLength at byte 20: does not match the rest of the data (768)");
  EXPECT_EQ(
      strict_fault("blocks/samba417_real_global.bin"),
      "PERF_DATA_BLOCK.TotalByteLength at byte 20: does not match the rest of the data (1128)");
}

TEST(SambaBlock, Rebuilt_IsStrictlyLegalAndSaysTheSame) {
  const Parsed samba = parsed("blocks/samba417_real_global.bin");
  DataBlockBuilder builder;
  const Bytes rebuilt = rebuild(*samba.view, builder).value();
  const auto view = DataBlockView::parse(rebuilt, {}, Conformance::strict);
  ASSERT_TRUE(view.has_value()) << describe(view.error());
  for (const ObjectTypeView before : samba.view->objects()) {
    const ObjectTypeView after = view->find(before.name_title_index()).value();
    EXPECT_EQ(names_of(after), names_of(before));
    auto instance = after.instances().begin();
    for (const InstanceView was : before.instances()) {
      EXPECT_EQ(numbers_of(after, (*instance).counters), numbers_of(before, was.counters));
      ++instance;
    }
  }
}

}  // namespace
}  // namespace openperflib
