// All vices that a module can have, a service for each, in one consumer: whatever they do, it has
// the values of the others in every collection, and says what was wrong with each.
#include <elf.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "openperflib/machine/local_source.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/testing/providers/served_services.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr TitleIndex kSystem = 2;
constexpr int kMostCollections = 50;

// A service whose module is bad, and what is to be said of it: an event, and how the reason begins.
struct Vice {
  const char* name;  // of the service
  const char* library;
  const char* open;
  const char* collect;
  const char* close;
  std::uint32_t event;
  const char* reason;
};
constexpr auto kVices = std::to_array<Vice>({
    {"AttachingCrashes", "attaching_crashes.so", "", "CollectWell", "", 1009,
     "its host ended in Open"},
    {"AttachingHangs", "attaching_hangs.so", "", "CollectWell", "", 2002,
     "Open did not return in time"},
    {"OpenCrashes", "faults.so", "OpenCrashes", "CollectWell", "", 1009, "its host ended in Open"},
    {"OpenHangs", "vices.so", "OpenHangs", "CollectWell", "", 2002, "Open did not return in time"},
    {"OpenFails", "faults.so", "OpenFails", "CollectWell", "", 1008, "Open returned an error (5)"},
    {"OpenThrows", "faults.so", "OpenThrows", "CollectWell", "", 1009,
     "an exception left the module: no queue server"},
    {"Crashes", "faults.so", "", "CollectCrashes", "", 1010, "its host ended in Collect"},
    {"Hangs", "vices.so", "", "CollectHangs", "", 1015, "Collect did not return in time"},
    {"Loops", "vices.so", "", "CollectLoops", "", 1015, "Collect did not return in time"},
    {"Throws", "faults.so", "", "CollectThrows", "", 1010,
     "an exception left the module: no queues"},
    {"Aborts", "faults.so", "", "CollectAborts", "", 1010, "its host ended in Collect"},
    {"Exits", "faults.so", "", "CollectExits", "", 1010, "its host ended in Collect"},
    {"ClosesAll", "faults.so", "", "CollectClosesAll", "", 1010, "its host ended in Collect"},
    {"Overruns", "faults.so", "", "CollectOverruns", "", 1002, "Collect wrote beyond its buffer"},
    {"Underruns", "faults.so", "", "CollectUnderruns", "", 1002, "Collect wrote beyond its buffer"},
    {"OverrunsFar", "faults.so", "", "CollectOverrunsFar", "", 1010, "its host ended in Collect"},
    {"ReportsMore", "faults.so", "", "CollectReportsMore", "", 1001,
     "Collect returned more than its buffer"},
    {"WrongPointer", "faults.so", "", "CollectWrongPointer", "", 1013,
     "Collect returned a pointer and a length that differ"},
    {"Unaligned", "faults.so", "", "CollectUnaligned", "", 1016,
     "the length of its answer is not a multiple of 8"},
    {"WantsMore", "faults.so", "", "CollectWantsMore", "", 1020,
     "Collect needs more than 64 MiB (234)"},
    {"CountsTwo", "vices.so", "OpenVice", "CollectCountsTwo", "", 1003,
     "its answer was refused: it has 1 objects, but its module said 2"},
    {"WrongLength", "vices.so", "OpenVice", "CollectWrongLength", "", 1003,
     "its answer was refused: the object at byte 0 has the wrong length"},
    {"Processor", "vices.so", "OpenVice", "CollectProcessor", "", 1019,
     "its answer was refused: the object's index, 238, is not one of the service"},
    {"NextService", "vices.so", "OpenVice", "CollectNextService", "", 1019,
     "its answer was refused: the object's index, "},
    {"Orphan", "vices.so", "OpenVice", "CollectOrphan", "", 1004,
     "its answer was refused: object "},
    {"Changes", "vices.so", "OpenVice", "CollectChanges", "", 1019,
     "its answer was refused: object "},
    {"Leaks", "vices.so", "OpenVice", "CollectLeaks", "", 1010,
     "an exception left the module: std::bad_alloc"},
    {"FillsMemory", "intruder.so", "", "CollectFillsMemory", "", 1003,
     "its answer was refused: it has 0 objects, but its module said"},
    {"Forks", "intruder.so", "", "CollectForks", "", 1003,
     "its answer was refused: it has 0 objects, but its module said 1"},
    {"Executes", "intruder.so", "", "CollectExecutes", "", 1003,
     "its answer was refused: it has 0 objects, but its module said 1"},
    {"KillsParent", "intruder.so", "", "CollectKillsParent", "", 1003,
     "its answer was refused: it has 0 objects, but its module said 1"},
    {"KillsAll", "intruder.so", "", "CollectKillsAll", "", 1003,
     "its answer was refused: it has 0 objects, but its module said 1"},
    {"Listens", "intruder.so", "", "CollectListens", "", 1003,
     "its answer was refused: it has 0 objects, but its module said 1"},
    {"ReadsPrivate", "vices.so", "OpenVice", "CollectReadsNamed", "", 1003,
     "its answer was refused: it has 0 objects, but its module said 13"},
    {"WrongClass", "old.so", "", "CollectWell", "", 1021,
     "its library is built for another kind of machine"},
    {"NoLibrary", "missing.so", "", "CollectWell", "", 1023, ""},
    {"NoExport", "vices.so", "", "CollectMissing", "", 1006,
     "its library has no procedure for Collect (127): CollectMissing"},
});

// What these do wrong costs them no value: it is when they close, or what they print.
constexpr auto kServed = std::to_array<Vice>({
    {"A", "disque.so", "OpenDisque", "CollectDisque", "CloseDisque", 0, ""},
    {"CloseCrashes", "vices.so", "OpenVice", "CollectWell", "CloseCrashes", 0, ""},
    {"Floods", "vices.so", "OpenVice", "CollectFloods", "", 0, ""},
    {"Z", "disque.so", "OpenDisque", "CollectDisque", "CloseDisque", 0, ""},
    {"CloseHangs", "vices.so", "OpenVice", "CollectWell", "CloseHangs", 0, ""},
});

bool kernel_has_landlock() { return ::syscall(SYS_landlock_create_ruleset, nullptr, 0, 1) > 0; }

volatile std::sig_atomic_t child_signals = 0;

// The calling process, as a program that looks after its children itself: it counts SIGCHLD, and
// what loses its parent becomes its child.
class Caller {
 public:
  Caller() {
    child_signals = 0;
    before_ = std::signal(SIGCHLD, [](int) { child_signals = child_signals + 1; });
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  }
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;
  ~Caller() {
    ::prctl(PR_SET_CHILD_SUBREAPER, 0);
    std::signal(SIGCHLD, before_);
  }

 private:
  void (*before_)(int);
};

// Not even those that only __WALL finds.
void expect_no_process_left() {
  errno = 0;
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG | static_cast<int>(__WALL)), -1);
  EXPECT_EQ(errno, ECHILD);
  EXPECT_EQ(child_signals, 0);
}

std::size_t count_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

class Vices : public testing::Test {
 protected:
  Vices() : served_(OPENPERFLIB_V1_HOST, OPENPERFLIB_BINARY_DIR "/apps/v1_host/test_modules") {
    add_libraries();
    own_.write("key", "secret");
    std::filesystem::permissions(key(), std::filesystem::perms(0600));
    served_.store.change([&](StoreEdit& edit) -> std::expected<void, StoreFault> {
      for (const Vice& one : kVices) install(edit, one);
      for (const Vice& one : kServed) install(edit, one);
      return edit.set_perflib_value(number_value("ExtCounterTestLevel", 1));
    });
    source_ =
        LocalSource::open(fixed_titles(), {.providers = [this] { return served_.providers(); }})
            .value();
  }

  // One collection of all services and of an object of this machine.
  void collect() {
    std::string names = std::to_string(kSystem);
    for (const auto& [service, index] : index_of_) names += " " + std::to_string(index);
    ASSERT_EQ(source_->read(ObjectRequest::of_value_name(names), snapshot_), ReadResult::reading);
    for (const ProviderEvent& event : source_->events()) events_.emplace(event.service, event.id);
  }
  [[nodiscard]] bool has(TitleIndex index) const {
    return snapshot_.view().find(index).has_value();
  }
  // Why the last collection lacks the object of a service, without the name of the service.
  [[nodiscard]] std::string reason(const std::string& service) const {
    const MissingRun* const run = snapshot_.left_out(index_of_.at(service), 0);
    if (run == nullptr) return {};
    return utf8_from_utf16(run->reason).text.substr(service.size() + std::strlen(": "));
  }

  ServedServices served_;
  std::map<std::string, TitleIndex> index_of_;  // of the object of each service
  std::set<std::pair<std::string, std::uint32_t>> events_;
  std::unique_ptr<LocalSource> source_;
  Snapshot snapshot_;

 private:
  [[nodiscard]] std::string key() const { return own_.path() + "/key"; }
  MadeFolder own_;  // of the user, which no host is given
  void add_libraries() {
    for (const char* module : {"disque.so", "faults.so", "intruder.so", "vices.so"}) {
      served_.add_library(module, module);
    }
    served_.add_library("vices.so", "attaching_crashes.so");
    served_.add_library("vices.so", "attaching_hangs.so");
    std::string header(64, '\0');
    std::memcpy(header.data(), ELFMAG, SELFMAG);
    header[EI_CLASS] = ELFCLASS32;
    header[18] = EM_386;
    served_.write_library("old.so", header);
  }
  // Modules that wait get little time, modules that need much memory get little of it.
  static std::vector<RegisteredValue> values_of(const Vice& one) {
    std::vector<RegisteredValue> values{
        text_value("Library", one.library), text_value("Open", one.open),
        text_value("Collect", one.collect), text_value("Close", one.close)};
    constexpr std::uint32_t kOpenLate = 2002;
    constexpr std::uint32_t kCollectLate = 1015;
    if (one.event == kOpenLate) values.push_back(number_value("Open Timeout", 500));
    if (one.event == kCollectLate) values.push_back(number_value("Collect Timeout", 500));
    const std::string_view name = one.name;
    if (name == "Leaks" || name == "FillsMemory")
      values.push_back(number_value("Memory Limit", 64));
    return values;
  }
  void install(StoreEdit& edit, const Vice& one) {
    const auto range = install_example(edit, example_titles(one.name));
    ASSERT_TRUE(range.has_value()) << one.name;
    index_of_[one.name] = range->first;
    for (const RegisteredValue& value : values_of(one)) {
      ASSERT_TRUE(edit.set_value(one.name, ServiceKey::performance, value).has_value());
    }
    const bool is_reader = std::string_view(one.name) == "ReadsPrivate";
    const std::string context = is_reader ? key() : std::to_string(range->first);
    ASSERT_TRUE(edit.create_key(one.name, ServiceKey::linkage).has_value());
    ASSERT_TRUE(
        edit.set_value(one.name, ServiceKey::linkage, text_value("Export", context)).has_value());
  }
};

TEST_F(Vices, AllInOneRun_EachLosesItsOwnObjectsAndLeavesNothing) {
  std::set<std::string> unseen;
  for (const Vice& one : kVices) unseen.insert(one.name);
  // Without Landlock a user's module may read what the user may.
  if (::geteuid() != 0 && !kernel_has_landlock()) unseen.erase("ReadsPrivate");
  const std::size_t descriptors = count_descriptors();
  const Caller caller;
  for (int collection = 0; !unseen.empty() && collection < kMostCollections; ++collection) {
    collect();
    EXPECT_TRUE(has(kSystem));
    for (const Vice& one : kServed) EXPECT_TRUE(has(index_of_.at(one.name))) << reason(one.name);
    for (const Vice& one : kVices) {
      const bool is_reported =
          events_.contains({one.name, one.event}) && !has(index_of_.at(one.name));
      if (is_reported && reason(one.name).starts_with(one.reason)) unseen.erase(one.name);
    }
  }
  for (const std::string& name : unseen) ADD_FAILURE() << name << ": " << reason(name);
  EXPECT_TRUE(events_.contains({"Floods", 0}));
  source_.reset();
  expect_no_process_left();
  EXPECT_LE(count_descriptors(), descriptors);
}

}  // namespace
}  // namespace openperflib
