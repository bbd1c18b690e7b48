// Many threads share queries: for ThreadSanitizer above all.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "openperflib/os/portable/time_zone.h"
#include "openperflib/pdh/pdh_query.h"
#include "openperflib/testing/machines/shop_machine.h"

namespace openperflib {
namespace {

// Adds, collects, formats and removes until it has done so often enough or the query is closed.
void use(PdhQuery& query, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    const auto one = query.add(kSeats);
    const auto all = query.add("\\Web Shop(*)\\Requests/sec");
    if (!one.has_value() || !all.has_value()) return;
    (void)query.collect();
    (void)query.value(*one, {});
    if (const auto instances = query.instances(*all); instances.has_value()) {
      for (std::size_t n = 0; n < instances->size(); ++n) (void)instances->value(n, {});
    }
    (void)query.describe(*one);
    (void)query.remove(*one);
    (void)query.remove(*all);
  }
}

TEST(PdhQueryThreads, SixteenShareTwoQueries_WhileOneIsClosed) {
  // The C library stores the name of the zone under a lock that ThreadSanitizer does not see.
  (void)local_zone_at(0);
  ShopMachine shop;
  shop.script().requests_per_collection = 1;
  const auto closed = PdhQuery::open(DataSource(), shop.machine()).value();
  const auto kept = PdhQuery::open(DataSource(), shop.machine()).value();
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i) {
    threads.emplace_back([&, i] { use(i % 2 == 0 ? *closed : *kept, 20); });
  }
  (void)closed->close();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(closed->collect().error(), PDH_INVALID_HANDLE);
  EXPECT_EQ(kept->collect().error(), PDH_NO_DATA);
}

TEST(PdhQueryThreads, CollectingThread_CollectsAtOnceAndIsReplaced) {
  ShopMachine shop;
  const auto query = PdhQuery::open(DataSource(), shop.machine()).value();
  const auto counter = query->add(kSeats).value();
  EXPECT_EQ(query->collect_every(std::chrono::seconds(0), [] {}), PDH_INVALID_ARGUMENT);
  std::atomic<int> first = 0;
  ASSERT_EQ(query->collect_every(std::chrono::hours(1),
                                 [&] {
                                   first = 1;
                                   first.notify_all();
                                 }),
            kPdhSuccess);
  first.wait(0);
  EXPECT_EQ(query->value(counter, {})->value.real(), 7);
  std::atomic<int> second = 0;
  ASSERT_EQ(query->collect_every(std::chrono::hours(1),
                                 [&] {
                                   second = 1;
                                   second.notify_all();
                                 }),
            kPdhSuccess);
  second.wait(0);
  (void)query->close();
}

}  // namespace
}  // namespace openperflib
