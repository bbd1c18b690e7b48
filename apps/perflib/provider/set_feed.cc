#include "apps/perflib/provider/set_feed.h"

#include <algorithm>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib::apps {
namespace {

using Applied = std::expected<void, std::string>;

std::expected<std::size_t, std::string> counter_in(const CounterSetDeclaration& set,
                                                   const std::string& name) {
  const auto same = [&](const CounterDeclaration& one) {
    return equal_ignoring_case(one.name, name);
  };
  const auto found = std::ranges::find_if(set.counters, same);
  if (found != set.counters.end()) return static_cast<std::size_t>(found - set.counters.begin());
  return wrong_line("\"" + set.name + "\" has no counter \"" + name + "\"");
}

// What a kind of counter does not do, before anything is changed.
Applied check_action(CounterKind kind, LineAction action) {
  if (kind == CounterKind::average && action != LineAction::add) {
    return wrong_line("an average gets samples: + N");
  }
  if (kind == CounterKind::rate && action == LineAction::subtract) {
    return wrong_line("a rate does not go down: use = N or + N");
  }
  return {};
}

void change(const Counter& counter, CounterKind kind, const PublishedLine& line) {
  if (kind == CounterKind::average) return counter.add_sample(line.number);
  if (line.action == LineAction::set) return counter.set(line.number);
  line.action == LineAction::add ? counter.increment(line.number) : counter.decrement(line.number);
}

}  // namespace

std::expected<SetFeed, std::string> SetFeed::publish(
    Publisher& publisher, const std::vector<CounterSetDeclaration>& sets) {
  SetFeed feed;
  for (const CounterSetDeclaration& declaration : sets) {
    auto set = CounterSet::publish(publisher, declaration);
    if (!set.has_value()) {
      const bool is_guid = set.error() == CounterSetFault::not_found;
      return std::unexpected(declaration.name + ": " +
                             (is_guid ? "\"" + declaration.guid + "\" is not a GUID"
                                      : std::string(describe(set.error()))));
    }
    feed.sets_.push_back({declaration, *std::move(set)});
  }
  return feed;
}

std::expected<SetFeed::FedSet*, std::string> SetFeed::find_set(const CounterPath& path) {
  const auto same = [&](const FedSet& one) {
    return equal_ignoring_case(one.declaration.name, path.object);
  };
  const auto found = std::ranges::find_if(sets_, same);
  if (found == sets_.end()) return wrong_line("no set is called \"" + path.object + "\"");
  const std::string& name = found->declaration.name;
  if (found->declaration.has_instances == path.instance.has_value()) return &*found;
  return wrong_line("\"" + name +
                    (path.instance.has_value() ? "\" has no instances" : "\" needs (NAME)"));
}

std::expected<CounterSetInstance*, std::string> SetFeed::find_or_add(FedSet& set,
                                                                     const CounterPath& path) {
  const std::string name = path.instance.value_or("");
  const auto known = set.instances.find(folded(name));
  if (known != set.instances.end()) return &known->second;
  if (instances_ == kMostInstances) return wrong_line("there are 65,536 instances already");
  auto instance = set.set.add(name);
  if (!instance.has_value()) return wrong_line(std::string(describe(instance.error())));
  ++instances_;
  return &set.instances.emplace(folded(name), *std::move(instance)).first->second;
}

Applied SetFeed::remove(FedSet& set, const CounterPath& path) {
  const std::size_t gone = set.instances.erase(folded(path.instance.value_or("")));
  instances_ -= gone;
  if (gone != 0) return {};
  return wrong_line("there is no such instance");
}

Applied SetFeed::apply(const PublishedLine& line) {
  FedSet& set = *OPENPERFLIB_TRY(find_set(line.path));
  if (line.action == LineAction::remove) return remove(set, line.path);
  const std::size_t counter = OPENPERFLIB_TRY(counter_in(set.declaration, line.path.counter));
  const CounterKind kind = set.declaration.counters[counter].kind;
  OPENPERFLIB_TRY(check_action(kind, line.action));
  const CounterSetInstance& instance = *OPENPERFLIB_TRY(find_or_add(set, line.path));
  change(instance[counter], kind, line);
  return {};
}

}  // namespace openperflib::apps
