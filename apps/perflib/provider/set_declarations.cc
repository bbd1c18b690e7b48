#include "apps/perflib/provider/set_declarations.h"

#include <algorithm>
#include <array>
#include <string>

#include "openperflib/base/try_internal.h"
#include "openperflib/rules/located_json.h"
#include "openperflib/text/utf16.h"

namespace openperflib::apps {
namespace {

constexpr auto kFileMembers = std::to_array<std::string_view>({"sets"});
constexpr auto kSetMembers =
    std::to_array<std::string_view>({"guid", "name", "help", "instances", "counters"});
constexpr auto kCounterMembers = std::to_array<std::string_view>({"name", "kind", "help"});

struct KindName {
  std::string_view name;
  CounterKind kind;
};
constexpr auto kKinds = std::to_array<KindName>({{"number", CounterKind::number},
                                                 {"rate", CounterKind::rate},
                                                 {"average", CounterKind::average}});

using Checked = std::expected<void, RuleFault>;

// A text that must be there, and one that may be missing.
std::expected<std::string, RuleFault> needed_text(const LocatedJson& of, const char* name) {
  const LocatedJson* const member = of.find(name);
  if (member == nullptr) return of.fault(std::string("it needs \"") + name + "\"");
  std::string text = OPENPERFLIB_TRY(member->as_text());
  if (text.empty()) return member->fault(std::string("\"") + name + "\" is empty");
  return text;
}

std::expected<std::string, RuleFault> possible_text(const LocatedJson& of, const char* name) {
  const LocatedJson* const member = of.find(name);
  return member == nullptr ? std::string() : member->as_text();
}

std::expected<CounterKind, RuleFault> read_kind(const LocatedJson& counter) {
  const LocatedJson* const member = counter.find("kind");
  if (member == nullptr) return CounterKind::number;
  const std::string name = OPENPERFLIB_TRY(member->as_text());
  const auto* const row = std::ranges::find(kKinds, name, &KindName::name);
  if (row == kKinds.end()) return member->fault("kind: number, rate or average");
  return row->kind;
}

// Paths could not tell them apart.
template <typename Named>
Checked check_new_name(const std::vector<Named>& earlier, const std::string& name,
                       const LocatedJson& at) {
  const auto same = [&](const Named& one) { return equal_ignoring_case(one.name, name); };
  if (std::ranges::none_of(earlier, same)) return {};
  return at.fault("the name \"" + name + "\" is used twice");
}

std::expected<std::vector<CounterDeclaration>, RuleFault> read_counters(const LocatedJson& set) {
  const LocatedJson* const list = set.find("counters");
  if (list == nullptr) return set.fault("it needs \"counters\"");
  OPENPERFLIB_TRY(list->expect(LocatedJson::Kind::list));
  std::vector<CounterDeclaration> counters;
  for (const LocatedJson& part : list->parts) {
    OPENPERFLIB_TRY(part.expect_members(kCounterMembers, "a counter"));
    CounterDeclaration counter;
    counter.name = OPENPERFLIB_TRY(needed_text(part, "name"));
    counter.kind = OPENPERFLIB_TRY(read_kind(part));
    counter.help = OPENPERFLIB_TRY(possible_text(part, "help"));
    OPENPERFLIB_TRY(check_new_name(counters, counter.name, part));
    counters.push_back(std::move(counter));
  }
  return counters;
}

std::expected<CounterSetDeclaration, RuleFault> read_set(const LocatedJson& part) {
  OPENPERFLIB_TRY(part.expect_members(kSetMembers, "a set"));
  CounterSetDeclaration set;
  set.guid = OPENPERFLIB_TRY(needed_text(part, "guid"));
  set.name = OPENPERFLIB_TRY(needed_text(part, "name"));
  set.help = OPENPERFLIB_TRY(possible_text(part, "help"));
  set.counters = OPENPERFLIB_TRY(read_counters(part));
  const LocatedJson* const instances = part.find("instances");
  if (instances != nullptr) set.has_instances = OPENPERFLIB_TRY(instances->as_flag());
  return set;
}

}  // namespace

std::expected<std::vector<CounterSetDeclaration>, RuleFault> read_set_declarations(
    std::string_view json) {
  const LocatedJson file = OPENPERFLIB_TRY(LocatedJson::parse(json));
  OPENPERFLIB_TRY(file.expect_members(kFileMembers, "the file"));
  const LocatedJson* const list = file.find("sets");
  if (list == nullptr) return file.fault("it needs \"sets\"");
  OPENPERFLIB_TRY(list->expect(LocatedJson::Kind::list));
  std::vector<CounterSetDeclaration> sets;
  for (const LocatedJson& part : list->parts) {
    CounterSetDeclaration set = OPENPERFLIB_TRY(read_set(part));
    OPENPERFLIB_TRY(check_new_name(sets, set.name, part));
    sets.push_back(std::move(set));
  }
  if (sets.empty()) return list->fault("there is no set in it");
  return sets;
}

}  // namespace openperflib::apps
