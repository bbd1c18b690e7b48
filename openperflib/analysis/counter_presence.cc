#include "openperflib/analysis/counter_presence.h"

#include <algorithm>
#include <set>
#include <utility>

#include "openperflib/analysis/analysis_internal.h"
#include "openperflib/analysis/cpu_remainder.h"
#include "openperflib/analysis/facts.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/catalog/listed_series.h"

namespace openperflib {

namespace {

// Calls `take` with each way to obtain a counter of the rules.
template <typename Take>
void each_choice(std::span<const Rule> rules, const Take& take) {
  for (const Rule& rule : rules) {
    for (const RuleCounter& counter : rule.counters) std::ranges::for_each(counter.choices, take);
    std::ranges::for_each(rule.culprits, take);
    if (rule.account.has_value()) std::ranges::for_each(rule.account->of, take);
  }
}

// Returns the paths of the rules, and what distinguishes processes.
std::set<std::string> own_paths_of(std::span<const Rule> rules) {
  std::set<std::string> paths{std::string(kProcessIds), std::string(kTimeOfProcessors),
                              std::string(kForksPerSecond)};
  each_choice(rules, [&](const CounterChoice& choice) { paths.insert(choice.path); });
  return paths;
}

// Returns whether the path is matched by any instance of its object.
bool means_any_instance(std::string_view path) { return path.find("(*)") != path.npos; }

// A hash of the objects of a catalog, of their counters, and of whether they have instances,
// whatever these are; never 0.
std::uint64_t hash_of_counters(const Catalog& catalog) noexcept {
  std::uint64_t hash = 0;
  const auto add = [&](std::string_view text) { hash = mixed(hash, text); };
  const auto add_flag = [&](bool flag) { hash = mixed(hash, flag ? 2 : 1); };
  for (const Catalog::Object& object : catalog.objects()) {
    for (const std::string_view text : {object.machine, object.name, object.original_name})
      add(text);
    hash = mixed(hash, object.title_index);
    add_flag(object.has_data);
    add_flag(object.has_instances);
    add_flag(object.instances.empty());
    for (const Catalog::Counter& counter : object.counters) {
      for (const std::string_view text : {counter.name, counter.original_name}) add(text);
      hash = mixed(hash, counter.title_index);
      add_flag(counter.is_listed);
    }
  }
  return hash | 1;
}

}  // namespace

std::vector<std::string> paths_of(std::span<const Rule> rules) {
  std::set<std::string> paths = own_paths_of(rules);
  for (const std::string_view path : FactFinder::paths()) paths.emplace(path);
  paths.emplace(kProcessStarts);
  return {paths.begin(), paths.end()};
}

CounterPresence::CounterPresence(std::span<const Rule> rules, const TitleTable& titles)
    : titles_(titles), query_(titles) {
  for (const std::string& path : own_paths_of(rules)) paths_.emplace(path, false);
  each_choice(rules, [&](const CounterChoice& choice) {
    if (!choice.other_path.empty()) paths_.emplace(choice.other_path, false);
  });
  look_for_the_rest();
}

void CounterPresence::look_for_the_rest() {
  query_ = Query(titles_);
  wanted_.clear();
  for (const auto& [path, is_there] : paths_) {
    if (!is_there && query_.add(path).has_value()) wanted_.push_back(path);
  }
}

void CounterPresence::note_object(std::string_view name) {
  if (objects_.size() == kMostObjects) return;
  if (std::ranges::find(objects_, name) == objects_.end()) objects_.emplace_back(name);
}

// Each object of a log's series has some, the first of which are in the order of the objects.
void CounterPresence::note_objects(const Catalog& catalog) {
  if (catalog.is_of_snapshot()) {
    for (const ListedRun& run : listed_runs(catalog)) {
      note_object(catalog.objects()[run.object].name);
    }
    return;
  }
  for (const Catalog::Object& object : catalog.objects()) note_object(object.name);
}

// In a block, each instance has all counters of its object.
bool CounterPresence::may_match(const Catalog& catalog) {
  const std::uint64_t before = std::exchange(counters_, hash_of_counters(catalog));
  if (before != counters_) return true;
  for (std::uint32_t i = 0; i < wanted_.size(); ++i) {
    const bool is_in_hash = catalog.is_of_snapshot() && means_any_instance(wanted_[i]);
    if (!is_in_hash && query_.match(i) == Query::Match::no_instance) return true;
  }
  return false;
}

void CounterPresence::add(const Catalog& catalog) {
  if (catalog.generation() == generation_) return;
  generation_ = catalog.generation();
  note_objects(catalog);
  if (!wanted_.empty() && may_match(catalog)) match(catalog);
}

// A query that was bound to a snapshot's catalog compares with the names in it when it is bound
// again: these ended with the snapshot.
void CounterPresence::match(const Catalog& catalog) {
  if (catalog.is_of_snapshot()) look_for_the_rest();
  query_.bind(catalog);
  bool has_more = false;
  for (std::uint32_t i = 0; i < wanted_.size(); ++i) {
    if (query_.match(i) != Query::Match::matched) continue;
    has_more = paths_[wanted_[i]] = true;
  }
  if (!has_more) return;
  look_for_the_rest();
  counters_ = 0;  // the new query has matched nothing yet
}

bool CounterPresence::has(const std::string& path) const {
  const auto known = paths_.find(path);
  return known != paths_.end() && known->second;
}

}  // namespace openperflib
