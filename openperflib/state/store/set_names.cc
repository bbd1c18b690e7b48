#include <algorithm>
#include <string>
#include <unordered_set>

#include "openperflib/state/store/set_names_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// The folded names of the titles of services.
std::unordered_set<std::string> names_of(std::span<const RegisteredService> services,
                                         const std::vector<Title>& english) {
  std::unordered_set<std::string> names;
  for (const RegisteredService& service : services) {
    const auto range = service.titles();
    if (!range.has_value()) continue;
    auto title = std::ranges::lower_bound(english, range->first, {}, &Title::index);
    for (; title != english.end() && range->contains(title->index); ++title) {
      if (title->index % 2 == 0) names.insert(folded(title->text));
    }
  }
  return names;
}

void name_set(const TitleTable& fixed, std::unordered_set<std::string>& taken, RegisteredSet& set,
              std::vector<Title>& english) {
  const auto title = std::ranges::lower_bound(english, set.range.first, {}, &Title::index);
  if (title == english.end() || title->index != set.range.first) {
    set.shown_name = guid_text(set.guid);
    return;
  }
  set.name = std::string(title->text);
  const bool is_taken =
      !fixed.positions(set.name).empty() || !taken.insert(folded(set.name)).second;
  set.shown_name = is_taken ? set.name + " " + guid_text(set.guid) : set.name;
  if (is_taken) title->text = set.shown_name;
}

}  // namespace

void name_sets(const TitleTable& fixed, std::span<const RegisteredService> services,
               std::vector<RegisteredSet>& sets, std::vector<Title>& english) {
  if (sets.empty()) return;
  std::unordered_set<std::string> taken = names_of(services, english);
  for (const StoreScope scope : {StoreScope::system, StoreScope::user}) {
    for (RegisteredSet& set : sets) {
      if (set.scope == scope) name_set(fixed, taken, set, english);
    }
  }
}

}  // namespace openperflib
