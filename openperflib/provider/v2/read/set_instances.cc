#include "openperflib/provider/v2/read/set_instances.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/provider/v2/read/counter_relations.h"
#include "openperflib/snapshot/identity_token.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::u16string_view kTotal = u"_Total";  // PERF_AGGREGATE_INSTANCE
constexpr std::u16string_view kNotTheTotal = u"_Total_";
constexpr std::uint64_t kHistoryKey = 1;  // its members stay

std::uint64_t key_of(std::uint64_t process, std::uint64_t life) noexcept {
  return IdentityToken().add(process).add(life).value();
}

}  // namespace

SetInstances::SetInstances(const CounterSetTemplate& set)
    : type_(set.instance_type), history_(set.counters.size()), totals_(set.counters.size()) {
  const std::vector<std::uint32_t> functions = aggregate_functions_of(set);
  for (std::size_t i = 0; i < functions.size(); ++i) {
    columns_.push_back({.function = functions[i], .width = set.counters[i].value_width()});
  }
  member_lacks_.resize(columns_.size());
  resize_aggregates(1);
}

void SetInstances::resize_aggregates(std::size_t rows) {
  aggregates_.resize(std::max(aggregates_.size(), rows * columns_.size()));
  lacks_.resize(aggregates_.size());
}

void SetInstances::assign(std::span<const SetSegment> segments) {
  if (has_members_of(segments)) return;
  instances_.clear();
  members_of_.clear();
  for (std::uint32_t i = 0; i < segments.size(); ++i) add_members(segments[i], i);
  switch (type_) {
    case PERF_COUNTERSET_SINGLE_INSTANCE:
      return keep_first();
    case PERF_COUNTERSET_SINGLE_AGGREGATE:
      return use_total();
    case PERF_COUNTERSET_SINGLE_AGGREGATE_HISTORY:
      return use_history(segments);
    case PERF_COUNTERSET_MULTI_AGGREGATE:
      return append_total();
    case PERF_COUNTERSET_INSTANCE_AGGREGATE:
      return group_by_name();
    default:
      for (const SetSegment& segment : segments) {
        members_of_.push_back({segment.reading, segment.reading->generation()});
      }
  }
}

bool SetInstances::has_members_of(std::span<const SetSegment> segments) const noexcept {
  const auto is_same = [](const SetSegment& segment, const Members& members) {
    return segment.reading == members.reading &&
           segment.reading->generation() == members.generation;
  };
  return !segments.empty() && std::ranges::equal(segments, members_of_, is_same);
}

void SetInstances::add_members(const SetSegment& segment, std::uint32_t position) {
  for (std::size_t i = 0; i < segment.reading->size(); ++i) {
    const InstanceReading instance = (*segment.reading)[i];
    instances_.push_back({.name = instance.name,
                          .id = instance.id,
                          .segment = position,
                          .key = key_of(segment.process, instance.life),
                          .values = instance.values,
                          .lacks = instance.lacks});
  }
}

// The name of the only instance is a label of its provider.
void SetInstances::keep_first() {
  if (instances_.empty()) return;
  instances_.resize(1);
  instances_.front().name = {};
}

void SetInstances::begin_total() noexcept {
  std::ranges::fill(totals_, ValueAggregate{});
  std::ranges::fill(member_lacks_, ValueLack::none);
  keys_ = 0;
}

void SetInstances::add_to_total(const SetInstance& member) noexcept {
  for (std::size_t i = 0; i < totals_.size(); ++i) {
    if (member.lack(i) == ValueLack::none) totals_[i].add(member.values[i]);
  }
  keys_ += member.key;
  add_lacks(member);
}

// What is not known of a member is not known of all.
void SetInstances::add_lacks(const SetInstance& member) noexcept {
  for (std::size_t i = 0; i < member.lacks.size(); ++i) {
    if (member.lacks[i] != ValueLack::none) member_lacks_[i] = member.lacks[i];
  }
}

// Returns why a counter lacks a value in the aggregate that is being made.
ValueLack SetInstances::total_lack(std::size_t position) const noexcept {
  if (columns_[position].function == PERF_AGGREGATE_UNDEFINED) return ValueLack::not_aggregated;
  if (member_lacks_[position] != ValueLack::none) return member_lacks_[position];
  return totals_[position].count() == 0 ? ValueLack::no_data : ValueLack::none;
}

void SetInstances::finish_total(SetInstance& total, std::size_t row) noexcept {
  const std::span values = std::span(aggregates_).subspan(row * columns_.size(), columns_.size());
  const std::span lacks = std::span(lacks_).subspan(row * columns_.size(), columns_.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = totals_[i].result(columns_[i].function, columns_[i].width).value_or(0);
    lacks[i] = total_lack(i);
  }
  total.key = IdentityToken().add(keys_).value();
  total.values = values;
  total.lacks = lacks;
}

SetInstance SetInstances::total_of_all(std::u16string_view name) {
  SetInstance total{.name = name, .id = SetInstance::kAggregateId};
  begin_total();
  for (const SetInstance& member : instances_) add_to_total(member);
  finish_total(total, 0);
  return total;
}

void SetInstances::use_total() {
  if (instances_.empty()) return;
  instances_.front() = total_of_all({});
  instances_.resize(1);
}

// A member of this name would be taken for the total.
void SetInstances::append_total() {
  for (SetInstance& member : instances_) {
    if (compare_ignoring_case(member.name, kTotal) == 0) member.name = kNotTheTotal;
  }
  if (!instances_.empty()) instances_.push_back(total_of_all(kTotal));
}

void SetInstances::use_history(std::span<const SetSegment> segments) {
  history_.follow(instances_, segments);
  history_.copy_to(totals_);
  std::ranges::fill(member_lacks_, ValueLack::none);
  for (const SetInstance& member : instances_) add_lacks(member);
  instances_.clear();
  if (history_.is_empty()) return;
  SetInstance& total = instances_.emplace_back();
  total.id = SetInstance::kAggregateId;
  finish_total(total, 0);
  total.key = kHistoryKey;
}

// Groups of instances whose names are the same but for case, in the order of their first ones.
void SetInstances::find_groups() {
  order_.resize(instances_.size());
  std::iota(order_.begin(), order_.end(), 0U);
  std::ranges::sort(order_, [&](std::uint32_t a, std::uint32_t b) {
    const int order = compare_ignoring_case(instances_[a].name, instances_[b].name);
    return order != 0 ? order < 0 : a < b;
  });
  groups_.clear();
  for (std::uint32_t i = 0; i < order_.size(); ++i) {
    const bool begins = i == 0 || compare_ignoring_case(instances_[order_[i - 1]].name,
                                                        instances_[order_[i]].name) != 0;
    if (begins) groups_.push_back({.begin = i});
    groups_.back().end = i + 1;
  }
  std::ranges::sort(groups_, {}, [&](const Group& group) { return order_[group.begin]; });
}

SetInstance SetInstances::total_of(const Group& group, std::size_t row) {
  SetInstance total = instances_[order_[group.begin]];
  begin_total();
  for (std::uint32_t i = group.begin; i < group.end; ++i) add_to_total(instances_[order_[i]]);
  finish_total(total, row);
  return total;
}

void SetInstances::group_by_name() {
  find_groups();
  grouped_.clear();
  resize_aggregates(groups_.size());
  for (std::size_t i = 0; i < groups_.size(); ++i) grouped_.push_back(total_of(groups_[i], i));
  std::swap(instances_, grouped_);
}

}  // namespace openperflib
