#include "openperflib/query/path_expansion.h"

#include <algorithm>
#include <vector>

#include "openperflib/query/binding/object_names_internal.h"
#include "openperflib/query/binding/series_places_internal.h"
#include "openperflib/snapshot/titles_object.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using Match = PathMatch;
using Take = std::function<void(const CounterPath& path)>;

// One call of expand().
class Expander {
 public:
  Expander(const PathSelection& selection, const Catalog& catalog, const TitleTable& titles,
           const PathExpansion& expansion, const Take& take)
      : selection_(selection), catalog_(catalog), titles_(titles), take_(take) {
    const auto is_kept = [](PathExpansion::Part part) { return part == PathExpansion::Part::kept; };
    keeps_instances_ = is_kept(expansion.instances) && selection.instance.has_value() &&
                       selection.instance->has_wildcards();
    keeps_counters_ = is_kept(expansion.counters) && selection.counter.has_wildcards();
    places_.assign(catalog);
  }

  [[nodiscard]] ExpandedPath run();

 private:
  [[nodiscard]] bool is_meant(const Catalog::Object& object) const;
  [[nodiscard]] bool names_instances(const Catalog::Object& object) const;
  [[nodiscard]] Match expand_object(std::uint32_t number);
  [[nodiscard]] Match find_instances(const Catalog::Object& object);
  [[nodiscard]] Match find_places(std::uint32_t number);
  void name_instance(const Catalog::Object& object, std::uint32_t instance);
  void take_counters(const Catalog::Object& object);
  void take_places(const Catalog::Object& object);

  const PathSelection& selection_;
  const Catalog& catalog_;
  const TitleTable& titles_;
  const Take& take_;
  bool keeps_instances_ = false;
  bool keeps_counters_ = false;
  SeriesPlaces places_;
  ObjectNames names_;
  std::vector<std::uint32_t> counters_;   // of the object, as are the next two
  std::vector<std::uint32_t> instances_;  // Place::kNone: none
  std::vector<PlacedSeries> placed_;
  CounterPath path_;
};

bool Expander::is_meant(const Catalog::Object& object) const {
  const bool is_of_machine =
      !selection_.machine.has_value() || equal_ignoring_case(object.machine, *selection_.machine);
  const std::uint32_t title_index = title_index_of(object, titles_);
  return is_of_machine && !describes_the_block(title_index) &&
         is_called(selection_.object, object.folded_name, folded(object.original_name),
                   title_index);
}

// Whether the name of an instance is for this object.
bool Expander::names_instances(const Catalog::Object& object) const {
  return selection_.instance.has_value() &&
         (object.has_instances || selection_.as == PathSelection::As::path);
}

Match Expander::find_instances(const Catalog::Object& object) {
  instances_.clear();
  if (names_instances(object)) {
    names_.find_instances(*selection_.instance, instances_);
  } else if (!(catalog_.is_of_snapshot() && object.has_instances) && object.has_data) {
    instances_.push_back(Catalog::Place::kNone);
  }
  return instances_.empty() ? Match::no_instance : Match::matched;
}

// In a log, not every instance has every counter, and two of its series may have one name.
Match Expander::find_places(std::uint32_t number) {
  placed_.clear();
  for (const std::uint32_t instance : instances_) {
    places_.find(number, instance, counters_, placed_);
  }
  const auto is_same = [](const PlacedSeries& a, const PlacedSeries& b) {
    return a.place == b.place;
  };
  placed_.erase(std::ranges::unique(placed_, is_same).begin(), placed_.end());
  const auto counter = [](const PlacedSeries& one) { return one.place.counter; };
  if (!keeps_counters_) std::ranges::stable_sort(placed_, {}, counter);
  return placed_.empty() ? Match::no_instance : Match::matched;
}

void Expander::name_instance(const Catalog::Object& object, std::uint32_t instance) {
  if (instance == Catalog::Place::kNone) {
    path_.instance.reset();
    path_.parent.clear();
    path_.index = 0;
    return;
  }
  const Catalog::Instance& named = object.instances[instance];
  if (!path_.instance.has_value()) path_.instance.emplace();
  path_.instance->assign(named.name);
  path_.parent.assign(named.parent);
  path_.index = named.number;
}

// The wildcard of the instances stays.
void Expander::take_counters(const Catalog::Object& object) {
  path_.parent.clear();
  path_.index = 0;
  path_.instance = selection_.instance->text();
  if (keeps_counters_) {
    path_.counter = selection_.counter.text();
    take_(path_);
    return;
  }
  for (const std::uint32_t counter : counters_) {
    path_.counter.assign(object.counters[counter].name);
    take_(path_);
  }
}

void Expander::take_places(const Catalog::Object& object) {
  if (keeps_counters_) {
    const auto is_same = [](const PlacedSeries& a, const PlacedSeries& b) {
      return a.place.instance == b.place.instance;
    };
    placed_.erase(std::ranges::unique(placed_, is_same).begin(), placed_.end());
    path_.counter = selection_.counter.text();
  }
  for (const PlacedSeries& one : placed_) {
    name_instance(object, one.place.instance);
    if (!keeps_counters_) path_.counter.assign(object.counters[one.place.counter].name);
    take_(path_);
  }
}

Match Expander::expand_object(std::uint32_t number) {
  const Catalog::Object& object = catalog_.objects()[number];
  names_.assign(object);
  names_.find_counters(selection_.counter, titles_, counters_);
  if (counters_.empty()) return Match::no_counter;
  path_.machine.assign(object.machine);
  path_.object.assign(object.name);
  if (keeps_instances_ && names_instances(object)) {
    if (!object.has_instances) return Match::no_instance;
    take_counters(object);
    return Match::matched;
  }
  if (const Match found = find_instances(object); found != Match::matched) return found;
  if (const Match found = find_places(number); found != Match::matched) return found;
  take_places(object);
  return Match::matched;
}

// A name without wildcards is that of the first object of a block that answers it.
ExpandedPath Expander::run() {
  ExpandedPath found;
  const bool asks_for_one = selection_.as == PathSelection::As::path && catalog_.is_of_snapshot() &&
                            !selection_.object.has_wildcards();
  for (std::uint32_t number = 0; number < catalog_.objects().size(); ++number) {
    if (!is_meant(catalog_.objects()[number])) continue;
    found.match = nearer(found.match, expand_object(number));
    if (asks_for_one && found.match == Match::matched) break;
    const bool has_instances = catalog_.objects()[number].has_instances;
    if (!has_instances && names_instances(catalog_.objects()[number])) {
      found.names_instance_of_none = true;
    }
  }
  return found;
}

}  // namespace

ExpandedPath expand(const PathSelection& selection, const Catalog& catalog,
                    const TitleTable& titles, const PathExpansion& expansion,
                    const std::function<void(const CounterPath& path)>& take) {
  return Expander(selection, catalog, titles, expansion, take).run();
}

}  // namespace openperflib
