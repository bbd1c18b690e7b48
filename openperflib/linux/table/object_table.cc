#include <algorithm>
#include <limits>

#include "openperflib/linux/table/object_table_internal.h"

namespace openperflib::linux_objects {
ObjectTable::ObjectTable(const CatalogueObject& object) : object_(&object) { clear(); }

void ObjectTable::clear() {
  names_.clear();
  rows_.clear();
  values_.clear();
  reasons_.clear();
  why_empty_ = Reasons::kPresent;
  if (!object_->has_instances) add_instance({});
}

std::size_t ObjectTable::add_instance(std::string_view name, std::uint64_t key) {
  rows_.push_back({static_cast<std::uint32_t>(names_.size()),
                   static_cast<std::uint32_t>(name.size()),
                   key,
                   {}});
  names_ += name;
  const std::size_t cells = rows_.size() * object_->counters.size();
  values_.resize(cells * kParts, 0);
  reasons_.resize(cells, Reasons::kNotCollected);
  return rows_.size() - 1;
}

std::size_t ObjectTable::add_total(std::size_t first) {
  const std::size_t total = add_instance("_Total");
  for (std::size_t order = 0; order < object_->counters.size(); ++order) {
    set_total(total, first, order);
  }
  return total;
}

// Sets one value of the total of rows [first, total).
void ObjectTable::set_total(std::size_t total, std::size_t first, std::size_t order) noexcept {
  const TotalRule rule = total_rule(order);
  if (rule == TotalRule::no_total || rule == TotalRule::source) return;
  if (rule == TotalRule::zero) return set(total, order, 0);
  if (rule == TotalRule::now) {
    if (now_.has_value()) set(total, order, static_cast<std::uint64_t>(*now_));
    return;
  }
  for (std::size_t row = first; row < total; ++row) {
    const ReasonId missing = reason(row, order);
    if (missing != Reasons::kPresent) return set_missing(total, order, missing);
  }
  if (rule != TotalRule::sum && first == total) return;  // there is no mean of no rows
  const auto value = total_of(first, total, order, Part::value);
  const auto base = total_of(first, total, order, Part::base);
  if (!value.has_value() || !base.has_value()) {
    return set_missing(total, order, Reasons::kSumTooLarge);
  }
  set(total, order, *value);
  set(total, order, *base, Part::base);
}

std::optional<std::uint64_t> ObjectTable::total_of(std::size_t first, std::size_t end,
                                                   std::size_t order, Part part) const noexcept {
  Wide sum = 0;
  std::uint64_t flags = 0;
  for (std::size_t row = first; row < end; ++row) {
    sum += value(row, order, part);
    flags |= value(row, order, part);
  }
  const TotalRule rule = total_rule(order);
  if (rule == TotalRule::flags_or) return flags;
  if (rule == TotalRule::mean) sum /= end - first;
  if (sum > std::numeric_limits<std::uint64_t>::max()) return std::nullopt;
  return static_cast<std::uint64_t>(sum);
}

void ObjectTable::set_rest_missing(std::size_t instance, ReasonId reason) noexcept {
  const auto begin = reasons_.begin() + static_cast<std::ptrdiff_t>(cell(instance, 0));
  const auto end = begin + static_cast<std::ptrdiff_t>(object_->counters.size());
  std::replace(begin, end, Reasons::kNotCollected, reason);
}

std::string_view ObjectTable::instance_name(std::size_t instance) const noexcept {
  const Row& row = rows_[instance];
  return std::string_view(names_).substr(row.name_begin, row.name_length);
}

std::uint64_t ObjectTable::instance_key(std::size_t instance) const noexcept {
  return rows_[instance].key;
}

}  // namespace openperflib::linux_objects
