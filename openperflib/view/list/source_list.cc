#include "openperflib/view/list/source_list.h"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "openperflib/base/fnv1a.h"

namespace openperflib {
namespace {

// A hash of names as they are written, and of a number.
std::uint64_t hash_as_written(std::initializer_list<std::string_view> names, std::uint64_t number) {
  std::uint64_t sum = fnv1a_step(kFnv1aBegin<std::uint64_t>, number);
  for (const std::string_view name : names) sum = fnv1a_of_list(sum, name);
  return sum;
}

// Whether a counter has data.
struct Presence {
  CStatus status;
  std::string reason;
};

std::string reason_or(const Snapshot& snapshot, const MissingRun* why, std::string_view otherwise) {
  return why == nullptr ? std::string(otherwise) : snapshot.reason(*why);
}

Presence of_definition(const Snapshot& snapshot, const Catalog::Object& object,
                       std::uint32_t ordinal) {
  const std::size_t instances = object.has_instances ? object.instances.size() : 1;
  const MissingRun* why = nullptr;
  CStatus status = CStatus::valid_data;
  for (std::uint32_t i = 0; i < instances; ++i) {
    status = snapshot.status(object.title_index, ordinal, i, &why);
    if (usable(status)) return {CStatus::valid_data, {}};
  }
  return {status, reason_or(snapshot, why, {})};
}

Presence of_counter(const Snapshot& snapshot, const Catalog::Object& object,
                    const Names::Counter& counter) {
  const MissingRun* why = snapshot.left_out(object.title_index, counter.title_index());
  if (counter.defined == nullptr) {
    return {CStatus::no_counter, reason_or(snapshot, why, "not available")};
  }
  // The snapshot may have the reason why an object has no instances.
  if (object.has_instances && object.instances.empty()) {
    return {CStatus::no_instance, reason_or(snapshot, why, "the object has no instances now")};
  }
  return of_definition(snapshot, object, counter.defined->ordinal);
}

// An object that the block only mentions with the reasons why its counters have no data.
bool is_left_out(const Snapshot& snapshot, const Names::Object& object) {
  return object.defined == nullptr &&
         std::ranges::any_of(object.counters(), [&](const Names::Counter& counter) {
           return snapshot.left_out(object.title_index(), counter.title_index()) != nullptr;
         });
}

Presence of_left_out(const Snapshot& snapshot, const Names::Object& object,
                     const Names::Counter& counter) {
  const MissingRun* why = snapshot.left_out(object.title_index(), counter.title_index());
  return {CStatus::no_counter, reason_or(snapshot, why, "not available")};
}

// Why a counter is missing if the block does not mention its object.
Presence of_absent(const Names::Object& object, const Names::Counter& counter) {
  if (!counter.described->missing_reason.empty())
    return {CStatus::no_object, std::string(counter.described->missing_reason)};
  return {CStatus::no_object, object.described->is_collected
                                  ? "collected only when requested by name"
                                  : "not collected"};
}

// `presence(counter)`: whether it has data.
ListedObject list_object(const Names::Object& object, std::vector<std::string> instances,
                         const auto& presence) {
  ListedObject listed{.title_index = object.title_index(),
                      .machine = {},
                      .name = std::string(object.name()),
                      .original_name = {},
                      .has_instances = object.has_instances(),
                      .instances = std::move(instances),
                      .counters = {}};
  for (const Names::Counter& counter : object.counters()) {
    Presence here = presence(counter);
    listed.counters.push_back({.title_index = counter.title_index(),
                               .name = std::string(counter.name()),
                               .original_name = {},
                               .type = CounterType(counter.described->type),
                               .status = here.status,
                               .reason = std::move(here.reason),
                               .summary = std::string(counter.described->summary)});
  }
  return listed;
}

// An object of a log while its names are joined: several title indices may have one name.
struct JoinedObject {
  ListedObject listed;
  std::unordered_map<std::string_view, std::size_t> counters;
  std::unordered_set<std::string> instances;
};

JoinedObject& joined_object(const Names::Object& object, std::vector<JoinedObject>& objects) {
  const auto known = std::ranges::find_if(objects, [&](const JoinedObject& one) {
    return one.listed.name == object.name() && one.listed.machine == object.machine();
  });
  if (known != objects.end()) return *known;
  return objects.emplace_back(
      JoinedObject{.listed = {.title_index = object.title_index(),
                              .machine = std::string(object.machine()),
                              .name = std::string(object.name()),
                              .original_name = std::string(object.original_name()),
                              .instances = {},
                              .counters = {}},
                   .counters = {},
                   .instances = {}});
}

void join_instances(const Names::Object& object, JoinedObject& into) {
  into.listed.has_instances = into.listed.has_instances || object.has_instances();
  for (std::string& name : object.instance_names(Names::EqualNames::numbered)) {
    if (into.instances.insert(name).second) into.listed.instances.push_back(std::move(name));
  }
}

void join_counter(std::string_view name, ListedCounter counter, JoinedObject& into) {
  std::vector<ListedCounter>& counters = into.listed.counters;
  const auto [known, is_new] = into.counters.try_emplace(name, counters.size());
  if (is_new) {
    counters.push_back(std::move(counter));
  } else if (usable(counter.status)) {
    counters[known->second].status = CStatus::valid_data;
  }
}

}  // namespace

std::vector<ListedObject> list_objects(const Names& names, const Snapshot& snapshot) {
  std::vector<ListedObject> objects;
  for (const Names::Object& object : names.objects()) {
    if (object.described == nullptr) continue;
    if (object.defined != nullptr) {
      objects.push_back(list_object(
          object, object.instance_names(Names::EqualNames::numbered),
          [&](const Names::Counter& one) { return of_counter(snapshot, *object.defined, one); }));
    } else if (is_left_out(snapshot, object)) {
      objects.push_back(list_object(object, {}, [&](const Names::Counter& one) {
        return of_left_out(snapshot, object, one);
      }));
    }
  }
  return objects;
}

std::vector<ListedObject> list_absent_objects(const Names& names, const Snapshot& snapshot) {
  std::vector<ListedObject> objects;
  for (const Names::Object& object : names.objects()) {
    if (object.defined != nullptr || is_left_out(snapshot, object)) continue;
    objects.push_back(
        list_object(object, {}, [&](const Names::Counter& one) { return of_absent(object, one); }));
  }
  return objects;
}

void ListOfRecords::add(const Catalog& catalog, bool holds_values,
                        const std::function<bool(std::size_t)>& has_value) {
  holds_values_ = holds_values;
  if (catalog.generation() != generation_) map_series(catalog);
  std::erase_if(lacking_, [&](std::uint32_t series) {
    const Catalog::Place place = places_[series];
    if (!has_data_[place.object][place.counter] && has_value(series)) {
      has_data_[place.object][place.counter] = true;
    }
    return static_cast<bool>(has_data_[place.object][place.counter]);
  });
}

void ListOfRecords::map_series(const Catalog& catalog) {
  generation_ = catalog.generation();
  lacking_ = order_.take(catalog);
  places_.assign(catalog.series_count(), {});
  for (const std::uint32_t series : lacking_) {
    places_[series] = place_of(series_of(catalog, series));
  }
  has_data_.resize(names_.objects().size());
  for (std::size_t i = 0; i < has_data_.size(); ++i) {
    has_data_[i].resize(names_.objects()[i].counters.size());
  }
}

// Names that are written as before cost a hash of their bytes; only others are folded.
bool ListOfRecords::is_new_instance(const Series& series) {
  const std::uint64_t written = hash_as_written(
      {series.machine, series.object, series.parent, series.instance.value_or(std::string_view())},
      2ULL * series.instance_number + (series.instance.has_value() ? 1 : 0));
  if (std::exchange(last_instance_, written) == written) return false;
  if (!instances_as_written_.insert(written).second) return false;
  Series instance = series;
  instance.path = 0;
  instance.counter = {};
  return instances_.insert(hash_of_name(instance)).second;
}

// Not each counter of each instance is a name.
Catalog::Place ListOfRecords::place_of(const Series& series) {
  const bool has_new_instance = is_new_instance(series);
  const std::uint64_t written = hash_as_written({series.machine, series.object, series.counter}, 0);
  const auto [place, is_newly_written] = counters_as_written_.try_emplace(written);
  if (!is_newly_written) {
    if (has_new_instance) names_.add(series);
    return place->second;
  }
  Series counter;
  counter.machine = series.machine;
  counter.object = series.object;
  counter.counter = series.counter;
  const auto [known, is_new] = counters_.try_emplace(hash_of_name(counter));
  if (is_new || has_new_instance) names_.add(series);
  if (is_new) known->second = names_.place_of(names_.series_count() - 1);
  return place->second = known->second;
}

// What describes the blocks of a log is listed, too.
std::vector<ListedObject> ListOfRecords::objects() const {
  std::vector<JoinedObject> joined;
  for (std::size_t i = 0; i < has_data_.size(); ++i) {
    const Names::Object object{.defined = &names_.objects()[i]};
    JoinedObject& into = joined_object(object, joined);
    join_instances(object, into);
    for (std::size_t c = 0; c < has_data_[i].size(); ++c) {
      const Catalog::Counter& counter = object.defined->counters[c];
      join_counter(counter.name, listed(object, counter, has_data_[i][c]), into);
    }
  }
  const bool has_machines = Names(names_).machines().size() > 1;
  std::vector<ListedObject> objects;
  for (JoinedObject& one : joined) {
    if (!has_machines) one.listed.machine.clear();
    objects.push_back(std::move(one.listed));
  }
  return objects;
}

ListedCounter ListOfRecords::listed(const Names::Object& object, const Catalog::Counter& counter,
                                    bool has_data) const {
  Series series;
  series.object = object.name();
  series.counter = counter.name;
  return {.title_index = counter.title_index,
          .name = std::string(counter.name),
          .original_name = std::string(counter.original_name),
          .type = holds_values_ ? std::nullopt : std::optional(counter.type),
          .status = has_data ? CStatus::valid_data : CStatus::no_data,
          .reason = "no record of the log has a value",
          .summary = summary_of_(series),
          .default_scale = holds_values_ ? std::nullopt : std::optional(counter.default_scale)};
}

}  // namespace openperflib
