// What a module in a host may do and may not: each procedure of test_modules/intruder.cc tries one
// thing and says with which errno it failed.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "openperflib/testing/made_folder.h"
#include "openperflib/testing/v1_host_run.h"

namespace openperflib {
namespace {

const std::string kIntruder = OPENPERFLIB_BINARY_DIR "/apps/v1_host/test_modules/intruder.so";

// The answer of one procedure, with a path for those that take one.
HostAnswer intrude(const char* procedure, const std::string& path = {},
                   const ConfinementOptions& options = {}, const std::string& library = kIntruder) {
  V1HostRun host(OPENPERFLIB_V1_HOST, options);
  const auto started =
      host.ask(HostStart{.service = "Intruder", .library = library, .collect = procedure});
  if (!started || started->outcome != HostOutcome::done) return started.value_or(HostAnswer{});
  const HostCollect request{.value_name = {path.begin(), path.end()},
                            .indices = {},
                            .buffer_size = 4096,
                            .largest_buffer = 4096};
  return host.ask(request).value_or(HostAnswer{});
}

// The number that it gave.
std::uint32_t attempt(const char* procedure, const std::string& path = {},
                      const ConfinementOptions& options = {}) {
  const HostAnswer answer = intrude(procedure, path, options);
  EXPECT_EQ(answer.outcome, HostOutcome::done) << procedure << ": " << answer.text;
  return answer.object_count;
}

bool host_has_landlock() {
  V1HostRun host(OPENPERFLIB_V1_HOST);
  const auto started =
      host.ask(HostStart{.service = "Intruder", .library = kIntruder, .collect = "CollectWhoAmI"});
  return started.value().text.find("no Landlock") == std::string::npos;
}

const ConfinementOptions kNetwork{.sandbox = Sandbox::network};
const ConfinementOptions kNone{.sandbox = Sandbox::none};

TEST(Confinement, OtherProcessesAndPrograms_AreRefused) {
  for (const char* procedure :
       {"CollectForks", "CollectVforks", "CollectSpawns", "CollectExecutes",
        "CollectExecutesDescriptor", "CollectKillsParent", "CollectKillsAll", "CollectKillsGroup",
        "CollectKillsThread", "CollectSignalsByDescriptor", "CollectSignalsByWideCommand",
        "CollectTraces", "CollectReadsParent", "CollectLimitsParent", "CollectUnshares",
        "CollectKeys", "CollectRings", "CollectMeasures", "CollectCallsAs32Bits"}) {
    EXPECT_EQ(attempt(procedure), EPERM) << procedure;
    EXPECT_EQ(attempt(procedure, {}, kNetwork), EPERM) << procedure;
  }
  EXPECT_EQ(attempt("CollectClones3"), ENOSYS);
}

TEST(Confinement, WhatModulesNeed_IsAllowed) {
  for (const char* procedure :
       {"CollectStartsThread", "CollectSignalsItself", "CollectOpensUnix", "CollectSharesMemory"}) {
    EXPECT_EQ(attempt(procedure), 0U) << procedure;
  }
  for (const char* path : {"/usr/bin/env", "/proc/stat", "/proc/self/status", "/etc/passwd",
                           "/etc/localtime", "/dev/urandom"}) {
    if (!std::filesystem::exists(path)) continue;
    EXPECT_EQ(attempt("CollectReads", path), 0U) << path;
  }
  EXPECT_EQ(attempt("CollectWrites", "/dev/null"), 0U);
}

TEST(Confinement, Sockets_AreAsTheSandboxSays) {
  EXPECT_EQ(attempt("CollectListens"), EPERM);
  EXPECT_EQ(attempt("CollectListens", {}, kNetwork), 0U);
  for (const char* procedure : {"CollectOpensPackets", "CollectOpensNetlink"}) {
    EXPECT_EQ(attempt(procedure), EPERM) << procedure;
    EXPECT_EQ(attempt(procedure, {}, kNetwork), EPERM) << procedure;
  }
  EXPECT_EQ(attempt("CollectOpensUnix", {}, kNetwork), 0U);
}

TEST(Confinement, Files_AreReadableOnlyWhereTheyAreNamed) {
  if (!host_has_landlock()) GTEST_SKIP() << "the kernel has no Landlock";
  MadeFolder folder;
  folder.write("private/key", "secret");
  folder.write("shared/settings", "open");
  const std::string key = folder.path() + "/private/key";
  const std::string settings = folder.path() + "/shared/settings";
  const ConfinementOptions named{.readable = {"/nowhere", folder.path() + "/shared"}};
  EXPECT_EQ(attempt("CollectReads", key, named), EACCES);
  EXPECT_EQ(attempt("CollectReads", settings, named), 0U);
  EXPECT_EQ(attempt("CollectReads", settings), EACCES);
  EXPECT_EQ(attempt("CollectReads", key, {.readable = {key}}), 0U);
  EXPECT_EQ(attempt("CollectReads", kIntruder), 0U);
  EXPECT_EQ(attempt("CollectReads", "/etc/shadow"), EACCES);
  EXPECT_EQ(attempt("CollectWrites", settings, named), EACCES);
  EXPECT_EQ(attempt("CollectWrites", folder.path() + "/shared/new", named), EACCES);
}

TEST(Confinement, MemoryOfTheConsumer_CannotBeRead) {
  if (!host_has_landlock()) GTEST_SKIP() << "the kernel has no Landlock";
  const std::string self = "/proc/" + std::to_string(::getpid());
  EXPECT_EQ(attempt("CollectReads", self + "/environ"), EACCES);
  EXPECT_EQ(attempt("CollectReads", self + "/mem"), EACCES);
  EXPECT_EQ(attempt("CollectReads", self + "/stat"), 0U);
}

// By its name, and by a descriptor that reads: a module may open its own folder.
TEST(Confinement, FilesOfItsUser_KeepTheirModesAndAttributes) {
  MadeFolder folder;
  folder.write("private", "secret");
  const std::string file = folder.path() + "/private";
  ASSERT_EQ(::chmod(file.c_str(), 0600), 0);
  const ConfinementOptions named{.readable = {folder.path()}};
  for (const char* procedure :
       {"CollectChangesMode", "CollectChangesModeAt", "CollectChangesOwner", "CollectChangesTimes",
        "CollectSetsAttribute", "CollectReadsAttribute", "CollectRemovesAttribute",
        "CollectChangesFlags", "CollectTruncates", "CollectTruncatesByOpening"}) {
    EXPECT_EQ(attempt(procedure, file, named), EPERM) << procedure;
  }
  struct stat facts{};
  ASSERT_EQ(::stat(file.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 07777U, 0600U);
  EXPECT_EQ(facts.st_size, 6);
}

// It would count for nobody, and most of it would stay after the host.
TEST(Confinement, MemoryBesideTheAddressSpace_IsRefused) {
  for (const char* procedure :
       {"CollectMakesSegment", "CollectMakesSemaphores", "CollectMakesQueue",
        "CollectMakesPosixQueue", "CollectMakesMemoryFile"}) {
    EXPECT_EQ(attempt(procedure), EPERM) << procedure;
    EXPECT_EQ(attempt(procedure, {}, kNetwork), EPERM) << procedure;
  }
}

TEST(Confinement, Resources_AreLimited) {
  EXPECT_EQ(attempt("CollectOpensMany"), EMFILE);
  EXPECT_EQ(attempt("CollectSharesMuch"), EFBIG);
}

TEST(Confinement, Memory_IsLimited) {
  const std::uint32_t got =
      attempt("CollectFillsMemory", {}, {.memory_limit = std::uint64_t{128} << 20U});
  EXPECT_GT(got, 16U);
  EXPECT_LT(got, 128U);
  const HostAnswer thrown = intrude("CollectThrowsForMemory");
  EXPECT_EQ(thrown.outcome, HostOutcome::raised);
  EXPECT_EQ(thrown.text, "std::bad_alloc");
}

TEST(Confinement, NoSandbox_StillHasNoPrivilegesAndLimits) {
  MadeFolder folder;
  folder.write("settings", "open");
  EXPECT_EQ(attempt("CollectReads", folder.path() + "/settings", kNone), 0U);
  EXPECT_EQ(attempt("CollectForks", {}, kNone), 0U);
  EXPECT_EQ(attempt("CollectListens", {}, kNone), 0U);
  EXPECT_EQ(attempt("CollectOpensMany", {}, kNone), EMFILE);
}

TEST(Confinement, ConsumerIsRoot_HostBecomesTheUser) {
  if (::getuid() != 0) GTEST_SKIP() << "only root can become another user";
  MadeFolder folder;
  ASSERT_EQ(::chmod(folder.path().c_str(), 0755), 0);
  const std::string library = folder.path() + "/intruder.so";
  std::filesystem::copy_file(kIntruder, library);
  const ConfinementOptions options{.user = ProcessUser{.user = 65534, .group = 65534}};
  EXPECT_EQ(intrude("CollectWhoAmI", {}, options, library).object_count, 65534U);
  EXPECT_EQ(intrude("CollectBecomesRoot", {}, options, library).object_count, EPERM);
}

}  // namespace
}  // namespace openperflib
