// What a module in a host may do and may not: each procedure of test_modules/intruder.cc tries one
// thing and says with which errno it failed.
#include <arpa/inet.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/os/net/unix_socket.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/testing/providers/v1_host_run.h"

namespace openperflib {
namespace {

const std::string kIntruder = OPENPERFLIB_BINARY_DIR "/apps/v1_host/test_modules/intruder.so";

HostStart start_with(const char* procedure, const std::string& library = kIntruder) {
  return {.service = "Intruder", .library = library, .collect = procedure};
}

HostCollect request_with(const std::string& path) {
  return {.value_name = {path.begin(), path.end()},
          .indices = {},
          .buffer_size = 4096,
          .largest_buffer = 4096};
}

// Where there is none: no procedure here may end its host.
HostAnswer answer_or_end(const std::optional<HostAnswer>& answer) {
  if (answer.has_value()) return *answer;
  HostAnswer end;
  end.outcome = HostOutcome::raised;
  end.text = "the host has ended";
  return end;
}

// The answer of one procedure, with a path for those that take one.
HostAnswer intrude(const char* procedure, const std::string& path = {},
                   const ConfinementOptions& options = {}, const std::string& library = kIntruder) {
  V1HostRun host(OPENPERFLIB_V1_HOST, options);
  HostAnswer started = answer_or_end(host.ask(start_with(procedure, library)));
  if (started.outcome != HostOutcome::done) return started;
  return answer_or_end(host.ask(request_with(path)));
}

// The number that it gave.
std::uint32_t attempt(const char* procedure, const std::string& path = {},
                      const ConfinementOptions& options = {},
                      const std::string& library = kIntruder) {
  const HostAnswer answer = intrude(procedure, path, options, library);
  EXPECT_EQ(answer.outcome, HostOutcome::done) << procedure << ": " << answer.text;
  return answer.object_count;
}

// What the host says that confines it.
std::string confinement_of_host() {
  V1HostRun host(OPENPERFLIB_V1_HOST);
  return answer_or_end(host.ask(start_with("CollectWhoAmI"))).text;
}

bool host_has_landlock() { return !confinement_of_host().contains("no Landlock"); }

const ConfinementOptions kNetwork{.sandbox = Sandbox::network};
const ConfinementOptions kNone{.sandbox = Sandbox::none};
constexpr auto kRestrictedSandboxes = std::to_array({Sandbox::strict, Sandbox::network});
constexpr auto kAllSandboxes = std::to_array({Sandbox::strict, Sandbox::network, Sandbox::none});

// What the library does while it is loaded.
TEST(Confinement, LibraryThatIsLoaded_IsConfinedAlready) {
  EXPECT_EQ(attempt("CollectTellsHowLoadingForked"), EPERM);
  EXPECT_EQ(attempt("CollectTellsHowLoadingForked", {}, kNetwork), EPERM);
}

// The kernel then ignores that a program is setuid.
TEST(Confinement, Programs_GiveNoPrivilegesInAnySandbox) {
  for (const Sandbox sandbox : kAllSandboxes) {
    EXPECT_EQ(attempt("CollectTellsStatus", "NoNewPrivs", {.sandbox = sandbox}), 1U);
  }
}

TEST(Confinement, ConsumerIsRoot_HostHasNoCapabilitiesInAnySandbox) {
  if (::getuid() != 0) GTEST_SKIP() << "only root has capabilities that it can give up";
  for (const Sandbox sandbox : kAllSandboxes) {
    for (const char* set : {"CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"}) {
      EXPECT_EQ(attempt("CollectTellsStatus", set, {.sandbox = sandbox}), 0U)
          << set << ", sandbox " << static_cast<int>(sandbox);
    }
  }
}

TEST(Confinement, OtherProcessesAndPrograms_AreRefused) {
  for (const char* procedure :
       {"CollectForks", "CollectVforks", "CollectSpawns", "CollectExecutes",
        "CollectExecutesDescriptor", "CollectKillsParent", "CollectKillsAll", "CollectKillsGroup",
        "CollectKillsThread", "CollectSignalsByDescriptor", "CollectSignalsByWideCommand",
        "CollectTraces", "CollectReadsParent", "CollectLimitsParent", "CollectUnshares",
        "CollectKeys", "CollectRings", "CollectMeasures"}) {
    EXPECT_EQ(attempt(procedure), EPERM) << procedure;
    EXPECT_EQ(attempt(procedure, {}, kNetwork), EPERM) << procedure;
  }
  EXPECT_EQ(attempt("CollectClones3"), ENOSYS);
}

TEST(Confinement, CallsAs32Bits_AreRefused) {
  constexpr auto kProcedure = "CollectCallsAs32Bits";
  if (intrude(kProcedure, {}, kNone).outcome != HostOutcome::done) {
    GTEST_SKIP() << "the kernel ends programs that make such calls";
  }
  EXPECT_EQ(attempt(kProcedure), EPERM);
  EXPECT_EQ(attempt(kProcedure, {}, kNetwork), EPERM);
}

// Files and folders that docs/security.md names; not all machines have them all.
// clang-format off
constexpr auto kReadByAll = std::to_array<const char*>({
    "/usr/bin/env", "/proc/stat", "/proc/self/status", "/sys/devices/system/cpu/online",
    "/sys/class/net", "/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/hosts",
    "/etc/host.conf", "/etc/gai.conf", "/etc/resolv.conf", "/etc/services", "/etc/protocols",
    "/etc/localtime", "/etc/timezone", "/etc/locale.alias", "/etc/machine-id", "/etc/os-release",
    "/etc/ssl/certs", "/etc/ld.so.cache", "/dev/null", "/dev/zero", "/dev/full", "/dev/random",
    "/dev/urandom",
});
// clang-format on

TEST(Confinement, WhatModulesNeed_IsAllowed) {
  for (const char* procedure :
       {"CollectStartsThread", "CollectSignalsItself", "CollectOpensUnix", "CollectSharesMemory"}) {
    EXPECT_EQ(attempt(procedure), 0U) << procedure;
  }
  for (const char* path : kReadByAll) {
    if (::access(path, R_OK) != 0) continue;
    EXPECT_EQ(attempt("CollectReads", path), 0U) << path;
  }
  for (const char* path : {"/dev/null", "/dev/zero", "/dev/full"}) {
    if (::access(path, W_OK) != 0) continue;
    EXPECT_EQ(attempt("CollectWrites", path), 0U) << path;
  }
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

sockaddr* any_address(sockaddr_in& address) { return reinterpret_cast<sockaddr*>(&address); }

// Listens at a free port of this machine. Returns its address.
sockaddr_in listen_here(const UniqueFd& socket) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  EXPECT_EQ(::bind(socket.get(), any_address(address), length), 0);
  EXPECT_EQ(::listen(socket.get(), 1), 0);
  EXPECT_EQ(::getsockname(socket.get(), any_address(address), &length), 0);
  return address;
}

// Waits for the module to connect, and passes it the socket with the address.
void pass_to_module(const ListeningSocket& server, const UniqueFd& socket,
                    const sockaddr_in& address) {
  UniqueFd connection;
  for (int second = 0; !connection && second < 60; ++second) connection = server.wait();
  const int passed = socket.get();
  const Bytes message = std::as_bytes(std::span(&address, 1));
  EXPECT_TRUE(send_message(connection.get(), message, std::span(&passed, 1)).has_value());
}

// The errno with which a module connects a TCP socket that it was passed: it can make none.
std::uint32_t connect_passed(const ConfinementOptions& options) {
  const MadeFolder folder;
  std::optional<ListeningSocket> server = ListeningSocket::listen(folder.path(), "socket").value();
  const UniqueFd listening(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const UniqueFd passed(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const sockaddr_in address = listen_here(listening);
  V1HostRun host(OPENPERFLIB_V1_HOST, options);
  const HostAnswer started = answer_or_end(host.ask(start_with("CollectConnectsWhatIsPassed")));
  EXPECT_EQ(started.outcome, HostOutcome::done) << started.text;
  std::vector<std::byte> frame;
  append_frame(frame, request_with(server->path()));
  host.send_bytes(frame);
  pass_to_module(*server, passed, address);
  server.reset();  // a module that was passed nothing waits no longer
  const HostAnswer answer = answer_or_end(host.receive());
  EXPECT_EQ(answer.outcome, HostOutcome::done) << answer.text;
  return answer.object_count;
}

TEST(Confinement, TcpSocketOfAnotherProcess_ConnectsOnlyInTheNetworkSandbox) {
  if (!confinement_of_host().contains(", TCP")) GTEST_SKIP() << "before version 4 of Landlock";
  EXPECT_EQ(connect_passed({}), EACCES);
  EXPECT_EQ(connect_passed(kNetwork), 0U);
}

TEST(Confinement, Files_AreReadableOnlyWhereTheyAreNamed) {
  if (!host_has_landlock()) GTEST_SKIP() << "the kernel has no Landlock";
  MadeFolder folder;
  folder.write("private/key", "secret");
  folder.write("shared/settings", "open");
  const std::string key = folder.path() + "/private/key";
  const std::string settings = folder.path() + "/shared/settings";
  for (const Sandbox sandbox : kRestrictedSandboxes) {
    const ConfinementOptions unnamed{.sandbox = sandbox};
    const ConfinementOptions named{.sandbox = sandbox,
                                   .readable = {"/nowhere", folder.path() + "/shared"}};
    EXPECT_EQ(attempt("CollectReads", key, named), EACCES);
    EXPECT_EQ(attempt("CollectReads", settings, named), 0U);
    EXPECT_EQ(attempt("CollectReads", settings, unnamed), EACCES);
    EXPECT_EQ(attempt("CollectReads", key, {.sandbox = sandbox, .readable = {key}}), 0U);
    EXPECT_EQ(attempt("CollectReads", kIntruder, unnamed), 0U);
    EXPECT_EQ(attempt("CollectReads", "/etc/shadow", unnamed), EACCES);
    EXPECT_EQ(attempt("CollectWrites", settings, named), EACCES);
    EXPECT_EQ(attempt("CollectWrites", folder.path() + "/shared/new", named), EACCES);
  }
}

// Version 1 of Landlock refuses what moves a file to another folder with EXDEV, whatever the rules.
TEST(Confinement, FilesThatAreOnlyRead_KeepTheirNames) {
  if (!host_has_landlock()) GTEST_SKIP() << "the kernel has no Landlock";
  MadeFolder folder;
  folder.write("file", "kept").make_folder("folder");
  const std::string file = folder.path() + "/file";
  for (const Sandbox sandbox : kRestrictedSandboxes) {
    const ConfinementOptions named{.sandbox = sandbox, .readable = {folder.path()}};
    for (const char* procedure : {"CollectRemoves", "CollectRenames", "CollectLinks",
                                  "CollectLinksSymbolically", "CollectMakesFolder"}) {
      EXPECT_EQ(attempt(procedure, file, named), EACCES) << procedure;
    }
    EXPECT_EQ(attempt("CollectRemovesFolder", folder.path() + "/folder", named), EACCES);
    const std::uint32_t moved = attempt("CollectMoves", file, named);
    EXPECT_TRUE(moved == EACCES || moved == EXDEV) << moved;
  }
  EXPECT_EQ(count_names(folder.path()), 2U);
  EXPECT_EQ(count_names(folder.path() + "/folder"), 0U);
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

TEST(Confinement, MemoryLimitThatIsNotSet_Is512MiB) {
  const std::uint32_t got = attempt("CollectFillsMemory");
  EXPECT_GT(got, 256U);
  EXPECT_LT(got, 512U);
}

TEST(Confinement, CoreFiles_AreNotWritten) {
  for (const Sandbox sandbox : kAllSandboxes) {
    EXPECT_EQ(attempt("CollectTellsCoreLimit", {}, {.sandbox = sandbox}), 0U);
  }
}

TEST(Confinement, NoSandbox_StillHasNoPrivilegesAndLimits) {
  MadeFolder folder;
  folder.write("settings", "open");
  EXPECT_EQ(attempt("CollectReads", folder.path() + "/settings", kNone), 0U);
  EXPECT_EQ(attempt("CollectForks", {}, kNone), 0U);
  EXPECT_EQ(attempt("CollectListens", {}, kNone), 0U);
  EXPECT_EQ(attempt("CollectOpensMany", {}, kNone), EMFILE);
}

// A copy of the library that all users may read, as they may not the folder of the build.
std::string library_for_all(const MadeFolder& folder) {
  EXPECT_EQ(::chmod(folder.path().c_str(), 0755), 0);
  std::string library = folder.path() + "/intruder.so";
  std::filesystem::copy_file(kIntruder, library);
  return library;
}

constexpr ProcessUser kNobody{.user = 65534, .group = 65534};

TEST(Confinement, ConsumerIsRoot_HostBecomesTheUser) {
  if (::getuid() != 0) GTEST_SKIP() << "only root can become another user";
  const MadeFolder folder;
  const std::string library = library_for_all(folder);
  const ConfinementOptions options{.user = kNobody};
  EXPECT_EQ(attempt("CollectWhoAmI", {}, options, library), 65534U);
  // In a user namespace there is no user 0.
  const std::uint32_t refused = attempt("CollectBecomesRoot", {}, options, library);
  EXPECT_TRUE(refused == EPERM || refused == EINVAL) << refused;
}

TEST(Confinement, ConsumerIsRootWithAnotherGroup_HostHasNone) {
  if (::getuid() != 0) GTEST_SKIP() << "only root can become another user";
  const MadeFolder folder;
  const std::string library = library_for_all(folder);
  std::vector<gid_t> groups(64);
  const int count = ::getgroups(static_cast<int>(groups.size()), groups.data());
  ASSERT_GE(count, 0);
  constexpr gid_t kOther = 1;
  if (::setgroups(1, &kOther) != 0) GTEST_SKIP() << "this root may not change its groups";
  for (const Sandbox sandbox : kAllSandboxes) {
    const ConfinementOptions options{.sandbox = sandbox, .user = kNobody};
    EXPECT_EQ(attempt("CollectTellsGroups", {}, options, library), 0U);
  }
  EXPECT_EQ(::setgroups(static_cast<std::size_t>(count), groups.data()), 0);
}

}  // namespace
}  // namespace openperflib
