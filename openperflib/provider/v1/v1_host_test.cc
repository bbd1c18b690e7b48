// V1Host against a test that plays its host process, with a clock that the test moves.
#include "openperflib/provider/v1/v1_host.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "openperflib/testing/providers/disque_queues.h"
#include "openperflib/testing/providers/played_hosts.h"

namespace openperflib {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

HostAnswer disque_answer() { return played_answer(played_object(kDisqueTitles.first)); }

HostAnswer outcome_of(HostOutcome outcome, std::uint32_t code = 0) {
  HostAnswer answer;
  answer.outcome = outcome;
  answer.code = code;
  return answer;
}

class V1HostTest : public testing::Test {
 protected:
  V1HostTest() { make({}); }

  void make(ModuleSettings settings) {
    settings.start.service = "Disque";
    settings.start.library = OPENPERFLIB_SOURCE_DIR "/README.md";  // a file that may be read
    settings.event_level = 3;
    host_.emplace(std::move(settings), kDisqueTitles,
                  [this](const ModuleSettings&) { return started(); });
  }

  // Called by the host under test: the other end stays with the test.
  std::expected<HostProcess, SourceFault> started() {
    ++starts_;
    std::array<int, 2> sockets{};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()), 0);
    theirs_.reset(sockets[1]);
    return HostProcess{UniqueFd(sockets[0]), UniqueFd(), std::nullopt};
  }

  void request() {
    host_->tend(now_);
    host_->request({.value_name = u"Global", .indices = {}}, now_);
  }
  void answer(const HostAnswer& answer) {
    std::vector<std::byte> frame;
    append_frame(frame, answer);
    ASSERT_EQ(::send(theirs_.get(), frame.data(), frame.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(frame.size()));
    host_->receive(now_);
  }
  void hang_up() {
    theirs_.reset();
    host_->receive(now_);
  }
  // One collection that succeeds, from a stopped host.
  void collect_first() {
    request();
    answer({});
    answer(disque_answer());
    ASSERT_NE(host_->objects(), nullptr);
  }
  std::vector<std::uint32_t> event_ids() {
    std::vector<std::uint32_t> ids;
    for (const ProviderEvent& event : host_->events().take()) ids.push_back(event.id);
    return ids;
  }

  HostClock::time_point now_{std::chrono::hours(1)};
  UniqueFd theirs_;
  int starts_ = 0;
  std::optional<V1Host> host_;
};

TEST_F(V1HostTest, FirstRequest_StartsOpensAndCollects) {
  EXPECT_EQ(starts_, 0);
  request();
  EXPECT_EQ(starts_, 1);
  EXPECT_TRUE(host_->is_awaited());
  EXPECT_EQ(host_->objects(), nullptr);
  answer({});
  EXPECT_TRUE(host_->is_awaited());
  answer(disque_answer());
  EXPECT_FALSE(host_->is_awaited());
  ASSERT_NE(host_->objects(), nullptr);
  EXPECT_EQ(host_->objects()->at(0).index, 1848U);
  EXPECT_EQ(event_ids(), (std::vector<std::uint32_t>{3000}));
}

TEST_F(V1HostTest, NextRequest_UsesTheSameProcess) {
  collect_first();
  request();
  answer(disque_answer());
  EXPECT_NE(host_->objects(), nullptr);
  EXPECT_EQ(starts_, 1);
}

TEST_F(V1HostTest, LateAnswer_IsDroppedAndTheNextOneTaken) {
  collect_first();
  request();
  host_->give_up(now_ + milliseconds(500));
  EXPECT_EQ(host_->lack().code, MissingReason::too_late);
  EXPECT_EQ(host_->lack().text, "did not answer in time");
  request();
  EXPECT_EQ(host_->lack().text, "has not answered the request before");
  answer(disque_answer());
  EXPECT_EQ(host_->objects(), nullptr);  // of the request before
  request();
  answer(disque_answer());
  EXPECT_NE(host_->objects(), nullptr);
  EXPECT_EQ(starts_, 1);
}

TEST_F(V1HostTest, CollectTimeout_EndsTheProcess) {
  collect_first();
  (void)event_ids();
  request();
  now_ += seconds(10);
  host_->give_up(now_);
  EXPECT_EQ(host_->lack().code, MissingReason::too_late);
  EXPECT_EQ(event_ids(), (std::vector<std::uint32_t>{1015}));
  request();
  EXPECT_EQ(host_->lack().text, "Collect did not return in time; it is tried again in 1 s");
  now_ += seconds(1);
  request();
  EXPECT_EQ(starts_, 2);
  EXPECT_EQ(host_->starts(), 2U);
}

TEST_F(V1HostTest, LateCallMayRunOn_WhereTheFlagsSaySo) {
  ModuleSettings settings;
  settings.lets_late_run = true;
  make(std::move(settings));
  collect_first();
  request();
  now_ += seconds(100);
  host_->give_up(now_);
  request();
  answer(disque_answer());
  EXPECT_EQ(starts_, 1);
}

TEST_F(V1HostTest, SlowOpen_IsAwaitedAtTheNextCollection) {
  request();
  host_->give_up(now_ + seconds(1));
  EXPECT_EQ(host_->lack().text, "is still starting");
  now_ += seconds(2);
  request();
  EXPECT_TRUE(host_->is_awaited());
  answer({});
  answer(disque_answer());
  EXPECT_NE(host_->objects(), nullptr);
  EXPECT_EQ(starts_, 1);
}

TEST_F(V1HostTest, ErrorOfOpen_IsTriedAgainEachMinuteAndNoFailure) {
  for (int attempt = 1; attempt <= 8; ++attempt) {
    request();
    EXPECT_EQ(starts_, attempt);
    answer(outcome_of(HostOutcome::open_failed, 2));
    EXPECT_EQ(host_->lack().text, "Open returned an error (2)");
    EXPECT_EQ(event_ids(), (std::vector<std::uint32_t>{1008}));
    now_ += seconds(59);
    request();
    EXPECT_EQ(host_->lack().text, "Open returned an error (2); it is tried again in 1 s");
    now_ += seconds(1);
  }
  EXPECT_FALSE(host_->is_given_up());
}

TEST_F(V1HostTest, Crashes_WaitLongerAndEndAfterFive) {
  constexpr std::array kPauses = {1, 2, 4, 8};
  for (const int pause : kPauses) {
    request();
    answer({});
    hang_up();
    EXPECT_EQ(host_->lack().text, "its host ended in Collect");
    now_ += seconds(pause) - milliseconds(1);
    const int before = starts_;
    request();
    EXPECT_EQ(starts_, before);
    now_ += milliseconds(1);
  }
  (void)event_ids();
  request();
  answer({});
  hang_up();
  EXPECT_TRUE(host_->is_given_up());
  EXPECT_EQ(event_ids(), (std::vector<std::uint32_t>{3000, 1010, 1018}));
  now_ += std::chrono::hours(24);
  request();
  EXPECT_EQ(starts_, 5);
  EXPECT_EQ(host_->lack().text,
            "failed 5 times in a row, the last time: its host ended in Collect");
}

TEST_F(V1HostTest, Success_ForgetsFailures) {
  for (int i = 0; i < 12; ++i) {
    request();
    answer({});
    answer(disque_answer());
    request();
    hang_up();
    now_ += seconds(1);
  }
  EXPECT_FALSE(host_->is_given_up());
  EXPECT_EQ(starts_, 12);
}

TEST_F(V1HostTest, RefusedAnswer_IsAFailureUnlessSilent) {
  HostAnswer wrong = disque_answer();
  wrong.object_count = 3;
  request();
  answer({});
  answer(wrong);
  EXPECT_EQ(host_->lack().code, MissingReason::answer_refused);
  EXPECT_EQ(host_->lack().text, "its answer was refused: it has 1 objects, but its module said 3");
  EXPECT_EQ(event_ids(), (std::vector<std::uint32_t>{3000, 1003}));

  ModuleSettings settings;
  settings.refuses_silently = true;
  make(std::move(settings));
  request();
  answer({});
  answer(wrong);
  EXPECT_EQ(host_->lack().code, MissingReason::answer_refused);
  EXPECT_EQ(event_ids(), (std::vector<std::uint32_t>{3000}));
  request();
  answer(disque_answer());
  EXPECT_NE(host_->objects(), nullptr);
}

TEST_F(V1HostTest, ModuleThatIsNeverDisabled_IsTriedEachMinute) {
  ModuleSettings settings;
  settings.never_disables = true;
  make(std::move(settings));
  for (int attempt = 1; attempt <= 20; ++attempt) {
    request();
    EXPECT_EQ(starts_, attempt);
    answer({});
    hang_up();
    now_ += seconds(60);
  }
  EXPECT_FALSE(host_->is_given_up());
}

TEST_F(V1HostTest, OpenTakesLongerThanCollectMay_TheCollectionIsNotLonger) {
  ModuleSettings settings;
  settings.open_timeout = seconds(30);
  settings.collect_timeout = seconds(2);
  make(std::move(settings));
  request();
  EXPECT_EQ(host_->limit(), now_ + seconds(2));
  now_ += seconds(2);
  host_->give_up(now_);
  EXPECT_EQ(host_->lack().text, "is still starting");
  request();
  EXPECT_EQ(host_->limit(), now_ + seconds(2));
  answer({});
  answer(disque_answer());
  EXPECT_NE(host_->objects(), nullptr);
  EXPECT_EQ(starts_, 1);
}

TEST_F(V1HostTest, HungModuleThatIsNotAskedAgain_IsEnded) {
  collect_first();
  (void)event_ids();
  request();
  host_->give_up(now_ + milliseconds(500));
  now_ += seconds(9);
  host_->tend(now_);
  EXPECT_EQ(event_ids(), (std::vector<std::uint32_t>{}));
  now_ += seconds(1);
  host_->tend(now_);
  EXPECT_EQ(event_ids(), (std::vector<std::uint32_t>{1015}));
  std::byte end{};
  while (::recv(theirs_.get(), &end, 1, 0) > 0) {
  }
  EXPECT_EQ(::recv(theirs_.get(), &end, 1, 0), 0);
}

TEST_F(V1HostTest, ProcessThatEndsBetweenCollections_IsAFailureOfThePresentOne) {
  collect_first();
  theirs_.reset();
  request();
  EXPECT_EQ(host_->lack().code, MissingReason::provider_failed);
  EXPECT_EQ(host_->lack().text, "its host ended; it is tried again in 1 s");
  now_ += seconds(1);
  collect_first();
  EXPECT_EQ(host_->starts(), 2U);
}

TEST_F(V1HostTest, SlowOpen_IsReported) {
  HostAnswer opened;
  opened.open_ms = 5001;
  request();
  answer(opened);
  EXPECT_EQ(event_ids(), (std::vector<std::uint32_t>{2002}));
}

TEST_F(V1HostTest, EventLogLevel_SaysWhichEventsThereAre) {
  constexpr auto kEvents = std::to_array<std::uint32_t>({0, 1000, 1013, 1014, 2002, 2003, 3000});
  constexpr auto kLogged = std::to_array<std::string_view>(
      {"", "0 1000 1013", "0 1000 1013 1014 2002", "0 1000 1013 1014 2002 2003 3000"});
  for (std::uint32_t level = 0; level < 5; ++level) {
    ModuleSettings settings;
    settings.start.service = "Disque";
    settings.event_level = level;
    V1Host host(settings, kDisqueTitles, {});
    for (const std::uint32_t event : kEvents) host.events().add(event, "text");
    std::string logged;
    for (const ProviderEvent& event : host.events().take()) {
      logged += (logged.empty() ? "" : " ") + std::to_string(event.id);
    }
    EXPECT_EQ(logged, kLogged.at(std::min<std::size_t>(level, 3))) << level;
  }
}

TEST_F(V1HostTest, OtherLibraryThanTheTrustedOne_IsReportedAndTestedMost) {
  const auto test_level = [this] {
    std::vector<std::byte> frame(4096);
    const ssize_t length = ::recv(theirs_.get(), frame.data(), frame.size(), MSG_DONTWAIT);
    frame.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
    return read_start(frame).value_or(HostStart{.test_level = 0}).test_level;
  };
  request();
  EXPECT_EQ(test_level(), 4U);
  EXPECT_EQ(event_ids(), std::vector<std::uint32_t>{});
  ModuleSettings settings;
  settings.validation_code.resize(32);
  make(std::move(settings));
  request();
  EXPECT_EQ(test_level(), 1U);
  EXPECT_EQ(event_ids(), (std::vector<std::uint32_t>{2003}));
}

TEST_F(V1HostTest, OtherBytesThanAnAnswer_EndTheProcess) {
  request();
  const std::array<unsigned char, 4> kTooLong = {0xFF, 0xFF, 0xFF, 0xFF};
  ASSERT_EQ(::send(theirs_.get(), kTooLong.data(), kTooLong.size(), MSG_NOSIGNAL), 4);
  host_->receive(now_);
  EXPECT_EQ(host_->lack().text, "its host sent bytes that are not an answer");
}

TEST_F(V1HostTest, LongTextOfAHost_IsShortened) {
  const std::string shortened(1000, 'x');
  HostAnswer opened;
  opened.text.assign(5000, 'x');
  request();
  answer(opened);
  EXPECT_EQ(host_->confinement(), shortened);
  HostAnswer raised = outcome_of(HostOutcome::raised);
  raised.text = opened.text;
  answer(raised);
  const std::vector<ProviderEvent> events = host_->events().take();
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(events.back().text, "an exception left the module: " + shortened);
  EXPECT_EQ(host_->lack().text, events.back().text);
}

TEST_F(V1HostTest, AnswerWithoutRequest_EndsTheProcess) {
  collect_first();
  std::vector<std::byte> frame;
  append_frame(frame, disque_answer());
  ASSERT_GT(::send(theirs_.get(), frame.data(), frame.size(), MSG_NOSIGNAL), 0);
  request();  // finds it first
  EXPECT_EQ(host_->lack().code, MissingReason::provider_failed);
}

TEST_F(V1HostTest, ModuleThatMayNotBeCalled_StartsNothing) {
  ModuleSettings settings;
  settings.refusal = "is disabled";
  make(std::move(settings));
  request();
  EXPECT_EQ(starts_, 0);
  EXPECT_FALSE(host_->is_awaited());
  EXPECT_EQ(host_->lack().text, "is disabled");
}

}  // namespace
}  // namespace openperflib
