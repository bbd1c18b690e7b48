#include <fmt/format.h>

#include "openperflib/query/binding/binding_internal.h"
#include "openperflib/snapshot/identity_token.h"

namespace openperflib {
namespace {

// Places in rows are told apart by what they are for.
std::uint64_t token_of(const UnreadableSeries& unreadable, const Series& series) {
  IdentityToken token;
  token.add(unreadable.object_title_index).add(unreadable.counter_title_index);
  token.add(static_cast<std::uint64_t>(unreadable.status)).add(unreadable.instance);
  return token.add(series.machine).add(series.object).add(series.counter).value();
}

// Returns what stands for a series that only its path describes.
std::uint64_t token_of_written(const Series& series) {
  IdentityToken token;
  token.add(series.object).add(series.instance.value_or(std::string_view()));
  return token.add(series.counter).value();
}

// Whether a path names one series of each machine that it is for.
bool names_one_series(const PathPattern& path) {
  const PathPattern::Request* const request = path.single_request();
  if (request == nullptr || path.objects().empty()) return false;
  const bool has_wildcards = path.objects().front().has_wildcards() ||
                             request->counter.has_wildcards() ||
                             (request->instance.has_value() && request->instance->has_wildcards());
  return !has_wildcards;
}

}  // namespace

std::string_view NamedSeries::title(std::uint32_t index, const TitleTable& titles) {
  const auto name = titles.name(index);
  return texts.add(name.has_value() ? std::string(*name) : fmt::to_string(index));
}

// Most series have the machine and the object of the one before.
std::string_view NamedSeries::kept(std::string_view text, std::string_view Series::* same) {
  if (series.size() > 1 && series[series.size() - 2].*same == text) {
    return series[series.size() - 2].*same;
  }
  return texts.add(text);
}

// The texts of a log's catalog go with its next layout; those of a binding stay.
void NamedSeries::name_entry(const Series& entry) {
  Series& one = series.back();
  one = entry;
  one.machine = kept(entry.machine, &Series::machine);
  one.object = kept(entry.object, &Series::object);
  one.original_object = kept(entry.original_object, &Series::original_object);
  one.counter = texts.add(entry.counter);
  one.original_counter = texts.add(entry.original_counter);
  one.parent = texts.add(entry.parent);
  if (entry.instance.has_value()) one.instance = texts.add(*entry.instance);
}

void NamedSeries::add_readable(const Catalog& of, const BoundSeries& bound) {
  if (of.is_of_snapshot()) {
    series.emplace_back(of.series_at(bound.place)).machine = {};  // that of the binding
  } else {
    series.emplace_back();
    name_entry(of.series()[bound.number]);
  }
}

void NamedSeries::name_unreadable(const Catalog& of, const UnreadableSeries& unreadable,
                                  const TitleTable& titles) {
  Series& one = series.back();
  if (unreadable.has_definition()) {
    Series like = of.series_at(unreadable.like);
    if (of.is_of_snapshot()) {
      like.machine = {};  // that of the binding
      like.size = 0;      // the block stores nothing
    }
    name_entry(like);
  } else {
    one.object = title(unreadable.object_title_index, titles);
    one.counter = title(unreadable.counter_title_index, titles);
    one.object_title_index = unreadable.object_title_index;
    one.counter_title_index = unreadable.counter_title_index;
  }
  if (unreadable.has_instance) one.instance = texts.add(unreadable.instance);
  one.counter_ordinal = Series::kNoOrdinal;
  one.identity = token_of(unreadable, one);
}

void NamedSeries::assign(const Catalog& of, const PathBinder& binder,
                         std::span<const PathPattern> paths, const TitleTable& titles) {
  texts.clear();
  series.clear();
  series.reserve(binder.series().size());
  auto unreadable = binder.unreadable().begin();
  for (const BoundSeries& bound : binder.series()) {
    if (bound.number == BoundSeries::kNone) {
      series.emplace_back();
      name_unreadable(of, *unreadable++, titles);
    } else {
      add_readable(of, bound);
    }
    series.back().path = bound.path;
    series.back().is_named = !paths[bound.path].has_wildcards();
  }
}

void NamedSeries::assign_written(std::span<const PathPattern> paths) {
  texts.clear();
  series.clear();
  for (std::uint32_t path = 0; path < paths.size(); ++path) {
    if (!names_one_series(paths[path])) continue;
    const PathPattern::Request& request = *paths[path].single_request();
    Series& one = series.emplace_back();
    one.path = path;
    one.object = texts.add(paths[path].objects().front().text());
    one.counter = texts.add(request.counter.text());
    if (request.instance.has_value()) one.instance = texts.add(request.instance->name());
    one.counter_ordinal = Series::kNoOrdinal;
    one.is_named = !paths[path].has_wildcards();
    one.identity = token_of_written(one);
  }
}

Binding::Binding() : state_(std::make_unique<State>()) {}
Binding::~Binding() = default;

std::span<const Series> Binding::series() const noexcept { return state_->named.series; }

std::string_view Binding::machine() const noexcept { return state_->machine; }

std::uint64_t Binding::generation() const noexcept { return state_->generation; }

std::string Binding::path_of(std::size_t series) const {
  return openperflib::path_of(state_->named.series[series], state_->machine);
}

}  // namespace openperflib
