#include "openperflib/provider/v1/module_objects.h"

#include <algorithm>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/counter/counter_type.h"
#include "openperflib/wire/object_type_view.h"

namespace openperflib {
namespace {

// The registered names of a service, ascending: those of objects and of counters.
std::vector<TitleIndex> names_of(std::span<const Title> english, const TitleRange& range) {
  std::vector<TitleIndex> names;
  const auto first = std::ranges::lower_bound(english, range.first, {}, &Title::index);
  for (auto title = first; title != english.end() && title->index <= range.last; ++title) {
    if (title->index % 2 == 0) names.push_back(title->index);
  }
  return names;
}

// Finds names and help texts. What is asked for is usually the title after the last one.
class EnglishTexts {
 public:
  explicit EnglishTexts(const Registration& registration) : registration_(registration) {}

  // Empty if the index has no title. Modules may reuse Windows' titles for counters.
  std::string_view operator[](TitleIndex index) {
    if (is_fixed_index(index)) {
      const TitleTable& table = registration_.titles()->table();
      return table.name(index).value_or(table.help(index).value_or(""));
    }
    const std::span<const Title> english = registration_.english();
    if (next_ == english.size() || english[next_].index != index) {
      const auto found = std::ranges::lower_bound(english, index, {}, &Title::index);
      next_ = static_cast<std::size_t>(found - english.begin());
    }
    if (next_ == english.size() || english[next_].index != index) return {};
    return english[next_++].text;
  }

 private:
  const Registration& registration_;
  std::size_t next_ = 0;
};

}  // namespace

void ModuleObjects::describe(std::shared_ptr<const Registration> registration,
                             std::span<const std::size_t> services) {
  registration_ = std::move(registration);
  services_.assign(services.begin(), services.end());
  forget_other_installations();
  rebuild();
}

void ModuleObjects::forget_other_installations() {
  std::erase_if(learned_, [&](const auto& learned) {
    return std::ranges::none_of(services_, [&](std::size_t position) {
      return registration_->services()[position].installation == learned.first.first;
    });
  });
}

std::span<const ObjectDescription> ModuleObjects::descriptions_of(
    const RegisteredService& service) const noexcept {
  const auto range = service.titles();
  if (!range.has_value()) return {};
  const auto is_other = [&](const ObjectDescription& one) {
    return !range->contains(one.name_index);
  };
  const auto begin = std::ranges::find_if_not(descriptions_, is_other);
  return {begin, std::find_if(begin, descriptions_.end(), is_other)};
}

void ModuleObjects::rebuild() {
  counters_.clear();
  descriptions_.clear();
  sources_.clear();
  for (const std::size_t position : services_) add_service(registration_->services()[position]);
  for (std::size_t i = 0; i < descriptions_.size(); ++i) descriptions_[i].counters = counters_[i];
}

std::vector<TitleIndex> ModuleObjects::objects_of(const RegisteredService& service) const {
  const auto range = service.titles();
  if (!range.has_value()) return {};
  std::vector<TitleIndex> objects = service.objects().value_or(std::vector<TitleIndex>());
  std::erase_if(objects, [&](TitleIndex index) { return !range->contains(index); });
  for (const auto& [place, object] : learned_) {
    if (place.first == service.installation) objects.push_back(place.second);
  }
  std::ranges::sort(objects);
  objects.erase(std::ranges::unique(objects).begin(), objects.end());
  if (objects.empty()) objects.push_back(range->first);  // until an answer says otherwise
  return objects;
}

// Counters follow their object in the numbers of the symbol header.
void ModuleObjects::add_service(const RegisteredService& service) {
  const auto range = service.titles();
  if (!range.has_value()) return;
  const std::vector<TitleIndex> objects = objects_of(service);
  const std::vector<TitleIndex> names = names_of(registration_->english(), *range);
  sources_.push_back(
      std::make_unique<const std::string>("the module of the service " + service.name));
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const TitleIndex end = i + 1 < objects.size() ? objects[i + 1] : range->last + 1;
    std::vector<TitleIndex> counters;
    for (const TitleIndex name : names) {
      if (name > objects[i] && name < end) counters.push_back(name);
    }
    add_object(service, objects[i], std::move(counters));
  }
}

void ModuleObjects::add_object(const RegisteredService& service, TitleIndex index,
                               std::vector<TitleIndex> counters) {
  const auto learned = learned_.find({service.installation, index});
  EnglishTexts texts(*registration_);
  const std::string_view name = texts[index];
  const std::string_view help = texts[index + 1];
  std::vector<CounterDescription> described;
  described.reserve(counters.size());
  const auto add = [&](const LearnedCounter& counter) {
    described.push_back({.name_index = counter.index,
                         .help_index = counter.help,
                         .name = texts[counter.index],
                         .summary = texts[counter.help],
                         .type = counter.type,
                         .size = counter.size,
                         .source = *sources_.back(),
                         .closeness = {},
                         .private_state = {},
                         .missing_reason = {}});
  };
  if (learned == learned_.end()) {
    for (const TitleIndex counter : counters) add({.index = counter, .help = counter + 1});
  } else {
    for (const LearnedCounter& one : learned->second.counters) add(one);
  }
  counters_.push_back(std::move(described));
  descriptions_.push_back(
      {.name_index = index,
       .help_index = index + 1,
       .name = name,
       .help = help,
       .has_instances = learned == learned_.end() || learned->second.has_instances,
       .cost = learned == learned_.end() ? ObjectCost::global : cost_of(learned->second),
       .needs = {},
       .counters = {}});
}

ObjectCost ModuleObjects::cost_of(const LearnedObject& learned) noexcept {
  if (!learned.is_costly) return ObjectCost::global;
  return learned.is_global ? ObjectCost::also_costly : ObjectCost::costly;
}

ModuleObjects::LearnedCounter ModuleObjects::learned_counter(
    const CounterDefinitionView& counter) noexcept {
  return {counter.name_title_index(), counter.help_title_index(), counter.counter_type(),
          counter.counter_size()};
}

// An answer to Costly may have more counters than others, in the same order.
bool ModuleObjects::has_only_known(const ObjectTypeView& object, const LearnedObject& learned) {
  auto known = learned.counters.begin();
  for (const CounterDefinitionView& counter : object.counters()) {
    if (CounterType(counter.counter_type()).is_base()) continue;
    known = std::find(known, learned.counters.end(), learned_counter(counter));
    if (known == learned.counters.end()) return false;
    ++known;
  }
  return true;
}

void ModuleObjects::learn_from(const ObjectTypeView& object, ObjectRequest::Kind kind,
                               LearnedObject& learned) {
  const std::int32_t stored = object.stored_instance_count();
  learned.has_instances = stored != PERF_NO_INSTANCES && stored != PERF_METADATA_NO_INSTANCES;
  learned.is_global |= kind == ObjectRequest::Kind::global;
  learned.is_costly |= kind == ObjectRequest::Kind::costly;
  if (kind != ObjectRequest::Kind::costly && learned.is_costly && has_only_known(object, learned)) {
    return;
  }
  learned.counters.clear();
  for (const CounterDefinitionView& counter : object.counters()) {
    if (CounterType(counter.counter_type()).is_base()) continue;
    learned.counters.push_back(learned_counter(counter));
  }
}

bool ModuleObjects::learn(const RegisteredService& service,
                          const std::vector<AnsweredObject>& objects, ObjectRequest::Kind kind) {
  bool is_new = false;
  for (const AnsweredObject& object : objects) {
    const auto [known, is_first] = learned_.try_emplace({service.installation, object.index});
    now_ = known->second;
    learn_from(object.view(), kind, now_);
    if (!is_first && known->second == now_) continue;
    known->second = now_;
    is_new = true;
  }
  if (is_new) rebuild();
  return is_new;
}

}  // namespace openperflib
