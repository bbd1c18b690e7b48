#include "apps/perflib/sources/log_listing.h"

#include <fmt/core.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/messages.h"
#include "apps/perflib/sources/log_progress.h"
#include "apps/perflib/sources/log_reading.h"
#include "apps/perflib/sources/log_window.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/query/catalog/catalog.h"

namespace openperflib::apps {
namespace {

std::string instance_text(const Series& series) {
  Catalog::Instance instance;
  instance.name = *series.instance;
  instance.parent = series.parent;
  instance.number = series.instance_number;
  return display_name(instance);
}

// Is fed record by record; memory is that of the names.
class LogListing {
 public:
  void add(const LogCursor& log) {
    const Catalog& catalog = log.reader().catalog();
    if (catalog.generation() != generation_) map_series(catalog, log.holds_values());
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (has_value(log, i)) counter_at(places_[i]).status = CStatus::valid_data;
    }
  }

  // Grouped by machine if there are several.
  [[nodiscard]] std::vector<ListedObject> take_objects() {
    if (machines_.size() < 2) {
      for (ListedObject& object : objects_) object.machine.clear();
    }
    return std::move(objects_);
  }

 private:
  using Place = std::pair<std::size_t, std::size_t>;  // of an object, of its counter

  [[nodiscard]] static bool has_value(const LogCursor& log, std::size_t series) {
    const LogRecord& record = log.record();
    return log.holds_values() ? record.row.values[series].usable()
                              : usable(record.sample.counters[series].status);
  }

  ListedCounter& counter_at(const Place& place) {
    return objects_[place.first].counters[place.second];
  }

  void map_series(const Catalog& catalog, bool holds_values) {
    generation_ = catalog.generation();
    places_.clear();
    for (const Series& series : catalog.series()) places_.push_back(place_of(series, holds_values));
  }

  Place place_of(const Series& series, bool holds_values) {
    const std::size_t object = object_of(series);
    note_instance(series, object);
    std::vector<ListedCounter>& counters = objects_[object].counters;
    const auto [known, is_new] =
        counters_.try_emplace({object, std::string(series.counter)}, counters.size());
    if (is_new) counters.push_back(listed(series, holds_values));
    return {object, known->second};
  }

  std::size_t object_of(const Series& series) {
    machines_.emplace(series.machine);
    const auto [known, is_new] = places_of_objects_.try_emplace(
        {std::string(series.machine), std::string(series.object)}, objects_.size());
    if (is_new) {
      objects_.push_back({.title_index = series.object_title_index,
                          .machine = std::string(series.machine),
                          .name = std::string(series.object),
                          .original_name = std::string(series.original_object),
                          .has_instances = false,
                          .instances = {},
                          .counters = {}});
    }
    return known->second;
  }

  void note_instance(const Series& series, std::size_t object) {
    if (!series.instance.has_value()) return;
    objects_[object].has_instances = true;
    std::string text = instance_text(series);
    if (instances_.insert({object, text}).second) {
      objects_[object].instances.push_back(std::move(text));
    }
  }

  // Without data until a record has a value.
  static ListedCounter listed(const Series& series, bool holds_values) {
    return {.title_index = series.counter_title_index,
            .name = std::string(series.counter),
            .original_name = std::string(series.original_counter),
            .type = holds_values ? std::nullopt : std::optional(series.type),
            .status = CStatus::no_data,
            .reason = "no record of the log has a value",
            .summary = std::string(summary_by_names(series))};
  }

  std::vector<ListedObject> objects_;
  std::set<std::string> machines_;
  std::map<std::pair<std::string, std::string>, std::size_t> places_of_objects_;
  std::map<std::pair<std::size_t, std::string>, std::size_t> counters_;
  std::set<std::pair<std::size_t, std::string>> instances_;
  std::vector<Place> places_;  // by series of the newest catalog
  std::uint64_t generation_ = 0;
};

}  // namespace

std::expected<std::vector<ListedObject>, Failure> list_log(const LogOptions& options) {
  auto log = OPENPERFLIB_TRY(open_cursor(options));
  LogListing listing;
  LogProgress progress;
  while (OPENPERFLIB_TRY(read_next_shown(log, progress))) listing.add(log);
  report_anomalies(log.reader());
  if (log.records() != 0) return listing.take_objects();
  return std::unexpected(why_no_samples(options));
}

}  // namespace openperflib::apps
