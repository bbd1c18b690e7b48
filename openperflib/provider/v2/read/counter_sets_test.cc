#include "openperflib/provider/v2/read/counter_sets.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/os/net/unix_socket.h"
#include "openperflib/provider/provider_set.h"
#include "openperflib/provider/v2/offer_message.h"
#include "openperflib/provider/v2/publish/counter_set.h"
#include "openperflib/provider/v2/publish/publisher.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/text/utf16.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {
namespace {

constexpr const char* kGuid = "8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c11";
constexpr const char* kOtherGuid = "{8F1C1B0E-5D7A-4C52-9D0E-0B6A5F1F7C12}";

CounterSetDeclaration coffee_machine() {
  return {.guid = kGuid,
          .name = "Coffee Machine",
          .counters = {{.name = "Jobs"},
                       {.name = "Pages/sec", .kind = CounterKind::rate},
                       {.name = "Seconds/Job", .kind = CounterKind::average}},
          .help = "Printers"};
}

class CounterSetsTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::unique_ptr<Publisher> start() const {
    return Publisher::start({folder_.path()}).value();
  }
  // A process whose socket gets its name later, also by the clock of the file system.
  [[nodiscard]] std::unique_ptr<Publisher> start_after(const Publisher& first) const {
    auto later = start();
    while (named(*later) == named(first)) {
      later.reset();
      later = start();
    }
    return later;
  }
  static std::pair<std::int64_t, std::int64_t> named(const Publisher& publisher) {
    struct stat facts = {};
    EXPECT_EQ(::stat(publisher.path().c_str(), &facts), 0);
    return {facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec};
  }
  [[nodiscard]] CounterSets sets() const {
    return {fixed_titles(),
            {.folders = {.system = folder_.path() + "/none", .own = folder_.path()}, .stores = {}}};
  }
  [[nodiscard]] CounterSets sets_with(const BlockRoom& user_room) const {
    return {fixed_titles(),
            {.folders = {.system = "/none", .own = folder_.path()},
             .stores = {},
             .user_room = user_room}};
  }
  // A block of all sets. Valid until the next one.
  DataBlockView collect(CounterSets& sets, const ObjectRequest& request = {}) {
    const Instant instant{};
    const CollectTask task{request, instant};
    report_.clear();
    builder_.begin({});
    sets.begin(task);
    EXPECT_TRUE(sets.collect(task, builder_, report_).has_value());
    return DataBlockView::parse(*builder_.finish(), Limits{}).value();
  }
  static std::string name_of(const InstanceView& instance) {
    return utf8_from_utf16(instance.definition.name()).text;
  }
  MadeFolder folder_;
  DataBlockBuilder builder_;
  ProviderReport report_;
};

std::uint64_t value_of(const InstanceView& instance, const CounterDefinitionView& counter) {
  const Bytes bytes = instance.counters.bytes().subspan(counter.counter_offset());
  return counter.counter_size() == 8 ? load<std::uint64_t>(bytes, 0)
                                     : load<std::uint32_t>(bytes, 0);
}

TEST_F(CounterSetsTest, NoFolder_HasNoObject) {
  CounterSets none(fixed_titles(), {.folders = {.system = "/none", .own = "/none"}, .stores = {}});
  EXPECT_EQ(collect(none).object_count(), 0U);
  EXPECT_TRUE(none.describe().empty());
}

TEST_F(CounterSetsTest, Published_IsAnObjectWithItsValues) {
  const auto publisher = start();
  auto set = CounterSet::publish(*publisher, coffee_machine()).value();
  const auto laser = set.add("Läser").value();
  laser[0].set(7);
  laser[1].increment(1ULL << 40U);
  laser[2].add_sample(30);
  laser[2].add_sample(12);
  CounterSets read = sets();
  const auto object = collect(read).find(kFirstUnregistered);
  ASSERT_TRUE(object.has_value());
  ASSERT_EQ(object->instance_count(), 1U);
  const InstanceView instance = *object->instances().begin();
  EXPECT_EQ(name_of(instance), "Läser");
  std::vector<std::uint64_t> values;
  std::vector<std::uint32_t> types;
  for (const CounterDefinitionView& counter : object->counters()) {
    values.push_back(value_of(instance, counter));
    types.push_back(counter.counter_type());
  }
  EXPECT_EQ(values, (std::vector<std::uint64_t>{7, 1ULL << 40U, 42, 2}));
  EXPECT_EQ(types, (std::vector<std::uint32_t>{PERF_COUNTER_LARGE_RAWCOUNT, PERF_COUNTER_BULK_COUNT,
                                               PERF_AVERAGE_BULK, PERF_AVERAGE_BASE}));
  ASSERT_EQ(read.describe().size(), 1U);
  EXPECT_EQ(read.describe()[0].name, "Coffee Machine");
  EXPECT_EQ(read.describe()[0].counters[1].name, "Pages/sec");
}

TEST_F(CounterSetsTest, StartsAndEnds_ShowAtTheNextCollection) {
  CounterSets read = sets();
  EXPECT_EQ(collect(read).object_count(), 0U);
  const std::uint64_t before = read.generation();
  auto publisher = start();
  auto set = std::make_optional(CounterSet::publish(*publisher, coffee_machine()).value());
  EXPECT_EQ(collect(read).object_count(), 1U);
  EXPECT_GT(read.generation(), before);
  set.reset();
  publisher.reset();
  EXPECT_EQ(collect(read).object_count(), 0U);
}

// No difference may be taken between two instances of one name.
TEST_F(CounterSetsTest, InstanceIsMadeAgain_HasAnotherKey) {
  const auto publisher = start();
  auto set = CounterSet::publish(*publisher, coffee_machine()).value();
  CounterSets read = sets();
  std::vector<std::uint64_t> keys;
  for (int i = 0; i < 2; ++i) {
    const auto laser = set.add("Laser").value();
    for (int twice = 0; twice < 2; ++twice) {
      (void)collect(read);
      ASSERT_EQ(report_.keys().size(), 1U);
      keys.push_back(report_.keys()[0].key);
    }
  }
  EXPECT_EQ(keys[0], keys[1]);
  EXPECT_NE(keys[1], keys[2]);
  EXPECT_EQ(keys[2], keys[3]);
}

TEST_F(CounterSetsTest, SeveralProcesses_InstancesAreInOneObject) {
  const auto one = start();
  const auto two = start();
  auto of_one = CounterSet::publish(*one, coffee_machine()).value();
  auto of_two = CounterSet::publish(*two, coffee_machine()).value();
  const auto laser = of_one.add("Laser").value();
  const auto ink = of_two.add("Ink").value();
  CounterSets read = sets();
  const auto view = collect(read);
  EXPECT_EQ(view.object_count(), 1U);
  EXPECT_EQ(view.find(kFirstUnregistered)->instance_count(), 2U);
  EXPECT_NE(report_.keys()[0].key, report_.keys()[1].key);
}

TEST_F(CounterSetsTest, DescribedInAnotherWay_FirstIsUsedAndOtherReported) {
  const auto one = start();
  const auto two = start();
  auto of_one = CounterSet::publish(*one, coffee_machine()).value();
  CounterSetDeclaration other = coffee_machine();
  other.counters.pop_back();
  auto of_two = CounterSet::publish(*two, other).value();
  CounterSets read = sets();
  EXPECT_EQ(collect(read).object_count(), 1U);
  ASSERT_EQ(read.services().size(), 1U);
  EXPECT_EQ(read.services()[0].lack,
            "it describes Coffee Machine in another way than another process");
}

TEST_F(CounterSetsTest, NameThatEndsInANumber_IsNotThatOfTheSecond) {
  const auto publisher = start();
  auto set = CounterSet::publish(*publisher, coffee_machine()).value();
  std::vector<CounterSetInstance> added;
  for (const char* const name : {"x#1", "C#", "#5 (a)", "y#z1", "#7"}) {
    added.push_back(set.add(name).value());
  }
  CounterSets read = sets();
  std::vector<std::string> names;
  const auto object = collect(read).find(kFirstUnregistered);
  for (const InstanceView& instance : object->instances()) names.push_back(name_of(instance));
  EXPECT_EQ(names, (std::vector<std::string>{"x_1", "C#", "#5 (a)", "y#z1", "#7"}));
}

TEST_F(CounterSetsTest, NameOfAnother_IsShownWithTheGuid) {
  const auto publisher = start();
  CounterSetDeclaration fixed = coffee_machine();
  fixed.name = "processor";
  CounterSetDeclaration second = coffee_machine();
  second.guid = kOtherGuid;
  auto set = CounterSet::publish(*publisher, fixed).value();
  CounterSets read = sets();
  EXPECT_EQ(read.describe()[0].name, "processor {8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c11}");
}

// The process whose socket has had its name for longer has the name in every reader, whenever the
// reader began.
TEST_F(CounterSetsTest, NameOfASetThatHasEnded_IsFree) {
  const auto first = start();
  const auto second = start_after(*first);
  CounterSetDeclaration other = coffee_machine();
  other.guid = kOtherGuid;
  auto of_second = CounterSet::publish(*second, other).value();
  CounterSets read = sets();
  auto of_first = std::make_optional(CounterSet::publish(*first, coffee_machine()).value());
  (void)collect(read);
  ASSERT_EQ(read.describe().size(), 2U);
  EXPECT_EQ(read.describe()[0].name, "Coffee Machine {8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c12}");
  EXPECT_EQ(read.describe()[1].name, "Coffee Machine");
  CounterSets later = sets();
  EXPECT_EQ(later.describe()[0].name, "Coffee Machine");
  of_first.reset();
  (void)collect(read);
  ASSERT_EQ(read.describe().size(), 1U);
  EXPECT_EQ(read.describe()[0].name, "Coffee Machine");
}

// The processes of the system are named first, whatever others call theirs.
TEST_F(CounterSetsTest, SystemOffersASet_UserIsNotAsked) {
  std::filesystem::create_directory(folder_.path() + "/system");
  std::filesystem::create_directory(folder_.path() + "/own");
  const auto of_system = Publisher::start({folder_.path() + "/system"}).value();
  const auto of_user = Publisher::start({folder_.path() + "/own"}).value();
  auto system = CounterSet::publish(*of_system, coffee_machine()).value();
  auto user = CounterSet::publish(*of_user, coffee_machine()).value();
  const auto laser = system.add("Laser").value();
  const auto ink = user.add("Ink").value();
  CounterSets read(fixed_titles(), {.folders = {.system = folder_.path() + "/system",
                                                .own = folder_.path() + "/own"},
                                    .stores = {}});
  const auto object = collect(read).find(kFirstUnregistered);
  ASSERT_EQ(object->instance_count(), 1U);
  EXPECT_EQ(name_of(*object->instances().begin()), "Laser");
  ASSERT_EQ(read.services().size(), 1U);
  EXPECT_EQ(read.services()[0].lack, "the system offers Coffee Machine, which is used instead");
  EXPECT_EQ(report_.events().size(), 1U);
}

TEST_F(CounterSetsTest, TooManySetsOfAUser_AreReported) {
  const auto publisher = start();
  CounterSetDeclaration other = coffee_machine();
  other.guid = kOtherGuid;
  auto first = CounterSet::publish(*publisher, coffee_machine()).value();
  auto second = CounterSet::publish(*publisher, other).value();
  CounterSets read(
      fixed_titles(),
      {.folders = {.system = "/none", .own = folder_.path()}, .stores = {}, .user_sets = 1});
  EXPECT_EQ(collect(read).object_count(), 1U);
  ASSERT_EQ(read.services().size(), 1U);
  EXPECT_EQ(read.services()[0].lack,
            "its user has more than 1 sets: {8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c12} is left out");
}

TEST_F(CounterSetsTest, MoreThanABlockMayHave_IsReportedOnce) {
  const auto publisher = start();
  auto set = CounterSet::publish(*publisher, coffee_machine()).value();
  const auto laser = set.add("Laser").value();
  const auto ink = set.add("Ink").value();
  CounterSets read = sets_with({.bytes = 128 + 4 * 48 + 150, .values = 100});
  EXPECT_EQ(collect(read).find(kFirstUnregistered)->instance_count(), 1U);
  ASSERT_EQ(report_.events().size(), 1U);
  EXPECT_EQ(report_.events()[0].text,
            "Coffee Machine: instances beyond what a block may have of one user: 1");
  ASSERT_EQ(read.services().size(), 1U);
  EXPECT_EQ(read.services()[0].lack, report_.events()[0].text);
  (void)collect(read);
  EXPECT_TRUE(report_.events().empty());
}

// A block has a limit of values, too, which small ones reach with few bytes.
TEST_F(CounterSetsTest, MoreValuesThanABlockMayHave_AreLeftOut) {
  const auto publisher = start();
  auto set = CounterSet::publish(*publisher, coffee_machine()).value();
  const auto laser = set.add("Laser").value();
  const auto ink = set.add("Ink").value();
  CounterSets read = sets_with({.bytes = 10'000, .values = 7});  // an instance has four
  EXPECT_EQ(collect(read).find(kFirstUnregistered)->instance_count(), 1U);
  ASSERT_EQ(read.services().size(), 1U);
  EXPECT_EQ(read.services()[0].lack,
            "Coffee Machine: instances beyond what a block may have of one user: 1");
}

TEST_F(CounterSetsTest, MoreCountersThanABlockMayHave_LeaveOutTheSetOnly) {
  const auto publisher = start();
  auto set = CounterSet::publish(*publisher, coffee_machine()).value();
  CounterSetDeclaration other = coffee_machine();
  other.guid = kOtherGuid;
  other.counters = {{.name = "Jobs"}};
  auto small = CounterSet::publish(*publisher, other).value();
  CounterSets read = sets_with({.bytes = 128 + 2 * 48, .values = 100});
  EXPECT_EQ(collect(read).object_count(), 1U);
  ASSERT_EQ(read.services().size(), 1U);
  EXPECT_EQ(read.services()[0].lack,
            "Coffee Machine: its counters are beyond what a block may have of one user");
}

TEST(BlockRoom, ManyUsers_ShareWhatAllMayHave) {
  const BlockRoom all{.bytes = 100, .values = 10};
  const BlockRoom most{.bytes = 40, .values = 8};
  const BlockRoom of_one = all.share(1, most);
  EXPECT_EQ(of_one.bytes, 40U);
  EXPECT_EQ(of_one.values, 8U);
  const BlockRoom of_five = all.share(5, most);
  EXPECT_EQ(of_five.bytes, 20U);
  EXPECT_EQ(of_five.values, 2U);
}

// The other half is for other providers.
TEST(BlockRoom, AllSets_TakeHalfOfABlockOfARecording) {
  EXPECT_LE(BlockRoom::of_all().values, Limits{}.values / 2);
  EXPECT_LE(BlockRoom::of_all().bytes, 32U << 20U);
}

TEST_F(CounterSetsTest, OneInstance_IsAnObjectWithoutInstances) {
  const auto publisher = start();
  CounterSetDeclaration declaration = coffee_machine();
  declaration.has_instances = false;
  auto set = CounterSet::publish(*publisher, declaration).value();
  CounterSets read = sets();
  EXPECT_EQ(collect(read).object_count(), 0U);  // never zeros that nobody wrote
  EXPECT_EQ(report_.missing().size(), 1U);
  const auto only = set.add().value();
  only[0].set(5);
  EXPECT_EQ(set.add().error(), CounterSetFault::second_instance);
  const auto object = collect(read).find(kFirstUnregistered);
  ASSERT_TRUE(object.has_value());
  EXPECT_FALSE(object->instance_count().has_value());
  EXPECT_EQ(load<std::uint64_t>(object->single()->bytes(), 8), 5U);
}

// Consumers that want no block have the same values as those that do.
TEST_F(CounterSetsTest, RunningSets_AreReadWithoutABlock) {
  const auto one = start();
  const auto two = start();
  auto of_one = CounterSet::publish(*one, coffee_machine()).value();
  auto of_two = CounterSet::publish(*two, coffee_machine()).value();
  const auto laser = of_one.add("Laser").value();
  laser[0].set(7);
  CounterSets read = sets();
  ASSERT_EQ(read.running_count(), 1U);
  const RunningSet running = read.running(0);
  EXPECT_EQ(running.name, "Coffee Machine");
  EXPECT_EQ(running.index, kFirstUnregistered);
  EXPECT_EQ(running.set->counters.size(), 4U);
  EXPECT_FALSE(running.is_of_system);
  ASSERT_EQ(running.processes.size(), 1U);  // both are this process
  EXPECT_EQ(running.processes[0].process, ::getpid());
  EXPECT_EQ(running.processes[0].user, ::getuid());
  ASSERT_EQ(read.instances(0).size(), 1U);
  EXPECT_EQ(read.instances(0)[0].values[0], 7U);
  laser[0].set(8);
  EXPECT_EQ(read.instances(0)[0].values[0], 7U);  // of the same collection
  read.look();
  EXPECT_EQ(read.instances(0)[0].values[0], 8U);
}

// A set of one counter whose instances aggregate, with two of them.
class AggregatedSet : public CounterSetsTest {
 protected:
  DataBlockView collect_type(std::uint32_t type, std::uint32_t function = PERF_AGGREGATE_TOTAL) {
    CounterSetTemplate set{.instance_type = type, .name = "Shop"};
    set.set.bytes[0] = std::byte{7};
    set.counters = {{.id = 1, .type = PERF_COUNTER_LARGE_RAWCOUNT, .aggregate = function}};
    PublishedSet* const published = publisher_->add(set).value();
    const std::array<std::u16string_view, 2> names{u"a", u"b"};
    for (const std::u16string_view name : names) {
      const PublishedInstance one = publisher_->add_instance(*published, name, 0).value();
      one.segment->value(one.slot, 0) = 20;
    }
    sets_.emplace(sets());
    return collect(*sets_);
  }
  std::unique_ptr<Publisher> publisher_ = start();
  std::optional<CounterSets> sets_;
};

TEST_F(AggregatedSet, Global_IsAnObjectWithoutInstances) {
  constexpr auto kTypes = std::to_array<std::uint32_t>(
      {PERF_COUNTERSET_SINGLE_AGGREGATE, PERF_COUNTERSET_SINGLE_AGGREGATE_HISTORY});
  for (const std::uint32_t type : kTypes) {
    publisher_ = start();
    const auto object = collect_type(type).find(kFirstUnregistered);
    ASSERT_TRUE(object.has_value());
    EXPECT_FALSE(object->instance_count().has_value());
    EXPECT_EQ(load<std::uint64_t>(object->single()->bytes(), 8), 40U);
    EXPECT_FALSE(sets_->describe()[0].has_instances);
  }
}

TEST_F(AggregatedSet, Multiple_HasTotalLast) {
  const auto object = collect_type(PERF_COUNTERSET_MULTI_AGGREGATE).find(kFirstUnregistered);
  ASSERT_EQ(object->instance_count(), 3U);
  std::vector<std::string> names;
  for (const InstanceView& one : object->instances()) {
    names.push_back(name_of(one));
    EXPECT_EQ(one.definition.unique_id(), -1);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"a", "b", "_Total"}));
}

TEST_F(AggregatedSet, WithoutFunction_TotalHasNoValue) {
  (void)collect_type(PERF_COUNTERSET_MULTI_AGGREGATE, PERF_AGGREGATE_UNDEFINED);
  ASSERT_EQ(report_.missing().size(), 1U);
  const MissingValues& row = report_.missing()[0];
  EXPECT_EQ(row.first_instance, 2U);
  EXPECT_EQ(row.instance_count, 1U);
  EXPECT_EQ(report_.reason(row), "its counter is not aggregated");
}

TEST_F(CounterSetsTest, AllSets_AreCollectedWithoutTheirIndices) {
  const auto publisher = start();
  auto set = CounterSet::publish(*publisher, coffee_machine()).value();
  ObjectRequest request = ObjectRequest::nothing();
  CounterSets read = sets();
  EXPECT_EQ(collect(read, request).object_count(), 0U);
  request.add_counter_sets();
  EXPECT_EQ(collect(read, request).object_count(), 1U);
}

TEST_F(CounterSetsTest, NotRequested_IsNotRead) {
  const auto publisher = start();
  auto set = CounterSet::publish(*publisher, coffee_machine()).value();
  CounterSets read = sets();
  EXPECT_EQ(collect(read, ObjectRequest::of_value_name("OLD_Global")).object_count(), 0U);
  EXPECT_EQ(collect(read, ObjectRequest::of_value_name("2")).object_count(), 0U);
  EXPECT_EQ(collect(read, ObjectRequest::of_value_name("1000000")).object_count(), 1U);
}

// Offers of others, none of which has what it needs.
class HostileOffers : public CounterSetsTest {
 protected:
  // One message, sent to the first reader that connects.
  void offer(Bytes message, std::span<const int> descriptors) {
    const auto socket = ListeningSocket::listen(folder_.path(), "hostile").value();
    std::jthread server([&] {
      UniqueFd connection = socket.wait();
      while (!connection) connection = socket.wait();
      std::array<std::byte, 64> asked{};
      while (!receive_message(connection.get(), asked).has_value()) std::this_thread::yield();
      (void)send_message(connection.get(), message, descriptors);
    });
    CounterSets read = sets();
    EXPECT_EQ(collect(read).object_count(), 0U);
    ASSERT_EQ(read.services().size(), 1U);
    reason_ = read.services()[0].lack;
    EXPECT_EQ(report_.events().size(), 1U);
    (void)collect(read);
    EXPECT_TRUE(report_.events().empty());  // it was reported
  }
  std::array<std::byte, OfferMessage::kLength> message_ = bytes_of(OfferMessage{.segments = 1});
  std::string reason_;
};

TEST_F(HostileOffers, Truncated_IsReported) {
  offer(Bytes(message_).first(7), {});
  EXPECT_EQ(reason_, "offer message.Version at byte 0: is cut off by the end of the data");
}

TEST_F(HostileOffers, NoDescriptor_IsReported) {
  offer(message_, {});
  EXPECT_EQ(reason_, "it sent a message without a descriptor");
}

TEST_F(HostileOffers, NotMemory_IsReported) {
  const UniqueFd folder(::open(folder_.path().c_str(), O_RDONLY | O_CLOEXEC));
  const std::array sent{folder.get()};
  offer(message_, sent);
  EXPECT_NE(reason_, "");
}

TEST_F(HostileOffers, NotSealed_IsReported) {
  const UniqueFd memory(::memfd_create("x", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  ASSERT_EQ(::ftruncate(memory.get(), 4096), 0);
  const std::array sent{memory.get()};
  offer(message_, sent);
  EXPECT_EQ(reason_, "it is not sealed");
}

TEST_F(HostileOffers, Huge_IsReported) {
  const SealedMemory memory = SealedMemory::create("x", 8192).value();
  const std::array sent{memory.descriptor()};
  offer(message_, sent);
  EXPECT_NE(reason_.find("too large"), std::string::npos) << reason_;
}

// A collection that waits is never short, while a busy machine makes some of them long.
template <typename Work>
std::chrono::steady_clock::duration shortest_of_ten(Work work) {
  auto shortest = std::chrono::steady_clock::duration::max();
  for (int i = 0; i < 10; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    shortest = std::min(shortest, std::chrono::steady_clock::now() - begin);
  }
  return shortest;
}

TEST_F(HostileOffers, NeverAnswers_CostsItsTimeOnce) {
  const auto silent = ListeningSocket::listen(folder_.path(), "0-silent").value();
  const auto publisher = start();
  auto set = CounterSet::publish(*publisher, coffee_machine()).value();
  const auto begin = std::chrono::steady_clock::now();
  CounterSets read = sets();
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(240));
  EXPECT_LT(shortest_of_ten([&] { (void)collect(read); }), std::chrono::milliseconds(200));
  EXPECT_EQ(collect(read).object_count(), 1U);
}

// One service whose folder is `evil`, and another.
class HostileNeighbour : public CounterSetsTest {
 protected:
  void SetUp() override {
    for (const std::string& folder : {evil_, good_}) std::filesystem::create_directory(folder);
    publisher_ = Publisher::start({good_}).value();
    set_.emplace(CounterSet::publish(*publisher_, coffee_machine()).value());
    silent_.emplace(ListeningSocket::listen(evil_, "0").value());
  }
  // Connections stay until others need them, and so do refusals.
  static OfferLimits patient() {
    return {.answer = std::chrono::hours(1), .refusal = std::chrono::hours(1)};
  }
  [[nodiscard]] CounterSets sets_of_both(const OfferLimits& limits) const {
    return {fixed_titles(),
            {.folders = {.system = folder_.path(), .own = {}}, .stores = {}, .limits = limits}};
  }
  // Whether the sets have the neighbour's, as soon as it has answered.
  [[nodiscard]] bool have_neighbour(CounterSets& sets) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (std::chrono::steady_clock::now() < until) {
      if (collect(sets).object_count() == 1) return true;
    }
    return false;
  }
  // More names of the socket that never answers.
  void add_names(int first, int end) const {
    for (int i = first; i < end; ++i) {
      std::filesystem::create_hard_link(evil_ + "/0", evil_ + "/" + std::to_string(i));
    }
  }
  static std::string lack_of(const CounterSets& sets, std::string_view service) {
    for (const ServiceState& state : sets.services()) {
      if (state.service == service) return state.lack;
    }
    return {};
  }
  std::string evil_ = folder_.path() + "/evil";
  std::string good_ = folder_.path() + "/good";
  std::unique_ptr<Publisher> publisher_;
  std::optional<CounterSet> set_;
  std::optional<ListeningSocket> silent_;
};

TEST_F(HostileNeighbour, NamesThatNeverAnswer_LeaveOthersTheirSets) {
  add_names(1, 64);
  CounterSets read = sets_of_both(patient());
  (void)collect(read);
  EXPECT_EQ(lack_of(read, evil_),
            "connections that do not answer: 16; their counter sets are left out");
  EXPECT_TRUE(report_.events().empty());  // a slow one may still answer
  EXPECT_TRUE(have_neighbour(read));
}

TEST_F(HostileNeighbour, OldConnections_MakeRoomForOthersOfTheirFolder) {
  add_names(1, 64);
  OfferLimits limits = patient();
  limits.answer = std::chrono::milliseconds(0);
  CounterSets read = sets_of_both(limits);
  (void)collect(read);
  const auto is_evil = [&](const ProviderEvent& event) { return event.service == evil_; };
  EXPECT_EQ(std::ranges::count_if(report_.events(), is_evil), 1);
  for (int i = 0; i < 3; ++i) (void)collect(read);
  EXPECT_TRUE(std::ranges::none_of(report_.events(), is_evil));
  EXPECT_EQ(lack_of(read, evil_),
            "connections that do not answer: 64; their counter sets are left out");
}

TEST_F(HostileNeighbour, NewNamesOfASilentFolder_AreNotWaitedFor) {
  OfferLimits limits = patient();
  limits.impatience = std::chrono::hours(1);
  CounterSets read = sets_of_both(limits);
  int names = 1;
  const auto shortest = shortest_of_ten([&] {
    add_names(names, names + 1);
    ++names;
    (void)collect(read);
  });
  EXPECT_LT(shortest, limits.patience);
  EXPECT_EQ(lack_of(read, evil_),
            "connections that do not answer: 11; their counter sets are left out");
}

TEST_F(HostileNeighbour, TooManyNames_LeaveOthersTheirs) {
  add_names(1, 20);
  OfferLimits limits = patient();
  limits.processes = 8;
  CounterSets read = sets_of_both(limits);
  EXPECT_TRUE(have_neighbour(read));
  EXPECT_NE(lack_of(read, evil_), "");
}

TEST_F(HostileNeighbour, MoreSegmentsThanAUserMayHave_AreRefused) {
  silent_.reset();
  OfferLimits limits = patient();
  limits.patience = std::chrono::minutes(1);
  limits.user_mappings = 1;  // that of the page
  CounterSets read = sets_of_both(limits);
  EXPECT_EQ(collect(read).object_count(), 0U);
  EXPECT_EQ(lack_of(read, publisher_->path()), "its user has more segments than are read");
}

TEST_F(HostileNeighbour, MoreSegmentsThanAllMayHave_AreRefused) {
  silent_.reset();
  OfferLimits limits = patient();
  limits.patience = std::chrono::minutes(1);
  limits.mappings = 1;  // that of the page
  CounterSets read = sets_of_both(limits);
  EXPECT_EQ(collect(read).object_count(), 0U);
  EXPECT_EQ(lack_of(read, publisher_->path()), "its user has more segments than are read");
}

TEST_F(HostileNeighbour, MorePagesThanAUserMayHave_AreRefused) {
  silent_.reset();
  OfferLimits limits = patient();
  limits.patience = std::chrono::minutes(1);
  limits.user_bytes = OfferRoom::kPage;  // that of the process
  CounterSets read = sets_of_both(limits);
  EXPECT_EQ(collect(read).object_count(), 0U);
  EXPECT_EQ(lack_of(read, publisher_->path()), "it is too large");
}

// Four counters, and their texts.
TEST_F(HostileNeighbour, MoreCountersThanAUserMayDescribe_AreRefused) {
  silent_.reset();
  OfferLimits limits = patient();
  limits.patience = std::chrono::minutes(1);
  limits.user_descriptions = 4 * OfferedSegment::kCounterBytes;
  CounterSets read = sets_of_both(limits);
  EXPECT_EQ(collect(read).object_count(), 0U);
  EXPECT_EQ(lack_of(read, publisher_->path()), "its user describes more counters than are read");
}

TEST_F(HostileOffers, FolderForAll_IsNotUsed) {
  const auto publisher = start();
  auto set = CounterSet::publish(*publisher, coffee_machine()).value();
  std::filesystem::permissions(folder_.path(), std::filesystem::perms::all);
  CounterSets read = sets();
  EXPECT_TRUE(read.describe().empty());
}

}  // namespace
}  // namespace openperflib
