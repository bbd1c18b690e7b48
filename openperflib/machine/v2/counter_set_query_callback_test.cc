// What the callbacks of providers are told of queries, and what queries get of their answers.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/machine/v2/set_information.h"
#include "openperflib/provider/v2/publish/publisher.h"
#include "openperflib/testing/providers/counter_set_query_stage.h"

namespace openperflib {
namespace {

// Providers that are told when their counters are read.
class CallbackQueryTest : public CounterSetQueryTest {
 protected:
  // The callbacks use this as long as there is a reader.
  ~CallbackQueryTest() override {
    machine_.reset();
    publisher_.reset();
  }
  // The callback returns 1000 and the code for these codes.
  ControlCallback refusing(std::vector<std::uint32_t> codes = {}) {
    return [this, refused = std::move(codes)](const ControlRequest& request) -> std::uint32_t {
      const std::scoped_lock lock(mutex_);
      calls_.push_back(request.code);
      return std::ranges::find(refused, request.code) == refused.end() ? 0 : 1'000 + request.code;
    };
  }
  PublishedSet& publish_with(const CounterSetTemplate& set, ControlCallback callback) {
    return *publisher_->add(set, SameSet::refused, std::move(callback)).value();
  }
  // Since the last time.
  std::vector<std::uint32_t> take_calls() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(calls_, {});
  }
  SetStatus status_of_instances(const Guid& set) {
    const std::vector<Guid> sets{set};
    EXPECT_TRUE(source_.collect(*machine_, sets, SetPurpose::enumerate).has_value());
    std::vector<std::byte> bytes;
    const auto written = write_instances(source_, *source_.find(set), bytes);
    return written.has_value() ? SetStatus::success : written.error();
  }

  std::atomic<bool> is_asked_ = false;
  const std::uint64_t value_ = 42;

 private:
  std::mutex mutex_;
  std::vector<std::uint32_t> calls_;
};

using Codes = std::vector<std::uint32_t>;

TEST_F(CallbackQueryTest, Callback_SeesWhatACallerWants) {
  (void)add(publish_with(set_of_type(1, kMultiple), refusing()), u"ink", 6, 2, 12);
  const std::vector<Guid> sets{set_number(1)};
  ASSERT_TRUE(source_.collect_all(*machine_).has_value());
  ASSERT_TRUE(source_.collect(*machine_, sets, std::nullopt).has_value());
  EXPECT_EQ(take_calls(), Codes{});
  EXPECT_EQ(status_of_adding({.set = sets[0], .instance = u"*"}), 0U);
  EXPECT_EQ(take_calls(), Codes{PERF_ADD_COUNTER});
  EXPECT_EQ(status_of_adding({.set = sets[0], .instance = u"ink"}), 0U);
  EXPECT_EQ(take_calls(), (Codes{PERF_ENUM_INSTANCES, PERF_ADD_COUNTER}));
  EXPECT_EQ(status_of_instances(sets[0]), SetStatus::success);
  EXPECT_EQ(take_calls(), Codes{PERF_ENUM_INSTANCES});
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(query_.collect(source_, *machine_, {}).has_value());
    EXPECT_EQ(take_calls(), (Codes{PERF_COLLECT_START, PERF_COLLECT_END}));
  }
  EXPECT_EQ(status_of_removing({.set = sets[0], .instance = u"INK"}), 0U);
  EXPECT_EQ(take_calls(), Codes{PERF_REMOVE_COUNTER});
  query_.clear(source_, machine_.get());
  EXPECT_EQ(take_calls(), Codes{PERF_REMOVE_COUNTER});
}

// In the letters in which it was added; of a set without names it is the only instance.
TEST_F(CallbackQueryTest, Callback_IsToldWhichCounterOfWhichInstance) {
  std::vector<CounterIdentity> told;
  const auto note = [&](const ControlRequest& request) {
    if (request.code == PERF_COLLECT_START || request.code == PERF_COLLECT_END) return 0U;
    if (request.code == PERF_ENUM_INSTANCES) return 0U;
    told.push_back({.set = request.set,
                    .counter = request.counter,
                    .instance_id = request.instance_id,
                    .instance_name = std::u16string(request.instance_name)});
    return 0U;
  };
  (void)add(publish_with(set_of_type(1, kMultiple), note), u"ink", 6, 2, 12);
  (void)publish_with(set_of_type(2, PERF_COUNTERSET_SINGLE_INSTANCE), note);
  const CounterIdentifier ink{
      .set = set_number(1), .counter_id = 2, .instance_id = 6, .instance = u"Ink"};
  EXPECT_EQ(status_of_adding(ink), 0U);
  EXPECT_EQ(status_of_adding({.set = set_number(2)}), 0U);
  const CounterIdentity told_ink{
      .set = set_number(1), .counter = 2, .instance_id = 6, .instance_name = u"Ink"};
  const CounterIdentity told_all{
      .set = set_number(2), .counter = PERF_WILDCARD_COUNTER, .instance_id = 0xFFFF'FFFF};
  EXPECT_EQ(told, (std::vector{told_ink, told_all}));
  EXPECT_EQ(status_of_removing(
                {.set = set_number(1), .counter_id = 2, .instance_id = 6, .instance = u"INK"}),
            0U);
  query_.clear(source_, machine_.get());
  EXPECT_EQ(told, (std::vector{told_ink, told_all, told_ink, told_all}));
}

TEST_F(CallbackQueryTest, TwoQueriesReadTheSame_CallbackHearsItOnce) {
  (void)publish_with(set_of_type(1, kMultiple), refusing());
  const CounterIdentifier all{.set = set_number(1), .instance = u"*"};
  CounterSetQuery other;
  EXPECT_EQ(status_of_adding(all), 0U);
  EXPECT_EQ(take_calls(), Codes{PERF_ADD_COUNTER});
  EXPECT_EQ(status_of_adding(other, all), 0U);
  query_.clear(source_, machine_.get());
  EXPECT_EQ(take_calls(), Codes{});
  other.clear(source_, machine_.get());
  EXPECT_EQ(take_calls(), Codes{PERF_REMOVE_COUNTER});
}

TEST_F(CallbackQueryTest, ProviderStartsLater_IsToldBeforeItIsAskedForValues) {
  (void)publish(set_of_type(1, kMultiple));
  EXPECT_EQ(status_of_adding({.set = set_number(1), .instance = u"*"}), 0U);
  const auto other = Publisher::start({folder_.path()}).value();
  ASSERT_TRUE(other->add(set_of_type(1, kMultiple), SameSet::refused, refusing()).has_value());
  EXPECT_TRUE(query_.collect(source_, *machine_, {}).has_value());
  EXPECT_EQ(take_calls(), (Codes{PERF_ADD_COUNTER, PERF_COLLECT_START, PERF_COLLECT_END}));
  query_.clear(source_, machine_.get());
  EXPECT_EQ(take_calls(), Codes{PERF_REMOVE_COUNTER});
}

// The queries stay as they are.
TEST_F(CallbackQueryTest, MachineIsOpenedAgain_CallbackIsToldAgain) {
  (void)publish_with(set_of_type(1, kMultiple), refusing());
  EXPECT_EQ(status_of_adding({.set = set_number(1), .instance = u"*"}), 0U);
  machine_.reset();
  EXPECT_EQ(take_calls(), (Codes{PERF_ADD_COUNTER, PERF_REMOVE_COUNTER}));
  open();
  EXPECT_TRUE(query_.collect(source_, *machine_, {}).has_value());
  EXPECT_EQ(take_calls(), (Codes{PERF_ADD_COUNTER, PERF_COLLECT_START, PERF_COLLECT_END}));
  machine_.reset();
  query_.clear(source_, nullptr);
  EXPECT_EQ(take_calls(), Codes{PERF_REMOVE_COUNTER});
}

TEST_F(CallbackQueryTest, CallbackRefuses_ItsCodeIsTheReply) {
  const Codes both{PERF_COLLECT_START, PERF_ENUM_INSTANCES};
  (void)add(publish_with(set_of_type(1, kMultiple), refusing(both)), u"ink", 6, 2, 12);
  (void)publish_with(set_of_type(2, PERF_COUNTERSET_SINGLE_INSTANCE), refusing(both));
  (void)add(publish(set_of_type(3, kMultiple)), u"free", 7, 3, 13);
  for (const std::uint32_t counter : {1U, PERF_WILDCARD_COUNTER}) {
    for (const char16_t* name : {u"ink", u"*"}) {
      EXPECT_EQ(reply_to({.set = set_number(1), .counter_id = counter, .instance = name}),
                "0/1005");
    }
    EXPECT_EQ(reply_to({.set = set_number(2), .counter_id = counter}), "0/1005");
  }
  EXPECT_EQ(reply_to({.set = set_number(3), .counter_id = 2, .instance = u"*"}), "4/0 [free#7 13]");
  EXPECT_EQ(status_of_instances(set_number(1)), SetStatus{1'003});
  EXPECT_EQ(status_of_instances(set_number(2)), SetStatus{1'003});
  EXPECT_EQ(status_of_instances(set_number(3)), SetStatus::success);
}

TEST_F(CallbackQueryTest, CallbackRefusesACounter_ItIsNotAdded) {
  (void)publish_with(set_of_type(1, kMultiple), refusing({PERF_ADD_COUNTER}));
  (void)publish(set_of_type(2, kMultiple));
  std::vector<std::byte> blocks;
  append_counter_identifier(blocks, {.set = set_number(1), .instance = u"*"}, 77, 0);
  append_counter_identifier(blocks, {.set = set_number(2), .instance = u"*"}, 77, 0);
  ASSERT_TRUE(query_.add(source_, *machine_, blocks).has_value());
  std::vector<std::uint32_t> statuses;
  const auto range = parse_counter_identifiers(blocks);
  for (const CounterIdentifierView block : *range) statuses.push_back(block.status());
  EXPECT_EQ(statuses, (Codes{1'001, 0}));
  EXPECT_EQ(reply(), std::vector<std::string>{"6/0 ids 1,2,7"});
}

TEST_F(CallbackQueryTest, OneProcessRefuses_InstancesOfTheOtherHaveValues) {
  (void)add(publish_with(set_of_type(1, kMultiple), refusing({PERF_ADD_COUNTER})), u"ink", 6, 2,
            12);
  const auto other = Publisher::start({folder_.path()}).value();
  PublishedSet& set = *other->add(set_of_type(1, kMultiple)).value();
  const auto laser = other->add_instance(set, u"laser", 7).value();
  laser.segment->value(laser.slot, 1).store(13);
  const CounterIdentifier all{.set = set_number(1), .counter_id = 2, .instance = u"*"};
  const std::string text = reply_to(all);
  EXPECT_NE(text.find("[ink#6 -]"), std::string::npos) << text;
  EXPECT_NE(text.find("[laser#7 13]"), std::string::npos) << text;
  EXPECT_EQ(reply_to({.set = set_number(1), .counter_id = 2, .instance = u"ink"}), "0/1001");
  EXPECT_EQ(reply_to({.set = set_number(1), .counter_id = 2, .instance = u"laser"}), "1/0 13");
}

// The first one answers only after the second was asked.
TEST_F(CallbackQueryTest, SeveralProviders_AreAskedAtTheSameTime) {
  const auto publish_number = [&](Publisher& publisher, std::uint8_t number,
                                  ControlCallback callback) {
    CounterSetTemplate one = set_of_type(number, PERF_COUNTERSET_SINGLE_INSTANCE);
    one.counters[0].attributes = PERF_ATTRIB_BY_REFERENCE;
    PublishedSet& set = *publisher.add(one, SameSet::refused, std::move(callback)).value();
    const auto instance = publisher.add_instance(set, u"one", 0).value();
    EXPECT_TRUE(publisher.set_reference(set, instance, 0, &value_).has_value());
    EXPECT_EQ(status_of_adding({.set = set_number(number), .counter_id = 1}), 0U);
  };
  const auto other = Publisher::start({folder_.path()}).value();
  publish_number(*publisher_, 1, [this](const ControlRequest& request) {
    if (request.code == PERF_COLLECT_START) is_asked_.wait(false);
    return 0U;
  });
  publish_number(*other, 2, [this](const ControlRequest& request) {
    if (request.code == PERF_COLLECT_START) is_asked_ = true;
    is_asked_.notify_all();
    return 0U;
  });
  std::vector<std::byte> bytes(1'024);
  ASSERT_TRUE(query_.collect(source_, *machine_, bytes).has_value());
  std::vector<std::string> texts;
  for (const auto& counter : PerfDataView::parse(bytes)->counters()) {
    texts.push_back(text_of(counter));
  }
  EXPECT_EQ(texts, (std::vector<std::string>{"1/0 42", "1/0 42"}));
}

}  // namespace
}  // namespace openperflib
