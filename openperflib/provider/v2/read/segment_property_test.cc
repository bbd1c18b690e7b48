// Laws of segments: what is written is read, and no byte of a segment can harm its reader. The
// segments of the second law end at the end of a page that nobody may touch.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "openperflib/provider/v2/segment_format.h"
#include "openperflib/testing/providers/segment_example.h"

namespace openperflib {
namespace {

// Bytes that end where an unmapped page begins.
class FencedBytes {
 public:
  explicit FencedBytes(Bytes bytes) : size_((bytes.size() + kPage - 1) / kPage * kPage) {
    void* memory =
        ::mmap(nullptr, size_ + kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memory_ = {static_cast<std::byte*>(memory), size_ + kPage};
    ::mprotect(memory_.data() + size_, kPage, PROT_NONE);
    bytes_ = memory_.first(size_).last(bytes.size());
    std::ranges::copy(bytes, bytes_.begin());
  }
  ~FencedBytes() { ::munmap(memory_.data(), memory_.size()); }
  FencedBytes(const FencedBytes&) = delete;
  FencedBytes& operator=(const FencedBytes&) = delete;
  [[nodiscard]] MutableBytes bytes() const { return bytes_; }

 private:
  static constexpr std::size_t kPage = 4096;
  std::size_t size_;
  MutableBytes memory_;
  MutableBytes bytes_;
};

// Whatever the reader believes stays inside what it has proved.
void check_everything(Bytes memory) {
  const auto view = SegmentView::parse(memory, Limits{});
  if (!view.has_value()) return;
  SegmentReading reading;
  ReadBudget budget{.bytes = 1U << 20U};
  view->read(reading, budget);
  view->read(reading, budget);
  for (std::size_t i = 0; i < reading.size(); ++i) {
    RC_ASSERT(reading[i].life != 0);
    RC_ASSERT(reading[i].values.size() == view->set().counters.size());
    RC_ASSERT(reading[i].name.size() * 2 < view->layout().counts().capacity.name_size);
  }
}

std::vector<std::byte> bytes_of_example(std::uint32_t cell_rows) {
  CounterSetTemplate set = example_set();
  set.cell_rows = cell_rows;
  SegmentExample example(set);
  example.add(u"Laser", 1);
  example.writer().remove(example.add(u"gone", 2));
  example.add(u"Ink", 3);
  const Bytes memory = example.memory();
  return {memory.begin(), memory.end()};
}

struct Written {
  std::u16string name;
  std::uint32_t id;
  std::uint64_t life;
  std::vector<std::uint64_t> values;
  bool operator==(const Written&) const = default;
};

// One step in the life of a set: creates an instance, deletes one, or changes values.
class ModelledSegment {
 public:
  void step() {
    const auto choice = *rc::gen::inRange(0, 3);
    if (choice == 0 || instances_.empty()) return create();
    const auto chosen =
        std::next(instances_.begin(), *rc::gen::inRange<std::ptrdiff_t>(0, std::ssize(instances_)));
    if (choice == 1) return remove(chosen);
    change(chosen);
  }

  void check(SegmentReading& reading) {
    ReadBudget budget;
    view_.read(reading, budget);
    std::vector<Written> read;
    for (std::size_t i = 0; i < reading.size(); ++i) {
      const InstanceReading one = reading[i];
      read.push_back(
          {std::u16string(one.name), one.id, one.life, {one.values.begin(), one.values.end()}});
    }
    std::vector<Written> written;
    for (const auto& [slot, instance] : instances_) written.push_back(instance);
    RC_ASSERT(read == written);
  }

 private:
  using Instances = std::map<std::uint32_t, Written>;

  void create() {
    Written instance{*rc::gen::container<std::u16string>(rc::gen::inRange<char16_t>(1, 0xFFFF)),
                     *rc::gen::arbitrary<std::uint32_t>(),
                     ++lives_,
                     {0, 0, 0, 0}};
    instance.name.resize(std::min<std::size_t>(instance.name.size(), 31));
    const auto slot = example_.writer().create({instance.name, instance.id, instance.life});
    RC_ASSERT(slot.has_value() == (instances_.size() < 8));
    if (slot.has_value()) RC_ASSERT(instances_.emplace(*slot, instance).second);
  }

  void remove(Instances::iterator chosen) {
    example_.writer().remove(chosen->first);
    instances_.erase(chosen);
  }

  void change(Instances::iterator chosen) {
    const auto number = *rc::gen::arbitrary<std::uint64_t>();
    example_.writer().value(chosen->first, 0).fetch_add(number);
    example_.writer().value4(chosen->first, 1).fetch_sub(static_cast<std::uint32_t>(number));
    chosen->second.values[0] += number;
    chosen->second.values[1] = static_cast<std::uint32_t>(chosen->second.values[1] - number);
  }

  SegmentExample example_;
  SegmentView view_ = example_.view();
  Instances instances_;
  std::uint64_t lives_ = 0;
};

RC_GTEST_PROP(SegmentProperty, WriteThenRead_GivesTheSameInstances, ()) {
  ModelledSegment segment;
  SegmentReading reading;
  const int steps = *rc::gen::inRange(1, 60);
  for (int i = 0; i < steps; ++i) {
    segment.step();
    segment.check(reading);
  }
}

RC_GTEST_PROP(SegmentProperty, AnySet_IsReadAsItWasWritten, ()) {
  CounterSetTemplate set = example_set();
  set.instance_type = *rc::gen::element(0U, 2U, 4U, 6U, 12U, 22U);
  set.name = *rc::gen::string<std::string>();
  set.name.resize(std::min<std::size_t>(set.name.size(), 300));
  CounterTemplate& counter = set.counters[1];
  counter.type = *rc::gen::arbitrary<std::uint32_t>();
  counter.attributes = *rc::gen::arbitrary<std::uint64_t>();
  counter.scale = *rc::gen::arbitrary<std::int32_t>();
  counter.perf_time_id = *rc::gen::arbitrary<std::uint32_t>();
  counter.perf_freq_id = *rc::gen::arbitrary<std::uint32_t>();
  counter.multi_id = *rc::gen::arbitrary<std::uint32_t>();
  CounterSetTemplate stored = set;
  stored.cell_rows = *rc::gen::inRange<std::uint32_t>(0, segment::kMostCellRows + 1);
  SegmentExample example(stored, next_capacity(stored, 40, 0));
  RC_ASSERT(example.view().set() == set);
}

RC_GTEST_PROP(SegmentProperty, BytesChanged_AllReadsStayInside, ()) {
  const FencedBytes fenced(bytes_of_example(*rc::gen::element(0U, 2U)));
  const std::size_t words = fenced.bytes().size() / sizeof(std::uint32_t);
  const int changes = *rc::gen::inRange(1, 4);
  for (int i = 0; i < changes; ++i) {
    const auto word = *rc::gen::inRange<std::size_t>(0, words);
    const auto number = *rc::gen::oneOf(rc::gen::element(0U, 1U, 2U, 0x7FFF'FFFFU, 0xFFFF'FFFFU),
                                        rc::gen::arbitrary<std::uint32_t>());
    store(fenced.bytes(), word * sizeof(std::uint32_t), number);
  }
  check_everything(fenced.bytes());
}

TEST(SegmentProperty, EachByteChanged_AllReadsStayInside) {
  const std::vector<std::byte> bytes = bytes_of_example(1);
  const FencedBytes fenced(bytes);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (const auto flipped : {std::byte{0x01}, std::byte{0x80}, std::byte{0xFF}}) {
      fenced.bytes()[i] ^= flipped;
      check_everything(fenced.bytes());
      fenced.bytes()[i] = bytes[i];
    }
  }
}

TEST(SegmentProperty, CutAnywhere_AllReadsStayInside) {
  std::vector<std::byte> bytes = bytes_of_example(1);
  for (std::size_t size = 0; size < bytes.size(); size += 8) {
    const FencedBytes fenced(Bytes(bytes).first(size));
    EXPECT_FALSE(SegmentView::parse(fenced.bytes(), Limits{}).has_value()) << size;
  }
}

// A provider that changes its segment after it was parsed.
RC_GTEST_PROP(SegmentProperty, BytesChangedAfterParse_AllReadsStayInside, ()) {
  const FencedBytes fenced(bytes_of_example(*rc::gen::element(0U, 2U)));
  const SegmentView view = SegmentView::parse(fenced.bytes(), Limits{}).value();
  SegmentReading reading;
  ReadBudget budget;
  view.read(reading, budget);
  const auto noise = *rc::gen::arbitrary<std::uint64_t>();
  for (std::size_t at = 0; at < fenced.bytes().size(); at += sizeof noise) {
    store(fenced.bytes(), at, noise * (at + 1));
  }
  view.read(reading, budget);
  for (std::size_t i = 0; i < reading.size(); ++i) RC_ASSERT(reading[i].name.size() < 32);
}

}  // namespace
}  // namespace openperflib
