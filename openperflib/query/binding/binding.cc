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

// Finds series that differ by their instance alone: in a block, all instances of an object have
// the same counters.
class InstanceRuns {
 public:
  static constexpr std::size_t kNone = ~std::size_t{0};
  explicit InstanceRuns(std::span<const BoundSeries> bound) noexcept : bound_(bound) {}

  // Returns the position of the series of the instance before that has the path and the counter of
  // the series at `position`; kNone: there is none. Asked for each position, in their order.
  [[nodiscard]] std::size_t beside(std::size_t position) noexcept {
    const BoundSeries& one = bound_[position];
    if (position != 0 && !are_of_one_instance(bound_[position - 1], one)) {
      length_ = position - begin_;
      begin_ = position;
    }
    if (length_ == 0) return kNone;
    const BoundSeries& other = bound_[position - length_];
    const bool is_beside = are_of_one_object(one, other) && one.number != BoundSeries::kNone &&
                           other.number != BoundSeries::kNone &&
                           one.place.instance != Catalog::Place::kNone &&
                           one.place.counter == other.place.counter;
    return is_beside ? position - length_ : kNone;
  }

 private:
  [[nodiscard]] static bool are_of_one_object(const BoundSeries& a, const BoundSeries& b) noexcept {
    return a.path == b.path && a.place.object == b.place.object;
  }
  [[nodiscard]] static bool are_of_one_instance(const BoundSeries& a,
                                                const BoundSeries& b) noexcept {
    return are_of_one_object(a, b) && a.place.instance == b.place.instance;
  }

  std::span<const BoundSeries> bound_;
  std::size_t begin_ = 0;   // of the instance at hand
  std::size_t length_ = 0;  // the series of the one before it; 0: there is none
};

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

// The list has room for all series: the one that is copied stays where it is.
void NamedSeries::add_beside(std::size_t like, const Catalog& of, const Catalog::Place& place) {
  Series& one = series.emplace_back(series[like]);
  const Catalog::Instance& instance = of.objects()[place.object].instances[place.instance];
  one.parent = instance.parent;
  one.instance = instance.name;
  one.instance_number = instance.number;
  one.instance_position = place.instance;
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
  const std::span<const BoundSeries> bound = binder.series();
  texts.clear();
  series.clear();
  series.reserve(bound.size());
  auto unreadable = binder.unreadable().begin();
  InstanceRuns runs(bound);
  for (std::size_t i = 0; i < bound.size(); ++i) {
    const std::size_t like = of.is_of_snapshot() ? runs.beside(i) : InstanceRuns::kNone;
    if (like != InstanceRuns::kNone) {
      add_beside(like, of, bound[i].place);
      continue;
    }
    if (bound[i].number == BoundSeries::kNone) {
      series.emplace_back();
      name_unreadable(of, *unreadable++, titles);
    } else {
      add_readable(of, bound[i]);
    }
    series.back().path = bound[i].path;
    series.back().is_named = !paths[bound[i].path].has_wildcards();
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

std::span<const std::uint32_t> Binding::before() const noexcept { return state_->before; }

bool Binding::keeps_names() const noexcept {
  return state_->kept_names != 0 && state_->kept_names == state_->generation;
}

std::string Binding::path_of(std::size_t series) const {
  return openperflib::path_of(state_->named.series[series], state_->machine);
}

}  // namespace openperflib
