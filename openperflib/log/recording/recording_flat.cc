#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "openperflib/log/recording/recording_flat_internal.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib::recording {
namespace {

// Wildcards do not mean the object that describes the others.
Query query_of_everything(const TitleTable& titles) {
  QueryOptions options;
  options.rows = QueryOptions::Rows::left_out;
  Query query(titles, std::move(options));
  (void)query.add("\\*(*)\\*");  // all of them are valid
  (void)query.add("\\*\\*");
  (void)query.add(fmt::format("\\{}(*)\\*", title::kCollectionStatus));
  return query;
}

}  // namespace

FlatSamples::FlatSamples(const TitleTable& titles) : query_(query_of_everything(titles)) {}

void FlatSamples::fill_catalog(std::span<const std::uint32_t> objects) {
  const auto series = query_.binding().series();
  const auto number_of = [&](std::uint32_t object) {
    return static_cast<std::uint32_t>(std::ranges::find(objects, object) - objects.begin());
  };
  const auto place = [&](std::uint32_t i) {
    return std::tuple(number_of(series[i].object_title_index), series[i].instance_position,
                      series[i].counter_ordinal);
  };
  sources_.clear();
  for (std::uint32_t i = 0; i < series.size(); ++i) {
    if (number_of(series[i].object_title_index) != objects.size()) sources_.push_back(i);
  }
  std::ranges::stable_sort(sources_, {}, place);
  catalog_.clear();
  for (const std::uint32_t source : sources_) {
    Series one = series[source];
    one.path = number_of(one.object_title_index);
    catalog_.add(one);
  }
}

void FlatSamples::take(const Record& record, std::span<const std::uint32_t> objects) {
  query_.take(record);
  if (std::exchange(generation_, query_.binding().generation()) == generation_) return;
  fill_catalog(objects);
}

void FlatSamples::read(Sample& into) const {
  into.starts_anew = query_.newer().starts_anew;
  into.counters.resize(sources_.size());
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    into.counters[i] = query_.newer().counters[sources_[i]];
  }
}

}  // namespace openperflib::recording
