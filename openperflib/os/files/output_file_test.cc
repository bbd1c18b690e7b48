// Outputs that several write, and outputs that vanish.
#include "openperflib/os/files/output_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>

namespace openperflib {
namespace {

class OutputFile : public testing::Test {
 protected:
  OutputFile() {
    char name[] = "/tmp/output-file-XXXXXX";
    folder_ = ::mkdtemp(name);
  }
  ~OutputFile() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string path(const char* name) const { return folder_ + "/" + name; }
  static constexpr int kNew = O_RDWR | O_CREAT | O_CLOEXEC;

  std::string folder_;
};

TEST_F(OutputFile, SecondWriter_IsRefusedUntilTheFirstHasClosed) {
  UniqueFd first = open_output(path("a.blg"), kNew);
  ASSERT_TRUE(lock_output(first.get(), "a.blg").has_value());
  const UniqueFd second = open_output(path("a.blg"), kNew);
  const auto refused = lock_output(second.get(), "a.blg");
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(describe(refused.error()), "a.blg: another process is writing it");
  EXPECT_FALSE(check_unlocked(path("a.blg")).has_value());
  first.reset();
  EXPECT_TRUE(check_unlocked(path("a.blg")).has_value());
  EXPECT_TRUE(lock_output(second.get(), "a.blg").has_value());
}

TEST_F(OutputFile, SecondWriterIntoAFolder_IsRefused) {
  const UniqueFd first(::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const UniqueFd second(::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  EXPECT_TRUE(lock_output(first.get(), folder_).has_value());
  EXPECT_FALSE(lock_output(second.get(), folder_).has_value());
}

TEST_F(OutputFile, Pipe_NeedsNoLock) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const UniqueFd read(ends[0]);
  const UniqueFd write(ends[1]);
  EXPECT_TRUE(lock_output(write.get(), "pipe").has_value());
  EXPECT_TRUE(check_still_there(write.get(), "pipe").has_value());
}

TEST_F(OutputFile, ExistingFile_IsFoundByItsName) {
  const UniqueFd fd = open_output(path("a.csv"), kNew);
  EXPECT_TRUE(check_still_there(fd.get(), path("a.csv")).has_value());
  std::filesystem::create_symlink(path("a.csv"), path("link.csv"));
  EXPECT_TRUE(check_still_there(fd.get(), path("link.csv")).has_value());
}

TEST_F(OutputFile, DeletedReplacedOrRenamed_IsNoLongerThere) {
  const UniqueFd fd = open_output(path("a.csv"), kNew);
  std::filesystem::rename(path("a.csv"), path("b.csv"));
  const auto renamed = check_still_there(fd.get(), path("a.csv"));
  ASSERT_FALSE(renamed.has_value());
  EXPECT_EQ(reason_of(renamed.error()), "was renamed while it was written");
  std::filesystem::remove(path("b.csv"));
  const auto deleted = check_still_there(fd.get(), path("a.csv"));
  ASSERT_FALSE(deleted.has_value());
  EXPECT_EQ(reason_of(deleted.error()), "was deleted or replaced while it was written");
  const UniqueFd other = open_output(path("a.csv"), kNew);
  EXPECT_FALSE(check_still_there(fd.get(), path("a.csv")).has_value());
}

// The child blocks the signal, has it pending, and waits for a reader that never comes.
TEST_F(OutputFile, PipeWithoutAReader_CanBeEndedByABlockedSignal) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    ::sigprocmask(SIG_BLOCK, &set, nullptr);
    ::raise(SIGTERM);
    (void)open_output(path("pipe"), O_WRONLY | O_CLOEXEC);
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGTERM);
}

}  // namespace
}  // namespace openperflib
