// Who may have written a store that is used.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "openperflib/testing/store_example.h"

namespace openperflib {
namespace {

constexpr uid_t kNobody = 65'534;

struct Trust : testing::Test {
  Trust() { example.install("A"); }
  // Why a new reader leaves the system's store out.
  std::optional<StoreFault> fault_of_reader() const {
    TitleStore store(fixed_titles(), example.store.folders());
    const auto registration = store.read();
    if (store.faults().empty()) return std::nullopt;
    EXPECT_TRUE(registration->services().empty());
    return store.faults()[0];
  }
  std::optional<StoreFault> fault_of_writer() {
    const auto changed = example.store.change(
        StoreScope::system, [](StoreEdit& edit) { return edit.create_key("B", {}); });
    return changed.has_value() ? std::nullopt : std::optional(changed.error());
  }
  void expect_not_trusted(const std::string& path) {
    for (const auto& fault : {fault_of_reader(), fault_of_writer()}) {
      ASSERT_TRUE(fault.has_value());
      EXPECT_EQ(fault->code, StoreErrc::not_trusted);
      EXPECT_EQ(fault->source.file, path);
    }
  }
  ExampleStore example;
  std::string folder = example.folder.path() + "/system";
};

TEST_F(Trust, FileThatOthersMayWrite_IsNotTrusted) {
  ASSERT_EQ(::chmod(example.file().c_str(), 0646), 0);
  expect_not_trusted(example.file());
  ASSERT_EQ(::chmod(example.file().c_str(), 0664), 0);
  expect_not_trusted(example.file());
}

TEST_F(Trust, FolderThatOthersMayWrite_IsNotTrusted) {
  ASSERT_EQ(::chmod(folder.c_str(), 0775), 0);
  expect_not_trusted(folder);
  ASSERT_EQ(::chmod(folder.c_str(), 01777), 0);
  expect_not_trusted(folder);
}

TEST_F(Trust, FileOfAnotherUser_IsNotTrusted) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
  ASSERT_EQ(::chown(example.file().c_str(), kNobody, kNobody), 0);
  expect_not_trusted(example.file());
}

TEST_F(Trust, FolderOfAnotherUser_IsNotTrusted) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
  ASSERT_EQ(::chown(folder.c_str(), kNobody, kNobody), 0);
  expect_not_trusted(folder);
}

TEST_F(Trust, LinkToAStore_IsNotTrusted) {
  const std::string moved = example.folder.path() + "/moved";
  ASSERT_EQ(::rename(example.file().c_str(), moved.c_str()), 0);
  example.folder.link("system/titles.db", moved);
  expect_not_trusted(example.file());
}

TEST_F(Trust, LinkToAFolder_IsNotTrusted) {
  ASSERT_EQ(::rename(folder.c_str(), (example.folder.path() + "/moved").c_str()), 0);
  example.folder.link("system", "moved");
  expect_not_trusted(folder);
}

TEST_F(Trust, PipeInPlaceOfAStore_IsNotTrustedAndNotWaitedFor) {
  ASSERT_EQ(::unlink(example.file().c_str()), 0);
  ASSERT_EQ(::mkfifo(example.file().c_str(), 0600), 0);
  expect_not_trusted(example.file());
}

TEST_F(Trust, LinkInPlaceOfTheLock_IsNotFollowed) {
  const std::string lock = folder + "/titles.lock";
  ASSERT_EQ(::unlink(lock.c_str()), 0);
  example.folder.link("system/titles.lock", example.folder.path() + "/target");
  const auto fault = fault_of_writer();
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(fault->code, StoreErrc::not_trusted);
  EXPECT_EQ(::access((example.folder.path() + "/target").c_str(), F_OK), -1);
}

TEST_F(Trust, OtherUsers_ReadTheSystemsStoreAndMayNotChangeIt) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become another user";
  ASSERT_EQ(::chmod(example.folder.path().c_str(), 0755), 0);
  ASSERT_EQ(::seteuid(kNobody), 0);
  const auto reader = fault_of_reader();
  TitleStore store(fixed_titles(), example.store.folders());
  const bool is_found = store.read()->find("A") != nullptr;
  const auto writer = fault_of_writer();
  ASSERT_EQ(::seteuid(0), 0);
  EXPECT_EQ(reader, std::nullopt);
  EXPECT_TRUE(is_found);
  ASSERT_TRUE(writer.has_value());
  EXPECT_EQ(writer->code, StoreErrc::no_permission);
}

TEST_F(Trust, FolderThatMayNotBeEntered_IsAFaultOfTheReader) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become another user";
  ASSERT_EQ(::chmod(example.folder.path().c_str(), 0755), 0);
  ASSERT_EQ(::chmod(folder.c_str(), 0700), 0);
  ASSERT_EQ(::seteuid(kNobody), 0);
  const auto reader = fault_of_reader();
  ASSERT_EQ(::seteuid(0), 0);
  ASSERT_TRUE(reader.has_value());
  EXPECT_EQ(describe(*reader), example.file() + ": no permission");
}

}  // namespace
}  // namespace openperflib
