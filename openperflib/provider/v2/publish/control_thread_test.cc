#include "openperflib/provider/v2/publish/control_thread.h"

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <string>
#include <utility>

namespace openperflib {
namespace {

// Appends a letter at each of its steps.
ControlThread::Job spelling(std::string& into, std::string letters) {
  return [&into, letters = std::move(letters), at = std::size_t{0}]() mutable {
    into += letters[at++];
    return at < letters.size();
  };
}

// Runs jobs that were added while another one ran.
class ControlThreadTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::promise<void> begun;
    thread_->add({.process = 1, .user = 99}, [&] {
      begun.set_value();
      may_run_.get_future().wait();
      return false;
    });
    begun.get_future().wait();
  }
  // Runs all that was added before.
  std::string run() {
    std::promise<void> ended;
    thread_->add({.process = 1, .user = 99}, [&, steps = 0]() mutable {
      if (++steps < 10) return true;
      ended.set_value();
      return false;
    });
    may_run_.set_value();
    ended.get_future().wait();
    return letters_;
  }
  std::string letters_;
  std::promise<void> may_run_;
  std::unique_ptr<ControlThread> thread_ = ControlThread::start(4).value();
};

TEST_F(ControlThreadTest, RequestOfManyCalls_LetsOthersBetweenThem) {
  thread_->add({.process = 10, .user = 1}, spelling(letters_, "abcd"));
  thread_->add({.process = 20, .user = 2}, spelling(letters_, "xy"));
  EXPECT_EQ(run(), "axbycd");
}

TEST_F(ControlThreadTest, ReaderThatAddsTooMany_LosesItsOwn) {
  thread_->add({.process = 20, .user = 2}, spelling(letters_, "x"));
  for (const char* const one : {"a", "b", "c", "d"}) {
    thread_->add({.process = 10, .user = 1}, spelling(letters_, one));
  }
  EXPECT_EQ(run(), "xcd");
}

}  // namespace
}  // namespace openperflib
