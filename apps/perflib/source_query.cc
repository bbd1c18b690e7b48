#include "apps/perflib/source_query.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "apps/collection/live_collection.h"
#include "apps/perflib/exit_code.h"
#include "apps/perflib/log_window.h"
#include "apps/perflib/messages.h"
#include "openperflib/query/catalog/suggestions.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/query/paths/unquoted_path.h"

namespace openperflib::apps {
namespace {

// Of a log nobody knows whether counters wrapped or the clock was set.
QueryOptions options_of(const LocalSource* source) {
  return source == nullptr ? QueryOptions() : live_query_options(*source);
}

Pacer::Clock::duration duration_of(double seconds) {
  return std::chrono::nanoseconds(std::llround(seconds * 1e9));
}

// "machine other cannot be read, only this one (db-17)"
std::string other_machine(const SourceQuery& source, std::uint32_t path) {
  const auto pattern = PathPattern::parse(source.paths()[path]);
  const std::string_view machine = pattern.has_value() ? pattern->machine() : "";
  if (source.log() != nullptr) return fmt::format("machine {} is not in the log", machine);
  return fmt::format("machine {} cannot be read, only this one ({})", machine,
                     source.query().binding().machine());
}

std::string hint_for(const SourceQuery& source, std::uint32_t path) {
  if (source.log() == nullptr) {
    return suggestion_for(source.paths()[path], source.snapshot(), source.titles()->table());
  }
  return suggestion_for(source.paths()[path], source.log()->reader().catalog());
}

}  // namespace

int SourceQuery::open_source(const SourceOptions& source, const LogOptions& log) {
  if (log.files.empty()) {
    local_ = apps::open_source(source);
    return local_ == nullptr ? kFailed : kSuccess;
  }
  log_options_ = log;
  auto opened = LogSource::open(log);
  if (!opened.has_value()) return opened.error();
  log_.emplace(*std::move(opened));
  return kSuccess;
}

// Signals have their default effect while a log is read to its end without waiting.
int SourceQuery::open(const SourceOptions& source, const LogOptions& log,
                      const std::vector<std::string>& paths, double interval_seconds,
                      int input_fd) {
  LogOptions chosen = log;
  if (input_fd < 0)
    chosen.request = request_of(paths);  // otherwise other paths may be requested later
  if (const int code = open_source(source, chosen)) return code;
  if (!log_.has_value() || input_fd >= 0) {
    auto waiter = EventWaiter::open(input_fd);
    if (!waiter.has_value()) {
      print_error("cannot wait for signals");
      return kFailed;
    }
    waiter_.emplace(std::move(*waiter));
  }
  pacer_ = Pacer(duration_of(interval_seconds), Pacer::Clock::now());
  const bool all_of_log = paths.empty() && log_.has_value();
  paths_ = all_of_log ? all_paths() : paths;
  was_matched_.assign(paths_.size(), all_of_log);
  return make_query();
}

void SourceQuery::set_interval(double seconds) { pacer_.set_interval(duration_of(seconds)); }

int SourceQuery::make_query() {
  if (report_unquoted(paths_)) return kUsageError;
  Query query(titles(), options_of(local_.get()));
  for (const std::string& path : paths_) {
    const auto added = query.add(path);
    if (!added.has_value()) {
      print_error(path, not_a_path(added.error()));
      return kUsageError;
    }
  }
  query_.emplace(std::move(query));
  return kSuccess;
}

std::expected<Query::PathId, Error> SourceQuery::add_path(const std::string& path) {
  const auto added = query_->add(path);
  if (!added.has_value()) return added;
  paths_.push_back(path);
  was_matched_.push_back(false);
  return added;
}

void SourceQuery::remove_path(Query::PathId path) {
  query_->remove(path);
  paths_[path].clear();
  was_matched_[path] = true;  // it no longer lacks anything
}

void SourceQuery::note_matches() {
  for (std::uint32_t path = 0; path < was_matched_.size(); ++path) {
    if (query_->match(path) == Query::Match::matched) was_matched_[path] = true;
  }
}

std::expected<ReadResult, SourceFault> SourceQuery::take() {
  if (log_.has_value()) {
    const auto result = log_->take_next(*query_);
    note_matches();
    return result;
  }
  const auto result = local_->read(request_.has_value() ? *request_ : query_->request(), snapshot_);
  if (result.has_value() && *result == ReadResult::reading) query_->take(snapshot_);
  query_->set_titles(local_->titles());
  return result;
}

const CounterDescription* SourceQuery::description_of(const Series& series) const {
  if (local_ == nullptr) return nullptr;
  for (const ObjectDescription* object : local_->describe()) {
    if (object->name_index != series.object_title_index) continue;
    const auto found = std::ranges::find(object->counters, series.counter_title_index,
                                         &CounterDescription::name_index);
    if (found != object->counters.end()) return &*found;
  }
  return nullptr;
}

SourceQuery::Next SourceQuery::collect() {
  pacer_.advance(Pacer::Clock::now());
  const auto result = take();
  if (!result.has_value()) {
    print_error(result.error());
    return Next::failed;
  }
  has_ended_ = *result == ReadResult::end;
  return has_ended_ ? Next::end : Next::row;
}

ZoneOffset SourceQuery::zone_at(FileTime time_utc) const {
  if (log_.has_value()) return log_->zone();
  return is_live() ? local_zone_at(time_utc) : ZoneOffset{};
}

Query::Match SourceQuery::match(std::uint32_t path) const noexcept {
  return was_matched_[path] ? Query::Match::matched : query_->match(path);
}

// Of two recordings, the later one may have values that the first one lacks.
bool SourceQuery::wants_another_sample() const {
  if (log_.has_value()) return false;
  if (query_->wants_another_sample()) return true;
  const bool is_recording = local_ != nullptr && !is_live();
  for (std::uint32_t path = 0; is_recording && path < paths_.size(); ++path) {
    if (query_->match(path) == Query::Match::no_instance) return true;
  }
  return false;
}

void SourceQuery::take_again() {
  log_->take_again(*query_);
  note_matches();
}

bool SourceQuery::rewind() {
  auto opened = LogSource::open(log_options_);
  if (!opened.has_value()) return false;
  log_.emplace(*std::move(opened));
  return make_query() == kSuccess;
}

SourceQuery::Next SourceQuery::first_row() {
  Next next_row = collect();
  if (!log_.has_value()) return next_row;
  while (next_row == Next::row && std::ranges::count(was_matched_, true) == 0) next_row = collect();
  if (next_row != Next::row || log_->records() == 1) return next_row;
  return rewind() ? collect() : Next::failed;
}

SourceQuery::Next SourceQuery::first() {
  const Next next_row = first_row();
  if (next_row != Next::row || !wants_another_sample()) return next_row;
  const Next second = next();
  return second == Next::end ? Next::row
                             : second;  // a single root folder is one sample, which is shown
}

void SourceQuery::postpone() { pacer_.postpone(Pacer::Clock::now()); }

bool SourceQuery::has_just_collected() const {
  return pacer_.has_just_advanced(Pacer::Clock::now());
}

Event SourceQuery::wait() {
  constexpr std::chrono::hours kLong{24};
  const bool is_paced = is_live() || (log_.has_value() && !has_ended_);
  return waiter_->wait_until(is_paced ? pacer_.due() : EventWaiter::Clock::now() + kLong);
}

SourceQuery::Next SourceQuery::next() {
  while (is_live()) {
    const Event event = wait();
    if (event == Event::stop) return Next::stopped;
    if (event == Event::deadline) break;
  }
  return collect();
}

bool SourceQuery::nothing_can_match() const {
  if (log_.has_value()) return false;
  for (std::uint32_t path = 0; path < paths_.size(); ++path) {
    switch (query_->match(path)) {
      case Query::Match::no_machine:
      case Query::Match::no_object:
      case Query::Match::no_counter:
        break;
      default:
        return false;
    }
  }
  return true;
}

std::string why_unmatched(const SourceQuery& source, std::uint32_t path) {
  switch (source.match(path)) {
    case Query::Match::no_machine:
      return other_machine(source, path);
    case Query::Match::no_object:
      return "no such object";
    case Query::Match::no_counter:
      return "no such counter";
    case Query::Match::no_instance:
      return "no such instance";
    case Query::Match::matched:
    case Query::Match::left_out:
      return {};
  }
  return {};
}

std::string unmatched_text(const SourceQuery& source, std::uint32_t path) {
  const std::string why = why_unmatched(source, path);
  if (why.empty() || source.match(path) == Query::Match::no_machine) return why;
  const std::string hint = hint_for(source, path);
  return hint.empty() ? why : fmt::format("{}; {}", why, hint);
}

std::string not_a_path(const Error& error) {
  return fmt::format(
      "not a counter path (byte {}); write '\\Object(instance)\\Counter' or '\\Object\\Counter', "
      "as "
      "`perflib list --paths` prints them",
      error.offset);
}

bool report_unquoted(const std::vector<std::string>& words) {
  const auto unquoted = find_unquoted_paths(words, fixed_titles());
  if (unquoted.empty()) return false;
  print_error(unquoted.front().typed, describe(unquoted.front()));
  return true;
}

bool report_unmatched_paths(const SourceQuery& source) {
  bool found = false;
  for (std::uint32_t path = 0; path < source.paths().size(); ++path) {
    const std::string why = unmatched_text(source, path);
    if (why.empty()) continue;
    found = true;
    print_error(source.paths()[path], why);
  }
  return found;
}

void report_log_anomalies(const SourceQuery& source) {
  if (source.log() != nullptr) report_anomalies(source.log()->reader());
}

int report_no_row(const SourceQuery& source) {
  report_log_anomalies(source);
  if (source.log() != nullptr && source.log()->records() == 0) {
    report_no_samples(source.log()->options());
    return kFailed;
  }
  return report_unmatched_paths(source) ? kDoesNotExist : kFailed;
}

}  // namespace openperflib::apps
