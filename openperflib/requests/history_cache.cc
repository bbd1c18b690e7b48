#include "openperflib/requests/history_cache.h"

#include <algorithm>
#include <cstddef>

namespace openperflib {
namespace {

std::size_t bytes_of(const PathHistory& path) {
  std::size_t bytes = sizeof(PathHistory) + path.path.capacity();
  for (const auto& series : path.series) bytes += series->bytes();
  return bytes;
}

}  // namespace

bool HistoryReading::has_all(const std::vector<std::string>& some) const {
  return std::ranges::all_of(
      some, [&](const std::string& path) { return std::ranges::find(paths, path) != paths.end(); });
}

HistoryCache::Entry* HistoryCache::entry_of(std::string_view log, std::string_view path) noexcept {
  const auto found = std::ranges::find_if(
      entries_, [&](const Entry& one) { return one.log == log && one.held.path->path == path; });
  return found == entries_.end() ? nullptr : &*found;
}

HeldPath HistoryCache::find(std::string_view log, std::string_view path) {
  Entry* const entry = entry_of(log, path);
  if (entry == nullptr) return {};
  entry->used = ++uses_;
  return entry->held;
}

void HistoryCache::remove_entry(std::size_t place) {
  bytes_ -= entries_[place].bytes;
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(place));
}

void HistoryCache::remove_reading(std::size_t place) {
  bytes_ -= readings_[place].bytes;
  readings_.erase(readings_.begin() + static_cast<std::ptrdiff_t>(place));
}

void HistoryCache::make_room() {
  while (bytes_ > most_bytes_ || readings_.size() > kMostReadings) {
    const auto entry = std::ranges::min_element(entries_, {}, &Entry::used);
    const auto reading = std::ranges::min_element(readings_, {}, &Kept::used);
    const bool is_entry = readings_.size() <= kMostReadings && entry != entries_.end() &&
                          (reading == readings_.end() || entry->used < reading->used);
    if (is_entry) {
      remove_entry(static_cast<std::size_t>(entry - entries_.begin()));
    } else if (reading != readings_.end()) {
      remove_reading(static_cast<std::size_t>(reading - readings_.begin()));
    } else {
      return;
    }
  }
}

// All paths of a log share its records.
std::vector<HeldPath> HistoryCache::add(std::string_view log, ChartHistory history) {
  std::shared_ptr<const HistoryRecords> records = std::move(history.records);
  for (std::size_t i = entries_.size(); i != 0; --i) {
    const Entry& entry = entries_[i - 1];
    if (entry.log != log) continue;
    if (entry.held.records->times == records->times) {
      records = entry.held.records;
    } else {
      remove_entry(i - 1);
    }
  }
  std::vector<HeldPath> all;
  for (PathHistory& path : history.paths) {
    if (Entry* const known = entry_of(log, path.path); known != nullptr) {
      remove_entry(static_cast<std::size_t>(known - entries_.data()));
    }
    HeldPath held{.records = records, .path = std::make_shared<PathHistory>(std::move(path))};
    const std::size_t bytes = bytes_of(*held.path) + records->bytes();
    entries_.push_back({.log = std::string(log), .held = held, .bytes = bytes, .used = ++uses_});
    bytes_ += bytes;
    all.push_back(std::move(held));
  }
  remove_finished_readings(log);
  make_room();
  return all;
}

// Removes the readings of a log whose paths are all held by now.
void HistoryCache::remove_finished_readings(std::string_view log) {
  for (std::size_t i = readings_.size(); i != 0; --i) {
    const HistoryReading& reading = readings_[i - 1].reading;
    const bool is_finished =
        reading.log == log && std::ranges::all_of(reading.paths, [&](const std::string& path) {
          return entry_of(log, path) != nullptr;
        });
    if (is_finished) remove_reading(i - 1);
  }
}

void HistoryCache::keep(HistoryReading reading) {
  const std::size_t bytes = sizeof(HistoryReading) + reading.job.bytes();
  readings_.push_back({.reading = std::move(reading), .bytes = bytes, .used = ++uses_});
  bytes_ += bytes;
  make_room();
}

std::optional<HistoryReading> HistoryCache::take(std::string_view log,
                                                 const std::vector<std::string>& paths) {
  const auto found = std::ranges::find_if(readings_, [&](const Kept& kept) {
    return kept.reading.log == log && kept.reading.has_all(paths);
  });
  if (found == readings_.end()) return std::nullopt;
  std::optional<HistoryReading> reading(std::move(found->reading));
  remove_reading(static_cast<std::size_t>(found - readings_.begin()));
  return reading;
}

}  // namespace openperflib
