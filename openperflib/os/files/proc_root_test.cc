#include "openperflib/os/files/proc_root.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "openperflib/testing/made_folder.h"

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

ProcRoot root_at(const MadeFolder& folder, unsigned kept_descriptors = 8) {
  return std::move(ProcRoot::open(folder.path(), kept_descriptors)).value();
}

ProcRoot this_machine() { return std::move(ProcRoot::open("", 8)).value(); }

std::string read_text(const ProcRoot& root, const char* path) {
  TextBuffer buffer;
  return std::string(root.read(path, buffer).value_or("(no text)"));
}

int error_of(const ProcRoot& root, const char* path, std::size_t limit = ProcRoot::kFileLimit) {
  TextBuffer buffer;
  const auto text = root.read(path, buffer, limit);
  return text.has_value() ? 0 : text.error();
}

std::vector<std::string> names_of(std::vector<char> list) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < list.size(); at += names.back().size() + 1) {
    names.emplace_back(list.data() + at);
  }
  std::ranges::sort(names);
  return names;
}

TEST(ProcRoot, FileBelowTheFolder_IsReadWhole) {
  const MadeFolder folder;
  folder.write("proc/stat", "cpu 1 2 3\n");
  EXPECT_EQ(read_text(root_at(folder), "proc/stat"), "cpu 1 2 3\n");
}

TEST(ProcRoot, FileLongerThanTheBuffer_IsReadWhole) {
  const MadeFolder folder;
  const std::string text(1'000'001, 'x');
  folder.write("proc/interrupts", text);
  EXPECT_EQ(read_text(root_at(folder), "proc/interrupts"), text);
}

TEST(ProcRoot, FileThatGrewBetweenTwoReads_IsReadWhole) {
  const MadeFolder folder;
  ProcRoot root = root_at(folder);
  KeptFile file("proc/stat");
  TextBuffer buffer;
  folder.write("proc/stat", "short");
  EXPECT_EQ(root.read(file, buffer).value(), "short");
  const std::string longer(10'000, 'y');
  folder.write("proc/stat", longer);
  EXPECT_EQ(root.read(file, buffer).value(), longer);
}

TEST(ProcRoot, FileAtItsLimit_IsReadAndOneByteMoreIsRefused) {
  const MadeFolder folder;
  folder.write("proc/modules", std::string(100, 'm'));
  const ProcRoot root = root_at(folder);
  EXPECT_EQ(error_of(root, "proc/modules", 100), 0);
  EXPECT_EQ(error_of(root, "proc/modules", 99), EFBIG);
}

TEST(ProcRoot, WhatCannotBeRead_SaysTheErrno) {
  const MadeFolder folder;
  folder.write("proc/1/stat", "").make_folder("proc/2");
  const ProcRoot root = root_at(folder);
  EXPECT_EQ(error_of(root, "proc/none"), ENOENT);
  EXPECT_EQ(error_of(root, "proc/1/stat/io"), ENOTDIR);
  EXPECT_EQ(error_of(root, "proc/2"), EISDIR);
}

TEST(ProcRoot, FifoInARecording_DoesNotBlock) {
  const MadeFolder folder;
  folder.make_folder("proc");
  ASSERT_EQ(::mkfifo((folder.path() + "/proc/stat").c_str(), 0600), 0);
  EXPECT_EQ(error_of(root_at(folder), "proc/stat"), EINVAL);
}

TEST(ProcRoot, FilesBelowAnOpenedFolder_AreReadByShortPaths) {
  const MadeFolder folder;
  folder.write("proc/1/task/12/stat", "twelve").write("proc/1/task/7/stat", "seven");
  folder.write("proc/1/stat", "outside")
      .link("proc/1/task/9", "../../1")
      .link("proc/1/task/8", "12");
  ASSERT_EQ(::mkfifo((folder.path() + "/proc/1/task/pipe").c_str(), 0600), 0);
  const ProcRoot root = std::move(ProcRoot::open(folder.path(), 0)).value();
  const auto task = root.open_folder("proc/1/task");
  ASSERT_TRUE(task.has_value());
  std::vector<std::uint32_t> ids;
  ASSERT_TRUE(ProcRoot::list_numbers_in(task->get(), ids).has_value());
  EXPECT_EQ(ids, (std::vector<std::uint32_t>{7, 8, 9, 12}));
  TextBuffer buffer;
  const auto read_in_task = [&](const char* path) -> std::string {
    const auto fd = root.open_file_in(task->get(), path);
    if (!fd.has_value()) return "errno " + std::to_string(fd.error());
    const auto text = ProcRoot::read_open(fd->get(), buffer, 100, FileEnd::short_read);
    return text.has_value() ? std::string(*text) : "errno " + std::to_string(text.error());
  };
  EXPECT_EQ(read_in_task("12/stat"), "twelve");
  // No link leads out of the folder.
  EXPECT_EQ(read_in_task("9/stat"), "errno " + std::to_string(ENOENT));
  EXPECT_EQ(read_in_task("../stat"), "errno " + std::to_string(ENOENT));
  EXPECT_EQ(read_in_task("/stat"), "errno " + std::to_string(ENOENT));
  EXPECT_EQ(read_in_task("/12/stat"), "twelve");
  EXPECT_EQ(read_in_task("8/stat"), "twelve");
  EXPECT_EQ(read_in_task("12"), "errno " + std::to_string(EISDIR));
  EXPECT_EQ(read_in_task("pipe"), "errno " + std::to_string(ESPIPE));
}

TEST(ProcRoot, RelativeLink_IsFollowed) {
  const MadeFolder folder;
  folder.write("sys/devices/pci/net/eth0/speed", "1000\n");
  folder.link("sys/class/net/eth0", "../../devices/pci/net/eth0");
  EXPECT_EQ(read_text(root_at(folder), "sys/class/net/eth0/speed"), "1000\n");
}

TEST(ProcRoot, AbsoluteLinkInAFolder_StaysInside) {
  const MadeFolder folder;
  folder.write("sys/devices/disk/size", "42\n").link("sys/block/sda", "/sys/devices/disk");
  EXPECT_EQ(read_text(root_at(folder), "sys/block/sda/size"), "42\n");
}

TEST(ProcRoot, LinkOutOfARecording_StaysInside) {
  const MadeFolder folder;
  folder.write("etc/hostname", "recorded").link("proc/name", "../../../../../../../etc/hostname");
  EXPECT_EQ(read_text(root_at(folder), "proc/name"), "recorded");
}

TEST(ProcRoot, MissingFolder_IsNamed) {
  const auto root = ProcRoot::open("/no/such/folder", 8);
  ASSERT_FALSE(root.has_value());
  EXPECT_EQ(describe(root.error()), "no such file: /no/such/folder");
}

TEST(ProcRoot, ThisMachine_IsLiveAndAFolderIsNot) {
  const MadeFolder folder;
  EXPECT_TRUE(this_machine().is_live());
  EXPECT_FALSE(root_at(folder).is_live());
}

TEST(ProcRoot, KeptFiles_StayOpenWithinTheBudget) {
  const MadeFolder folder;
  folder.write("proc/a", "a").write("proc/b", "b").write("proc/c", "c");
  ProcRoot root = root_at(folder, 2);
  std::array<KeptFile, 3> files = {KeptFile("proc/a"), KeptFile("proc/b"), KeptFile("proc/c")};
  TextBuffer buffer;
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(root.read(files[0], buffer).value(), "a");
    EXPECT_EQ(root.read(files[1], buffer).value(), "b");
    EXPECT_EQ(root.read(files[2], buffer).value(), "c");
  }
  EXPECT_TRUE(files[0].is_open() && files[1].is_open());
  EXPECT_FALSE(files[2].is_open());
  EXPECT_EQ(root.descriptors_left(), 0U);
  root.release(files[0]);
  EXPECT_EQ(root.read(files[2], buffer).value(), "c");
  EXPECT_TRUE(files[2].is_open());
}

TEST(ProcRoot, UnreadableFile_UsesNoDescriptor) {
  const MadeFolder folder;
  ProcRoot root = root_at(folder, 1);
  KeptFile file("proc/none");
  TextBuffer buffer;
  EXPECT_EQ(root.read(file, buffer).error(), ENOENT);
  EXPECT_EQ(root.descriptors_left(), 1U);
}

TEST(ProcRoot, MoveTo_ReadsKeptFilesOfTheOtherFolder) {
  const MadeFolder first, second;
  first.write("proc/stat", "first");
  second.write("proc/stat", "second");
  ProcRoot root = root_at(first);
  KeptFile file("proc/stat");
  TextBuffer buffer;
  EXPECT_EQ(root.read(file, buffer).value(), "first");
  ASSERT_TRUE(root.move_to(second.path()).has_value());
  EXPECT_EQ(root.read(file, buffer).value(), "second");
  EXPECT_EQ(root.descriptors_left(), 7U);
}

TEST(ProcRoot, MoveToNowhere_LeavesTheRootAsItWas) {
  const MadeFolder folder;
  folder.write("proc/stat", "text");
  ProcRoot root = root_at(folder);
  EXPECT_FALSE(root.move_to("/no/such/folder").has_value());
  EXPECT_EQ(read_text(root, "proc/stat"), "text");
}

TEST(ProcRoot, KeptFileOfAProcessThatEnded_SaysSo) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::pause();
    ::_exit(0);
  }
  ProcRoot root = this_machine();
  KeptFile file("proc/" + std::to_string(child) + "/stat", FileEnd::short_read);
  TextBuffer buffer;
  EXPECT_TRUE(root.read(file, buffer).has_value());
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(root.read(file, buffer).error(), ENOENT);
  EXPECT_FALSE(file.is_open());
  EXPECT_EQ(root.descriptors_left(), 8U);
}

TEST(ProcRoot, ShortRead_EndsAFileWrittenInOnePiece) {
  ProcRoot root = this_machine();
  KeptFile stat("proc/self/stat", FileEnd::short_read);
  TextBuffer buffer;
  const std::string text(root.read(stat, buffer).value());
  EXPECT_TRUE(text.starts_with(std::to_string(::getpid()) + " ("));
  EXPECT_EQ(text.back(), '\n');
}

TEST(ProcRoot, List_GivesEveryNameButTheDots) {
  const MadeFolder folder;
  folder.write("sys/class/net/eth0", "").write("sys/class/net/.hidden", "");
  folder.make_folder("sys/class/net/lo");
  std::vector<char> names;
  ASSERT_TRUE(root_at(folder).list("sys/class/net", names).has_value());
  EXPECT_THAT(names_of(names), ElementsAre(".hidden", "eth0", "lo"));
}

TEST(ProcRoot, ListThatNeedsSeveralCalls_IsWhole) {
  constexpr std::size_t kNames = 200, kLength = 250;  // 50 KiB; the system gives 32 KiB at once
  const MadeFolder folder;
  for (std::size_t i = 0; i < kNames; ++i) {
    std::string name = std::to_string(i);
    folder.write("sys/" + name.append(kLength - name.size(), 'x'), "");
  }
  std::vector<char> names;
  ASSERT_TRUE(root_at(folder).list("sys", names).has_value());
  EXPECT_EQ(names_of(names).size(), kNames);
}

TEST(ProcRoot, ListFolders_LeavesFilesAndLinksOut) {
  const MadeFolder folder;
  folder.write("sys/a", "").make_folder("sys/b").link("sys/c", "b");
  std::vector<char> names;
  ASSERT_TRUE(root_at(folder).list_folders("sys", names).has_value());
  EXPECT_THAT(names_of(names), ElementsAre("b"));
}

TEST(ProcRoot, ListNumbers_SkipsOtherNamesAndSorts) {
  const MadeFolder folder;
  for (const char* name : {"10", "9", "self", "1x", "4294967296", "-1", "2"}) {
    folder.make_folder(std::string("proc/") + name);
  }
  std::vector<std::uint32_t> ids;
  ASSERT_TRUE(root_at(folder).list_numbers("proc", ids).has_value());
  EXPECT_THAT(ids, ElementsAre(2U, 9U, 10U));
}

TEST(ProcRoot, ListOfProcesses_AlwaysIncludesOurs) {
  const ProcRoot root = this_machine();
  std::vector<std::uint32_t> ids;
  for (int round = 0; round < 2; ++round) {
    ASSERT_TRUE(root.list_numbers("proc", ids).has_value());
    EXPECT_TRUE(std::ranges::binary_search(ids, static_cast<std::uint32_t>(::getpid())));
  }
}

TEST(ProcRoot, ListOfWhatIsNotAFolder_ReportsTheErrno) {
  const MadeFolder folder;
  folder.write("proc/stat", "");
  std::vector<char> names;
  EXPECT_EQ(root_at(folder).list("proc/stat", names).error(), ENOTDIR);
  EXPECT_EQ(root_at(folder).list("proc/none", names).error(), ENOENT);
  EXPECT_THAT(names, IsEmpty());
}

TEST(ProcRoot, ReadLink_GivesTheTargetAsItStands) {
  const MadeFolder folder;
  folder.link("proc/7/exe", "/usr/bin/cat").write("proc/7/comm", "cat");
  const ProcRoot root = root_at(folder);
  TextBuffer target;
  EXPECT_EQ(root.read_link("proc/7/exe", target).value(), "/usr/bin/cat");
  EXPECT_EQ(root.read_link("proc/7/comm", target).error(), EINVAL);
  EXPECT_EQ(root.read_link("proc/8/exe", target).error(), ENOENT);
}

TEST(ProcRoot, StatusOfPaths_FollowsLinks) {
  const MadeFolder folder;
  folder.write("sys/devices/cpu0/online", "12345").link("sys/cpu", "/sys/devices");
  const ProcRoot root = root_at(folder);
  EXPECT_TRUE(root.exists("sys/cpu/cpu0"));
  EXPECT_TRUE(root.is_folder("sys/cpu/cpu0"));
  EXPECT_FALSE(root.is_folder("sys/cpu/cpu0/online"));
  EXPECT_FALSE(root.exists("sys/cpu/cpu1"));
  EXPECT_EQ(root.stat_size("sys/cpu/cpu0/online").value(), 5U);
  EXPECT_EQ(root.stat_size("sys/cpu/cpu1").error(), ENOENT);
}

// Once /proc was listed, paths below it are opened from there; those beside it are not.
TEST(ProcRoot, ListedProc_ChangesNoPath) {
  ProcRoot root = std::move(ProcRoot::open("", 0)).value();
  TextBuffer before, after;
  ASSERT_TRUE(root.read("proc/version", before).has_value());
  std::vector<std::uint32_t> ids;
  ASSERT_TRUE(root.list_numbers("proc", ids).has_value());
  EXPECT_EQ(root.read("proc/version", after), before.text());
  EXPECT_TRUE(root.is_folder("proc/self/fd"));
  EXPECT_EQ(root.read("proc/no_such_file", after), std::unexpected(ENOENT));
  EXPECT_TRUE(root.is_folder("sys"));
  EXPECT_TRUE(root.is_folder("proc"));
  ASSERT_TRUE(root.move_to(testing::TempDir()).has_value());
  EXPECT_FALSE(root.exists("proc/version"));
}

}  // namespace
}  // namespace openperflib
