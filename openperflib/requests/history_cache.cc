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

void HistoryCache::remove(std::size_t place) {
  bytes_ -= entries_[place].bytes;
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(place));
}

void HistoryCache::make_room() {
  while (bytes_ > most_bytes_ && !entries_.empty()) {
    const auto oldest = std::ranges::min_element(entries_, {}, &Entry::used);
    remove(static_cast<std::size_t>(oldest - entries_.begin()));
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
      remove(i - 1);
    }
  }
  std::vector<HeldPath> all;
  for (PathHistory& path : history.paths) {
    if (Entry* const known = entry_of(log, path.path); known != nullptr) {
      remove(static_cast<std::size_t>(known - entries_.data()));
    }
    HeldPath held{.records = records, .path = std::make_shared<PathHistory>(std::move(path))};
    const std::size_t bytes = bytes_of(*held.path) + records->bytes();
    entries_.push_back({.log = std::string(log), .held = held, .bytes = bytes, .used = ++uses_});
    bytes_ += bytes;
    all.push_back(std::move(held));
  }
  make_room();
  return all;
}

}  // namespace openperflib
