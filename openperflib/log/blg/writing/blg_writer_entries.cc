#include <algorithm>

#include "openperflib/counter/formula.h"
#include "openperflib/log/blg/blg_layout.h"
#include "openperflib/log/blg/writing/blg_writer_entries_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr char kEndOfPart = '\0';  // names do not contain it

std::string full_name(const Series& series) {
  std::string name(series.parent);
  if (!name.empty()) name += '/';
  return name += series.instance.value_or(std::string_view());
}

bool is_for(const PathPattern::Request& reading, const Series& series) {
  if (reading.instance.has_value() != series.instance.has_value()) return false;
  if (!reading.counter.matches(folded(series.counter), series.counter_title_index)) return false;
  return !reading.instance.has_value() || reading.instance->matches_everything() ||
         reading.instance->matches(folded(full_name(series)), series.instance_number);
}

BlgStoredEntry stored_entry(const Series& series, const Binding& binding, bool is_wildcard) {
  BlgStoredEntry stored;
  const std::string_view machine = series.machine.empty() ? binding.machine() : series.machine;
  stored.machine = u"\\\\" + utf16_from_utf8(machine);
  stored.object = utf16_from_utf8(series.object);
  stored.counter = utf16_from_utf8(series.counter);
  stored.type = series.type.bits();
  stored.default_scale = series.default_scale;
  if (is_wildcard) {
    stored.flags = blg::catalog_entry::kWildcard;
    stored.instance = u"*";
  } else if (series.instance.has_value()) {
    stored.instance = utf16_from_utf8(*series.instance);
    stored.instance_index = series.instance_number;
    if (!series.parent.empty()) stored.parent = utf16_from_utf8(series.parent);
  }
  return stored;
}

}  // namespace

BlgWriterEntries::BlgWriterEntries(std::span<const std::string> paths, PathGrammar grammar) {
  for (const std::string& text : paths) {
    auto path = PathPattern::parse(text, grammar);
    paths_.push_back(path.has_value() ? std::optional(*std::move(path)) : std::nullopt);
  }
}

void BlgWriterEntries::make_key(const Series& series) {
  key_ = std::to_string(series.path);
  for (const std::string_view part : {series.machine, series.object, series.counter}) {
    key_ += kEndOfPart;
    key_ += part;
  }
}

void BlgWriterEntries::extend_key(const Series& series) {
  key_ += kEndOfPart;
  key_ += full_name(series);
  key_ += kEndOfPart;
  key_ += std::to_string(series.instance_number);
}

bool BlgWriterEntries::is_wildcard(const Series& series) const {
  if (!series.instance.has_value() || series.is_named) return false;
  if (series.path >= paths_.size() || !paths_[series.path].has_value()) return true;
  const PathPattern& path = *paths_[series.path];
  for (const auto& reading : path.requests_for(folded(series.object), series.object_title_index)) {
    if (is_for(reading, series)) return reading.instance->has_wildcards();
  }
  return true;
}

BlgWriterEntry* BlgWriterEntries::find(const Series& series) {
  make_key(series);
  const auto group = groups_.find(key_);
  if (group == groups_.end()) return nullptr;
  if (group->second != kSingles) return &entries_[group->second];
  extend_key(series);
  const auto single = singles_.find(key_);
  return single == singles_.end() ? nullptr : &entries_[single->second];
}

BlgWriterEntry& BlgWriterEntries::add(const Series& series, const Binding& binding) {
  const bool wildcard = is_wildcard(series);
  const auto position = static_cast<std::uint32_t>(entries_.size());
  make_key(series);
  groups_.emplace(key_, wildcard ? position : kSingles);
  if (!wildcard) {
    extend_key(series);
    singles_.emplace(key_, position);
  }
  const Formula formula = formula_of(series.type);
  BlgWriterEntry entry;
  entry.stored = stored_entry(series, binding, wildcard);
  entry.is_wildcard = wildcard;
  entry.multiplies = series.type.is_multi() || formula.first == FirstOperand::queue_product;
  entry.needs_clock = series.type.companion() != Companion::none;
  entries_.push_back(std::move(entry));
  return entries_.back();
}

void BlgWriterEntries::add_item(BlgWriterEntry& entry, const Series& series, std::size_t position) {
  const std::string name = full_name(series);
  BlgWriterItem item{
      .series = position, .name = utf16_from_utf8(name), .number = series.instance_number};
  if (entry.is_wildcard) {
    const std::string key = std::to_string(&entry - entries_.data()) + kEndOfPart + name;
    const auto [group, is_new] = names_.try_emplace(key, entry.groups);
    if (is_new) ++entry.groups;
    item.group = group->second;
  }
  if (entry.is_wildcard || entry.items.empty()) entry.items.push_back(std::move(item));
}

void BlgWriterEntries::assign(const Binding& binding, std::span<const std::size_t> shown) {
  newcomers_.clear();
  names_.clear();
  std::unordered_set<std::string> without_entry;
  for (BlgWriterEntry& entry : entries_) {
    entry.items.clear();
    entry.groups = 0;
  }
  for (const std::size_t i : shown) {
    const Series& series = binding.series()[i];
    BlgWriterEntry* entry = find(series);
    if (entry == nullptr && !has_entries_) entry = &add(series, binding);
    if (entry != nullptr) {
      add_item(*entry, series, i);
    } else {
      std::string path = binding.path_of(i);
      if (!known_.contains(path)) newcomers_.push_back(path);
      without_entry.insert(std::move(path));
    }
  }
  known_ = std::move(without_entry);
  has_entries_ = !entries_.empty();
}

void BlgWriterEntries::take_time_bases(const Sample& sample, std::int64_t perf_freq) {
  for (BlgWriterEntry& entry : entries_) {
    const bool is_100ns = CounterType(entry.stored.type).clock() == Companion::perf_time_100ns;
    entry.stored.time_base = is_100ns ? kTicksPerSecond : perf_freq;
    const auto known = std::ranges::find_if(entry.items, [&](const BlgWriterItem& item) {
      return item.series < sample.counters.size() && sample.counters[item.series].time_base != 0;
    });
    if (known == entry.items.end()) continue;
    entry.stored.time_base = static_cast<std::int64_t>(sample.counters[known->series].time_base);
  }
}

}  // namespace openperflib
