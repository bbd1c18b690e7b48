#include "openperflib/provider/v2/read/set_history.h"

#include <algorithm>
#include <utility>

namespace openperflib {
namespace {

// Values of instances that may live although they could not be read: a hostile process could make
// them more and more.
constexpr std::size_t kMostUnread = 1U << 20U;

bool has_losses(const SegmentReading& reading) noexcept {
  return reading.losses() != SegmentLosses{};
}

}  // namespace

void SetHistory::add(std::span<const Value> values, std::span<ValueAggregate> totals) noexcept {
  for (std::size_t i = 0; i < totals.size(); ++i) {
    if (values[i].has_value()) totals[i].add(*values[i]);
  }
}

const SetHistory::Known* SetHistory::find(std::uint64_t key) const noexcept {
  const auto found = std::ranges::lower_bound(known_, key, {}, &Known::key);
  return found != known_.end() && found->key == key ? &*found : nullptr;
}

std::span<const SetHistory::Value> SetHistory::values_of(const Known& known) const noexcept {
  return std::span(values_).subspan(known.row * ended_.size(), ended_.size());
}

bool SetHistory::may_live(const Known& known, std::span<const SetSegment> segments) const noexcept {
  return next_values_.size() < kMostUnread && std::ranges::any_of(
                                                  segments,
                                                  [&](const SetSegment& segment) {
                                                    return segment.process == known.process &&
                                                           has_losses(*segment.reading);
                                                  });
}

void SetHistory::keep(const SetInstance& member, std::uint64_t process) {
  next_.push_back({member.key, process, next_.size()});
  const Known* const earlier = member.lacks.empty() ? nullptr : find(member.key);
  for (std::size_t i = 0; i < ended_.size(); ++i) {
    if (member.lack(i) == ValueLack::none) {
      next_values_.emplace_back(member.values[i]);
    } else {
      next_values_.push_back(earlier == nullptr ? std::nullopt : values_of(*earlier)[i]);
    }
  }
}

void SetHistory::keep(const Known& known) {
  next_.push_back({known.key, known.process, next_.size()});
  const std::span values = values_of(known);
  next_values_.insert(next_values_.end(), values.begin(), values.end());
}

void SetHistory::follow(std::span<const SetInstance> members,
                        std::span<const SetSegment> segments) {
  next_.clear();
  next_values_.clear();
  for (const SetInstance& member : members) {
    keep(member, segments[member.segment].process);
  }
  std::ranges::sort(next_, {}, &Known::key);
  const std::size_t live = next_.size();
  for (const Known& known : known_) {
    if (std::ranges::binary_search(std::span(next_).first(live), known.key, {}, &Known::key)) {
      continue;
    }
    if (may_live(known, segments)) {
      keep(known);
    } else {
      add(values_of(known), ended_);
      has_ended_ = true;
    }
  }
  std::ranges::sort(next_, {}, &Known::key);
  std::swap(known_, next_);
  std::swap(values_, next_values_);
}

void SetHistory::copy_to(std::span<ValueAggregate> totals) const noexcept {
  for (std::size_t i = 0; i < totals.size(); ++i) totals[i] = ended_[i];
  for (const Known& known : known_) add(values_of(known), totals);
}

}  // namespace openperflib
