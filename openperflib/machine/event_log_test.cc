#include "openperflib/machine/event_log.h"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "openperflib/testing/log_socket.h"

namespace openperflib {
namespace {

using std::chrono::seconds;

class EventLogTest : public testing::Test {
 protected:
  std::string line(int priority, std::string_view text) const {
    return fmt::format("<{}>disque[{}]: {}", priority, ::getpid(), text);
  }

  LogSocket socket_;
  EventLog log_{socket_.path(), "disque"};
  EventLog::Clock::time_point start_{};
};

TEST_F(EventLogTest, Event_HasItsNumberServiceAndSeverity) {
  ASSERT_TRUE(socket_.is_bound());
  log_.write({"Disque", 1010, "its host ended\nin Collect"}, start_);
  EXPECT_EQ(socket_.take(), line(11, "event 1010: Disque: its host ended in Collect"));
  log_.write({"Disque", 2002, "Open did not return in time"}, start_);
  EXPECT_EQ(socket_.take(), line(12, "event 2002: Disque: Open did not return in time"));
  log_.write({"Disque", 3000, "Open succeeded after 3 ms"}, start_);
  EXPECT_EQ(socket_.take(), line(14, "event 3000: Disque: Open succeeded after 3 ms"));
  log_.write({"Disque", 0, "hello"}, start_);
  EXPECT_EQ(socket_.take(), line(14, "Disque printed: hello"));
  EXPECT_EQ(socket_.take(), "");
}

TEST_F(EventLogTest, SameKindWithinAMinute_IsCountedAndLeftOut) {
  log_.write({"Disque", 1010, "a"}, start_);
  EXPECT_EQ(socket_.take(), line(11, "event 1010: Disque: a"));
  log_.write({"Disque", 1010, "b"}, start_ + seconds(1));
  log_.write({"Disque", 1010, "c"}, start_ + seconds(59));
  EXPECT_EQ(socket_.take(), "");
  log_.write({"Disque", 1010, "d"}, start_ + seconds(60));
  EXPECT_EQ(socket_.take(), line(11, "event 1010: Disque: d (left out since the last one: 2)"));
  log_.write({"Disque", 1010, "e"}, start_ + seconds(120));
  EXPECT_EQ(socket_.take(), line(11, "event 1010: Disque: e"));
}

TEST_F(EventLogTest, OtherServicesAndNumbers_AreOtherKinds) {
  log_.write({"A", 1010, "x"}, start_);
  log_.write({"B", 1010, "x"}, start_);
  log_.write({"A", 1015, "x"}, start_);
  EXPECT_EQ(socket_.take(), line(11, "event 1010: A: x"));
  EXPECT_EQ(socket_.take(), line(11, "event 1010: B: x"));
  EXPECT_EQ(socket_.take(), line(11, "event 1015: A: x"));
}

TEST(EventLog, NobodyListens_NothingHappens) {
  EventLog log("/nowhere/log", "disque");
  log.write({"A", 1010, "x"}, {});
}

}  // namespace
}  // namespace openperflib
