#include "openperflib/os/process/fork_count.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace openperflib {
namespace {

TEST(ForkCount, Child_HasOneMoreThanItsParent) {
  const std::uint32_t here = fork_count();
  const pid_t child = ::fork();
  if (child == 0) ::_exit(static_cast<int>(fork_count() - here));
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_EQ(fork_count(), here);
}

}  // namespace
}  // namespace openperflib
