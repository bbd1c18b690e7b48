// Every truncation, every byte and every number of a small binary log; and the first 4 KiB of each
// buffer of two logs of Windows. What stands elsewhere is read as it was, and every sample that is
// missing is reported.
#include <gtest/gtest.h>

#include "openperflib/testing/logs/blg_damage.h"

namespace openperflib {
namespace {

using blg_damage::Reference;

const Reference& small() {
  static const Reference reference(blg_damage::small_log());
  return reference;
}

TEST(BlgDamageEverywhere, AnyEnd_LeavesTheSamplesBeforeIt) {
  for (std::size_t length = 0; length < small().bytes.size(); ++length) {
    small().expect_sound(Bytes(small().bytes).first(length), {length, small().bytes.size()});
  }
}

TEST(BlgDamageEverywhere, AnyByteChanged_CostsItsOwnSampleAtMost) {
  for (std::size_t at = 0; at < small().bytes.size(); ++at) {
    for (const blg_damage::Change change : blg_damage::kChanges) {
      small().expect_sound(blg_damage::with_byte(small().bytes, at, change), {at, at + 1});
    }
  }
}

TEST(BlgDamageEverywhere, AnyNumberAtAnEdge_CostsItsOwnSampleAtMost) {
  for (std::size_t at = 0; at + 4 <= small().bytes.size(); at += 4) {
    for (const std::uint32_t edge : blg_damage::kEdges) {
      small().expect_sound(blg_damage::with_number(small().bytes, at, edge), {at, at + 4});
    }
  }
}

// Buffer 0, that of the catalog, and one more, without what no event uses of them.
blg_example::Block cut_to_buffer(const blg_example::Block& log, std::size_t buffer,
                                 std::size_t catalog_buffer) {
  const auto size = load<std::uint32_t>(log, 0);
  blg_example::Block bytes;
  for (const std::size_t one : {std::size_t{0}, catalog_buffer, buffer}) {
    if (one == catalog_buffer && buffer == catalog_buffer && bytes.size() > size) break;
    const auto begin = log.begin() + static_cast<std::ptrdiff_t>(one * size);
    bytes.insert(bytes.end(), begin, begin + size);
  }
  const std::size_t last = bytes.size() - size;
  bytes.resize(last + load<std::uint32_t>(bytes, last + blg::buffer::kBytesUsed.offset));
  return bytes;
}

// Which buffer ends with the catalog, or holds it.
std::size_t buffer_of_catalog(const blg_example::Block& log) {
  const Reference reference(log);
  return (reference.kept_from - 1) / reference.buffer_size;
}

void change_each_word(const Reference& reference, std::size_t first, std::size_t end) {
  for (std::size_t at = first; at + 4 <= end; at += 4) {
    for (const std::uint32_t edge : blg_damage::kEdges) {
      reference.expect_sound(blg_damage::with_number(reference.bytes, at, edge), {at, at + 4});
    }
  }
}

void change_each_byte(const Reference& reference, std::size_t first, std::size_t end) {
  for (std::size_t at = first; at < end; ++at) {
    for (const blg_damage::Change change : blg_damage::kChanges) {
      reference.expect_sound(blg_damage::with_byte(reference.bytes, at, change), {at, at + 1});
    }
  }
}

void end_at_each(const Reference& reference, std::size_t first, std::size_t end) {
  for (std::size_t length = first; length < end; ++length) {
    reference.expect_sound(Bytes(reference.bytes).first(length), {length, reference.bytes.size()});
  }
}

class BlgBufferDamage : public testing::TestWithParam<std::tuple<const char*, std::size_t>> {};

TEST_P(BlgBufferDamage, FirstFourKibibytes_CostTheirOwnSamplesAtMost) {
  const auto [name, buffer] = GetParam();
  const auto log = blg_example::real_log(name);
  const std::size_t catalog = buffer_of_catalog(log);
  const Reference reference(cut_to_buffer(log, std::max(buffer, catalog), catalog));
  const std::size_t last = (reference.bytes.size() - 1) / reference.buffer_size;
  const std::size_t first =
      buffer < catalog ? buffer * reference.buffer_size : last * reference.buffer_size;
  const std::size_t end = std::min(first + 4096, reference.bytes.size());
  end_at_each(reference, first, end);
  change_each_byte(reference, first, end);
  change_each_word(reference, first, end);
}

std::string number_of_buffer(const testing::TestParamInfo<BlgBufferDamage::ParamType>& info) {
  return "Buffer" + std::to_string(std::get<1>(info.param));
}

INSTANTIATE_TEST_SUITE_P(BasicPerfCounters, BlgBufferDamage,
                         testing::Combine(testing::Values("BasicPerfCounters.blg"),
                                          testing::Range<std::size_t>(0, 6)),
                         number_of_buffer);
INSTANTIATE_TEST_SUITE_P(SampleLog, BlgBufferDamage,
                         testing::Combine(testing::Values("SampleLog.blg"),
                                          testing::Range<std::size_t>(0, 7)),
                         number_of_buffer);

// After 4 KiB of a buffer.
class BlgSeededDamage : public testing::TestWithParam<const char*> {};

TEST_P(BlgSeededDamage, TwoThousandNumbersElsewhere_CostTheirOwnSamplesAtMost) {
  const Reference log(blg_example::real_log(GetParam()));
  blg_damage::Seeded random(4);
  for (int i = 0; i < 2'000;) {
    const std::size_t at = log.used_place(random);
    if (at % log.buffer_size < 4096) continue;
    ++i;
    const std::uint32_t number = blg_damage::kEdges[random.below(blg_damage::kEdges.size())];
    log.expect_sound(blg_damage::with_number(log.bytes, at, number), {at, at + 4});
  }
}

INSTANTIATE_TEST_SUITE_P(Logs, BlgSeededDamage,
                         testing::Values("BasicPerfCounters.blg", "SampleLog.blg"),
                         [](const auto& log) {
                           const std::string name = log.param;
                           return name.substr(0, name.find('.'));
                         });

}  // namespace
}  // namespace openperflib
