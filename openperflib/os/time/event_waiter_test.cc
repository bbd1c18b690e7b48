#include "openperflib/os/time/event_waiter.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace openperflib {
namespace {

const auto kNow = EventWaiter::Clock::time_point{};  // long ago

TEST(EventWaiter, DeadlineInThePast_ReturnsAtOnce) {
  auto waiter = EventWaiter::open();
  ASSERT_TRUE(waiter.has_value());
  EXPECT_EQ(waiter->wait_until(kNow), Event::deadline);
}

TEST(EventWaiter, WithoutDescriptor_FailsAndBlocksNoSignal) {
  rlimit limit = {};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
  const rlimit none{.rlim_cur = 0, .rlim_max = limit.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  const auto waiter = EventWaiter::open();
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
  ASSERT_FALSE(waiter.has_value());
  EXPECT_EQ(waiter.error(), EMFILE);
  sigset_t blocked = {};
  ASSERT_EQ(::pthread_sigmask(SIG_SETMASK, nullptr, &blocked), 0);
  EXPECT_EQ(::sigismember(&blocked, SIGTERM), 0);
}

TEST(EventWaiter, SignalBeforeTheWait_IsNotLost) {
  auto waiter = EventWaiter::open();
  ASSERT_TRUE(waiter.has_value());
  ::pthread_kill(::pthread_self(), SIGTERM);
  EXPECT_EQ(waiter->wait_until(EventWaiter::Clock::now() + std::chrono::hours(1)), Event::stop);
}

TEST(EventWaiter, WindowChange_IsReported) {
  auto waiter = EventWaiter::open();
  ASSERT_TRUE(waiter.has_value());
  ::pthread_kill(::pthread_self(), SIGWINCH);
  EXPECT_EQ(waiter->wait_until(EventWaiter::Clock::now() + std::chrono::hours(1)), Event::resized);
}

TEST(EventWaiter, BytesOnTheInput_AreReported) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const UniqueFd reader(ends[0]);
  const UniqueFd writer(ends[1]);
  auto waiter = EventWaiter::open(reader.get());
  ASSERT_TRUE(waiter.has_value());
  ASSERT_EQ(::write(writer.get(), "q", 1), 1);
  EXPECT_EQ(waiter->wait_until(EventWaiter::Clock::now() + std::chrono::hours(1)), Event::input);
}

}  // namespace
}  // namespace openperflib
