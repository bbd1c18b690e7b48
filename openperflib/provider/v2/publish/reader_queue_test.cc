#include "openperflib/provider/v2/publish/reader_queue.h"

#include <gtest/gtest.h>

#include <string>

namespace openperflib {
namespace {

using Queue = ReaderQueue<std::string>;

// Takes all, and returns what was taken, in its order.
std::string taken_of(Queue& queue) {
  std::string all;
  while (const auto next = queue.take()) all += next->item;
  return all;
}

TEST(ReaderQueue, UserThatAsksOften_WaitsForTheTurnsOfOthers) {
  Queue queue(8);
  for (const char* const item : {"a", "b", "c"}) queue.add({.process = 10, .user = 1}, item);
  queue.add({.process = 20, .user = 2}, "x");
  queue.add({.process = 30, .user = 3}, "y");
  EXPECT_EQ(taken_of(queue), "axybc");
}

TEST(ReaderQueue, ProcessesOfOneUser_HaveTurns) {
  Queue queue(8);
  for (const char* const item : {"a", "b", "c"}) queue.add({.process = 10, .user = 1}, item);
  queue.add({.process = 11, .user = 1}, "x");
  queue.add({.process = 20, .user = 2}, "y");
  EXPECT_EQ(taken_of(queue), "ayxbc");
}

TEST(ReaderQueue, ServedBefore_WaitsForThoseThatWereNot) {
  Queue queue(8);
  queue.add({.process = 10, .user = 1}, "a");
  EXPECT_EQ(queue.take()->item, "a");
  queue.add({.process = 10, .user = 1}, "b");
  queue.add({.process = 20, .user = 2}, "x");
  EXPECT_EQ(taken_of(queue), "xb");
}

TEST(ReaderQueue, Full_OldestOfTheHeaviestIsDropped) {
  Queue queue(4);
  queue.add({.process = 20, .user = 2}, "x");
  queue.add({.process = 10, .user = 1}, "a");
  queue.add({.process = 11, .user = 1}, "b");
  queue.add({.process = 11, .user = 1}, "c");
  queue.add({.process = 20, .user = 2}, "y");
  EXPECT_EQ(queue.size(), 4U);
  EXPECT_EQ(taken_of(queue), "xayc");
}

TEST(ReaderQueue, NotReady_IsPassedOver) {
  Queue queue(8);
  queue.add({.process = 10, .user = 1}, "a");
  queue.add({.process = 10, .user = 1}, "b");
  EXPECT_EQ(queue.take([](const std::string& item) { return item == "b"; })->item, "b");
  EXPECT_FALSE(queue.take([](const std::string& item) { return item == "b"; }).has_value());
  EXPECT_EQ(taken_of(queue), "a");
}

TEST(ReaderQueue, PutBack_IsTheNextOfItsReader) {
  Queue queue(8);
  queue.add({.process = 10, .user = 1}, "a");
  queue.add({.process = 10, .user = 1}, "b");
  queue.add({.process = 20, .user = 2}, "x");
  auto first = queue.take();
  queue.put_back(first->reader, first->item + "'");
  EXPECT_EQ(taken_of(queue), "xa'b");
}

}  // namespace
}  // namespace openperflib
