// A registered service with the module test_modules/disque.cc in a real host process: its values in
// a Snapshot of LocalSource, its names, and what happens when the process is killed.
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "openperflib/machine/local_source.h"
#include "openperflib/provider/v1/v1_modules.h"
#include "openperflib/query/query.h"
#include "openperflib/snapshot/titles_object.h"
#include "openperflib/testing/disque_queues.h"
#include "openperflib/testing/store_example.h"

namespace openperflib {
namespace {

constexpr std::string_view kJobs = "\\Disque 0 en(mail)\\Disque 4 en";

class ServedModule : public testing::Test {
 protected:
  // The library is copied: whichever user runs the tests may not trust the folder of the build.
  ServedModule() {
    namespace fs = std::filesystem;
    const std::string library = store_.folder.path() + "/modules/disque.so";
    store_.folder.make_folder("modules");
    fs::copy_file(OPENPERFLIB_BINARY_DIR "/apps/v1_host/test_modules/disque.so", library);
    for (const std::string& path :
         {store_.folder.path(), store_.folder.path() + "/modules", library}) {
      fs::permissions(path, fs::perms(0755));
    }
    store_.install("Disque");
    set("Library", "disque.dll");
    set("Open", "OpenDisque");
    set("Collect", "CollectDisque");
    set("Close", "CloseDisque");
    source_ =
        LocalSource::open(fixed_titles(), {.providers = [this] { return modules(); }}).value();
  }
  void set(std::string_view name, std::string_view text) {
    store_.change([&](StoreEdit& edit) {
      return edit.set_value("Disque", ServiceKey::performance, text_value(name, text));
    });
  }
  std::vector<std::unique_ptr<Provider>> modules() {
    std::vector<std::unique_ptr<Provider>> providers;
    providers.push_back(std::make_unique<V1Modules>(
        fixed_titles(), V1Options{.folders = store_.store.folders(),
                                  .places = {.host_program = OPENPERFLIB_V1_HOST,
                                             .modules_folder = store_.folder.path() + "/modules"},
                                  .start = {},
                                  .now = [this] { return HostClock::now() + later_; }}));
    return providers;
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

  ExampleStore store_;
  std::chrono::seconds later_{0};  // than the machine's clock
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

  later_ += std::chrono::seconds(1);
  take(query);
  EXPECT_EQ(jobs(), 1U);
  EXPECT_FALSE(query.row().values[0].usable());
  EXPECT_EQ(query.reason(0), "the instance is new");
  EXPECT_NE(query.binding().series()[0].identity, identity);
  take(query);
  EXPECT_TRUE(query.row().values[0].usable());
}

}  // namespace
}  // namespace openperflib
