#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <future>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "openperflib/provider/v2/publish/publisher.h"
#include "openperflib/provider/v2/read/offer_watch.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/testing/providers/segment_example.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// An 8-byte number by reference, a 4-byte one by reference, and a number of its own.
CounterSetTemplate set_of_two_references() {
  CounterSetTemplate set{.instance_type = PERF_COUNTERSET_MULTI_INSTANCES};
  set.set.bytes[0] = std::byte{0x33};
  set.counters = {
      {.id = 1, .type = PERF_COUNTER_LARGE_RAWCOUNT, .attributes = PERF_ATTRIB_BY_REFERENCE},
      {.id = 2, .type = PERF_COUNTER_RAWCOUNT, .attributes = PERF_ATTRIB_BY_REFERENCE},
      {.id = 3, .type = PERF_COUNTER_LARGE_RAWCOUNT}};
  return set;
}

// What a callback was called with: "1 *", "5 machine".
class RecordedRequests {
 public:
  [[nodiscard]] ControlCallback callback(std::uint32_t result = 0) {
    return [this, result](const ControlRequest& request) {
      const std::scoped_lock lock(mutex_);
      calls_.push_back(std::to_string(request.code) + " " + std::to_string(request.counter) + " " +
                       utf8_from_utf16(std::as_bytes(std::span(request.instance_name))).text);
      machine_ = request.machine;
      return result;
    };
  }
  [[nodiscard]] std::vector<std::string> calls() {
    const std::scoped_lock lock(mutex_);
    return calls_;
  }
  [[nodiscard]] std::string machine() {
    const std::scoped_lock lock(mutex_);
    return machine_;
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> calls_;
  std::string machine_;
};

// Connects as readers do: where as many wait as can wait to be accepted, it tries again.
UniqueFd connect_in_time(const std::string& path) {
  auto socket = connect_to(path);
  while (!socket.has_value() && socket.error() == EAGAIN) {
    std::this_thread::yield();
    socket = connect_to(path);
  }
  return *std::move(socket);
}

// The answer; none: the connection was closed without one.
std::vector<std::uint32_t> answer_to(const std::string& path, Bytes request) {
  const UniqueFd socket = connect_in_time(path);
  EXPECT_TRUE(send_message(socket.get(), request, {}).has_value());
  pollfd ready{.fd = socket.get(), .events = POLLIN, .revents = 0};
  while (::poll(&ready, 1, -1) != 1) continue;
  std::vector<std::byte> buffer(kMostAnswerBytes);
  const auto received = receive_message(socket.get(), buffer).value();
  if (received.bytes.empty()) return {};
  return read_request_answer(received.bytes).value().codes;
}

std::vector<std::uint32_t> ask(const std::string& path, const RequestMessage& message) {
  return answer_to(path, bytes_of(message));
}

template <typename T>
bool has_bytes_of(Bytes memory, const T& value) {
  return !std::ranges::search(memory, std::as_bytes(std::span(&value, 1))).empty();
}

class PublisherRequests : public ::testing::Test {
 protected:
  [[nodiscard]] std::vector<std::uint32_t> ask_for(const CounterSetTemplate& set,
                                                   std::uint32_t code = PERF_COLLECT_START) {
    return ask(publisher_->path(),
               {.changes = kHasAllSets, .entries = {{.code = code, .set = set.set}}});
  }
  [[nodiscard]] SegmentReading read() {
    (void)watch_.look();
    return reading_of(watch_.processes()[0].segments.front().view);
  }
  MadeFolder folder_;
  std::unique_ptr<Publisher> publisher_ = Publisher::start({folder_.path()}).value();
  OfferWatch watch_{{.system = folder_.path(), .own = {}}};
};

std::vector<std::uint64_t> values_of(const InstanceReading& instance) {
  return {instance.values.begin(), instance.values.end()};
}
std::vector<ValueLack> lacks_of(const InstanceReading& instance) {
  return {instance.lacks.begin(), instance.lacks.end()};
}

TEST_F(PublisherRequests, Reference_IsReadWhenItIsAskedFor) {
  PublishedSet& set = **publisher_->add(set_of_two_references());
  const auto laser = publisher_->add_instance(set, u"Laser", 0).value();
  std::uint64_t pages = 1ULL << 40U;
  std::uint32_t jobs = 7;
  ASSERT_TRUE(publisher_->set_reference(set, laser, 0, &pages).has_value());
  ASSERT_TRUE(publisher_->set_reference(set, laser, 1, &jobs).has_value());
  EXPECT_EQ(*laser.word(0), reinterpret_cast<std::uintptr_t>(&pages));
  EXPECT_EQ(*laser.word(1), reinterpret_cast<std::uintptr_t>(&jobs));
  *laser.word(2) = 42;
  using enum ValueLack;
  EXPECT_EQ(lacks_of(read()[0]), (std::vector{no_data, no_data, no_data}));  // nobody has asked
  EXPECT_EQ(ask_for(set.set()), std::vector<std::uint32_t>{0});
  EXPECT_EQ(values_of(read()[0]), (std::vector<std::uint64_t>{1ULL << 40U, 7, 42}));
  EXPECT_EQ(lacks_of(read()[0]), (std::vector{none, none, none}));
  jobs = 8;
  EXPECT_EQ(values_of(read()[0]), (std::vector<std::uint64_t>{1ULL << 40U, 7, 42}));
  (void)ask_for(set.set());
  EXPECT_EQ(values_of(read()[0]), (std::vector<std::uint64_t>{1ULL << 40U, 8, 42}));
}

// Neither that of the value nor one of the instance. The value itself is there.
TEST_F(PublisherRequests, Reference_LeavesNoAddressInTheMemory) {
  PublishedSet& set = **publisher_->add(set_of_two_references());
  const auto laser = publisher_->add_instance(set, u"Laser", 0).value();
  const std::uint64_t pages = 0x0123'4567'89AB'CDEF;
  const std::uint64_t* const address = &pages;
  ASSERT_TRUE(publisher_->set_reference(set, laser, 0, address).has_value());
  EXPECT_EQ(ask_for(set.set()), std::vector<std::uint32_t>{0});
  (void)watch_.look();
  const OfferedProcess& process = watch_.processes()[0];
  const Bytes segment = process.segments.front().mapping.bytes();
  EXPECT_TRUE(has_bytes_of(segment, pages));
  for (const Bytes memory : {segment, process.page.bytes()}) {
    EXPECT_FALSE(has_bytes_of(memory, address));
    EXPECT_FALSE(has_bytes_of(memory, laser.block.data()));
    EXPECT_FALSE(has_bytes_of(memory, laser.own));
    EXPECT_FALSE(has_bytes_of(memory, laser.segment));
    EXPECT_FALSE(has_bytes_of(memory, &set));
  }
}

TEST_F(PublisherRequests, NullReference_HasNoData) {
  PublishedSet& set = **publisher_->add(set_of_two_references());
  const auto laser = publisher_->add_instance(set, u"Laser", 0).value();
  const std::uint32_t jobs = 7;
  ASSERT_TRUE(publisher_->set_reference(set, laser, 1, &jobs).has_value());
  (void)ask_for(set.set());
  using enum ValueLack;
  EXPECT_EQ(lacks_of(read()[0]), (std::vector{no_data, none, none}));
  ASSERT_TRUE(publisher_->set_reference(set, laser, 1, nullptr).has_value());
  (void)ask_for(set.set());
  EXPECT_EQ(lacks_of(read()[0]), (std::vector{no_data, no_data, none}));
}

TEST_F(PublisherRequests, UnalignedReference_IsRead) {
  PublishedSet& set = **publisher_->add(set_of_two_references());
  const auto laser = publisher_->add_instance(set, u"Laser", 0).value();
  std::array<std::byte, 16> bytes{};
  store(MutableBytes(bytes), 3, std::uint64_t{0x0102030405060708});
  ASSERT_TRUE(publisher_->set_reference(set, laser, 0, bytes.data() + 3).has_value());
  (void)ask_for(set.set());
  EXPECT_EQ(values_of(read()[0])[0], 0x0102030405060708U);
}

TEST_F(PublisherRequests, ReferenceOfAnotherCounter_IsRefused) {
  PublishedSet& set = **publisher_->add(set_of_two_references());
  const auto laser = publisher_->add_instance(set, u"Laser", 0).value();
  EXPECT_EQ(publisher_->set_reference(set, laser, 2, nullptr).error(),
            CounterSetFault::is_not_reference);
  EXPECT_EQ(publisher_->set_reference(set, laser, 3, nullptr).error(), CounterSetFault::not_found);
}

// The block of the program is as perflib.h describes it, and is not what readers see.
TEST_F(PublisherRequests, InstanceIsRemoved_IsNotReadThroughItsPointers) {
  PublishedSet& set = **publisher_->add(set_of_two_references());
  const auto laser = publisher_->add_instance(set, u"Laser", 9).value();
  EXPECT_EQ(load<std::uint32_t>(laser.block, 16), 32U + 3 * 8 + 16);  // dwSize
  EXPECT_EQ(load<std::uint32_t>(laser.block, 20), 9U);                // InstanceId
  {
    const auto soon_gone = std::make_unique<std::uint64_t>(5);
    ASSERT_TRUE(publisher_->set_reference(set, laser, 0, soon_gone.get()).has_value());
    publisher_->remove_instance(set, laser);
  }
  EXPECT_EQ(ask_for(set.set()), std::vector<std::uint32_t>{0});
  EXPECT_EQ(read().size(), 0U);
}

TEST_F(PublisherRequests, Callback_GetsWhatIsAsked) {
  RecordedRequests calls;
  PublishedSet& set = **publisher_->add(example_set(), SameSet::refused, calls.callback());
  const Guid guid = set.set().set;
  const RequestMessage message{
      .changes = kHasAllSets,
      .entries = {{PERF_ADD_COUNTER, guid, PERF_WILDCARD_COUNTER, 0, u"*"},
                  {PERF_ADD_COUNTER, guid, 7, 2, u"Läser"},
                  {PERF_ENUM_INSTANCES, guid},
                  {PERF_COLLECT_START, guid},
                  {PERF_COLLECT_END, guid},
                  {PERF_REMOVE_COUNTER, guid, PERF_WILDCARD_COUNTER, 0, u"*"}}};
  EXPECT_EQ(ask(publisher_->path(), message), (std::vector<std::uint32_t>(6)));
  EXPECT_EQ(calls.calls(), (std::vector<std::string>{"1 4294967295 *", "1 7 Läser", "3 0 ", "5 0 ",
                                                     "6 0 ", "2 4294967295 *"}));
  std::array<char, 256> name{};
  ASSERT_EQ(::gethostname(name.data(), name.size() - 1), 0);
  EXPECT_EQ(calls.machine(), name.data());
}

// The value that the first one left is what readers get.
TEST_F(PublisherRequests, ManyStartsInOneRequest_ValuesAreCopiedOnce) {
  std::uint64_t pages = 0;
  PublishedSet& set = **publisher_->add(set_of_two_references(), SameSet::refused,
                                        [&](const ControlRequest&) { return ++pages, 0U; });
  const auto laser = publisher_->add_instance(set, u"Laser", 0).value();
  ASSERT_TRUE(publisher_->set_reference(set, laser, 0, &pages).has_value());
  const RequestEntry start{.code = PERF_COLLECT_START, .set = set.set().set};
  const RequestMessage message{.changes = kHasAllSets, .entries = {start, start, start}};
  EXPECT_EQ(ask(publisher_->path(), message), (std::vector<std::uint32_t>(3)));
  EXPECT_EQ(pages, 3U);
  EXPECT_EQ(values_of(read()[0])[0], 1U);
  (void)ask_for(set.set());
  EXPECT_EQ(values_of(read()[0])[0], 4U);
}

// A reader that has not seen a set has not told its callback what it reads.
TEST_F(PublisherRequests, SetThatTheReaderDoesNotHave_IsNotCalled) {
  RecordedRequests first;
  RecordedRequests second;
  (void)publisher_->add(example_set(), SameSet::allowed, first.callback());
  ASSERT_TRUE(watch_.look());
  const std::uint32_t known = watch_.processes()[0].changes;
  (void)publisher_->add(example_set(), SameSet::allowed, second.callback(5));
  const RequestEntry start{.code = PERF_COLLECT_START, .set = example_set().set};
  const auto ask_with = [&](std::uint32_t changes) {
    return ask(publisher_->path(), {.changes = changes, .entries = {start}});
  };
  EXPECT_EQ(ask_with(known), std::vector<std::uint32_t>{0});
  EXPECT_EQ(first.calls().size(), 1U);
  EXPECT_EQ(second.calls().size(), 0U);
  EXPECT_EQ(ask_with(known + 1), std::vector<std::uint32_t>{5});
  EXPECT_EQ(second.calls().size(), 1U);
}

TEST_F(PublisherRequests, CallbackReturnsAnError_ReaderGetsIt) {
  RecordedRequests calls;
  PublishedSet& set = **publisher_->add(example_set(), SameSet::refused, calls.callback(5));
  EXPECT_EQ(ask_for(set.set(), PERF_ADD_COUNTER), std::vector<std::uint32_t>{5});
  EXPECT_EQ(ask_for(set_of_two_references()),
            std::vector<std::uint32_t>{0});  // no such set any more
}

TEST_F(PublisherRequests, CallbackOfThisThread_CannotRemoveItsSet) {
  PublishedSet* set = nullptr;
  std::expected<void, CounterSetFault> removed;
  bool is_in_callback = false;
  set = publisher_
            ->add(example_set(), SameSet::refused,
                  [&](const ControlRequest&) {
                    is_in_callback = publisher_->is_in_callback(*set);
                    removed = publisher_->remove(set);
                    return 0U;
                  })
            .value();
  (void)ask_for(set->set());
  EXPECT_TRUE(is_in_callback);
  EXPECT_EQ(removed.error(), CounterSetFault::in_callback);
  EXPECT_FALSE(publisher_->is_in_callback(*set));
  EXPECT_TRUE(publisher_->remove(set).has_value());
}

TEST_F(PublisherRequests, Removed_CallbackHasEnded) {
  std::promise<void> begun;
  std::atomic<bool> has_ended = false;
  std::promise<void> may_end;
  PublishedSet* const set = publisher_
                                ->add(example_set(), SameSet::refused,
                                      [&](const ControlRequest&) {
                                        begun.set_value();
                                        may_end.get_future().wait();
                                        has_ended = true;
                                        return 0U;
                                      })
                                .value();
  std::jthread reader([&] { (void)ask_for(example_set()); });
  begun.get_future().wait();
  // Meanwhile others are served: readers that come now, and those that want no callback.
  OfferWatch other({.system = folder_.path(), .own = {}});
  EXPECT_TRUE(other.look());
  std::jthread remover([&] {
    EXPECT_TRUE(publisher_->remove(set).has_value());
    EXPECT_TRUE(has_ended);
  });
  while (!other.processes()[0].segments.empty()) (void)other.look();
  EXPECT_FALSE(has_ended);
  may_end.set_value();
}

// Bytes that are not a request close the connection, and harm nobody.
TEST_F(PublisherRequests, Garbage_IsNotAnswered) {
  (void)publisher_->add(example_set());
  auto bytes = bytes_of(RequestMessage{.entries = {{}, {}}});
  for (const std::size_t size : {std::size_t{1}, std::size_t{17}, bytes.size() - 1}) {
    const UniqueFd socket = connect_in_time(publisher_->path());
    ASSERT_TRUE(send_message(socket.get(), Bytes(bytes).first(size), {}).has_value());
    pollfd ready{.fd = socket.get(), .events = POLLIN, .revents = 0};
    ASSERT_EQ(::poll(&ready, 1, -1), 1);
    std::array<std::byte, 64> buffer{};
    EXPECT_TRUE(receive_message(socket.get(), buffer).value().bytes.empty());
  }
  EXPECT_TRUE(watch_.look());
}

// What follows the entries is not read, so that only the size is wrong.
TEST_F(PublisherRequests, RequestOfTooManyBytes_IsNotAnswered) {
  PublishedSet& set = **publisher_->add(example_set());
  auto bytes = bytes_of(RequestMessage{
      .changes = kHasAllSets, .entries = {{.code = PERF_COLLECT_START, .set = set.set().set}}});
  const std::vector<std::uint32_t> answered{0};
  bytes.resize(131'072);
  EXPECT_EQ(answer_to(publisher_->path(), bytes), answered);
  bytes.resize(131'073);
  EXPECT_EQ(answer_to(publisher_->path(), bytes), std::vector<std::uint32_t>());
  EXPECT_EQ(ask_for(set.set()), answered);
}

TEST_F(PublisherRequests, RequestWithADescriptor_IsNotAnswered) {
  PublishedSet& set = **publisher_->add(example_set());
  const RequestMessage request{.changes = kHasAllSets,
                               .entries = {{.code = PERF_COLLECT_START, .set = set.set().set}}};
  const UniqueFd socket = connect_in_time(publisher_->path());
  const std::array sent{socket.get()};
  ASSERT_TRUE(send_message(socket.get(), bytes_of(request), sent).has_value());
  pollfd ready{.fd = socket.get(), .events = POLLIN, .revents = 0};
  ASSERT_EQ(::poll(&ready, 1, -1), 1);
  std::array<std::byte, 64> buffer{};
  EXPECT_TRUE(receive_message(socket.get(), buffer).value().bytes.empty());
  EXPECT_EQ(ask_for(set.set()), std::vector<std::uint32_t>{0});
}

TEST_F(PublisherRequests, SilentReaders_DoNotKeepOthersAway) {
  std::vector<UniqueFd> silent;
  for (int i = 0; i < 100; ++i) silent.push_back(connect_in_time(publisher_->path()));
  PublishedSet& set = **publisher_->add(set_of_two_references());
  EXPECT_EQ(ask_for(set.set()), std::vector<std::uint32_t>{0});
}

// All but those that wait for the callback, and the one whose callback runs, are closed.
TEST_F(PublisherRequests, ReaderThatFloodsASlowCallback_KeepsFewConnections) {
  std::promise<void> may_end;
  const std::shared_future<void> end = may_end.get_future().share();
  const auto callback = [end](const ControlRequest&) { return end.wait(), 0U; };
  (void)publisher_->add(example_set(), SameSet::refused, callback);
  const RequestMessage request{.changes = kHasAllSets,
                               .entries = {{.code = PERF_COLLECT_START, .set = example_set().set}}};
  std::vector<UniqueFd> readers;
  while (readers.size() < 200) {
    readers.push_back(connect_in_time(publisher_->path()));
    ASSERT_TRUE(send_message(readers.back().get(), bytes_of(request), {}).has_value());
  }
  const auto closed = [&] {
    std::array<std::byte, 64> buffer{};
    return std::ranges::count_if(
        readers, [&](const UniqueFd& one) { return receive_bytes(one.get(), buffer).has_value(); });
  };
  while (closed() < 135) std::this_thread::yield();
  EXPECT_EQ(closed(), 135);
  may_end.set_value();
}

// Readers, instances that come and go, and a callback that makes some itself.
TEST_F(PublisherRequests, SixteenThreads_AllAreAnswered) {
  PublishedSet* own = nullptr;
  PublishedSet* const set = publisher_
                                ->add(set_of_two_references(), SameSet::refused,
                                      [&](const ControlRequest&) {
                                        const auto made =
                                            publisher_->add_instance(*own, u"of the callback", 0);
                                        if (made.has_value())
                                          publisher_->remove_instance(*own, *made);
                                        return 0U;
                                      })
                                .value();
  own = publisher_->add(example_set()).value();
  std::vector<std::jthread> threads;
  for (std::uint32_t thread = 0; thread < 16; ++thread) {
    threads.emplace_back([&, thread] {
      const std::uint64_t value = thread;
      for (int i = 0; i < 20; ++i) {
        if (thread % 2 == 0) {
          EXPECT_EQ(ask_for(set_of_two_references()), std::vector<std::uint32_t>{0});
          continue;
        }
        const auto instance = publisher_->add_instance(*set, u"Laser", thread).value();
        EXPECT_TRUE(publisher_->set_reference(*set, instance, 0, &value).has_value());
        publisher_->remove_instance(*set, instance);
      }
    });
  }
}

}  // namespace
}  // namespace openperflib
