#include <algorithm>

#include "openperflib/query/binding/object_names_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

void sort_once_each(std::vector<std::uint32_t>& positions) {
  std::ranges::sort(positions);
  positions.erase(std::ranges::unique(positions).begin(), positions.end());
}

}  // namespace

std::uint32_t title_index_of(const Catalog::Object& object, const TitleTable& titles) {
  if (object.title_index != 0) return object.title_index;
  const auto positions = titles.positions(object.name);
  return positions.size() == 1 ? titles.names()[positions.front()].index : 0;
}

bool is_called(const NamePattern& pattern, std::string_view name, std::string_view original,
               std::uint32_t title_index) noexcept {
  return pattern.matches(name, title_index) || (!original.empty() && pattern.matches(original));
}

void ObjectNames::assign(const Catalog::Object& object) {
  object_ = &object;
  originals_.clear();
  by_name_.clear();
  by_hash_.clear();
  folded_names_.clear();
  const auto has_original = [](const Catalog::Counter& one) { return !one.original_name.empty(); };
  if (std::ranges::none_of(object.counters, has_original)) return;
  for (const Catalog::Counter& counter : object.counters) {
    originals_.push_back(folded(counter.original_name));
  }
}

void ObjectNames::index_counters() {
  if (!by_name_.empty()) return;
  for (std::uint32_t i = 0; i < object_->counters.size(); ++i) {
    by_name_.emplace_back(object_->counters[i].folded_name, i);
    if (!originals_.empty() && !originals_[i].empty()) by_name_.emplace_back(originals_[i], i);
  }
  std::ranges::sort(by_name_);
}

void ObjectNames::find_by_name(const NamePattern& pattern, std::vector<std::uint32_t>& found) {
  index_counters();
  const std::string_view name = pattern.folded_text();
  for (const CounterName& one : std::ranges::equal_range(by_name_, name, {}, &CounterName::first)) {
    if (found.empty() || found.back() != one.second) found.push_back(one.second);
  }
}

void ObjectNames::find_by_number(std::uint32_t number, const TitleTable& titles,
                                 std::vector<std::uint32_t>& found) const {
  const std::string name = folded(titles.name(number).value_or(""));
  for (std::uint32_t i = 0; i < object_->counters.size(); ++i) {
    const Catalog::Counter& counter = object_->counters[i];
    const bool is_named = counter.title_index == 0 && counter.folded_name == name;
    if (counter.title_index == number || is_named) found.push_back(i);
  }
}

void ObjectNames::find_counters(const NamePattern& pattern, const TitleTable& titles,
                                std::vector<std::uint32_t>& found) {
  found.clear();
  if (!pattern.has_wildcards()) {
    find_by_name(pattern, found);
    if (found.empty() && pattern.number().has_value()) {
      find_by_number(*pattern.number(), titles, found);
    }
    return;
  }
  for (std::uint32_t i = 0; i < object_->counters.size(); ++i) {
    if (!object_->counters[i].is_listed) continue;
    const bool has_original = !originals_.empty() && !originals_[i].empty();
    if (pattern.matches_everything() || pattern.matches(object_->counters[i].folded_name) ||
        (has_original && pattern.matches(originals_[i]))) {
      found.push_back(i);
    }
  }
}

void ObjectNames::index_instances() {
  if (!by_hash_.empty()) return;
  for (std::uint32_t i = 0; i < object_->instances.size(); ++i) {
    by_hash_.emplace_back(object_->instances[i].name_hash, i);
  }
  std::ranges::sort(by_hash_);
}

void ObjectNames::fold_instances() {
  if (!folded_names_.empty()) return;
  for (const Catalog::Instance& instance : object_->instances) {
    folded_names_.push_back(folded(full_name(instance)));
  }
}

void ObjectNames::look_up(const InstancePattern& pattern, std::vector<std::uint32_t>& found) {
  index_instances();
  for (const std::string_view name : pattern.possible_names()) {
    for (const InstanceHash& one :
         std::ranges::equal_range(by_hash_, name_hash_of(name), {}, &InstanceHash::first)) {
      const Catalog::Instance& instance = object_->instances[one.second];
      if (pattern.matches(folded(full_name(instance)), instance.number)) {
        found.push_back(one.second);
      }
    }
  }
  sort_once_each(found);
}

void ObjectNames::find_instances(const InstancePattern& pattern,
                                 std::vector<std::uint32_t>& found) {
  found.clear();
  if (!pattern.has_wildcards()) {
    look_up(pattern, found);
    return;
  }
  const bool takes_all = pattern.matches_everything();
  if (!takes_all) fold_instances();
  for (std::uint32_t i = 0; i < object_->instances.size(); ++i) {
    if (takes_all || pattern.matches(folded_names_[i], object_->instances[i].number)) {
      found.push_back(i);
    }
  }
}

}  // namespace openperflib
