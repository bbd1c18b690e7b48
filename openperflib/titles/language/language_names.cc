#include "openperflib/titles/language/language_names.h"

#include <algorithm>
#include <utility>

#include "openperflib/text/utf16.h"
#include "openperflib/titles/fixed_objects.h"

namespace openperflib {
namespace {

// No name has a backslash: it separates the parts of a path.
std::string counter_key(std::string_view object, std::string_view local) {
  return folded(object) + '\\' + folded(local);
}

// What `names` has under `key`, without those that `is_likely` refuses if it accepts others.
template <class Names, class IsLikely>
std::vector<std::string_view> found_in(const Names& names, std::string_view key,
                                       IsLikely is_likely) {
  const auto found = names.find(key);
  if (found == names.end()) return {};
  std::vector<std::string_view> all(found->second.begin(), found->second.end());
  if (all.size() < 2) return all;
  std::vector<std::string_view> likely;
  std::ranges::copy_if(all, std::back_inserter(likely), is_likely);
  return likely.empty() ? all : likely;
}

}  // namespace

void LanguageNames::add_to(Names& names, std::string key, std::string_view english) {
  std::vector<std::string>& known = names[std::move(key)];
  const auto is_same = [&](const std::string& one) { return equal_ignoring_case(one, english); };
  if (std::ranges::any_of(known, is_same)) return;
  known.emplace_back(english);
  ++size_;
}

void LanguageNames::add_name(std::string_view english, std::string_view local) {
  if (!english.empty() && !local.empty()) add_to(names_, folded(local), english);
}

void LanguageNames::add_object(std::string_view english, std::string_view local) {
  if (!english.empty() && !local.empty()) add_to(objects_, folded(local), english);
}

void LanguageNames::add_counter(std::string_view object, std::string_view english,
                                std::string_view local) {
  if (english.empty() || local.empty()) return;
  add_to(counters_, counter_key(object, local), english);
}

std::vector<std::string_view> LanguageNames::objects(std::string_view local) const {
  const std::string key = folded(local);
  auto found = found_in(objects_, key, names_fixed_object);
  return found.empty() ? found_in(names_, key, names_fixed_object) : found;
}

std::vector<std::string_view> LanguageNames::counters(std::string_view object,
                                                      std::string_view local) const {
  const auto is_likely = [&](std::string_view counter) {
    return names_fixed_counter(object, counter);
  };
  auto found = found_in(counters_, counter_key(object, local), is_likely);
  return found.empty() ? found_in(names_, folded(local), is_likely) : found;
}

}  // namespace openperflib
