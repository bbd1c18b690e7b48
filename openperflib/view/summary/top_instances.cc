#include "openperflib/view/summary/top_instances.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <tuple>

#include "openperflib/snapshot/idle_process.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/view/text/needed_right.h"
#include "openperflib/view/text/value_text.h"

namespace openperflib {
namespace {

// The right needed to read the files that a reason (without ids) names.
std::string needed_right(MissingReason code, std::string_view reason) {
  if (code != MissingReason::no_permission) return {};
  const NeededRight& right = right_for(reason);
  return right.capability.empty() ? " (needs root)"
                                  : fmt::format(" (needs root or {})", right.capability);
}

}  // namespace

bool competes(const Series& series) noexcept {
  const std::string_view instance = series.instance.value_or("");
  if (instance == "_Total") return false;
  switch (series.object_title_index) {
    case title::kProcess:
    case title::kProcessV2:
      return !is_idle_process(instance);
    case title::kProcessorInformation:
      return !instance.ends_with(",_Total");
    default:
      return true;
  }
}

bool is_virtual_device(const Series& series) noexcept {
  constexpr auto kInterfaces = std::to_array<std::string_view>(
      {"lo",     "ifb",    "veth",    "docker",   "br-",
       "virbr",  "vnet",   "tap",     "tun",      "dummy",
       "cni",    "cali",   "flannel", "vxlan",    "bond_slave",
       "isatap", "teredo", "6to4",    "loopback", "software loopback"});
  constexpr auto kDisks =
      std::to_array<std::string_view>({"zram", "loop", "ram", "dm-", "sr", "fd"});
  const auto begins_with_one = [](std::string_view name, std::span<const std::string_view> kinds) {
    return std::ranges::any_of(kinds, [&](std::string_view kind) {
      return equal_ignoring_case(name.substr(0, kind.size()), kind);
    });
  };
  std::string_view name = series.instance.value_or("");
  if (series.object.starts_with("Network ")) return begins_with_one(name, kInterfaces);
  if (!equal_ignoring_case(series.object, "PhysicalDisk")) return false;
  name.remove_prefix(std::min(name.find(' ') + 1, name.size()));  // "0 vda"; 0 if there is no space
  return begins_with_one(name, kDisks);
}

// Instances may have any number of reasons in a log: only the first ones are distinguished.
std::size_t TopRanking::reason_place(const Query& query, std::size_t series) {
  constexpr std::size_t kMostReasons = 16;
  std::string reason = without_ids(why_missing(query, series));
  const auto known = std::ranges::find(reasons_, reason, &Reason::text);
  if (known != reasons_.end()) return static_cast<std::size_t>(known - reasons_.begin());
  if (reasons_.size() == kMostReasons) return kMostReasons - 1;
  reasons_.push_back({query.missing_reason(series), std::move(reason)});
  return reasons_.size() - 1;
}

void TopRanking::note(const Query& query) {
  const auto series = query.binding().series();
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (series[i].path != 0 || series[i].counter_ordinal == Series::kNoOrdinal) continue;
    const auto [place, is_new] = instances_.try_emplace(series[i].identity);
    Instance& instance = place->second;
    if (is_new) {
      instance.place = instances_.size();
      instance.competes = competes(series[i]);
    }
    const Value& value = query.row().values[i];
    if (value.usable()) {
      instance.sum += value.number;
      instance.has_value = true;
    }
    // The first reading of a rate has no value yet, but it could be read.
    if (value.usable() || usable(query.newer().counters[i].status)) {
      instance.was_read = true;
    } else if (!instance.was_read && instance.reason == kNoReason) {
      instance.reason = reason_place(query, i);
    }
  }
}

std::vector<std::uint64_t> TopRanking::largest(std::uint32_t count) const {
  std::vector<std::pair<std::uint64_t, const Instance*>> ranked;
  for (const auto& [identity, instance] : instances_) {
    if (instance.has_value) ranked.emplace_back(identity, &instance);
  }
  const auto is_ranked = [](const auto& one) { return one.second->competes; };
  if (std::ranges::any_of(ranked, is_ranked)) std::erase_if(ranked, std::not_fn(is_ranked));
  std::ranges::sort(ranked, [](const auto& a, const auto& b) {
    return std::tuple(-a.second->sum, a.second->place) <
           std::tuple(-b.second->sum, b.second->place);
  });
  if (ranked.size() > count) ranked.resize(count);
  std::vector<std::uint64_t> identities;
  for (const auto& one : ranked) identities.push_back(one.first);
  return identities;
}

std::string TopRanking::unreadable_text() const {
  std::size_t all = 0;
  std::size_t unread = 0;
  std::vector<std::size_t> by_reason(reasons_.size());
  for (const auto& [identity, instance] : instances_) {
    if (!instance.competes) continue;
    ++all;
    if (instance.was_read) continue;
    ++unread;
    ++by_reason[instance.reason];
  }
  if (unread == 0) return {};
  const auto most = std::ranges::max_element(by_reason);
  const auto& [code, reason] = reasons_[static_cast<std::size_t>(most - by_reason.begin())];
  std::string text = fmt::format("{} of {} instances could not be read: {}{}", unread, all, reason,
                                 needed_right(code, reason));
  if (*most != unread) text += fmt::format("; {} of them for other reasons", unread - *most);
  return text;
}

bool ShownSeries::update(const Query& query) {
  const bool must_choose = top_ != 0 && !chosen_.has_value();
  if (must_choose) choose(query);
  if (generation_ == query.binding().generation() && !must_choose) return false;
  generation_ = query.binding().generation();
  const auto series = query.binding().series();
  indices_.clear();
  if (top_ == 0 && !chosen_.has_value()) {
    for (std::size_t i = 0; i < series.size(); ++i) indices_.push_back(i);
    return true;
  }
  std::unordered_map<std::uint64_t, std::size_t> first_path;  // by identity
  for (std::size_t i = 0; i < series.size() && series[i].path == 0; ++i) {
    first_path.emplace(series[i].identity, i);
  }
  for (const std::uint64_t identity : chosen_.value_or(std::vector<std::uint64_t>())) {
    const auto first = first_path.find(identity);
    if (first == first_path.end()) continue;
    for (std::size_t i = 0; i < series.size(); ++i) {
      if (same_group(series[i], series[first->second])) indices_.push_back(i);
    }
  }
  return true;
}

void ShownSeries::choose(const Query& query) {
  TopRanking ranking;
  ranking.note(query);
  auto largest = ranking.largest(top_);
  unreadable_text_ = ranking.unreadable_text();
  if (!largest.empty()) chosen_ = std::move(largest);
}

}  // namespace openperflib
