#include "openperflib/provider/v2/request_message.h"

#include <gtest/gtest.h>

#include <string_view>

#include "openperflib/abi/perflib_constants.h"

namespace openperflib {
namespace {

RequestMessage example_request() {
  RequestEntry added{.code = PERF_ADD_COUNTER,
                     .counter = PERF_WILDCARD_COUNTER,
                     .instance_id = 7,
                     .instance_name = u"Läser"};
  added.set.bytes[3] = std::byte{5};
  return {.thread = 77,
          .changes = 9,
          .entries = {added, {.code = PERF_COLLECT_START, .set = added.set}}};
}

// Names of a field and the byte: "NameSize 52".
std::string fault_place(Bytes bytes) {
  const auto read = read_request_message(bytes);
  return std::string(read.error().field->name) + " " + std::to_string(read.error().offset);
}

TEST(RequestMessage, WriteThenRead_IsTheSame) {
  const RequestMessage message = example_request();
  EXPECT_EQ(bytes_of(message).size(),
            kRequestStart + size_of(message.entries[0]) + size_of(message.entries[1]));
  EXPECT_EQ(read_request_message(bytes_of(message)).value(), message);
  EXPECT_EQ(read_request_message(bytes_of(RequestMessage{})).value(), RequestMessage{});
}

TEST(RequestMessage, TruncatedAnywhere_IsAnError) {
  const auto bytes = bytes_of(example_request());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(read_request_message(Bytes(bytes).first(size)).has_value()) << size;
  }
}

TEST(RequestMessage, NumbersThatCannotBe_AreNamed) {
  const auto changed = [](std::size_t offset, std::uint32_t value) {
    auto bytes = bytes_of(example_request());
    store(MutableBytes(bytes), offset, value);
    return fault_place(bytes);
  };
  EXPECT_EQ(changed(0, 2), "Version 0");
  EXPECT_EQ(changed(4, 0), "Magic 4");
  EXPECT_EQ(changed(12, kMostRequestEntries + 1), "Entries 12");
  EXPECT_EQ(changed(12, 3), "Code 104");
  EXPECT_EQ(changed(52, 9), "NameSize 52");
  EXPECT_EQ(changed(52, 2048), "NameSize 52");
  EXPECT_EQ(changed(52, 2046), "NameSize 52");
}

TEST(RequestAnswer, WriteThenRead_IsTheSame) {
  const RequestAnswer answer{.codes = {0, 5, 232}};
  const auto bytes = bytes_of(answer);
  EXPECT_EQ(read_request_answer(bytes).value(), answer);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(read_request_answer(Bytes(bytes).first(size)).has_value()) << size;
  }
}

TEST(RequestAnswer, MoreCodesThanARequestHas_AreRefused) {
  auto bytes = bytes_of(RequestAnswer{.codes = {0}});
  store(MutableBytes(bytes), 8, static_cast<std::uint32_t>(kMostRequestEntries + 1));
  EXPECT_EQ(read_request_answer(bytes).error().code, Errc::over_limit);
}

}  // namespace
}  // namespace openperflib
