// The mutator of host_protocol_fuzz: its results have room, most are read, the others are refused.
#include "openperflib/testing/providers/host_frame_mutation.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace openperflib {
namespace {

using host_frame_mutation::repaired_frame;

constexpr unsigned kMutatedFrames = 2'000;
constexpr std::size_t kFrameRoom = 1'100;  // which a sequence of a thousand units may leave

// Frames of all kinds.
std::vector<fuzz_mutation::Input> frames_of_each_kind() {
  HostAnswer answer;
  answer.text = "32 bits";
  answer.bytes = {std::byte{1}, std::byte{2}, std::byte{3}};
  HostStart start;
  start.service = "Disque";
  start.library = "/opt/disque.so";
  start.collect = "Collect";
  HostCollect collect;
  collect.value_name = u"2 5030";
  collect.indices = {2, 5030};
  HostTrial trial;
  trial.value_name = u"Global";
  trial.indices = {2};
  const std::vector<host_frame_mutation::Message> messages = {answer, start, collect, trial,
                                                              HostClose{}};
  std::vector<fuzz_mutation::Input> frames;
  for (const auto& message : messages) frames.push_back(host_frame_mutation::frame_of(message));
  return frames;
}

bool is_read(Bytes frame) {
  return read_start(frame).has_value() || read_collect(frame).has_value() ||
         read_trial(frame).has_value() || read_close(frame).has_value() ||
         read_answer(frame).has_value();
}

TEST(HostFrameMutation, TwoThousandSeeds_AQuarterIsReadAndOthersAreRefused) {
  const std::vector<fuzz_mutation::Input> frames = frames_of_each_kind();
  unsigned read = 0;
  unsigned refused = 0;
  for (unsigned seed = 0; seed < kMutatedFrames; ++seed) {
    Seeded random(seed);
    const auto changed = fuzz_mutation::changed_input(
        host_frame_mutation::kFormat, frames[seed % frames.size()], kFrameRoom, random);
    if (!changed.has_value()) continue;
    EXPECT_LE(changed->size(), kFrameRoom) << seed;
    ++(is_read(*changed) ? read : refused);
  }
  EXPECT_GE(read, kMutatedFrames / 4);
  EXPECT_GE(refused, kMutatedFrames / 20);
}

TEST(HostFrameMutation, SameSeed_GivesTheSameBytes) {
  const fuzz_mutation::Input frame = frames_of_each_kind().front();
  for (unsigned seed = 0; seed < 100; ++seed) {
    Seeded random(seed);
    Seeded same(seed);
    EXPECT_EQ(fuzz_mutation::changed_input(host_frame_mutation::kFormat, frame, kFrameRoom, random),
              fuzz_mutation::changed_input(host_frame_mutation::kFormat, frame, kFrameRoom, same))
        << seed;
  }
}

TEST(HostFrameMutation, SoundFrame_IsRepairedToItself) {
  for (const fuzz_mutation::Input& frame : frames_of_each_kind()) {
    EXPECT_EQ(repaired_frame(frame, kFrameRoom), frame);
  }
}

TEST(HostFrameMutation, CutFrame_IsRepaired) {
  for (const fuzz_mutation::Input& frame : frames_of_each_kind()) {
    for (std::size_t size = 0; size < frame.size(); ++size) {
      EXPECT_FALSE(is_read(Bytes(frame).first(size))) << size;
      const auto repaired = repaired_frame(Bytes(frame).first(size), kFrameRoom);
      ASSERT_TRUE(repaired.has_value()) << size;
      EXPECT_TRUE(is_read(*repaired)) << size;
    }
  }
}

// An answer has a length, a kind, two lengths of sequences, and five and seven numbers.
TEST(HostFrameMutation, NumbersOfAnAnswer_AreAllFound) {
  const fuzz_mutation::Input answer = frames_of_each_kind().front();
  const host_frame_mutation::DamagedFrame frame(answer);
  ASSERT_EQ(frame.numbers().size(), 16U);
  EXPECT_EQ(frame.numbers()[7].offset, 28U);       // length of the text
  EXPECT_EQ(frame.numbers()[8].offset, 28U + 11);  // length of the bytes
}

// Buffers end where their room ends, which AddressSanitizer watches.
TEST(HostFrameMutation, AnyBytes_StayInTheirRoom) {
  for (unsigned seed = 0; seed < kMutatedFrames; ++seed) {
    Seeded random(seed);
    const std::size_t size = random.below(120);
    std::vector<std::uint8_t> buffer(size + random.below(40));
    for (std::size_t i = 0; i < size; ++i) {
      buffer[i] = static_cast<std::uint8_t>(random.below(random.below(2) == 0 ? 6U : 256U));
    }
    EXPECT_LE(fuzz_mutation::mutate_input(host_frame_mutation::kFormat, buffer.data(), size,
                                          buffer.size(), seed),
              buffer.size())
        << seed;
  }
}

}  // namespace
}  // namespace openperflib
