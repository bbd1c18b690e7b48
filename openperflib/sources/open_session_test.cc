// Sessions of a machine, root folders and logs.
#include "openperflib/sources/open_session.h"

#include <gtest/gtest.h>
#include <poll.h>

#include <algorithm>
#include <csignal>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/provider/v2/publish/publisher.h"
#include "openperflib/provider/v2/read/counter_sets.h"
#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/testing/providers/scripted_provider.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

using std::chrono::hours;
using std::chrono::seconds;
using Collected = CounterSession::Collected;

constexpr const char* kUserTime = "\\Processor(_Total)\\% User Time";

std::string machine(const std::string& name) { return OPENPERFLIB_BINARY_DIR "/machines/" + name; }

CounterSession opened(const CounterSource& source, CounterSession::Clock::duration interval) {
  auto session = open_session(source, fixed_titles(), interval);
  EXPECT_TRUE(session.has_value()) << session.error().text;
  return *std::move(session);
}

CounterSession recorded_pair() {
  return opened(LocalSourceOptions{.roots = {machine("vm-6.18"), machine("vm-6.18-later")}},
                seconds(1));
}

LogFiles sample_log() {
  return {.inputs = {.files = {OPENPERFLIB_SOURCE_DIR "/tests/data/blg/SampleLog.blg"}},
          .window = {}};
}

bool is_readable(int descriptor) {
  pollfd one{.fd = descriptor, .events = POLLIN, .revents = 0};
  return ::poll(&one, 1, 0) == 1;
}

TEST(CounterSession, RootFolders_AreOneRowEach) {
  CounterSession session = recorded_pair();
  ASSERT_EQ(session.add(kUserTime), 0U);
  ASSERT_EQ(session.collect_first(), Collected::row);
  EXPECT_TRUE(session.wants_another_sample());
  EXPECT_FALSE(session.query().row().values.at(0).usable());
  ASSERT_EQ(session.collect(), Collected::row);
  EXPECT_TRUE(session.query().row().values.at(0).usable());
  EXPECT_FALSE(session.snapshot().empty());
  EXPECT_EQ(session.collect(), Collected::end);
  EXPECT_TRUE(session.has_ended());
}

TEST(CounterSession, Log_HasTheSameRowsThroughTheSameObject) {
  CounterSession session = opened(sample_log(), seconds(1));
  session.add_everything();
  ASSERT_EQ(session.collect_first(), Collected::row);
  EXPECT_GT(session.query().binding().series().size(), 0U);
  std::size_t rows = 1;
  while (session.collect() == Collected::row) ++rows;
  EXPECT_EQ(rows, session.log()->records());
  EXPECT_EQ(session.match(0), Query::Match::matched);
}

TEST(CounterSession, LogWhosePathMatchesOnlyLater_BeginsWithItsFirstRecord) {
  MadeFolder folder;
  folder.write("a.csv",
               "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\Memory\\Available Bytes\"\r\n"
               "\"11/22/2026 10:00:00.000\",\"1\"\r\n");
  folder.write("b.csv",
               "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\b\\Memory\\Cache Bytes\"\r\n"
               "\"11/22/2026 10:00:10.000\",\"2\"\r\n");
  const LogFiles both{.inputs = {.files = {folder.path() + "/a.csv", folder.path() + "/b.csv"}},
                      .window = {}};
  CounterSession session = opened(both, seconds(1));
  ASSERT_EQ(session.add("\\Memory\\Available Bytes"), 0U);
  ASSERT_EQ(session.add("\\Memory\\Cache Bytes"), 1U);
  session.remove(0);  // the log is opened again, and the number of the other path stays
  ASSERT_EQ(session.collect_first(), Collected::row);
  EXPECT_EQ(session.log()->records(), 1U);
  ASSERT_EQ(session.collect(), Collected::row);
  ASSERT_EQ(session.query().row().values.size(), 1U);
  EXPECT_EQ(session.query().row().values.at(0).number, 2);
  EXPECT_EQ(session.query().binding().series()[0].path, 1U);
}

TEST(CounterSession, RemovedPath_LacksNothingAndOthersKeepTheirNumbers) {
  CounterSession session = recorded_pair();
  ASSERT_EQ(session.add("\\Nonsense\\Nonsense"), 0U);
  ASSERT_EQ(session.add(kUserTime), 1U);
  ASSERT_EQ(session.collect(), Collected::row);
  EXPECT_EQ(session.unmatched_text(0), "no such object");
  session.remove(0);
  EXPECT_EQ(session.match(0), Query::Match::matched);
  EXPECT_EQ(session.paths()[0], "");
  ASSERT_EQ(session.collect(), Collected::row);
  EXPECT_EQ(session.match(1), Query::Match::matched);
}

TEST(CounterSession, PathThatMatchesNothing_SaysWhyWithTheNearestName) {
  CounterSession session = recorded_pair();
  ASSERT_TRUE(session.add("\\Procesor(*)\\% User Time").has_value());
  ASSERT_EQ(session.collect(), Collected::row);
  EXPECT_TRUE(session.nothing_can_match());
  EXPECT_EQ(session.unmatched_text(0),
            "no such object; did you mean \"Processor\" or \"Process\"?");
}

TEST(CounterSession, CatalogOfAMachineAndOfALog_NamesItsObjects) {
  const auto has = [](const Catalog& catalog, std::string_view object) {
    return std::ranges::count(catalog.objects(), object, &Catalog::Object::name) == 1;
  };
  CounterSession machine = recorded_pair();
  ASSERT_TRUE(machine.add(kUserTime).has_value());
  ASSERT_EQ(machine.collect(), Collected::row);
  EXPECT_TRUE(has(machine.catalog(), "Processor"));
  EXPECT_FALSE(has(machine.catalog(), "Memory"));  // it was not asked for
  CounterSession log = opened(sample_log(), seconds(1));
  log.add_everything();
  ASSERT_EQ(log.collect(), Collected::row);
  EXPECT_FALSE(log.catalog().series().empty());
  EXPECT_TRUE(has(log.catalog(), log.catalog().series().front().object));
}

TEST(CounterSession, SteadyRowsOfAMachine_AllocateNothing) {
  if (!bench::counts_allocations()) GTEST_SKIP() << "operator new is another's";
  CounterSession session = opened(LocalSourceOptions{}, hours(1));
  ASSERT_TRUE(session.add("\\Memory\\Available Bytes").has_value());
  for (int i = 0; i < 4; ++i) ASSERT_EQ(session.collect(), Collected::row);
  const std::uint64_t before = bench::allocations;
  const auto collected = session.collect();
  EXPECT_EQ(bench::allocations - before, 0U);
  EXPECT_EQ(collected, Collected::row);
}

TEST(CounterSession, WhatCannotBeOpened_IsAValueWithPdhsCode) {
  const auto log = open_session(LogFiles{.inputs = {.files = {"/no/such.blg"}}, .window = {}},
                                fixed_titles(), seconds(1));
  ASSERT_FALSE(log.has_value());
  EXPECT_EQ(log.error().pdh_code, 0xC0000BD1U);  // PDH_FILE_NOT_FOUND
  EXPECT_EQ(log.error().text, "no such file: /no/such.blg");
  const auto folder =
      open_session(LocalSourceOptions{.roots = {"/no/such"}}, fixed_titles(), seconds(1));
  ASSERT_FALSE(folder.has_value());
  EXPECT_EQ(folder.error().fault.file, "/no/such");
}

TEST(CounterSession, GrammarOfTheOptions_IsThatOfItsPaths) {
  for (const CounterSource& source :
       {CounterSource(LocalSourceOptions{}), CounterSource(sample_log())}) {
    auto session = open_session(source, fixed_titles(), seconds(1), {.grammar = PathGrammar::pdh});
    ASSERT_TRUE(session.has_value()) << session.error().text;
    EXPECT_FALSE(session->add("Processor/_Total/% User Time").has_value());
    EXPECT_TRUE(session->add(kUserTime).has_value());
  }
}

TEST(CounterSession, Handle_IsReadableWhenARowIsDue) {
  CounterSession session = opened(LocalSourceOptions{}, hours(1));
  ASSERT_TRUE(session.add("\\System\\Processes").has_value());
  const int handle = session.handle().value();
  EXPECT_TRUE(is_readable(handle));  // the first row is due at once
  ASSERT_EQ(session.collect(), Collected::row);
  EXPECT_FALSE(is_readable(handle));
  EXPECT_GT(session.due(), CounterSession::Clock::now());
}

TEST(CounterSession, HandleOfRootFolders_IsNeverReadable) {
  CounterSession session = recorded_pair();
  EXPECT_FALSE(is_readable(session.handle().value()));
}

TEST(CounterSession, ManySessions_BlockNoSignals) {
  sigset_t before{};
  ASSERT_EQ(::pthread_sigmask(SIG_SETMASK, nullptr, &before), 0);
  CounterSession one = opened(LocalSourceOptions{}, hours(1));
  CounterSession other = opened(sample_log(), hours(1));
  ASSERT_TRUE(one.add("\\System\\Processes").has_value());
  other.add_everything();
  ASSERT_EQ(one.collect(), Collected::row);
  ASSERT_EQ(other.collect(), Collected::row);
  sigset_t after{};
  ASSERT_EQ(::pthread_sigmask(SIG_SETMASK, nullptr, &after), 0);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH}) {
    EXPECT_EQ(sigismember(&after, signal), sigismember(&before, signal));
  }
}

// A machine whose second provider needs a minute; nothing waits for it.
LocalSourceOptions with_slow_shops() {
  LocalSourceOptions options;
  options.providers = [] {
    std::vector<std::unique_ptr<Provider>> all;
    auto shops = std::make_unique<ScriptedProvider>();
    shops->script().needs_time = seconds(60);
    all.push_back(std::move(shops));
    return all;
  };
  return options;
}

TEST(CounterSession, ProviderThatIsLateForTheDeadline_IsReportedAndTheRestIsThere) {
  CounterSession session = opened(with_slow_shops(), hours(1));
  ASSERT_TRUE(session.add("\\Web Shop(*)\\Seats").has_value());
  ASSERT_TRUE(session.add("\\System\\Processes").has_value());
  ASSERT_EQ(session.collect(CounterSession::Clock::now() + seconds(5)), Collected::row);
  EXPECT_EQ(session.match(0), Query::Match::left_out);
  EXPECT_EQ(session.match(1), Query::Match::matched);
  ASSERT_EQ(session.collect(), Collected::row);
  EXPECT_EQ(session.match(0), Query::Match::matched);
}

TEST(CounterSession, ProviderThatNeedsMoreThanHalfAnInterval_IsLeftOutAfterTheFirstRow) {
  CounterSession session = opened(with_slow_shops(), seconds(100));
  ASSERT_TRUE(session.add("\\Web Shop(*)\\Seats").has_value());
  ASSERT_EQ(session.collect(), Collected::row);
  EXPECT_EQ(session.match(0), Query::Match::matched);
  ASSERT_EQ(session.collect(), Collected::row);
  EXPECT_EQ(session.match(0), Query::Match::left_out);
}

// A machine with the counter sets of a folder.
LocalSourceOptions with_sets_in(const std::string& folder) {
  LocalSourceOptions options;
  options.providers = [folder] {
    std::vector<std::unique_ptr<Provider>> all;
    all.push_back(std::make_unique<CounterSets>(
        fixed_titles(),
        CounterSetsOptions{.folders = {.system = folder + "/none", .own = folder}, .stores = {}}));
    return all;
  };
  return options;
}

// By its name, and by a pattern that matches an object of this machine, too.
TEST(CounterSession, CounterSetThatStartsLater_IsInTheNextRow) {
  MadeFolder folder;
  CounterSession session = opened(with_sets_in(folder.path()), hours(1));
  const CounterSetTemplate queue{
      .set = guid_of("{8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c11}").value(),
      .instance_type = PERF_COUNTERSET_MULTI_INSTANCES,
      .counters = {{.id = 1, .type = PERF_COUNTER_LARGE_RAWCOUNT, .name = "Jobs"}},
      .name = "Paging Queue"};
  for (const char* const path : {"\\Paging Queue(*)\\Jobs", "\\Pag*(*)\\Jobs"}) {
    ASSERT_TRUE(session.add(path).has_value());
  }
  ASSERT_EQ(session.collect(), Collected::row);
  EXPECT_TRUE(session.query().row().values.empty());
  const auto publisher = Publisher::start({folder.path()}).value();
  PublishedSet& set = **publisher->add(queue);
  *publisher->add_instance(set, u"Laser", 0)->word(0) = 42;
  ASSERT_EQ(session.collect(), Collected::row);
  ASSERT_EQ(session.query().row().values.size(), 2U);
  EXPECT_EQ(session.query().row().values[0].number, 42);
  EXPECT_EQ(session.query().row().values[1].number, 42);
  (void)publisher->remove(&set);
  ASSERT_EQ(session.collect(), Collected::row);
  EXPECT_TRUE(session.query().row().values.empty());
}

}  // namespace
}  // namespace openperflib
