// What a session has of a process that began since the row before.
#include <gtest/gtest.h>

#include <chrono>
#include <string_view>

#include "openperflib/session/counter_session.h"
#include "openperflib/testing/machines/short_lives.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

CounterSession session_of(const SessionOptions& options) {
  return CounterSession::of_source(short_lives::machine(), fixed_titles(), std::chrono::hours(1),
                                   options);
}

Value second_value_of(CounterSession& session, std::string_view path) {
  EXPECT_TRUE(session.add(path).has_value());
  EXPECT_EQ(session.collect(), CounterSession::Collected::row);
  EXPECT_EQ(session.collect(), CounterSession::Collected::row);
  return session.query().row().values.at(0);
}

constexpr std::string_view kShort = "\\Process(short)\\% Processor Time";

TEST(FirstRatesOfASession, ProcessOfTheInterval_HasARateIfItIsAskedFor) {
  CounterSession session = session_of({.first_rates = QueryOptions::FirstRates::start});
  EXPECT_DOUBLE_EQ(second_value_of(session, kShort).number, 30);
}

TEST(FirstRatesOfASession, UsualSession_HasNone) {
  CounterSession session = session_of({});
  EXPECT_EQ(second_value_of(session, kShort).status, CStatus::invalid_data);
}

// Several machines, each of which has its own clocks.
TEST(FirstRatesOfASession, EachMachine_CountsFromItsOwnStarts) {
  std::vector<NamedSource> sources;
  sources.push_back({.machine = "a", .source = short_lives::machine()});
  sources.push_back({.machine = "b", .source = short_lives::machine()});
  CounterSession session =
      CounterSession::of_sources(std::move(sources), fixed_titles(), std::chrono::hours(1),
                                 {.first_rates = QueryOptions::FirstRates::start});
  EXPECT_DOUBLE_EQ(second_value_of(session, "\\\\*\\Process(short)\\% Processor Time").number, 30);
  EXPECT_DOUBLE_EQ(session.query().row().values.at(1).number, 30);
  EXPECT_TRUE(session.query().has_first_rates());
  EXPECT_TRUE(session.query().is_first_rate(1));
}

TEST(PathBesideTheOthers, ChangesNothingThatTheSessionSays) {
  CounterSession session = session_of({});
  ASSERT_TRUE(session.add("\\Nonsense\\Seats").has_value());
  const auto beside = session.add_beside("\\Processor(*)\\% Processor Time");
  const auto absent = session.add_beside("\\Memory\\Available Bytes");
  ASSERT_TRUE(beside.has_value());
  ASSERT_TRUE(absent.has_value());
  EXPECT_EQ(session.collect(), CounterSession::Collected::row);
  EXPECT_TRUE(session.nothing_can_match());
  EXPECT_EQ(session.unmatched_text(*absent), "");
  EXPECT_NE(session.unmatched_text(0), "");
  EXPECT_FALSE(session.has_matched());
  EXPECT_FALSE(session.is_beside(0));
  EXPECT_TRUE(session.is_beside(*beside));
}

}  // namespace
}  // namespace openperflib
