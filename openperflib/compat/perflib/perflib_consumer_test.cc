// The consumer half of perflib.h, where a test needs a process of its own.
#include "openperflib/compat/perflib/perflib_consumer.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "openperflib/abi/windows_error_constants.h"
#include "openperflib/abi/winerror_constants.h"

namespace openperflib::compat {
namespace {

void expect(ULONG code, ULONG wanted, int line) {
  if (code == wanted) return;
  (void)::dprintf(STDERR_FILENO, "line %d: %u instead of %u\n", line, code, wanted);
  ::_exit(1);
}

// In a process that can open nothing more, so that the machine cannot be read.
[[noreturn]] void call_without_descriptors() {
  HANDLE query = nullptr;
  expect(PerfOpenQueryHandle(nullptr, &query), ERROR_SUCCESS, __LINE__);
  const rlimit none{0, 0};
  expect(static_cast<ULONG>(::setrlimit(RLIMIT_NOFILE, &none)), 0, __LINE__);
  PERF_COUNTER_IDENTIFIER block{};
  block.Size = sizeof(block);
  DWORD actual = 1;
  HANDLE const closed = nullptr;
  expect(PerfAddCounters(closed, &block, sizeof(block)), ERROR_INVALID_HANDLE, __LINE__);
  expect(PerfDeleteCounters(closed, &block, sizeof(block)), ERROR_INVALID_HANDLE, __LINE__);
  expect(PerfQueryCounterInfo(closed, nullptr, 0, &actual), ERROR_INVALID_HANDLE, __LINE__);
  expect(PerfQueryCounterData(closed, nullptr, 0, &actual), ERROR_INVALID_HANDLE, __LINE__);
  expect(PerfDeleteCounters(query, &block, sizeof(block)), ERROR_SUCCESS, __LINE__);
  expect(block.Status, ERROR_INVALID_PARAMETER, __LINE__);
  expect(PerfQueryCounterInfo(query, nullptr, 0, &actual), ERROR_SUCCESS, __LINE__);
  expect(actual, 0, __LINE__);
  expect(PerfQueryCounterData(query, nullptr, 0, &actual), ERROR_TOO_MANY_OPEN_FILES, __LINE__);
  ::_exit(0);
}

// Their checks open descriptors of their own.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kHasSanitizer = true;
#elif defined(__has_feature)
constexpr bool kHasSanitizer = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool kHasSanitizer = false;
#endif

TEST(PerflibConsumerTest, MachineCannotBeOpened_HandlesAndQueriesDoNotNeedIt) {
  if (kHasSanitizer) GTEST_SKIP() << "sanitizers need descriptors";
  EXPECT_EXIT(call_without_descriptors(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace openperflib::compat
