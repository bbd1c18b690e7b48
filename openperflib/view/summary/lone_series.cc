#include "openperflib/view/summary/lone_series.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "openperflib/counter/human_text.h"
#include "openperflib/text/utf16.h"
#include "openperflib/view/summary/main_series.h"

namespace openperflib {
namespace {

// Where the object and the instance of a path end. Value.
struct PathKeys {
  std::string object;    // "\\machine\object"
  std::string instance;  // "\\machine\object(instance)"; the same as object where there is none
  std::string counter_key;
  bool is_total = false;
};

std::optional<PathKeys> parts_of(const std::string& path) {
  const auto parsed = CounterPath::parse(path);
  if (!parsed.has_value()) return std::nullopt;
  const std::string machine = parsed->machine.empty() ? std::string() : "\\\\" + parsed->machine;
  return PathKeys{.object = machine + "\\" + parsed->object,
                  .instance = path.substr(0, path.size() - parsed->counter.size() - 1),
                  .counter_key = counter_key(path),
                  .is_total = is_total(*parsed)};
}

// What a log has, to be looked up.
struct Known {
  std::unordered_set<std::string> objects;
  std::unordered_set<std::string> instances;
};

using Largest = std::unordered_map<std::string, double>;  // by counter_key

double size_of(const SummaryOfSeries& one) {
  return one.average.usable() ? std::abs(one.average.number) : 0;
}

void survey(const SeriesByName& log, Known* known, Largest& largest) {
  for (const auto& [key, path] : log.paths) {
    const auto parts = parts_of(path);
    if (!parts.has_value()) continue;
    if (known != nullptr) {
      known->objects.insert(folded(parts->object));
      known->instances.insert(folded(parts->instance));
    }
    if (parts->is_total) continue;
    double& size = largest[parts->counter_key];
    size = std::max(size, size_of(log.by_key.at(key)));
  }
}

// What tells how much an instance did or holds; a process of one thread says little.
bool is_amount(const SummaryOfSeries& one) {
  switch (quantity_of(one.type, one.counter)) {
    case Quantity::number:
    case Quantity::whole:
    case Quantity::hexadecimal:
    case Quantity::seconds:
    case Quantity::megahertz:
      return one.counter.ends_with("/sec");
    default:
      return true;
  }
}

// Collects the series of a log that the other one lacks.
class Collector {
 public:
  Collector(const SeriesByName& log, const Known& other, const Largest& largest)
      : log_(log), other_(other), largest_(largest) {}

  void add(const std::string& key) {
    const std::string& path = log_.paths.at(key);
    result_.paths.push_back(path);
    const auto parts = parts_of(path);
    if (!parts.has_value()) {
      result_.counters.push_back(path);
    } else if (!other_.objects.contains(folded(parts->object))) {
      add_to_object(*parts);
    } else if (!other_.instances.contains(folded(parts->instance))) {
      add_to_instance(*parts, log_.by_key.at(key));
    } else {
      result_.counters.push_back(path);
    }
  }

  LoneSeries take() {
    leave_out_second_names();
    std::ranges::stable_sort(result_.instances, [](const LoneInstance& a, const LoneInstance& b) {
      return a.weight != b.weight ? a.weight > b.weight : a.path < b.path;
    });
    return std::move(result_);
  }

 private:
  // An instance by its path alone, as that of a counter.
  static std::optional<CounterPath> parsed(const std::string& instance) {
    auto path = CounterPath::parse(instance + "\\x");
    return path.has_value() && path->instance.has_value() ? std::optional(*std::move(path))
                                                          : std::nullopt;
  }

  static std::string process_key(const CounterPath& path, const std::string& name) {
    return folded(path.machine) + "\\" + folded(name);
  }

  // Removes processes of Process V2 that Process has under the name.
  void leave_out_second_names() {
    std::unordered_set<std::string> processes;
    for (const LoneInstance& one : result_.instances) {
      const auto path = parsed(one.path);
      if (path.has_value() && folded(path->object) == "process") {
        processes.insert(process_key(*path, *path->instance));
      }
    }
    std::erase_if(result_.instances, [&](const LoneInstance& one) {
      const auto path = parsed(one.path);
      return path.has_value() && folded(path->object) == "process v2" &&
             processes.contains(process_key(*path, process_name_of(*path->instance)));
    });
  }

  // Where the entry of `name` is; it is made where there is none.
  template <typename Entry>
  Entry& entry(std::vector<Entry>& all, std::unordered_map<std::string, std::size_t>& places,
               const std::string& name) {
    const auto [place, is_new] = places.try_emplace(folded(name), all.size());
    if (is_new) all.emplace_back().path = name;
    return all[place->second];
  }

  void add_to_object(const PathKeys& parts) {
    LoneObject& object = entry(result_.objects, objects_, parts.object);
    ++object.counters;
    const bool has_instance = parts.instance != parts.object;
    if (has_instance && seen_instances_.insert(folded(parts.instance)).second) ++object.instances;
  }

  void add_to_instance(const PathKeys& parts, const SummaryOfSeries& one) {
    LoneInstance& instance = entry(result_.instances, instances_, parts.instance);
    ++instance.counters;
    if (!one.average.usable()) return;
    constexpr double kOfCounts = 1e-6;  // they stand for an instance that has nothing else
    const auto most = largest_.find(parts.counter_key);
    const double size = most == largest_.end() || most->second == 0
                            ? 0
                            : std::min(1.0, size_of(one) / most->second);
    const double weight = is_amount(one) ? size : size * kOfCounts;
    if (!instance.counter.empty() && weight <= instance.weight) return;
    instance.counter = one.counter;
    instance.type = one.type;
    instance.average = one.average;
    instance.count = one.count;
    instance.weight = weight;
  }

  const SeriesByName& log_;
  const Known& other_;
  const Largest& largest_;
  LoneSeries result_;
  std::unordered_map<std::string, std::size_t> objects_;
  std::unordered_map<std::string, std::size_t> instances_;
  std::unordered_set<std::string> seen_instances_;
};

}  // namespace

LoneSeries lone_series(const SeriesByName& log, const SeriesByName& other) {
  Known known;
  Largest largest;
  survey(log, nullptr, largest);
  survey(other, &known, largest);
  Collector collector(log, known, largest);
  for (const std::string& key : log.order) {
    if (!other.by_key.contains(key)) collector.add(key);
  }
  return collector.take();
}

}  // namespace openperflib
