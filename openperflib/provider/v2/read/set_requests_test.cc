#include "openperflib/provider/v2/read/set_requests.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <future>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/provider/provider_set.h"
#include "openperflib/provider/v2/publish/publisher.h"
#include "openperflib/provider/v2/read/counter_sets.h"
#include "openperflib/testing/child_program.h"
#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/testing/providers/segment_example.h"
#include "openperflib/text/utf16.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {
namespace {

constexpr std::chrono::minutes kForEver{10};
constexpr std::array<std::size_t, 1> kFirstSet{0};

// What a callback was called with: the code, and for the first two the counter and the instance.
class Calls {
 public:
  [[nodiscard]] ControlCallback callback(std::uint32_t result_of_add = 0) {
    return [this, result_of_add](const ControlRequest& request) {
      const std::scoped_lock lock(mutex_);
      std::string call = std::to_string(request.code);
      if (request.code <= PERF_REMOVE_COUNTER) {
        call += " " + std::to_string(request.counter) + " ";
        append_utf8_from_utf16(call, std::as_bytes(std::span(request.instance_name)));
      }
      calls_.push_back(std::move(call));
      return request.code == PERF_ADD_COUNTER ? result_of_add : 0;
    };
  }
  // Since the last time.
  [[nodiscard]] std::vector<std::string> take() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(calls_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> calls_;
};

using Texts = std::vector<std::string>;

class Reader {
 public:
  explicit Reader(const std::string& folder, OfferLimits limits = {.answer = kForEver})
      : sets_(fixed_titles(), {.folders = {.system = folder + "/none", .own = folder},
                               .stores = {},
                               .limits = limits}) {}
  // The instances of the object that has this index, with their values; a missing one is "-".
  [[nodiscard]] Texts collect(std::optional<SetRequests::Clock::time_point> deadline = {},
                              TitleIndex index = kFirstUnregistered) {
    run(ObjectRequest(), deadline);
    const auto block = DataBlockView::parse(*builder_.finish(), Limits{}).value();
    const auto object = block.find(index);
    Texts texts;
    if (!object.has_value()) return texts;
    for (const InstanceView& instance : object->instances()) {
      texts.push_back(text_of(*object, instance, static_cast<std::uint32_t>(texts.size())));
    }
    return texts;
  }
  void run(const ObjectRequest& request, std::optional<SetRequests::Clock::time_point> deadline) {
    const Instant instant{};
    const CollectTask task{request, instant, deadline};
    report_.clear();
    builder_.begin({});
    sets_.begin(task);
    EXPECT_TRUE(sets_.collect(task, builder_, report_).has_value());
  }
  [[nodiscard]] Texts events() const {
    Texts texts;
    for (const ProviderEvent& event : report_.events()) texts.push_back(event.text);
    return texts;
  }
  [[nodiscard]] Texts reasons() const {
    Texts texts;
    for (const MissingValues& row : report_.missing()) {
      texts.push_back(std::string(report_.reason(row)));
    }
    return texts;
  }
  [[nodiscard]] CounterSets& sets() { return sets_; }

 private:
  [[nodiscard]] bool is_missing(std::uint32_t object, std::uint32_t ordinal,
                                std::uint32_t instance) const {
    return std::ranges::any_of(report_.missing(), [&](const MissingValues& row) {
      return row.object_title_index == object && row.counter_ordinal == ordinal &&
             row.first_instance <= instance && instance < row.first_instance + row.instance_count;
    });
  }
  [[nodiscard]] std::string text_of(const ObjectTypeView& object, const InstanceView& instance,
                                    std::uint32_t position) const {
    std::string text = utf8_from_utf16(instance.definition.name()).text;
    std::uint32_t ordinal = 0;
    for (const CounterDefinitionView& counter : object.counters()) {
      const auto value =
          load<std::uint64_t>(instance.counters.bytes().subspan(counter.counter_offset()), 0);
      const bool is_unknown = is_missing(object.name_title_index(), ordinal++, position);
      text += is_unknown ? " -" : " " + std::to_string(value);
    }
    return text;
  }
  CounterSets sets_;
  DataBlockBuilder builder_;
  ProviderReport report_;
};

class SetRequestsTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::unique_ptr<Publisher> start() const {
    return Publisher::start({folder_.path()}).value();
  }
  // Over at once, or nearly so.
  [[nodiscard]] static SetRequests::Clock::time_point soon() {
    return SetRequests::Clock::now() + std::chrono::milliseconds(1);
  }
  MadeFolder folder_;
};

TEST_F(SetRequestsTest, References_HaveTheirValues) {
  const auto publisher = start();
  PublishedSet& set = **publisher->add(referring_set());
  const auto laser = publisher->add_instance(set, u"Laser", 0).value();
  const auto ink = publisher->add_instance(set, u"Ink", 0).value();
  std::uint64_t pages = 1ULL << 40U;
  ASSERT_TRUE(publisher->set_reference(set, laser, 0, &pages).has_value());
  *laser.word(1) = 42;
  Reader reader(folder_.path());
  EXPECT_EQ(reader.collect(), (Texts{"Laser 1099511627776 42", "Ink - 0"}));
  EXPECT_EQ(reader.reasons(), Texts{"its provider has no value now"});
  pages = 5;
  EXPECT_EQ(reader.collect(), (Texts{"Laser 5 42", "Ink - 0"}));
}

// A value that one of them lacks is not part of a sum that looks complete.
TEST_F(SetRequestsTest, AggregateOfReferences_IsMissingIfOneIs) {
  const auto publisher = start();
  CounterSetTemplate aggregating = referring_set();
  aggregating.instance_type = PERF_COUNTERSET_MULTI_AGGREGATE;
  PublishedSet& set = **publisher->add(aggregating);
  const auto laser = publisher->add_instance(set, u"Laser", 0).value();
  const auto ink = publisher->add_instance(set, u"Ink", 0).value();
  const std::uint64_t pages = 5;
  ASSERT_TRUE(publisher->set_reference(set, laser, 0, &pages).has_value());
  *ink.word(1) = 7;
  Reader reader(folder_.path());
  EXPECT_EQ(reader.collect(), (Texts{"Laser 5 0", "Ink - 7", "_Total - 7"}));
  ASSERT_TRUE(publisher->set_reference(set, ink, 0, &pages).has_value());
  EXPECT_EQ(reader.collect(), (Texts{"Laser 5 0", "Ink 5 7", "_Total 10 7"}));
}

TEST_F(SetRequestsTest, Callback_SeesEachCollection) {
  const auto publisher = start();
  Calls calls;
  ASSERT_TRUE(publisher->add(example_set(), SameSet::refused, calls.callback()).has_value());
  auto reader = std::make_optional<Reader>(folder_.path());
  EXPECT_EQ(calls.take(), Texts{});
  (void)reader->collect();
  EXPECT_EQ(calls.take(), (Texts{"1 4294967295 *", "5", "6"}));
  (void)reader->collect();
  EXPECT_EQ(calls.take(), (Texts{"5", "6"}));
  reader->run(ObjectRequest::of_value_name("MetadataGlobal"), {});
  reader->run(ObjectRequest::of_value_name("2"), {});
  EXPECT_EQ(calls.take(), Texts{});  // the set is not read
  reader.reset();
  EXPECT_EQ(calls.take(), Texts{"2 4294967295 *"});
}

TEST_F(SetRequestsTest, StartsLater_IsToldWhatIsRead) {
  Calls first;
  Calls second;
  const auto one = start();
  ASSERT_TRUE(one->add(example_set(), SameSet::refused, first.callback()).has_value());
  Reader reader(folder_.path());
  (void)reader.collect();
  (void)first.take();
  const auto two = start();
  ASSERT_TRUE(two->add(example_set(), SameSet::refused, second.callback()).has_value());
  (void)reader.collect();
  EXPECT_EQ(first.take(), (Texts{"5", "6"}));
  EXPECT_EQ(second.take(), (Texts{"1 4294967295 *", "5", "6"}));
}

// The first one is told again: who has a set is not known outside its process.
TEST_F(SetRequestsTest, SameSetStartsLaterInTheSameProcess_IsToldBeforeItsValuesAreRead) {
  Calls first;
  Calls second;
  const auto publisher = start();
  ASSERT_TRUE(publisher->add(example_set(), SameSet::allowed, first.callback()).has_value());
  auto reader = std::make_optional<Reader>(folder_.path());
  (void)reader->collect();
  (void)first.take();
  ASSERT_TRUE(publisher->add(example_set(), SameSet::allowed, second.callback()).has_value());
  (void)reader->collect();
  EXPECT_EQ(second.take(), (Texts{"1 4294967295 *", "5", "6"}));
  EXPECT_EQ(first.take(), (Texts{"1 4294967295 *", "5", "6"}));
  (void)reader->collect();
  EXPECT_EQ(second.take(), (Texts{"5", "6"}));
  reader.reset();
  EXPECT_EQ(first.take(), (Texts{"5", "6", "2 4294967295 *"}));
  EXPECT_EQ(second.take(), Texts{"2 4294967295 *"});
}

TEST_F(SetRequestsTest, WantedCounters_AreNamed) {
  const auto publisher = start();
  Calls calls;
  ASSERT_TRUE(publisher->add(example_set(), SameSet::refused, calls.callback()).has_value());
  const CounterIdentity pages{.set = example_set().set, .counter = 1, .instance_name = u"Läser"};
  Reader reader(folder_.path());
  reader.sets().want(pages);
  reader.sets().look();
  reader.sets().ask(kFirstSet, SetPurpose::collect);
  EXPECT_EQ(reader.sets().instances(0).size(), 0U);
  reader.sets().finish();
  EXPECT_EQ(calls.take(), (Texts{"1 1 Läser", "5", "6"}));
  reader.sets().unwant(pages);
  reader.sets().look();
  reader.sets().ask(kFirstSet, SetPurpose::enumerate);
  (void)reader.sets().instances(0);
  EXPECT_EQ(calls.take(), Texts{"3"});
  (void)reader.collect();
  EXPECT_EQ(calls.take(), (Texts{"2 1 Läser", "1 4294967295 *", "5", "6"}));
}

TEST_F(SetRequestsTest, WhatIsWanted_IsToldWithoutACollection) {
  const auto publisher = start();
  Calls calls;
  ASSERT_TRUE(publisher->add(example_set(), SameSet::refused, calls.callback()).has_value());
  const CounterIdentity pages{.set = example_set().set, .counter = 1, .instance_name = u"Ink"};
  Reader reader(folder_.path());
  reader.sets().want(pages);
  reader.sets().tell(kFirstSet);
  EXPECT_EQ(calls.take(), Texts{"1 1 Ink"});
  reader.sets().tell(kFirstSet);
  EXPECT_EQ(calls.take(), Texts{});
  reader.sets().unwant(pages);
  EXPECT_TRUE(reader.sets().wants_nothing());
  reader.sets().tell_removed();
  EXPECT_EQ(calls.take(), Texts{"2 1 Ink"});
}

// A block has all counters, whatever else is read of the set.
TEST_F(SetRequestsTest, BlockIsReadToo_AllCountersAreWantedAsWell) {
  const auto publisher = start();
  Calls calls;
  ASSERT_TRUE(publisher->add(example_set(), SameSet::refused, calls.callback()).has_value());
  const CounterIdentity pages{.set = example_set().set, .counter = 1, .instance_name = u"Ink"};
  Reader reader(folder_.path());
  reader.sets().want(pages);
  (void)reader.collect();
  EXPECT_EQ(calls.take(), (Texts{"1 4294967295 *", "1 1 Ink", "5", "6"}));
  reader.sets().unwant(pages);
  (void)reader.collect();
  EXPECT_EQ(calls.take(), (Texts{"2 1 Ink", "5", "6"}));
}

// What fits into one request: the rest is told with the next ones, and values are asked for at
// once.
TEST_F(SetRequestsTest, MoreIsWantedThanFitsIntoARequest_AllIsToldInTheEnd) {
  constexpr std::uint32_t kMany = 2 * kMostRequestEntries;
  const auto publisher = start();
  std::atomic<std::uint32_t> added = 0;
  std::atomic<std::uint32_t> starts = 0;
  PublishedSet& set =
      **publisher->add(referring_set(), SameSet::refused, [&](const ControlRequest& request) {
        if (request.code == PERF_ADD_COUNTER) ++added;
        if (request.code == PERF_COLLECT_START) ++starts;
        return 0U;
      });
  const auto laser = publisher->add_instance(set, u"Laser", 0).value();
  const std::uint64_t pages = 5;
  ASSERT_TRUE(publisher->set_reference(set, laser, 0, &pages).has_value());
  Reader reader(folder_.path());
  for (std::uint32_t i = 0; i < kMany; ++i) {
    reader.sets().want({.set = set.set().set, .counter = 1, .instance_id = i});
  }
  for (std::uint32_t round = 1; round <= 3; ++round) {
    EXPECT_EQ(reader.collect(), Texts{"Laser 5 0"});
    EXPECT_EQ(starts, round);
  }
  EXPECT_EQ(added, kMany + 1);  // and all counters, for the block
}

// It has not been told what is read: the values of its instances are not read either.
TEST_F(SetRequestsTest, SameSetStartsAfterTheLook_IsNotAskedBeforeItWasTold) {
  Calls first;
  Calls second;
  const auto publisher = start();
  ASSERT_TRUE(publisher->add(example_set(), SameSet::allowed, first.callback()).has_value());
  Reader reader(folder_.path());
  (void)reader.collect();
  (void)first.take();
  reader.sets().look();
  ASSERT_TRUE(publisher->add(example_set(), SameSet::allowed, second.callback()).has_value());
  reader.sets().ask(kFirstSet, SetPurpose::collect);
  (void)reader.sets().instances(0);
  reader.sets().finish();
  EXPECT_EQ(first.take(), (Texts{"5", "6"}));
  EXPECT_EQ(second.take(), Texts{});
  (void)reader.collect();
  EXPECT_EQ(second.take(), (Texts{"1 4294967295 *", "5", "6"}));
}

TEST_F(SetRequestsTest, CallbackRefuses_ReaderSaysSoAndHasNoValues) {
  const auto publisher = start();
  Calls calls;
  PublishedSet& set = **publisher->add(referring_set(), SameSet::refused, calls.callback(5));
  const auto laser = publisher->add_instance(set, u"Laser", 0).value();
  Reader reader(folder_.path());
  EXPECT_EQ(reader.collect(), Texts{"Laser - -"});
  EXPECT_EQ(reader.events(), Texts{"Referring: its callback returned error 5"});
  EXPECT_EQ(reader.reasons()[0], "its provider refused the request");
  EXPECT_EQ(reader.sets().callback_code(0), 5U);
  (void)calls.take();
  (void)reader.collect();
  EXPECT_EQ(calls.take(), (Texts{"1 4294967295 *", "5", "6"}));  // it may agree now
  EXPECT_EQ(reader.events(), Texts{});                           // it was reported
}

// The second collection would wait for ever, if it did.
TEST_F(SetRequestsTest, DoesNotAnswer_IsWaitedForOnce) {
  const auto publisher = start();
  std::promise<void> may_end;
  std::atomic<int> calls = 0;
  auto ends = may_end.get_future().share();
  PublishedSet& set =
      **publisher->add(referring_set(), SameSet::refused, [&calls, ends](const ControlRequest&) {
        ++calls;
        ends.wait();
        return 0U;
      });
  const auto laser = publisher->add_instance(set, u"Laser", 0).value();
  const std::uint64_t pages = 5;
  ASSERT_TRUE(publisher->set_reference(set, laser, 0, &pages).has_value());
  Reader reader(folder_.path());
  EXPECT_EQ(reader.collect(soon()), Texts{"Laser - -"});
  EXPECT_EQ(reader.events(), Texts{"Referring: it does not answer"});
  EXPECT_EQ(reader.collect(), Texts{"Laser - -"});
  EXPECT_EQ(reader.reasons()[0], "its provider does not answer");
  EXPECT_LE(calls, 1);
  may_end.set_value();
  while (reader.collect() != Texts{"Laser 5 0"}) std::this_thread::yield();
}

// The reader has waited for it no longer than one collection; what it has begun is ended
// nevertheless.
TEST_F(SetRequestsTest, AnswersCollectStartTooLate_HearsCollectEnd) {
  const auto publisher = start();
  Calls calls;
  std::promise<void> has_begun;
  std::promise<void> may_end;
  auto ends = may_end.get_future().share();
  std::atomic<bool> is_first = true;
  const ControlCallback note = calls.callback();
  PublishedSet& set =
      **publisher->add(referring_set(), SameSet::refused, [&, ends](const ControlRequest& request) {
        const bool is_held = request.code == PERF_COLLECT_START && is_first.exchange(false);
        if (is_held) has_begun.set_value();
        if (is_held) ends.wait();
        return note(request);
      });
  const auto laser = publisher->add_instance(set, u"Laser", 0).value();
  const std::uint64_t pages = 5;
  ASSERT_TRUE(publisher->set_reference(set, laser, 0, &pages).has_value());
  Reader reader(folder_.path());
  EXPECT_EQ(reader.collect(soon()), Texts{"Laser - -"});
  has_begun.get_future().wait();
  may_end.set_value();
  while (reader.collect() != Texts{"Laser 5 0"}) std::this_thread::yield();
  EXPECT_EQ(calls.take(), (Texts{"1 4294967295 *", "5", "6", "5", "6"}));
}

// What needs no request is read as ever.
TEST_F(SetRequestsTest, Stopped_OnlyItsReferencesAreMissing) {
  const pid_t child = ::fork();
  if (child == 0) {
    const auto publisher = start();
    PublishedSet& plain = **publisher->add(example_set());
    PublishedSet& set = **publisher->add(referring_set());
    (void)publisher->add_instance(set, u"Laser", 0);
    (void)publisher->add_instance(plain, u"Ink", 0);
    ::pause();
    ::_exit(0);
  }
  Reader reader(folder_.path());
  while (reader.collect({}, kFirstUnregistered).empty()) ::usleep(1000);
  const TitleIndex other = kFirstUnregistered + titles_of(example_set().counters.size());
  EXPECT_EQ(reader.collect({}, other), Texts{"Laser - 0"});
  ::kill(child, SIGSTOP);
  ::waitpid(child, nullptr, WUNTRACED);
  EXPECT_EQ(reader.collect(soon(), other), Texts{"Laser - -"});
  EXPECT_EQ(reader.collect({}, kFirstUnregistered), Texts{"Ink 0 0 0 0"});
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(reader.collect(), Texts{});
}

// As many connections wait as the system permits, so that another one is refused for a while.
TEST_F(SetRequestsTest, TooManyWaitToBeAccepted_IsAskedAgain) {
  const Fork child(::fork());
  if (child.id == 0) {
    const auto publisher = start();
    PublishedSet& set = **publisher->add(referring_set());
    const std::uint64_t pages = 5;
    const auto laser = publisher->add_instance(set, u"Laser", 0).value();
    (void)publisher->set_reference(set, laser, 0, &pages);
    ::pause();
    ::_exit(0);
  }
  Reader reader(folder_.path());
  while (reader.collect() != Texts{"Laser 5 0"}) ::usleep(1000);
  ::kill(child.id, SIGSTOP);
  ::waitpid(child.id, nullptr, WUNTRACED);
  const std::string path = std::filesystem::directory_iterator(folder_.path())->path();
  std::vector<UniqueFd> crowd;
  for (auto one = connect_to(path); one.has_value(); one = connect_to(path)) {
    crowd.push_back(*std::move(one));
  }
  std::jthread waker([&] {
    ::usleep(20'000);
    ::kill(child.id, SIGCONT);
  });
  EXPECT_EQ(reader.collect(), Texts{"Laser 5 0"});
}

// Collections that would wait for it would wait for ever. The starts are counted in a value that
// needs no request.
TEST_F(SetRequestsTest, StoppedForLong_OwesOneAnswer) {
  const Fork child(::fork());
  if (child.id == 0) {
    const auto publisher = start();
    PublishedSet& plain = **publisher->add(example_set());
    const auto starts = publisher->add_instance(plain, u"Starts", 0).value();
    PublishedSet& set =
        **publisher->add(referring_set(), SameSet::refused, [&](const ControlRequest& request) {
          if (request.code == PERF_COLLECT_START) std::atomic_ref(*starts.word(0)).fetch_add(1);
          return 0U;
        });
    const std::uint64_t pages = 5;
    const auto laser = publisher->add_instance(set, u"Laser", 0).value();
    (void)publisher->set_reference(set, laser, 0, &pages);
    ::pause();
    ::_exit(0);
  }
  Reader reader(folder_.path());
  const TitleIndex referring = kFirstUnregistered + titles_of(example_set().counters.size());
  const auto starts = [&] { return std::stoull(reader.collect().at(0).substr(sizeof("Starts"))); };
  while (reader.collect({}, referring) != Texts{"Laser 5 0"}) ::usleep(1000);
  const std::uint64_t before = starts();
  ::kill(child.id, SIGSTOP);
  ::waitpid(child.id, nullptr, WUNTRACED);
  EXPECT_EQ(reader.collect(soon(), referring), Texts{"Laser - -"});
  for (int i = 0; i < 20; ++i) EXPECT_EQ(reader.collect({}, referring), Texts{"Laser - -"});
  EXPECT_EQ(starts(), before);
  ::kill(child.id, SIGCONT);
  while (reader.collect({}, referring) != Texts{"Laser 5 0"}) ::usleep(1000);
  EXPECT_EQ(starts(), before + 3);  // the one that it owed, and those of the last two collections
}

TEST_F(SetRequestsTest, ProviderQueriesItselfInItsCallback_IsAnswered) {
  const auto publisher = start();
  const std::uint64_t pages = 5;
  Texts seen;
  PublishedSet& set =
      **publisher->add(referring_set(), SameSet::refused, [&](const ControlRequest& request) {
        if (request.code != PERF_COLLECT_START) return 0U;
        Reader nested(folder_.path());
        seen = nested.collect();
        return 0U;
      });
  const auto laser = publisher->add_instance(set, u"Laser", 0).value();
  ASSERT_TRUE(publisher->set_reference(set, laser, 0, &pages).has_value());
  Reader reader(folder_.path());
  EXPECT_EQ(reader.collect(), Texts{"Laser 5 0"});
  EXPECT_EQ(seen, Texts{"Laser 5 0"});
}

TEST_F(SetRequestsTest, SixteenReaders_AllHaveTheValues) {
  const auto publisher = start();
  Calls calls;
  PublishedSet& set = **publisher->add(referring_set(), SameSet::refused, calls.callback());
  const auto laser = publisher->add_instance(set, u"Laser", 0).value();
  const std::uint64_t pages = 5;
  ASSERT_TRUE(publisher->set_reference(set, laser, 0, &pages).has_value());
  std::vector<std::jthread> threads;
  for (int i = 0; i < 16; ++i) {
    threads.emplace_back([&] {
      Reader reader(folder_.path());
      for (int round = 0; round < 5; ++round) EXPECT_EQ(reader.collect(), Texts{"Laser 5 0"});
    });
  }
}

// A process that reads what it is asked and answers with these bytes.
class HostileAnswers : public SetRequestsTest {
 protected:
  void answer(Bytes bytes) {
    std::optional<SealedMemory> page = SealedMemory::create("x", offer_page::kPageSize).value();
    write_offer_page(page->bytes());
    store(page->bytes(), offer_page::kOwner, std::uint32_t{1});
    const auto layout = SegmentLayout::of(referring_set(), {.slots = 1, .name_size = 64}).value();
    SealedMemory segment = SealedMemory::create("x", layout.size()).value();
    SegmentWriter writer(referring_set(), layout, segment.bytes());
    (void)writer.create({.name = u"Laser", .life = 1});
    const auto socket = ListeningSocket::listen(folder_.path(), "hostile").value();
    std::jthread server([&] {
      const std::array sent{page->descriptor(), segment.descriptor()};
      serve(socket, bytes_of(OfferMessage{.segments = 1}), sent);
      serve(socket, bytes, {});
    });
    Reader reader(folder_.path());
    EXPECT_EQ(reader.collect(), Texts{"Laser - -"});
  }

 private:
  static void serve(const ListeningSocket& socket, Bytes message, std::span<const int> sent) {
    UniqueFd connection = socket.wait();
    while (!connection) connection = socket.wait();
    std::array<std::byte, 256> asked{};
    while (!receive_message(connection.get(), asked).has_value()) std::this_thread::yield();
    (void)send_message(connection.get(), message, sent);
  }
};

TEST_F(HostileAnswers, Garbage_IsIgnored) { answer(Bytes(bytes_of(RequestAnswer{})).first(7)); }

TEST_F(HostileAnswers, CodesForOtherEntries_AreIgnored) {
  answer(bytes_of(RequestAnswer{.codes = {0, 0}}));
}

TEST_F(HostileAnswers, ManyCodes_AreIgnored) {
  auto bytes = bytes_of(RequestAnswer{.codes = {0}});
  store(MutableBytes(bytes), 8, 0xFFFF'FFFFU);
  answer(bytes);
}

// Neither an allocation nor a descriptor, which the limit would refuse: then nothing would be left.
TEST_F(SetRequestsTest, NothingIsNew_CollectionOpensAndAllocatesNothing) {
  const pid_t child = ::fork();
  if (child == 0) {
    const auto publisher = start();
    PublishedSet& set = **publisher->add(example_set());
    (void)publisher->add_instance(set, u"Laser", 0);
    ::pause();
    ::_exit(0);
  }
  Reader reader(folder_.path(), {.settling = std::chrono::nanoseconds(0)});
  while (reader.collect().empty()) ::usleep(1000);
  const ObjectRequest request;
  reader.run(request, {});
  rlimit before = {};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none{.rlim_cur = 0, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  const std::uint64_t allocations = bench::allocations;
  reader.run(request, {});
  const std::uint64_t after = bench::allocations;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(after, allocations);
  EXPECT_EQ(reader.collect(), Texts{"Laser 0 0 0 0"});
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
}

}  // namespace
}  // namespace openperflib
