// A log that several threads write, and one closes.
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "openperflib/pdh/log_output.h"
#include "openperflib/testing/machines/shop_machine.h"
#include "openperflib/testing/made_folder.h"

namespace openperflib {
namespace {

std::size_t whole_rows_of(const std::string& path) {
  std::ifstream file(path);
  std::size_t rows = 0;
  for (std::string line; std::getline(file, line); ++rows) {
    EXPECT_TRUE(line.starts_with('"') && line.ends_with("\"\r")) << line;
  }
  return rows - 1;
}

TEST(LogOutputThreads, UpdatesAndTheEndOfTheQuery_LeaveARowOfEachSuccess) {
  ShopMachine shop;
  const MadeFolder folder;
  LogContents contents(fixed_titles());
  const std::shared_ptr<PdhQuery> query = PdhQuery::open(DataSource(), shop.machine()).value();
  ASSERT_TRUE(query->add("\\Web Shop(*)\\Seats").has_value());
  const std::string path = folder.path() + "/log.csv";
  const auto log =
      PdhLogOutput::open(query, {.target = LogTarget::parse(path).value()}, contents).value();
  std::atomic<std::size_t> written = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      while (log->update("") == kPdhSuccess) ++written;
    });
  }
  threads.emplace_back([&] {
    while (written < 50) (void)query->collect();
    (void)query->close();
  });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(log->update(""), PDH_INVALID_HANDLE);
  EXPECT_EQ(log->close(), kPdhSuccess);
  EXPECT_EQ(whole_rows_of(path), written);
}

}  // namespace
}  // namespace openperflib
