#include "openperflib/provider/v1/host_protocol.h"

#include <gtest/gtest.h>

#include <string>

namespace openperflib {
namespace {

const HostStart kStart{.service = "Disque",
                       .library = "/opt/disque.so",
                       .open = "Open",
                       .collect = "Collect",
                       .close = "Close",
                       .query = "Query",
                       .context = {std::byte{'5'}, std::byte{0}},
                       .test_level = 2};
const HostCollect kCollect{
    .value_name = u"2 5030", .indices = {2, 5030}, .buffer_size = 65536, .largest_buffer = 1 << 26};

const HostTrial kTrial{.procedure = TrialProcedure::close,
                       .value_name = u"Global",
                       .has_name = 0,
                       .indices = {2},
                       .buffer_size = 231,
                       .counts_usage = 1};

HostAnswer some_answer() {
  HostAnswer answer;
  answer.outcome = HostOutcome::wrong_class;
  answer.code = 193;
  answer.object_count = 2;
  answer.buffer_size = 4096;
  answer.open_ms = 17;
  answer.text = "32 bits";
  answer.bytes = {std::byte{1}, std::byte{2}, std::byte{3}};
  answer.trial = {.moved = 3,
                  .returned_size = 4,
                  .call_us = 5,
                  .heap_bytes = 6,
                  .descriptors = 7,
                  .threads = 8,
                  .mapped_pages = 9};
  return answer;
}

template <typename Message>
std::vector<std::byte> frame_of(const Message& message) {
  std::vector<std::byte> frame;
  append_frame(frame, message);
  return frame;
}

// The name of the field that an error names, and its byte.
std::string place_of(const Error& error) {
  return std::string(error.field->structure) + "." + error.field->name + " " +
         std::to_string(error.offset);
}

std::vector<std::byte> with_number(std::vector<std::byte> frame, std::size_t at,
                                   std::uint32_t number) {
  store(MutableBytes(frame), at, number);
  return frame;
}

TEST(HostProtocol, AppendedFrames_AreReadAsTheyWere) {
  EXPECT_EQ(read_start(frame_of(kStart)), kStart);
  EXPECT_EQ(read_start(frame_of(HostStart{})), HostStart{});
  EXPECT_EQ(read_collect(frame_of(kCollect)), kCollect);
  EXPECT_EQ(read_trial(frame_of(kTrial)), kTrial);
  EXPECT_EQ(read_trial(frame_of(HostTrial{})), HostTrial{});
  EXPECT_EQ(read_close(frame_of(HostClose{})), HostClose{});
  EXPECT_EQ(read_answer(frame_of(some_answer())), some_answer());
  EXPECT_EQ(read_answer(frame_of(HostAnswer{})), HostAnswer{});
}

TEST(HostProtocol, CloseFrame_HasTheseBytes) {
  EXPECT_EQ(frame_of(HostClose{}),
            (std::vector{std::byte{4}, std::byte{0}, std::byte{0}, std::byte{0}, std::byte{3},
                         std::byte{0}, std::byte{0}, std::byte{0}}));
}

TEST(HostProtocol, FramesInARow_HaveTheirLengths) {
  std::vector<std::byte> frames = frame_of(kCollect);
  const auto first = static_cast<std::uint32_t>(frames.size());
  append_frame(frames, HostClose{});
  EXPECT_EQ(frame_length(frames).value(), first);
  EXPECT_EQ(frame_length(Bytes(frames).subspan(first)).value(), 8U);
  EXPECT_EQ(read_collect(Bytes(frames).first(first)), kCollect);
}

TEST(HostProtocol, FewerBytesThanALength_GiveNone) {
  const auto frame = frame_of(HostClose{});
  const auto length = frame_length(Bytes(frame).first(3));
  ASSERT_TRUE(length.has_value());
  EXPECT_FALSE(length->has_value());
}

TEST(HostProtocol, LengthBeyondTheLimit_IsAnError) {
  const auto largest = with_number(frame_of(HostClose{}), 0, kLargestFrame - 4);
  EXPECT_EQ(frame_length(largest).value(), kLargestFrame);
  const auto error = frame_length(with_number(largest, 0, kLargestFrame - 3)).error();
  EXPECT_EQ(error.code, Errc::over_limit);
  EXPECT_EQ(place_of(error), "frame.length 0");
}

TEST(HostProtocol, AnswerIntoAnOlderOne_ReplacesAllOfIt) {
  HostAnswer answer = some_answer();
  ASSERT_TRUE(read_answer(frame_of(HostAnswer{}), answer).has_value());
  EXPECT_EQ(answer, HostAnswer{});
}

TEST(HostProtocol, AnotherKind_IsAnError) {
  const auto error = read_collect(frame_of(kStart)).error();
  EXPECT_EQ(error.code, Errc::wrong_value);
  EXPECT_EQ(place_of(error), "frame.kind 4");
}

TEST(HostProtocol, FrameCutAnywhere_IsAnError) {
  const auto frame = frame_of(some_answer());
  for (std::size_t size = 0; size < frame.size(); ++size) {
    EXPECT_FALSE(read_answer(Bytes(frame).first(size)).has_value()) << size;
    if (size < 8) continue;
    const auto cut = with_number({frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(size)},
                                 0, static_cast<std::uint32_t>(size - 4));
    EXPECT_FALSE(read_answer(cut).has_value()) << size;
  }
}

TEST(HostProtocol, LengthThatLeavesTheFrame_NamesItsField) {
  constexpr std::size_t kText = 8 + 5 * 4;
  for (const std::uint32_t length : {1000U, 0xFFFF'FFFFU}) {
    const auto error = read_answer(with_number(frame_of(some_answer()), kText, length)).error();
    EXPECT_EQ(error.code, Errc::outside);
    EXPECT_EQ(error.aux, length);
    EXPECT_EQ(place_of(error), "HostAnswer.text 28");
  }
}

TEST(HostProtocol, OddLengthOfUtf16_IsAnError) {
  const auto error = read_collect(with_number(frame_of(kCollect), 8, 11)).error();
  EXPECT_EQ(error.code, Errc::misaligned);
  EXPECT_EQ(place_of(error), "HostCollect.value_name 8");
}

TEST(HostProtocol, UnknownOutcome_IsAnError) {
  const auto error = read_answer(with_number(frame_of(some_answer()), 8, 15)).error();
  EXPECT_EQ(error.code, Errc::wrong_value);
  EXPECT_EQ(place_of(error), "HostAnswer.outcome 8");
}

TEST(HostProtocol, UnknownProcedure_IsAnError) {
  const auto error = read_trial(with_number(frame_of(kTrial), 8, 3)).error();
  EXPECT_EQ(error.code, Errc::wrong_value);
  EXPECT_EQ(place_of(error), "HostTrial.procedure 8");
}

TEST(HostProtocol, BytesAfterTheLastField_AreAnError) {
  auto frame = frame_of(HostClose{});
  frame.push_back(std::byte{0});
  EXPECT_EQ(place_of(read_close(frame).error()), "frame.length 0");
  store(MutableBytes(frame), 0, std::uint32_t{5});
  EXPECT_EQ(place_of(read_close(frame).error()), "frame.end 8");
}

}  // namespace
}  // namespace openperflib
