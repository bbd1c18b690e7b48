// TwoMachines: a session of two scripted machines.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/session/counter_session.h"
#include "openperflib/testing/machines/scripted_source.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Resource: the machines live as long as the session.
class TwoMachines {
 public:
  TwoMachines() : TwoMachines(std::make_unique<ScriptedSource>("a")) {}

  void add(std::initializer_list<std::string_view> paths) {
    for (const std::string_view path : paths) EXPECT_TRUE(session.add(path).has_value()) << path;
  }
  // Collects rows; a machine that needs a minute is late, in the first one too.
  void collect(int rows = 1) {
    for (int i = 0; i < rows; ++i) {
      const auto soon = CounterSession::Clock::now() + std::chrono::seconds(5);
      EXPECT_EQ(session.collect(soon), CounterSession::Collected::row);
    }
  }

  ScriptedSource& a;  // the first
  ScriptedSource& b;
  CounterSession session;

 private:
  explicit TwoMachines(
      std::unique_ptr<ScriptedSource> first,
      std::unique_ptr<ScriptedSource> second = std::make_unique<ScriptedSource>("b"))
      : a(*first), b(*second), session(session_of(std::move(first), std::move(second))) {}

  [[nodiscard]] static CounterSession session_of(std::unique_ptr<ScriptedSource> first,
                                                 std::unique_ptr<ScriptedSource> second) {
    std::vector<NamedSource> sources;
    sources.push_back({.machine = "a", .source = std::move(first)});
    sources.push_back({.machine = "b", .source = std::move(second)});
    return CounterSession::of_sources(std::move(sources), fixed_titles(), std::chrono::hours(1));
  }
};

}  // namespace openperflib
