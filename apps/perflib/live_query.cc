#include "apps/perflib/live_query.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "apps/perflib/command_line.h"
#include "openperflib/query/path_pattern.h"
#include "openperflib/query/suggestions.h"

namespace openperflib::apps {
namespace {

// Live objects of this machine: 4-byte counters wrap within an identity, and the clock may be set.
QueryOptions options_of(const LocalSource& source) {
  QueryOptions options;
  options.policy.wrap = Wrap::modulo_2_32;
  options.policy.clock_check = source.is_live() ? ClockCheck::clock_was_set : ClockCheck::off;
  return options;
}

// "machine other is not here: only this one (db-17)"
std::string other_machine(const LiveQuery& live, std::uint32_t path) {
  const auto pattern = PathPattern::parse(live.paths()[path]);
  return fmt::format("machine {} is not here: only this one ({})",
                     pattern.has_value() ? pattern->machine() : "",
                     live.query().binding().machine());
}

}  // namespace

int LiveQuery::open(const SourceOptions& source, const std::vector<std::string>& paths,
                    double interval_seconds, int input_fd) {
  source_ = open_source(source);
  if (source_ == nullptr) return kFailed;
  auto waiter = EventWaiter::open(input_fd);
  if (!waiter.has_value()) {
    complain("signals", "cannot be waited for");
    return kFailed;
  }
  waiter_.emplace(std::move(*waiter));
  due_ = EventWaiter::Clock::now();
  interval_ = std::chrono::nanoseconds(std::llround(interval_seconds * 1e9));
  return ask(paths);
}

int LiveQuery::ask(const std::vector<std::string>& paths) {
  Query query(fixed_titles(), options_of(*source_));
  for (const std::string& path : paths) {
    const auto added = query.add(path);
    if (!added.has_value()) {
      complain(path, not_a_path(added.error()));
      return kWrongUsage;
    }
  }
  query_.emplace(std::move(query));
  paths_ = paths;
  return kAllWell;
}

LiveQuery::Next LiveQuery::collect() {
  const auto now = EventWaiter::Clock::now();
  due_ += interval_;
  if (due_ <= now) due_ = now + interval_;  // a row that comes late does not hurry the next one
  const auto result = source_->read(query_->request(), snapshot_);
  if (!result.has_value()) {
    complain(result.error());
    return Next::failed;
  }
  if (*result == ReadResult::end) return Next::end;
  query_->take(snapshot_);
  return Next::row;
}

// Of two recordings the later one may have what the first has not.
bool LiveQuery::wants_another_sample() const {
  if (query_->wants_another_sample()) return true;
  for (std::uint32_t path = 0; !is_live() && path < paths_.size(); ++path) {
    if (query_->match(path) == Query::Match::no_instance) return true;
  }
  return false;
}

LiveQuery::Next LiveQuery::first() {
  const Next next_row = collect();
  if (next_row != Next::row || !wants_another_sample()) return next_row;
  const Next second = next();
  return second == Next::end ? Next::row : second;  // one root folder is one sample: it is shown
}

void LiveQuery::postpone() { due_ = EventWaiter::Clock::now() + interval_; }

Event LiveQuery::wait() {
  constexpr std::chrono::hours kLong{24};
  return waiter_->wait_until(is_live() ? due_ : EventWaiter::Clock::now() + kLong);
}

LiveQuery::Next LiveQuery::next() {
  while (is_live()) {
    const Event event = wait();
    if (event == Event::stop) return Next::stopped;
    if (event == Event::deadline) break;
  }
  return collect();
}

bool LiveQuery::nothing_can_match() const {
  for (std::uint32_t path = 0; path < paths_.size(); ++path) {
    switch (query_->match(path)) {
      case Query::Match::no_machine:
      case Query::Match::no_object:
      case Query::Match::no_counter: break;
      default: return false;
    }
  }
  return true;
}

std::string why_unmatched(const LiveQuery& live, std::uint32_t path) {
  switch (live.query().match(path)) {
    case Query::Match::no_machine: return other_machine(live, path);
    case Query::Match::no_object: return "no such object";
    case Query::Match::no_counter: return "no such counter";
    case Query::Match::no_instance: return "no such instance";
    case Query::Match::matched:
    case Query::Match::left_out: return {};
  }
  return {};
}

std::string unmatched_text(const LiveQuery& live, std::uint32_t path) {
  const std::string why = why_unmatched(live, path);
  if (why.empty() || live.query().match(path) == Query::Match::no_machine) return why;
  const std::string hint = suggestion_for(live.paths()[path], live.snapshot(), fixed_titles());
  return hint.empty() ? why : fmt::format("{}; {}", why, hint);
}

std::string not_a_path(const Error& error) {
  return fmt::format("no counter path from byte {} on; write \\Object(instance)\\Counter or "
                     "\\Object\\Counter, as `perflib list --paths` does",
                     error.offset);
}

bool report_unmatched_paths(const LiveQuery& live) {
  bool found = false;
  for (std::uint32_t path = 0; path < live.paths().size(); ++path) {
    const std::string why = unmatched_text(live, path);
    if (why.empty()) continue;
    found = true;
    complain(live.paths()[path], why);
  }
  return found;
}

}  // namespace openperflib::apps
