#include "openperflib/session/counter_session.h"

#include <fmt/core.h>

#include <array>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/query/catalog/suggestions.h"
#include "openperflib/query/catalogue_counters.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/session/session_machines_internal.h"

namespace openperflib {
namespace {

constexpr auto kEverything = std::to_array<std::string_view>({"\\*(*)\\*", "\\*\\*"});

// 4-byte counters wrap within an identity, and the clock of this machine may be changed. For logs
// this is unknown, so differences are strict.
QueryOptions query_options(const SessionOptions& session, const SessionMachines* machines) {
  QueryOptions options;
  options.grammar = session.grammar;
  options.first_rates = session.first_rates;
  options.units = session.units;
  if (machines == nullptr) return options;
  options.undefined_counters = &counter_in_catalogue;
  if (session.differences == SessionOptions::Differences::strict) return options;
  options.policy.wrap = Wrap::modulo_2_32;
  options.policy.clock_check = machines->are_live() ? ClockCheck::clock_was_set : ClockCheck::off;
  return options;
}

}  // namespace

std::span<const std::string_view> everything() noexcept { return kEverything; }

CounterSession::CounterSession(const TitleTable& fixed, Clock::duration interval,
                               const SessionOptions& options)
    : fixed_(&fixed), options_(options), pacer_(interval, Clock::now()) {}
CounterSession::~CounterSession() = default;
CounterSession::CounterSession(CounterSession&&) noexcept = default;
CounterSession& CounterSession::operator=(CounterSession&&) noexcept = default;

CounterSession CounterSession::of_log(LogCursor log, const TitleTable& fixed,
                                      Clock::duration interval, const SessionOptions& options) {
  CounterSession session(fixed, interval, options);
  session.log_.emplace(std::move(log));
  session.make_query();
  return session;
}

CounterSession CounterSession::of_source(std::unique_ptr<Source> source, const TitleTable& fixed,
                                         Clock::duration interval, const SessionOptions& options) {
  std::vector<NamedSource> sources;
  sources.push_back({.machine = {}, .source = std::move(source)});
  return of_sources(std::move(sources), fixed, interval, options);
}

CounterSession CounterSession::of_sources(std::vector<NamedSource> sources, const TitleTable& fixed,
                                          Clock::duration interval, const SessionOptions& options) {
  CounterSession session(fixed, interval, options);
  session.machines_ = std::make_unique<SessionMachines>(std::move(sources));
  session.make_query();
  return session;
}

// A removed path keeps its number.
void CounterSession::make_query() {
  noted_generation_ = 0;
  const QueryOptions options = query_options(options_, machines_.get());
  query_ = machines_ != nullptr ? machines_->make_query(options) : Query(titles(), options);
  for (const std::string& path : paths_) {
    if (path.empty()) {
      query_->reserve();
    } else {
      (void)query_->add(path);
    }
  }
}

std::shared_ptr<const TitleSet> CounterSession::titles() const {
  return machines_ != nullptr ? machines_->first().source->titles() : title_set_of(*fixed_);
}

const Catalog& CounterSession::catalog() {
  if (log_.has_value()) return log_->reader().catalog();
  if (!is_catalog_current_) machines_->fill(catalog_);
  is_catalog_current_ = true;
  return catalog_;
}

std::expected<Query::PathId, Error> CounterSession::add(std::string_view path) {
  const auto added = query_->add(path);
  if (!added.has_value()) return added;
  paths_.emplace_back(path);
  was_matched_.push_back(false);
  is_beside_.push_back(false);
  noted_generation_ = 0;
  return added;
}

std::expected<Query::PathId, Error> CounterSession::add_beside(std::string_view path) {
  const auto added = add(path);
  if (!added.has_value()) return added;
  was_matched_.back() = true;  // nobody lacks it
  is_beside_.back() = true;
  return added;
}

void CounterSession::add_everything() {
  for (const std::string_view path : kEverything) {
    (void)add(path);
    was_matched_.back() = true;
  }
}

Query::PathId CounterSession::reserve() {
  paths_.emplace_back();
  was_matched_.push_back(true);  // it lacks nothing
  is_beside_.push_back(false);
  return query_->reserve();
}

void CounterSession::remove(Query::PathId path) {
  if (path >= paths_.size()) return;
  query_->remove(path);
  paths_[path].clear();
  was_matched_[path] = true;  // it no longer lacks anything
}

std::expected<void, Error> CounterSession::replace(Query::PathId removed, std::string_view path) {
  const auto replaced = query_->replace(removed, path);
  if (!replaced.has_value()) return replaced;
  paths_[removed] = path;
  was_matched_[removed] = false;
  is_beside_[removed] = false;
  noted_generation_ = 0;
  return {};
}

// Matches change only when a path is added or the series of the log change.
void CounterSession::note_matches() {
  const std::uint64_t generation = query_->binding().generation();
  if (std::exchange(noted_generation_, generation) == generation) return;
  for (Query::PathId path = 0; path < was_matched_.size(); ++path) {
    if (query_->match(path) == Query::Match::matched) was_matched_[path] = true;
  }
}

bool CounterSession::has_matched() const noexcept {
  for (std::size_t i = 0; i < paths_.size(); ++i) {
    if (was_matched_[i] && !is_beside_[i] && !paths_[i].empty()) return true;
  }
  return false;
}

std::expected<ReadResult, SourceFault> CounterSession::take(
    std::optional<Clock::time_point> deadline) {
  if (log_.has_value()) {
    const auto result = log_->take_next(*query_);
    note_matches();
    return result;
  }
  is_catalog_current_ = false;
  return machines_->take(*query_, request_, deadline);
}

std::expected<CounterSession::Collected, SourceFault> CounterSession::collect(
    std::optional<Clock::time_point> deadline) {
  const Clock::time_point now = Clock::now();
  pacer_.advance(now);
  // A row must be there before the next one is due. Only the first may take what the source allows.
  if (!deadline.has_value() && is_paced() && !is_first_) deadline = now + pacer_.interval() / 2;
  is_first_ = false;
  has_ended_ = OPENPERFLIB_TRY(take(deadline)) == ReadResult::end;
  is_paced() ? timer_.set(pacer_.due()) : timer_.stop();
  return has_ended_ ? Collected::end : Collected::row;
}

std::expected<void, OpenLogFault> CounterSession::rewind() {
  OPENPERFLIB_TRY(log_->rewind());
  make_query();
  return {};
}

std::expected<void, OpenLogFault> CounterSession::rewind_to(FileTime begin_local) {
  OPENPERFLIB_TRY(log_->rewind_to(begin_local));
  make_query();
  has_ended_ = false;
  return {};
}

std::expected<CounterSession::Collected, SourceFault> CounterSession::collect_first() {
  Collected collected = OPENPERFLIB_TRY(collect());
  if (!log_.has_value()) return collected;
  while (collected == Collected::row && !has_matched()) {
    collected = OPENPERFLIB_TRY(collect());
  }
  if (collected == Collected::end || log_->records() == 1) return collected;
  auto rewound = rewind();
  if (!rewound.has_value()) return std::unexpected(std::move(rewound).error().fault);
  return collect();
}

void CounterSession::take_again() {
  log_->take_again(*query_);
  note_matches();
}

const Snapshot& CounterSession::snapshot(std::string_view machine) const noexcept {
  const auto* const found = machines_ != nullptr ? machines_->find(machine) : nullptr;
  return found != nullptr ? found->snapshot : no_snapshot_;
}

const Source* CounterSession::source_at(std::string_view machine) const noexcept {
  const auto* const found = machines_ != nullptr ? machines_->find(machine) : nullptr;
  return found != nullptr ? found->source.get() : nullptr;
}

std::vector<const ObjectDescription*> CounterSession::describe(std::string_view machine) const {
  const Source* const source = source_at(machine);
  return source == nullptr ? std::vector<const ObjectDescription*>() : source->describe();
}

const CounterDescription* CounterSession::description_of(const Series& series) const {
  const Source* const source = source_at(series.machine);
  if (source == nullptr) return nullptr;
  return source->describe_counter(series.object_title_index, series.counter_title_index);
}

std::string CounterSession::source_of(const Series& series, std::string_view shown) const {
  const Source* const source = source_at(series.machine);
  if (source == nullptr) return {};
  return source->source_of({.object = series.object_title_index,
                            .counter = series.counter_title_index,
                            .instance = series.instance.value_or(""),
                            .shown = shown,
                            .process_id = series.process_id});
}

bool CounterSession::is_live() const noexcept {
  return machines_ != nullptr && machines_->are_live();
}

Query::Match CounterSession::match(Query::PathId path) const noexcept {
  return path < was_matched_.size() && was_matched_[path] ? Query::Match::matched
                                                          : query_->match(path);
}

bool CounterSession::nothing_can_match() const {
  if (log_.has_value()) return false;
  for (Query::PathId path = 0; path < paths_.size(); ++path) {
    if (is_beside(path)) continue;
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

// The later of two recordings may have values that the first one lacks.
bool CounterSession::wants_another_sample() const {
  if (log_.has_value()) return false;
  if (query_->wants_another_sample()) return true;
  for (Query::PathId path = 0; !is_live() && path < paths_.size(); ++path) {
    if (is_beside(path)) continue;
    if (query_->match(path) == Query::Match::no_instance) return true;
  }
  return false;
}

// "machine other cannot be read, only this one (db-17)"; of several: "..., only a, b".
std::string CounterSession::why_unmatched(Query::PathId path) const {
  switch (match(path)) {
    case Query::Match::no_machine: {
      const auto pattern = PathPattern::parse(paths_[path]);
      const std::string_view machine = pattern.has_value() ? pattern->machine() : "";
      if (log_.has_value()) return fmt::format("machine {} is not in the log", machine);
      if (!machines_->is_one()) {
        return fmt::format("machine {} cannot be read, only {}", machine, machines_->names());
      }
      return fmt::format("machine {} cannot be read, only this one ({})", machine,
                         query_->binding().machine());
    }
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

std::string CounterSession::unmatched_text(Query::PathId path) const {
  const std::string why = why_unmatched(path);
  if (why.empty() || match(path) == Query::Match::no_machine) return why;
  const std::string hint = suggestion(paths_[path]);
  return hint.empty() ? why : fmt::format("{}; {}", why, hint);
}

std::string CounterSession::suggestion(std::string_view path) const {
  if (log_.has_value()) return suggestion_for(path, log_->reader().catalog());
  const auto pattern = PathPattern::parse(path, options_.grammar);
  const auto* const machine = pattern.has_value() ? machines_->find(*pattern) : nullptr;
  if (machine == nullptr) return {};
  return suggestion_for(path, machine->snapshot, machine->titles->table());
}

ZoneOffset CounterSession::zone_at(FileTime time_utc) const {
  if (log_.has_value()) return log_->zone();
  return is_live() ? local_zone_at(time_utc) : ZoneOffset{};
}

void CounterSession::postpone() {
  pacer_.postpone(Clock::now());
  if (is_paced()) timer_.set(pacer_.due());
}

std::expected<int, int> CounterSession::handle() {
  const auto descriptor = timer_.descriptor(pacer_.due());
  if (descriptor.has_value() && !is_paced()) timer_.stop();
  return descriptor;
}

}  // namespace openperflib
