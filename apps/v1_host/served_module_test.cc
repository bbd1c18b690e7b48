// A registered service with the module test_modules/disque.cc in a real host process: its values in
// a Snapshot of LocalSource, its names, and what happens when the process is killed.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <memory>
#include <string>

#include "openperflib/machine/local_source.h"
#include "openperflib/query/query.h"
#include "openperflib/snapshot/titles_object.h"
#include "openperflib/testing/providers/disque_queues.h"
#include "openperflib/testing/providers/served_services.h"

namespace openperflib {
namespace {

constexpr std::string_view kJobs = "\\Disque 0 en(mail)\\Disque 4 en";

class ServedModule : public testing::Test {
 protected:
  ServedModule() {
    served_.add_library("disque.so", "disque.so");
    served_.store.install("Disque");
    served_.set("Disque", text_value("Library", "disque.dll"));
    served_.set("Disque", text_value("Open", "OpenDisque"));
    served_.set("Disque", text_value("Collect", "CollectDisque"));
    served_.set("Disque", text_value("Close", "CloseDisque"));
    source_ = open();
  }
  std::unique_ptr<LocalSource> open() {
    return LocalSource::open(fixed_titles(), {.providers = [this] { return served_.providers(); }})
        .value();
  }
  void take(Query& query) {
    ASSERT_EQ(source_->read(query.request(), snapshot_), ReadResult::reading);
    query.take(snapshot_);
  }
  // The job counter of the queue "mail" as stored; nullopt: the block lacks it.
  std::optional<std::uint64_t> jobs() const {
    const auto object = snapshot_.view().find(1848);
    if (!object.has_value()) return std::nullopt;
    auto counter = object->counters().begin();
    return (*object->instances().begin()).counters.value(*++counter);
  }

  ServedServices served_{OPENPERFLIB_V1_HOST, OPENPERFLIB_BINARY_DIR "/apps/v1_host/test_modules"};
  std::unique_ptr<LocalSource> source_;
  Snapshot snapshot_;
};

TEST_F(ServedModule, Values_ArriveWithTheirNames) {
  Query query(source_->titles()->table());
  ASSERT_TRUE(query.add(kJobs).has_value());
  take(query);
  EXPECT_EQ(jobs(), 1U);
  EXPECT_EQ(query.reason(0), "first sample: a rate needs two");
  take(query);
  EXPECT_EQ(jobs(), 2U);
  EXPECT_TRUE(query.row().values[0].usable());
  EXPECT_EQ(find_title(snapshot_.titles(), 1848), "Disque 0 en");
  EXPECT_EQ(find_title(snapshot_.titles(), 1852), "Disque 4 en");
  EXPECT_EQ(find_title(snapshot_.titles(), 1853), "Help 4 en");
  EXPECT_EQ(query.binding().series()[0].instance, "mail");
}

TEST_F(ServedModule, OtherObjects_StartNoProcess) {
  Query query(source_->titles()->table());
  ASSERT_TRUE(query.add("\\System\\Processes").has_value());
  take(query);
  int first = 0;
  std::ifstream("/proc/thread-self/children") >> first;
  EXPECT_EQ(first, 0);
}

// The only process below the keeper, which is the only child of this thread; 0: the kernel does not
// list children.
pid_t host_process() {
  pid_t keeper = 0;
  std::ifstream("/proc/thread-self/children") >> keeper;
  const std::string keeper_id = std::to_string(keeper);
  pid_t host = 0;
  std::ifstream("/proc/" + keeper_id + "/task/" + keeper_id + "/children") >> host;
  return host;
}

TEST_F(ServedModule, ProcessKilledBetweenSamples_GivesNoRateAndRecovers) {
  Query query(source_->titles()->table());
  ASSERT_TRUE(query.add(kJobs).has_value());
  take(query);
  take(query);
  ASSERT_TRUE(query.row().values[0].usable());
  const std::uint64_t identity = query.binding().series()[0].identity;
  const pid_t host = host_process();
  if (host == 0) GTEST_SKIP() << "the kernel does not list children";
  ASSERT_EQ(::kill(host, SIGKILL), 0);

  take(query);
  EXPECT_EQ(jobs(), std::nullopt);
  EXPECT_FALSE(query.row().values[0].usable());
  EXPECT_TRUE(query.reason(0).starts_with("Disque: its host ended")) << query.reason(0);
  EXPECT_EQ(query.missing_reason(0), MissingReason::provider_failed);

  served_.later += std::chrono::seconds(1);
  take(query);
  EXPECT_EQ(jobs(), 1U);
  EXPECT_FALSE(query.row().values[0].usable());
  EXPECT_EQ(query.reason(0), "its module was restarted");
  EXPECT_NE(query.binding().series()[0].identity, identity);
  take(query);
  EXPECT_TRUE(query.row().values[0].usable());
}

// As registry functions do after fork(): docs/registry.md.
TEST_F(ServedModule, ForkedChild_LeavesTheHostToItsParentAndStartsItsOwn) {
  Query query(source_->titles()->table());
  ASSERT_TRUE(query.add(kJobs).has_value());
  take(query);
  const pid_t child = ::fork();
  if (child == 0) {
    source_->forget();
    source_ = open();
    take(query);
    const bool is_its_own = jobs() == 1U;
    source_.reset();
    ::_exit(is_its_own && !HasFailure() ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  take(query);
  EXPECT_EQ(jobs(), 2U);
}

}  // namespace
}  // namespace openperflib
