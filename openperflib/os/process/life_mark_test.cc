#include "openperflib/os/process/life_mark.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <optional>
#include <thread>

#include "openperflib/base/shared_words.h"
#include "openperflib/os/memory/sealed_memory.h"

namespace openperflib {
namespace {

constexpr std::size_t kWord = 8;

class LifeMarkTest : public ::testing::Test {
 protected:
  [[nodiscard]] bool alive() const {
    return is_alive(load_shared<std::uint32_t>(memory_.bytes(), kWord, std::memory_order_acquire));
  }
  // A child with a mark that then does this.
  template <typename Then>
  pid_t child(Then then) const {
    const pid_t id = ::fork();
    if (id == 0) {
      const LifeMark mark(memory_.bytes(), kWord);
      then();
      ::_exit(0);  // without the destructor
    }
    return id;
  }
  SealedMemory memory_ = SealedMemory::create("mark", 4096).value();
};

TEST_F(LifeMarkTest, Made_IsAliveUntilDestroyed) {
  std::thread([&] {
    std::optional<LifeMark> mark(std::in_place, memory_.bytes(), kWord);
    EXPECT_TRUE(mark->is_kept());
    EXPECT_TRUE(alive());
    mark.reset();
    EXPECT_FALSE(alive());
  }).join();
}

TEST_F(LifeMarkTest, ProcessIsKilled_KernelSaysSo) {
  const pid_t id = child([] { ::pause(); });
  while (!alive()) ::usleep(1000);
  ::kill(id, SIGKILL);
  ::waitpid(id, nullptr, 0);
  EXPECT_FALSE(alive());
}

TEST_F(LifeMarkTest, ProcessBecomesAnotherProgram_KernelSaysSo) {
  const pid_t id = child([] { ::execl("/bin/sleep", "sleep", "1000", nullptr); });
  while (load_shared<std::uint32_t>(memory_.bytes(), kWord, std::memory_order_acquire) == 0 ||
         alive()) {
    ::usleep(1000);
  }
  EXPECT_EQ(::waitpid(id, nullptr, WNOHANG), 0);  // it still runs
  ::kill(id, SIGKILL);
  ::waitpid(id, nullptr, 0);
}

}  // namespace
}  // namespace openperflib
