#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "openperflib/abi/windows_error_constants.h"
#include "openperflib/abi/winerror_constants.h"
#include "openperflib/compat/windows/shared_memory/named_memory_internal.h"

namespace openperflib::compat {
namespace {

DWORD nothing(const NamedMemory&) { return ERROR_SUCCESS; }
DWORD fails(const NamedMemory&) { return ERROR_NOT_ENOUGH_MEMORY; }

// A folder that does not exist yet and is removed after the test.
class NamedMemoryTest : public testing::Test {
 protected:
  NamedMemoryTest() : parent_(testing::TempDir() + "named_XXXXXX") {
    EXPECT_NE(::mkdtemp(parent_.data()), nullptr);
    folder_ = parent_ + "/names";
  }
  ~NamedMemoryTest() override { std::filesystem::remove_all(parent_); }

  std::expected<NamedMemory, DWORD> create(const std::string& name, std::uint64_t size = 10) {
    return NamedMemory::create(folder_, name, NamedKind::mapping, size, &nothing);
  }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder_), {}));
  }

  std::string parent_;
  std::string folder_;
};

TEST_F(NamedMemoryTest, LastProcessToClose_RemovesTheFile) {
  {
    const auto first = create("n");
    const auto second = create("n", 99);
    ASSERT_TRUE(first.has_value() && second.has_value());
    EXPECT_FALSE(first->existed());
    EXPECT_TRUE(second->existed());
    EXPECT_EQ(second->size(), 10U);
    EXPECT_EQ(files(), 1U);
  }
  EXPECT_EQ(files(), 0U);
}

TEST_F(NamedMemoryTest, Leftover_IsMadeAgainAndOthersAreRemoved) {
  (void)create("n");
  std::ofstream(folder_ + "/n") << std::string(kNamedHeadSize + 500, 'x');
  std::ofstream(folder_ + "/other") << "x";
  EXPECT_EQ(NamedMemory::open(folder_, "n", NamedKind::mapping).error(),
            DWORD{ERROR_FILE_NOT_FOUND});
  std::ofstream(folder_ + "/n") << std::string(kNamedHeadSize + 500, 'x');
  const auto made = create("n");
  ASSERT_TRUE(made.has_value());
  EXPECT_FALSE(made->existed());
  EXPECT_EQ(made->size(), 10U);
  EXPECT_EQ(files(), 1U);
}

TEST_F(NamedMemoryTest, InvalidHeader_IsAnUnknownObject) {
  (void)create("n");
  for (const std::string& contents :
       {std::string(), std::string(100, 'x'), std::string(kNamedHeadSize, 'x')}) {
    std::ofstream(folder_ + "/n") << contents;
    const UniqueFd holder(::open((folder_ + "/n").c_str(), O_RDONLY));
    ASSERT_EQ(::flock(holder.get(), LOCK_SH), 0);
    EXPECT_EQ(create("n").error(), DWORD{ERROR_INVALID_HANDLE});
    EXPECT_EQ(NamedMemory::open(folder_, "n", NamedKind::mapping).error(),
              DWORD{ERROR_INVALID_HANDLE});
  }
}

TEST_F(NamedMemoryTest, AnotherKind_IsAnUnknownObject) {
  const auto mapping = create("n");
  EXPECT_EQ(NamedMemory::open(folder_, "n", NamedKind::mutex).error(), DWORD{ERROR_INVALID_HANDLE});
  EXPECT_EQ(files(), 1U);
}

TEST_F(NamedMemoryTest, FailedInitialization_LeavesNothing) {
  EXPECT_EQ(NamedMemory::create(folder_, "n", NamedKind::mutex, 0, &fails).error(),
            DWORD{ERROR_NOT_ENOUGH_MEMORY});
  EXPECT_EQ(files(), 0U);
}

TEST_F(NamedMemoryTest, FolderThatOthersMayEnter_IsRefused) {
  ASSERT_EQ(::mkdir(folder_.c_str(), S_IRWXU), 0);
  ASSERT_EQ(::chmod(folder_.c_str(), 0755), 0);
  EXPECT_EQ(create("n").error(), DWORD{ERROR_ACCESS_DENIED});
}

TEST_F(NamedMemoryTest, FolderThatIsALink_IsRefused) {
  std::filesystem::create_directory_symlink(parent_, folder_);
  EXPECT_EQ(create("n").error(), DWORD{ERROR_ACCESS_DENIED});
}

TEST_F(NamedMemoryTest, MoreThanTheMemory_IsCommitmentLimit) {
  EXPECT_EQ(create("n", std::uint64_t{1} << 60U).error(), DWORD{ERROR_COMMITMENT_LIMIT});
  EXPECT_EQ(files(), 0U);
}

TEST_F(NamedMemoryTest, ChildAfterFork_RemovesNothing) {
  auto memory = create("n");
  const pid_t child = ::fork();
  if (child == 0) {
    memory = std::unexpected(DWORD{0});
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(files(), 1U);
}

TEST(NamedMemoryName, BecomesAFileName) {
  EXPECT_EQ(file_name_of("Abc-9_"), "nAbc-9_");
  EXPECT_EQ(file_name_of("Local\\a/b."), "na%2Fb%2E");
  EXPECT_EQ(file_name_of("Global\\.."), "n%2E%2E");
  EXPECT_EQ(file_name_of("\xc3\xbc"), "n%C3%BC");
}

TEST(NamedMemoryName, InvalidOne_HasTheDocumentedCode) {
  EXPECT_EQ(file_name_of("").error(), DWORD{ERROR_INVALID_HANDLE});
  EXPECT_EQ(file_name_of("Local\\").error(), DWORD{ERROR_INVALID_HANDLE});
  EXPECT_EQ(file_name_of("Session\\1").error(), DWORD{ERROR_PATH_NOT_FOUND});
  EXPECT_EQ(file_name_of(std::string(254, 'x')), "n" + std::string(254, 'x'));
  EXPECT_EQ(file_name_of(std::string(255, 'x')).error(), DWORD{ERROR_FILENAME_EXCED_RANGE});
}

}  // namespace
}  // namespace openperflib::compat
