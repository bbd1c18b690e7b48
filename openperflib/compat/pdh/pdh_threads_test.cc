// pdh.h from many threads, and in children: for ThreadSanitizer above all.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "openperflib/compat/pdh/pdh.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/testing/made_folder.h"

namespace openperflib::compat {
namespace {

constexpr unsigned kQueryUsers = 14;  // threads
constexpr unsigned kSecondsOfAChild = 60;

DWORD code(PDH_STATUS status) { return static_cast<DWORD>(status); }

PDH_HQUERY opened() {
  PDH_HQUERY query = nullptr;
  EXPECT_EQ(code(PdhOpenQueryA(nullptr, 0, &query)), 0U);
  return query;
}

PDH_HCOUNTER added(PDH_HQUERY query, const char* path) {
  PDH_HCOUNTER counter = nullptr;
  EXPECT_EQ(code(PdhAddEnglishCounterA(query, path, 0, &counter)), 0U);
  return counter;
}

// What a call may return while others use and close the same query.
bool is_expected(PDH_STATUS status) {
  constexpr std::array kExpected = {DWORD{0}, PDH_INVALID_HANDLE, PDH_NO_DATA, PDH_INVALID_DATA,
                                    PDH_MORE_DATA};
  return std::ranges::find(kExpected, code(status)) != kExpected.end();
}

// All instances of a counter, if they are as many when they are asked for again.
PDH_STATUS read_array(PDH_HCOUNTER counter) {
  DWORD size = 0;
  DWORD count = 0;
  const PDH_STATUS status =
      PdhGetFormattedCounterArrayA(counter, PDH_FMT_DOUBLE, &size, &count, nullptr);
  if (code(status) != PDH_MORE_DATA) return status;
  std::vector<PDH_FMT_COUNTERVALUE_ITEM_A> items(size / sizeof(PDH_FMT_COUNTERVALUE_ITEM_A) + 1);
  return PdhGetFormattedCounterArrayA(counter, PDH_FMT_DOUBLE, &size, &count, items.data());
}

// Adds, collects, formats and removes. False: the query is closed.
bool use(PDH_HQUERY query) {
  PDH_HCOUNTER one = nullptr;
  PDH_HCOUNTER all = nullptr;
  const bool is_open = code(PdhAddCounterA(query, "\\System\\Processes", 1, &one)) == 0 &&
                       code(PdhAddCounterA(query, "\\Processor(*)\\% User Time", 2, &all)) == 0;
  PDH_FMT_COUNTERVALUE value;
  PDH_RAW_COUNTER raw;
  LONGLONG time = 0;
  EXPECT_TRUE(is_expected(PdhCollectQueryDataWithTime(query, &time)));
  EXPECT_TRUE(is_expected(PdhGetFormattedCounterValue(one, PDH_FMT_LONG, nullptr, &value)));
  EXPECT_TRUE(is_expected(PdhGetRawCounterValue(one, nullptr, &raw)));
  EXPECT_TRUE(is_expected(read_array(all)));
  EXPECT_TRUE(is_expected(PdhSetCounterScaleFactor(one, 1)));
  EXPECT_TRUE(is_expected(PdhRemoveCounter(one)));
  EXPECT_TRUE(is_expected(PdhRemoveCounter(all)));
  return is_open;
}

std::size_t lines_of(const std::string& path) {
  std::ifstream file(path);
  std::size_t lines = 0;
  for (std::string line; std::getline(file, line); ++lines) {
    EXPECT_TRUE(line.starts_with('"') && line.ends_with("\"\r")) << line;
  }
  return lines;
}

PDH_HLOG log_of(PDH_HQUERY query, const std::string& path) {
  PDH_HLOG log = nullptr;
  DWORD type = PDH_LOG_TYPE_CSV;
  EXPECT_EQ(code(PdhOpenLogA(path.c_str(), PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_NEW, &type, query,
                             0, nullptr, &log)),
            0U);
  return log;
}

// One of the two is closed meanwhile; a thread writes a log of the other, and another one replaces
// the thread that collects it.
TEST(PdhThreads, SixteenShareTwoQueries_WhileOneIsClosed) {
  // The C library stores the name of the zone under a lock that ThreadSanitizer does not see.
  (void)local_zone_at(0);
  const MadeFolder folder;
  const std::string path = folder.path() + "/log.csv";
  const PDH_HQUERY closed = opened();
  const PDH_HQUERY kept = opened();
  const PDH_HCOUNTER counter = added(kept, "\\System\\Processes");
  const PDH_HLOG log = log_of(kept, path);
  std::size_t records = 0;
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < kQueryUsers; ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 10 && use(i % 2 == 0 ? closed : kept); ++round) continue;
    });
  }
  threads.emplace_back([&] {
    while (records < 20 && code(PdhUpdateLogA(log, nullptr)) == 0) ++records;
  });
  threads.emplace_back([&] {
    for (int i = 0; i < 5; ++i) EXPECT_EQ(code(PdhCollectQueryDataEx(kept, 3600, nullptr)), 0U);
    EXPECT_EQ(code(PdhCloseQuery(closed)), 0U);
  });
  threads.clear();
  EXPECT_EQ(code(PdhCollectQueryData(closed)), PDH_INVALID_HANDLE);
  EXPECT_EQ(code(PdhCollectQueryData(kept)), 0U);
  EXPECT_EQ(code(PdhRemoveCounter(counter)), 0U);
  EXPECT_EQ(code(PdhCloseLog(log, PDH_FLAGS_CLOSE_QUERY)), 0U);
  EXPECT_EQ(records, 20U);
  EXPECT_EQ(lines_of(path), 21U);
}

// What a child does with the queries of its parent, whatever its parent's threads were doing.
[[noreturn]] void be_a_child(PDH_HQUERY query, PDH_HCOUNTER counter, PDH_HLOG log) {
  ::alarm(kSecondsOfAChild);  // for a lock that nobody will give back
  PDH_FMT_COUNTERVALUE value;
  bool is_well = code(PdhCollectQueryData(query)) == 0;
  is_well &= code(PdhGetFormattedCounterValue(counter, PDH_FMT_LONG, nullptr, &value)) == 0;
  is_well &= value.longValue > 0;
  is_well &= use(query);
  is_well &= code(PdhUpdateLogA(log, nullptr)) == PDH_INVALID_HANDLE;
  is_well &= code(PdhCloseQuery(query)) == 0;
  ::_exit(is_well ? 0 : 1);
}

// Threads collect, add, format and write logs all the time, and the query's own thread has just
// begun to collect.
TEST(PdhThreads, ForkAtAnyMoment_LeavesTheChildWorkingQueries) {
  const MadeFolder folder;
  const PDH_HQUERY query = opened();
  const PDH_HCOUNTER counter = added(query, "\\System\\Processes");
  const PDH_HLOG log = log_of(query, folder.path() + "/log.csv");
  std::atomic<bool> is_over = false;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      while (!is_over && use(query)) continue;
    });
  }
  threads.emplace_back([&] {
    while (!is_over && code(PdhUpdateLogA(log, nullptr)) == 0) continue;
  });
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(code(PdhCollectQueryDataEx(query, 3600, nullptr)), 0U);
    const pid_t child = ::fork();
    if (child == 0) be_a_child(query, counter, log);
    int status = -1;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  is_over = true;
  threads.clear();
  EXPECT_EQ(code(PdhCloseQuery(query)), 0U);
  EXPECT_EQ(code(PdhCloseLog(log, 0)), 0U);
}

}  // namespace
}  // namespace openperflib::compat
