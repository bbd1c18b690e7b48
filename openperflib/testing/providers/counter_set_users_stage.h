// One counter set of two users, in two folders of the system. For tests, which root must run.
#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <memory>
#include <string>

#include "openperflib/provider/v2/publish/counter_set.h"
#include "openperflib/provider/v2/publish/publisher.h"
#include "openperflib/testing/child_program.h"
#include "openperflib/testing/made_folder.h"

namespace openperflib {

inline constexpr uid_t kOtherUser = 65'534;

// A set of one counter, which is of the default type.
inline CounterSetDeclaration good_set() {
  return {.guid = "8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c21",
          .name = "Good Set",
          .counters = {{.name = "c0"}}};
}

// The folders are "b-good" of root, and "a-other" of another user, which sorts before it.
class CounterSetUsersStage : public ::testing::Test {
 protected:
  // Makes the folders; skips the test if the user is not root.
  void SetUp() override {
    if (::geteuid() != 0) GTEST_SKIP() << "needs root, who may become another user";
    folder_.make_folder("b-good").make_folder("a-other");
    ASSERT_EQ(::chmod(folder_.path().c_str(), 0755), 0);
    ASSERT_EQ(::chown((folder_.path() + "/a-other").c_str(), kOtherUser, kOtherUser), 0);
  }
  // Starts a process of the other user, which publishes the set until the test ends.
  [[nodiscard]] Fork publish_as_other(const CounterSetDeclaration& declaration) {
    Ends ready = make_pipe();
    const pid_t child = ::fork();
    if (child == 0) {
      ready.reading.reset();
      if (::setresuid(kOtherUser, kOtherUser, kOtherUser) == 0) publish(declaration, ready.writing);
      ::_exit(1);
    }
    ready.writing.reset();
    char byte = 0;
    EXPECT_EQ(::read(ready.reading.get(), &byte, 1), 1);
    return Fork(child);
  }
  MadeFolder folder_;

 private:
  // Writes a byte to `ready` when the value 999 can be read; never returns.
  void publish(const CounterSetDeclaration& declaration, const UniqueFd& ready) {
    const auto publisher = Publisher::start({folder_.path() + "/a-other"}).value();
    auto set = CounterSet::publish(*publisher, declaration).value();
    const auto fine = set.add("fine").value();
    fine[0].set(999);
    (void)::write(ready.get(), "x", 1);
    ::pause();
  }
};

// What root publishes.
struct RootsSet {
  // `folder` is the one that has "b-good". The value is 41.
  explicit RootsSet(const std::string& folder)
      : publisher(Publisher::start({folder + "/b-good"}).value()),
        set(CounterSet::publish(*publisher, good_set()).value()),
        fine(set.add("fine").value()) {
    fine[0].set(41);
  }
  std::unique_ptr<Publisher> publisher;
  CounterSet set;
  CounterSetInstance fine;
};

}  // namespace openperflib
