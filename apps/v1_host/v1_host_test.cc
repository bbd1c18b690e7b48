// The host program, driven as a consumer does, with the modules of test_modules/.
#include <elf.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "openperflib/abi/windows_error_constants.h"
#include "openperflib/abi/winerror_constants.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/testing/providers/disque_queues.h"
#include "openperflib/testing/providers/v1_host_run.h"

namespace openperflib {
namespace {

// With Landlock of Linux 6.7, with an older one, and without it; each where a user namespace may be
// made, and where it may not.
constexpr auto kConfinements = std::to_array<std::string_view>(
    {"privileges, limits, threads, files, TCP, system calls",
     "privileges, limits, threads, files, system calls",
     "privileges, limits, threads, system calls; not: files, because the kernel has no Landlock",
     "privileges, limits, files, TCP, system calls; not: threads, because it may not have a user "
     "namespace",
     "privileges, limits, files, system calls; not: threads, because it may not have a user "
     "namespace",
     "privileges, limits, system calls; not: threads, because it may not have a user namespace; "
     "not: files, because the kernel has no Landlock"});

std::string module_path(const char* name) {
  return std::string(OPENPERFLIB_BINARY_DIR "/apps/v1_host/test_modules/") + name + ".so";
}

HostStart disque() {
  return {.service = "Disque",
          .library = module_path("disque"),
          .open = "OpenDisque",
          .collect = "CollectDisque",
          .close = "CloseDisque",
          .query = {},
          .context = {}};
}

HostStart faulty(std::string collect) {
  HostStart start{.service = "Faults", .library = module_path("faults"), .collect = {}};
  start.open = "OpenWell";
  start.collect = std::move(collect);
  start.test_level = 1;
  return start;
}

std::vector<std::byte> utf16_bytes(std::u16string_view text) {
  const Bytes bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

HostCollect collect_of(std::u16string name, std::uint32_t size = 65536,
                       std::uint32_t largest = 65536) {
  return {
      .value_name = std::move(name), .indices = {}, .buffer_size = size, .largest_buffer = largest};
}

HostAnswer answer_of(HostOutcome outcome, std::uint32_t code = 0, std::string text = {}) {
  HostAnswer answer;
  answer.outcome = outcome;
  answer.code = code;
  answer.text = std::move(text);
  return answer;
}

HostAnswer collected(HostOutcome outcome, std::uint32_t buffer, std::uint32_t objects,
                     std::size_t bytes, std::byte byte = std::byte{0x11}) {
  HostAnswer answer = answer_of(outcome);
  answer.buffer_size = buffer;
  answer.object_count = objects;
  answer.bytes.assign(bytes, byte);
  return answer;
}

// The text, which says how far this kernel confines, and the time vary.
void expect_started(std::optional<HostAnswer> answer) {
  ASSERT_TRUE(answer.has_value());
  answer->text.clear();
  answer->open_ms = 0;
  EXPECT_EQ(*answer, HostAnswer{}) << answer->text;
}

// The answer to one Collect of a module that breaks the contract.
std::optional<HostAnswer> collect_faulty(const char* procedure, std::uint32_t test_level = 1) {
  V1HostRun host(OPENPERFLIB_V1_HOST);
  HostStart start = faulty(procedure);
  start.test_level = test_level;
  expect_started(host.ask(start));
  return host.ask(collect_of(u"Global"));
}

HostAnswer disque_answer(DWORD first, DWORD collections) {
  const DISQUE_QUEUE queues[2] = {{"mail", 3, collections}, {"print", 0, 7}};
  DISQUE_OBJECT object;
  DisqueFill(&object, first, queues);
  HostAnswer answer = collected(HostOutcome::done, 65536, 1, sizeof object);
  std::memcpy(answer.bytes.data(), &object, sizeof object);
  return answer;
}

TEST(V1Host, GoodModule_GivesItsObjectUntilItIsClosed) {
  V1HostRun host(OPENPERFLIB_V1_HOST);
  HostStart start = disque();
  start.context = utf16_bytes(u"5030");
  start.test_level = 1;
  expect_started(host.ask(start));
  EXPECT_EQ(host.ask(collect_of(u"Global")), disque_answer(5030, 1));
  EXPECT_EQ(host.ask(collect_of(u"2 5030")), disque_answer(5030, 2));
  EXPECT_EQ(host.ask(collect_of(u"503 50300")), collected(HostOutcome::done, 65536, 0, 0));
  EXPECT_EQ(host.ask(HostClose{}), HostAnswer{});
  EXPECT_EQ(host.output(), "opened 5030\nclosed 0\n");
  EXPECT_EQ(host.receive(), std::nullopt);
}

HostTrial trial_of(std::uint32_t size) {
  return {.value_name = u"Global", .buffer_size = size, .counts_usage = 1};
}

TEST(V1Host, Trial_SaysWhatTheProcedureDid) {
  V1HostRun host(OPENPERFLIB_V1_HOST);
  HostStart start = disque();
  start.context = utf16_bytes(u"5030");
  expect_started(host.ask(start));
  constexpr std::uint32_t kLength = sizeof(DISQUE_OBJECT);
  const HostAnswer small = host.ask(trial_of(kLength - 1)).value();
  EXPECT_EQ(small.code, std::uint32_t{ERROR_MORE_DATA});
  EXPECT_EQ(small.trial.moved, 0U);
  EXPECT_TRUE(small.bytes.empty());
  const HostAnswer exact = host.ask(trial_of(kLength)).value();
  EXPECT_EQ(exact.code, 0U);
  EXPECT_EQ(exact.trial.moved, kLength);
  EXPECT_EQ(exact.trial.returned_size, kLength);
  EXPECT_EQ(exact.object_count, 1U);
  EXPECT_EQ(exact.bytes, disque_answer(5030, 1).bytes);
  EXPECT_EQ(exact.trial.descriptors, 4U);
  EXPECT_EQ(exact.trial.threads, 1U);
  EXPECT_EQ(host.ask(HostTrial{.procedure = TrialProcedure::close}).value().code, 0U);
  EXPECT_EQ(host.ask(trial_of(kLength)).value().bytes.size(), 0U);
  EXPECT_EQ(host.ask(HostTrial{.procedure = TrialProcedure::open}).value().code, 0U);
  EXPECT_EQ(host.ask(collect_of(u"Global")), disque_answer(5030, 2));
}

TEST(V1Host, TrialThatWritesOutside_SaysSo) {
  V1HostRun host(OPENPERFLIB_V1_HOST);
  expect_started(host.ask(faulty("CollectOverruns")));
  EXPECT_EQ(host.ask(trial_of(64)).value().outcome, HostOutcome::guard_changed);
}

TEST(V1Host, Started_SaysWhatConfinesIt) {
  V1HostRun host(OPENPERFLIB_V1_HOST);
  const auto answer = host.ask(disque());
  ASSERT_TRUE(answer.has_value());
  EXPECT_TRUE(std::ranges::count(kConfinements, answer->text) == 1) << answer->text;
  V1HostRun free(OPENPERFLIB_V1_HOST, {.sandbox = Sandbox::none});
  EXPECT_EQ(free.ask(disque()).value().text, "privileges, limits");
}

// One system call of the host while it confines itself; of prctl, that with this first argument.
struct HostStep {
  const char* name;  // as the host says it
  std::uint32_t call;
  std::uint32_t mask = 0;
  std::uint32_t first = 0;
};
constexpr auto kHostSteps = std::to_array<HostStep>({
    {"RLIMIT_CORE", SYS_prlimit64},
    {"PR_SET_PDEATHSIG", SYS_prctl, 0xFFFF'FFFF, PR_SET_PDEATHSIG},
    {"capset", SYS_capset},
    {"PR_SET_NO_NEW_PRIVS", SYS_prctl, 0xFFFF'FFFF, PR_SET_NO_NEW_PRIVS},
    {"seccomp", SYS_prctl, 0xFFFF'FFFF, PR_SET_SECCOMP},
});

// The step fails from now on in the calling thread and in the processes that it starts.
void let_fail(const HostStep& step) {
  std::array<sock_filter, 7> program{{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, step.call, 0, 4),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args)),  // little-endian
      BPF_STMT(BPF_ALU | BPF_AND | BPF_K, step.mask),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, step.first, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  }};
  const sock_fprog filter{.len = program.size(), .filter = program.data()};
  ASSERT_EQ(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
  ASSERT_EQ(::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter), 0);
}

// A filter is the thread's, and ends with it. The module would print something while it is loaded.
TEST(V1Host, StepFails_IsReportedAndNothingIsLoaded) {
  const HostStart attached{
      .service = "Attached", .library = module_path("attached"), .collect = "Collect"};
  for (const HostStep& step : kHostSteps) {
    std::jthread([&] {
      let_fail(step);
      V1HostRun host(OPENPERFLIB_V1_HOST);
      EXPECT_EQ(host.ask(attached), answer_of(HostOutcome::not_confined, 0,
                                              std::string("no permission: ") + step.name));
      EXPECT_EQ(host.output(), "");
    }).join();
  }
}

TEST(V1Host, NoContextAndOldQuery_GetNullAndTheIndices) {
  V1HostRun host(OPENPERFLIB_V1_HOST);
  HostStart start = disque();
  start.collect.clear();
  start.query = "QueryDisque";
  expect_started(host.ask(start));
  HostCollect request = collect_of(u"2 1848");
  request.indices = {2, 1848};
  EXPECT_EQ(host.ask(request), disque_answer(1848, 1));
  request.indices = {2};
  EXPECT_EQ(host.ask(request), collected(HostOutcome::done, 65536, 0, 0));
  EXPECT_EQ(host.ask(collect_of(u"Global")), disque_answer(1848, 2));
}

TEST(V1Host, ConsumerHangsUp_HostEnds) {
  V1HostRun host(OPENPERFLIB_V1_HOST);
  expect_started(host.ask(disque()));
  host.hang_up();
  EXPECT_EQ(host.output(), "opened 1848\n");
}

TEST(V1Host, RequestThatIsNone_EndsTheHost) {
  V1HostRun host(OPENPERFLIB_V1_HOST);
  host.send_bytes(as_bytes("\xFF\xFF\xFF\xFFxxxx"));
  EXPECT_EQ(host.receive(), std::nullopt);
  V1HostRun other(OPENPERFLIB_V1_HOST);
  expect_started(other.ask(disque()));
  EXPECT_EQ(other.ask(disque()), std::nullopt);
}

TEST(V1Host, UnknownArgument_EndsTheHost) {
  V1HostRun host(OPENPERFLIB_V1_HOST, {.readable = {"relative"}});
  EXPECT_EQ(host.output(), "openperflib-v1-host: --readable=relative: unknown argument\n");
}

TEST(V1Host, NoSuchLibrary_IsNamed) {
  V1HostRun host(OPENPERFLIB_V1_HOST);
  HostStart start = disque();
  start.library = "/nowhere/module.so";
  const auto answer = host.ask(start);
  EXPECT_EQ(answer, answer_of(HostOutcome::library_missing, ERROR_MOD_NOT_FOUND,
                              "/nowhere/module.so: cannot open shared object file: No such file "
                              "or directory"));
  EXPECT_EQ(host.receive(), std::nullopt);
}

TEST(V1Host, LibraryOfAnotherClassOrMachine_IsNotLoaded) {
  MadeFolder folder;
  std::string header(64, '\0');
  std::memcpy(header.data(), ELFMAG, SELFMAG);
  header[EI_CLASS] = ELFCLASS32;
  header[18] = EM_386;
  HostStart start = disque();
  start.library = folder.path() + "/old.so";
  folder.write("old.so", header);
  EXPECT_EQ(V1HostRun(OPENPERFLIB_V1_HOST).ask(start),
            answer_of(HostOutcome::wrong_class, ERROR_BAD_EXE_FORMAT,
                      "the library has 32 bits, this program 64"));
}

TEST(V1Host, MissingProcedure_IsNamed) {
  struct Case {
    std::string HostStart::* procedure;
    HostOutcome outcome;
  };
  for (const Case& row : {Case{&HostStart::open, HostOutcome::no_open},
                          Case{&HostStart::collect, HostOutcome::no_collect},
                          Case{&HostStart::close, HostOutcome::no_close}}) {
    HostStart start = disque();
    start.*row.procedure = "Missing";
    EXPECT_EQ(V1HostRun(OPENPERFLIB_V1_HOST).ask(start),
              answer_of(row.outcome, ERROR_PROC_NOT_FOUND, "Missing"));
  }
}

TEST(V1Host, DllMain_IsToldAndMayRefuse) {
  V1HostRun host(OPENPERFLIB_V1_HOST);
  const HostStart attached{
      .service = "Attached", .library = module_path("attached"), .collect = "Collect"};
  expect_started(host.ask(attached));
  EXPECT_EQ(host.ask(HostClose{}), HostAnswer{});
  EXPECT_EQ(host.output(), "DllMain 1 1 1\nDllMain 0 1 1\n");
  const HostStart refusing{
      .service = "Refusing", .library = module_path("refusing"), .collect = "Collect"};
  EXPECT_EQ(V1HostRun(OPENPERFLIB_V1_HOST).ask(refusing),
            answer_of(HostOutcome::library_missing, ERROR_DLL_INIT_FAILED,
                      "DllMain refused DLL_PROCESS_ATTACH"));
}

TEST(V1Host, OpenFailsOrThrows_IsTheAnswer) {
  HostStart start = faulty("CollectWell");
  start.open = "OpenFails";
  V1HostRun host(OPENPERFLIB_V1_HOST);
  auto answer = host.ask(start);
  ASSERT_TRUE(answer.has_value());
  answer->open_ms = 0;
  EXPECT_EQ(*answer, answer_of(HostOutcome::open_failed, ERROR_ACCESS_DENIED));
  EXPECT_EQ(host.receive(), std::nullopt);
  start.open = "OpenThrows";
  answer = V1HostRun(OPENPERFLIB_V1_HOST).ask(start);
  ASSERT_TRUE(answer.has_value());
  answer->open_ms = 0;
  EXPECT_EQ(*answer, answer_of(HostOutcome::raised, 0, "no queue server"));
}

TEST(V1Host, OpenCrashes_EndsTheHost) {
  HostStart start = faulty("CollectWell");
  start.open = "OpenCrashes";
  EXPECT_EQ(V1HostRun(OPENPERFLIB_V1_HOST).ask(start), std::nullopt);
}

TEST(V1Host, CloseCrashesOrThrows_IsTheEndOrTheAnswer) {
  HostStart start = faulty("CollectWell");
  start.close = "CloseCrashes";
  V1HostRun crashing(OPENPERFLIB_V1_HOST);
  expect_started(crashing.ask(start));
  EXPECT_EQ(crashing.ask(HostClose{}), std::nullopt);
  start.close = "CloseThrows";
  V1HostRun throwing(OPENPERFLIB_V1_HOST);
  expect_started(throwing.ask(start));
  EXPECT_EQ(throwing.ask(HostClose{}), answer_of(HostOutcome::raised, 0, "cannot close"));
}

TEST(V1Host, ProcedureThatEndsTheProcess_IsTheEndOfTheStream) {
  for (const char* procedure : {"CollectCrashes", "CollectAborts", "CollectExits",
                                "CollectClosesAll", "CollectOverrunsFar"}) {
    EXPECT_EQ(collect_faulty(procedure), std::nullopt) << procedure;
  }
}

TEST(V1Host, BrokenContract_IsNamed) {
  EXPECT_EQ(collect_faulty("CollectWell"), collected(HostOutcome::done, 65536, 1, 64));
  EXPECT_EQ(collect_faulty("CollectReportsMore"), collected(HostOutcome::too_long, 65536, 1, 0));
  EXPECT_EQ(collect_faulty("CollectWrongPointer"),
            collected(HostOutcome::wrong_pointer, 65536, 1, 0));
  EXPECT_EQ(collect_faulty("CollectUnaligned"), collected(HostOutcome::unaligned, 65536, 1, 60));
  EXPECT_EQ(collect_faulty("CollectFails"),
            answer_of(HostOutcome::collect_failed, ERROR_ACCESS_DENIED));
  EXPECT_EQ(collect_faulty("CollectThrows"), answer_of(HostOutcome::raised, 0, "no queues"));
  EXPECT_EQ(collect_faulty("CollectThrowsNumber"),
            answer_of(HostOutcome::raised, 0, "an exception of another type"));
}

TEST(V1Host, GuardAreas_AreLookedAtOnLevels1And2) {
  for (const char* procedure : {"CollectOverruns", "CollectUnderruns"}) {
    EXPECT_EQ(collect_faulty(procedure, 1), answer_of(HostOutcome::guard_changed)) << procedure;
    EXPECT_EQ(collect_faulty(procedure, 2), answer_of(HostOutcome::guard_changed)) << procedure;
    EXPECT_EQ(collect_faulty(procedure, 3), collected(HostOutcome::done, 65536, 1, 64))
        << procedure;
    EXPECT_EQ(collect_faulty(procedure, 4), collected(HostOutcome::done, 65536, 1, 64))
        << procedure;
  }
}

TEST(V1Host, MoreData_DoublesTheBufferUpToTheLargest) {
  V1HostRun host(OPENPERFLIB_V1_HOST);
  expect_started(host.ask(faulty("CollectNeeds1000")));
  EXPECT_EQ(host.ask(collect_of(u"", 256, 4096)), collected(HostOutcome::done, 1024, 1, 1000));
  EXPECT_EQ(host.ask(collect_of(u"", 300, 1001)), collected(HostOutcome::done, 1001, 1, 1000));
  EXPECT_EQ(host.ask(collect_of(u"", 256, 999)),
            answer_of(HostOutcome::needs_more, ERROR_MORE_DATA));
  EXPECT_EQ(collect_faulty("CollectWantsMore"),
            answer_of(HostOutcome::needs_more, ERROR_MORE_DATA));
}

TEST(V1Host, AfterAFault_TheNextCollectionIsAnswered) {
  V1HostRun host(OPENPERFLIB_V1_HOST);
  expect_started(host.ask(faulty("CollectOverruns")));
  EXPECT_EQ(host.ask(collect_of(u"")), answer_of(HostOutcome::guard_changed));
  EXPECT_EQ(host.ask(collect_of(u"")), answer_of(HostOutcome::guard_changed));
  EXPECT_EQ(host.ask(HostClose{}), HostAnswer{});
}

}  // namespace
}  // namespace openperflib
