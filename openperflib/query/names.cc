#include "openperflib/query/names.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "openperflib/query/binding/object_names_internal.h"
#include "openperflib/snapshot/titles_object.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/object_catalogue.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

bool is_on(const Names::Object& object, Names::OfMachine machine) {
  return !machine.has_value() || equal_ignoring_case(object.machine(), *machine);
}

// Objects of a kind are the same on every machine; so is what they begin with.
const Catalog::Counter* usual_default(const Catalog::Object& object, const TitleTable& titles) {
  const auto positions = titles.positions(object.name);
  if (positions.empty()) return nullptr;
  const CatalogueObject* const known =
      find_catalogue_object(titles.names()[positions.front()].index);
  if (known == nullptr) return nullptr;
  const std::string name = folded(known->counters[known->default_order].name);
  const auto found = std::ranges::find(object.counters, name, &Catalog::Counter::folded_name);
  return found == object.counters.end() ? nullptr : &*found;
}

}  // namespace

std::string_view Names::Counter::name() const noexcept {
  return described != nullptr ? described->name : defined->name;
}

std::uint32_t Names::Counter::title_index() const noexcept {
  return described != nullptr ? described->name_index : defined->title_index;
}

std::uint32_t Names::Counter::detail_level() const noexcept {
  return defined == nullptr ? 0 : defined->detail_level;
}

std::string_view Names::Object::name() const noexcept {
  return described != nullptr ? described->name : defined->name;
}

std::string_view Names::Object::machine() const noexcept {
  return defined == nullptr ? std::string_view() : defined->machine;
}

std::string_view Names::Object::original_name() const noexcept {
  return defined == nullptr ? std::string_view() : defined->original_name;
}

std::uint32_t Names::Object::title_index() const noexcept {
  return defined == nullptr ? described->name_index : defined->title_index;
}

bool Names::Object::has_instances() const noexcept {
  return defined == nullptr ? described->has_instances : defined->has_instances;
}

std::uint32_t Names::Object::detail_level() const noexcept {
  return defined == nullptr ? 0 : defined->detail_level;
}

std::vector<Names::Counter> Names::Object::counters() const {
  std::vector<Names::Counter> listed;
  const auto known = defined == nullptr ? std::span<const Catalog::Counter>() : defined->counters;
  if (described == nullptr) {
    for (const Catalog::Counter& counter : known) {
      if (counter.is_listed) listed.push_back({.defined = &counter});
    }
    return listed;
  }
  // A counter set may have 64,000 counters.
  std::unordered_map<std::uint32_t, const Catalog::Counter*> by_title;
  for (const Catalog::Counter& counter : known) by_title.try_emplace(counter.title_index, &counter);
  for (const CounterDescription& counter : described->counters) {
    if (!counter.is_listed) continue;
    const auto found = by_title.find(counter.name_index);
    listed.push_back(
        {.defined = found == by_title.end() ? nullptr : found->second, .described = &counter});
  }
  return listed;
}

std::vector<std::string_view> Names::Object::counter_names(std::uint32_t detail_level) const {
  std::vector<std::string_view> names;
  std::unordered_set<std::string_view> known;
  for (const Names::Counter& counter : counters()) {
    if (counter.detail_level() > detail_level || !known.insert(counter.name()).second) continue;
    names.push_back(counter.name());
  }
  return names;
}

std::vector<Names::Instance> Names::Object::instances(EqualNames equal) const {
  std::vector<Names::Instance> listed;
  if (defined == nullptr) return listed;
  const bool is_merged = equal == EqualNames::merged;
  std::unordered_set<std::string> known;
  for (std::uint32_t i = 0; i < defined->instances.size(); ++i) {
    const Catalog::Instance& instance = defined->instances[i];
    std::string name = is_merged ? full_name(instance) : display_name(instance);
    if (is_merged && !known.insert(name).second) continue;
    listed.push_back({.position = i, .name = std::move(name)});
  }
  return listed;
}

std::vector<std::string> Names::Object::instance_names(EqualNames equal) const {
  std::vector<std::string> texts;
  for (Names::Instance& instance : instances(equal)) texts.push_back(std::move(instance.name));
  return texts;
}

Names::Names(const Catalog& catalog) : Names(catalog, TitleTable({}, {}, {})) {}

Names::Names(const Catalog& catalog, const TitleTable& titles, Descriptions described)
    : titles_(titles) {
  objects_.reserve(catalog.objects().size() + described.size());
  for (const Catalog::Object& object : catalog.objects()) {
    auto& objects = describes_the_block(object.title_index) ? block_objects_ : objects_;
    objects.push_back({.defined = &object});
  }
  add_described(described);
}

// A title index stands for one object; in a log several machines may have it.
void Names::add_described(Descriptions described) {
  const std::size_t defined = objects_.size();
  for (const ObjectDescription* const one : described) {
    if (describes_the_block(one->name_index)) continue;
    bool is_defined = false;
    for (Names::Object& object : std::span(objects_).first(defined)) {
      if (object.defined->title_index != one->name_index) continue;
      if (object.described == nullptr) object.described = one;
      is_defined = true;
    }
    if (!is_defined) objects_.push_back({.described = one});
  }
}

std::vector<std::string_view> Names::machines() const {
  std::vector<std::string_view> machines;
  for (const Names::Object& object : objects_) {
    if (object.defined == nullptr) continue;
    const bool is_known = std::ranges::any_of(
        machines, [&](std::string_view one) { return equal_ignoring_case(one, object.machine()); });
    if (!is_known) machines.push_back(object.machine());
  }
  return machines;
}

std::vector<std::string_view> Names::object_names(OfMachine machine,
                                                  std::uint32_t detail_level) const {
  std::vector<std::string_view> names;
  std::unordered_set<std::string_view> known;
  for (const Names::Object& object : objects_) {
    if (!is_on(object, machine) || object.detail_level() > detail_level) continue;
    if (known.insert(object.name()).second) names.push_back(object.name());
  }
  return names;
}

const Names::Object* Names::find(std::string_view name, OfMachine machine) const& {
  const std::string wanted = folded(name);
  const auto is_wanted = [&](std::string_view one) {
    return !one.empty() && folded(one) == wanted;
  };
  for (const Names::Object& object : objects_) {
    const bool is_called = object.described == nullptr ? object.defined->folded_name == wanted
                                                       : is_wanted(object.name());
    if ((is_called || is_wanted(object.original_name())) && is_on(object, machine)) return &object;
  }
  return nullptr;
}

Names::Found Names::find_of(const PathPattern& path, const Names::Object& object) const {
  if (path.objects().empty() || path.objects().front().has_wildcards()) return {};
  const auto readings =
      path.requests_for(object.defined->folded_name, title_index_of(*object.defined, titles_),
                        folded(object.original_name()));
  if (readings.empty()) return {};
  Names::Found found{.match = PathMatch::no_counter, .object = &object};
  ObjectNames names;
  names.assign(*object.defined);
  std::vector<std::uint32_t> counters;
  for (const PathPattern::Request& reading : readings) {
    if (reading.counter.has_wildcards()) continue;
    names.find_counters(reading.counter, titles_, counters);
    if (counters.empty()) continue;
    found.match = PathMatch::matched;
    found.counter = &object.defined->counters[counters.front()];
    break;
  }
  return found;
}

Names::Found Names::find(const PathPattern& path, const IsMeant& is_meant) const& {
  Names::Found found{.match = PathMatch::no_machine};
  for (const auto* const objects : {&objects_, &block_objects_}) {
    for (const Names::Object& object : *objects) {
      if (object.defined == nullptr || !is_meant(object.machine())) continue;
      const Names::Found here = find_of(path, object);
      if (here.match == PathMatch::matched) return here;
      if (nearer(found.match, here.match) != found.match) found = here;
    }
  }
  return found;
}

const Names::Object* Names::default_object(OfMachine machine) const& {
  const auto processor = titles_.name(title::kProcessor);
  const Names::Object* const usual = processor.has_value() ? find(*processor, machine) : nullptr;
  if (usual != nullptr) return usual;
  const auto first =
      std::ranges::find_if(objects_, [&](const Names::Object& one) { return is_on(one, machine); });
  return first == objects_.end() ? nullptr : &*first;
}

const Catalog::Counter* Names::default_counter(const Names::Object& object) const {
  if (object.defined == nullptr || object.defined->counters.empty()) return nullptr;
  const Catalog::Object& defined = *object.defined;
  if (defined.default_counter.has_value()) return &defined.counters[*defined.default_counter];
  const Catalog::Counter* const usual = usual_default(defined, titles_);
  return usual == nullptr ? &defined.counters.front() : usual;
}

}  // namespace openperflib
