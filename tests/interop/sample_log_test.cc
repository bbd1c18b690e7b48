// The 88 blocks that Windows Vista wrote into tests/data/blg/SampleLog.blg.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "openperflib/wire/data_block_builder.h"
#include "openperflib/wire/data_block_view.h"
#include "openperflib/wire/instance_name.h"
#include "openperflib/wire/rebuild.h"
#include "tests/interop/blg_blocks.h"

namespace openperflib {
namespace {

using Block = std::vector<std::byte>;

DataBlockView strict_view(const Block& block) {
  const auto view = DataBlockView::parse(block, {}, Conformance::strict);
  EXPECT_TRUE(view.has_value()) << describe(view.error());
  return *view;
}

ObjectTypeView only_object(const DataBlockView& view) { return *view.objects().begin(); }

// Marks what means something in a block. The rest is padding: what follows an instance's name, and
// what no definition covers in a counter block.
class Meaning {
 public:
  explicit Meaning(const DataBlockView& view) : view_(view), means_(view.bytes().size(), true) {
    for (const ObjectTypeView object : view.objects()) mark(object);
  }
  bool operator[](std::size_t i) const { return means_[i]; }

 private:
  void set(Bytes part, bool meaning) {
    const auto start = part.data() - view_.bytes().data();
    for (std::size_t i = 0; i < part.size(); ++i)
      means_[static_cast<std::size_t>(start) + i] = meaning;
  }
  void mark(const ObjectTypeView& object) {
    if (const auto single = object.single()) mark(object, *single);
    for (const InstanceView instance : object.instances()) {
      const Bytes definition = instance.definition.bytes();
      set(definition.subspan(layout::instance_definition::kSize), false);
      set(instance.definition.name(), true);
      mark(object, instance.counters);
    }
  }
  void mark(const ObjectTypeView& object, const CounterBlockView& block) {
    set(block.bytes().subspan(layout::counter_block::kSize), false);
    for (const CounterDefinitionView counter : object.counters()) set(block.data(counter), true);
  }
  const DataBlockView& view_;
  std::vector<bool> means_;
};

TEST(SampleLog, Holds88BlocksOfEightObjectsInElevenSamples) {
  ASSERT_EQ(interop::sample_log().size(), 88U);
  const std::vector<std::uint32_t> order = {236, 638, 4, 510, 234, 230, 238, 2};
  for (std::size_t i = 0; i < interop::sample_log().size(); ++i) {
    const DataBlockView view = strict_view(interop::sample_log()[i]);
    EXPECT_EQ(view.object_count(), 1U);
    EXPECT_EQ(only_object(view).name_title_index(), order[i % order.size()]) << "block " << i;
  }
}

TEST(SampleLog, EveryBlockPassesStrictRulesWithoutANote) {
  for (const Block& block : interop::sample_log()) {
    ToleranceReport report;
    const auto strict = DataBlockView::parse(block, {}, Conformance::strict);
    EXPECT_TRUE(strict.has_value()) << describe(strict.error());
    EXPECT_TRUE(DataBlockView::parse(block, {}, Conformance::as_seen_in_the_wild, &report));
    EXPECT_TRUE(report.empty());
  }
}

TEST(SampleLog, FirstBlock_HasTheHeaderThatWindowsWrote) {
  const DataBlockView view = strict_view(interop::sample_log().at(0));
  EXPECT_EQ(view.bytes().size(), 2256U);
  EXPECT_EQ(view.header_length(), 104U);
  EXPECT_EQ(view.version(), 1U);
  EXPECT_EQ(view.revision(), 1U);
  EXPECT_EQ(view.default_object(), 236);
  EXPECT_EQ(view.perf_time(), 7178903079);
  EXPECT_EQ(view.perf_freq(), 3579545);
  EXPECT_EQ(iso_8601(view.system_time())->substr(10), "T15:40:38.659");
  EXPECT_EQ(iso_8601(system_time_from(view.perf_time_100ns()))->substr(10), "T19:40:38.659");
  EXPECT_EQ(utf8_from_utf16(view.machine_name()).text, "ZACH-PC");
}

TEST(SampleLog, FirstSample_HasTheInstancesAndCountersThatWindowsWrote) {
  struct Expected {
    std::uint32_t object;
    std::optional<std::uint32_t> instances;
    std::uint32_t counters;
    std::uint32_t definition_length;
  };
  const std::vector<Expected> expected = {{236, 3, 34, 1424},          {638, std::nullopt, 9, 424},
                                          {4, std::nullopt, 36, 1504}, {510, 2, 17, 744},
                                          {234, 2, 31, 1304},          {230, 51, 28, 1184},
                                          {238, 2, 15, 664},           {2, std::nullopt, 18, 784}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const DataBlockView view = strict_view(interop::sample_log().at(i));
    const ObjectTypeView object = only_object(view);
    EXPECT_EQ(object.name_title_index(), expected[i].object);
    EXPECT_EQ(object.instance_count(), expected[i].instances);
    EXPECT_EQ(object.counter_count(), expected[i].counters);
    EXPECT_EQ(object.definition_length(), expected[i].definition_length);
    EXPECT_EQ(object.code_page(), 0U);
  }
}

TEST(SampleLog, ProcessTotalIsTheSumOfAllProcesses_InAllElevenSamples) {
  for (std::size_t i = 5; i < interop::sample_log().size(); i += 8) {
    const DataBlockView view = strict_view(interop::sample_log()[i]);
    const ObjectTypeView process = only_object(view);
    const CounterDefinitionView processor_time = *process.counters().begin();
    std::uint64_t sum = 0;
    std::uint64_t total = 0;
    for (const InstanceView instance : process.instances()) {
      const std::uint64_t value = instance.counters.value(processor_time).value();
      const bool is_total = instance_name(process, instance.definition).text == "_Total";
      (is_total ? total : sum) += value;
    }
    EXPECT_EQ(total, sum);
    if (i == 5) {
      EXPECT_EQ(total, 17'204'375'000U);
    }
  }
}

TEST(SampleLog, EveryBlockRebuilt_IsEqualByteForByteButForPadding) {
  DataBlockBuilder builder;
  for (const Block& block : interop::sample_log()) {
    const DataBlockView view = strict_view(block);
    const Meaning means(view);
    const auto rebuilt = rebuild(view, builder);
    ASSERT_TRUE(rebuilt.has_value()) << describe(rebuilt.error());
    ASSERT_EQ(rebuilt->size(), block.size());
    for (std::size_t i = 0; i < block.size(); ++i) {
      ASSERT_EQ((*rebuilt)[i], means[i] ? block[i] : std::byte{0}) << "byte " << i;
    }
  }
}

// Where Windows leaves bytes of no meaning that are not 0: behind names, and in the counter blocks
// of Network Interface and Process.
TEST(SampleLog, PaddingOfWindowsIsNotAlwaysZero_AndOnlyThere) {
  std::size_t garbage = 0;
  for (const Block& block : interop::sample_log()) {
    const DataBlockView view = strict_view(block);
    const Meaning means(view);
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (!means[i] && block[i] != std::byte{0}) ++garbage;
    }
  }
  EXPECT_GT(garbage, 0U);
}

}  // namespace
}  // namespace openperflib
