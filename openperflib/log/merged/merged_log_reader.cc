#include "openperflib/log/merged/merged_log_reader.h"

#include <algorithm>
#include <bit>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "openperflib/log/reader/one_zone_log_reader.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// Whether two logs have a series in common, by their places among `count` series.
bool have_a_place_in_common(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b,
                            std::size_t count) {
  std::vector<bool> is_taken(count);
  for (const std::uint32_t place : a) is_taken[place] = true;
  return std::ranges::any_of(b, [&](std::uint32_t place) { return is_taken[place]; });
}

// Whether every letter of the names is the same; otherwise only their case differs.
bool have_equal_letters(const Series& a, const Series& b) {
  return a.counter == b.counter && a.instance == b.instance && a.object == b.object &&
         a.parent == b.parent && a.machine == b.machine;
}

// Entries that differ in nothing but the case of their names.
bool is_equal_but_for_case(const LogEntry& a, const LogEntry& b) {
  const auto is_same = [](const std::optional<std::string>& x,
                          const std::optional<std::string>& y) {
    return x.has_value() == y.has_value() && (!x.has_value() || equal_ignoring_case(*x, *y));
  };
  return a.kind == b.kind && a.instance_number == b.instance_number && a.flags == b.flags &&
         a.type == b.type && a.time_base == b.time_base && a.default_scale == b.default_scale &&
         equal_ignoring_case(a.counter, b.counter) && is_same(a.instance, b.instance) &&
         equal_ignoring_case(a.object, b.object) && is_same(a.parent, b.parent) &&
         equal_ignoring_case(a.machine, b.machine);
}

// The catalog of all logs while it is being made: series by name, ignoring case. The identity of a
// series combines its identities in all logs; its names are spelled as in the first log with it.
class SeriesUnion {
 public:
  void begin_log() { ++log_; }

  // Returns the position of the series in the catalog of all logs. If several series share a name,
  // the n-th in one log matches the n-th in another; exact spellings are matched before those that
  // differ in case.
  std::uint32_t place_of(const Series& series) {
    Namesakes& all = namesakes_[&series];
    if (std::exchange(all.log, log_) != log_) all.is_taken.assign(all.places.size(), false);
    const std::size_t n = free_namesake(all, series);
    if (n == all.places.size()) {
      all.places.push_back(static_cast<std::uint32_t>(series_.size()));
      all.is_taken.push_back(false);
      series_.push_back(series);
      series_.back().machine = first_spelling(series.machine);
      series_.back().object = first_spelling(series.object);
      series_.back().identity = 0;
    }
    all.is_taken[n] = true;
    const std::uint32_t place = all.places[n];
    series_[place].identity = mixed(series_[place].identity, series.identity);
    return place;
  }

  [[nodiscard]] std::span<const Series> series() const noexcept { return series_; }

 private:
  // The series of one name.
  struct Namesakes {
    std::vector<std::uint32_t> places;
    std::vector<bool> is_taken;  // each of them, in the log that was here last
    std::uint64_t log = 0;
  };
  // The first one that is free; places.size() if there is none.
  [[nodiscard]] std::size_t free_namesake(const Namesakes& all, const Series& series) const {
    std::size_t found = all.places.size();
    for (std::size_t n = 0; n < all.places.size(); ++n) {
      if (all.is_taken[n]) continue;
      if (have_equal_letters(series_[all.places[n]], series)) return n;
      found = std::min(found, n);
    }
    return found;
  }
  struct NameHash {
    std::size_t operator()(const Series* series) const noexcept {
      Series one = *series;
      one.path = 0;
      return hash_of_name(one);
    }
  };
  struct SameName {
    bool operator()(const Series* a, const Series* b) const noexcept {
      return have_same_name(*a, *b);
    }
  };
  // Returns the name of a machine or an object as the first log spells it, so that all logs share
  // one spelling.
  [[nodiscard]] std::string_view first_spelling(std::string_view name) {
    return spellings_.try_emplace(folded(name), name).first->second;
  }
  // Changes whenever the identity in any log changes. Never 0 (0 means unset).
  [[nodiscard]] std::uint64_t mixed(std::uint64_t so_far, std::uint64_t identity) const noexcept {
    constexpr std::uint64_t kSpread = 0x9E37'79B9'7F4A'7C15;
    return (std::rotl(so_far, 7) ^ ((identity + log_) * kSpread)) | 1U;
  }

  std::uint64_t log_ = 0;
  std::vector<Series> series_;
  std::unordered_map<std::string, std::string_view> spellings_;
  std::unordered_map<const Series*, Namesakes, NameHash, SameName> namesakes_;
};

// Whether an index has two names in them.
bool disagree(const std::vector<Title>& a, const std::vector<Title>& b) {
  std::unordered_map<TitleIndex, std::string_view> names;
  for (const Title& title : a) names.emplace(title.index, title.text);
  return std::ranges::any_of(b, [&](const Title& title) {
    const auto known = names.find(title.index);
    return known != names.end() && known->second != title.text;
  });
}

}  // namespace

// A log that does not tell its zone has the clock of those that do. Comments of all logs are below
// one caption.
MergedLogReader::MergedLogReader(std::vector<std::unique_ptr<LogReader>> logs) {
  header_ = logs.front()->header();
  const auto telling = std::ranges::find_if(
      logs, [](const auto& log) { return log->header().bias_minutes.has_value(); });
  if (telling != logs.end()) {
    header_.zone_name = (*telling)->header().zone_name;
    header_.bias_minutes = (*telling)->header().bias_minutes;
  }
  const auto captioned =
      std::ranges::find_if(logs, [](const auto& log) { return !log->header().caption.empty(); });
  if (captioned != logs.end()) header_.caption = (*captioned)->header().caption;
  header_.entries.clear();
  for (std::unique_ptr<LogReader>& reader : logs) {
    Log& log = logs_.emplace_back();
    log.reader = std::move(reader);
    take_entries(log);
    header_.names_disagree = header_.names_disagree || names_disagree(log);
  }
}

void MergedLogReader::take_entries(Log& log) {
  for (const LogEntry& entry : log.reader->header().entries) {
    const auto known = std::ranges::find_if(header_.entries, [&](const LogEntry& other) {
      return is_equal_but_for_case(other, entry);
    });
    log.entries.push_back(static_cast<std::size_t>(known - header_.entries.begin()));
    if (known == header_.entries.end()) header_.entries.push_back(entry);
  }
}

// Compares the names of a log with those before it.
bool MergedLogReader::names_disagree(const Log& log) const {
  std::unordered_set<std::string> machines;
  for (const LogEntry& entry : log.reader->header().entries) {
    if (!machines.insert(folded(entry.machine)).second) continue;
    const std::vector<Title> names = log.reader->names_of(entry.machine);
    for (const Log* other = logs_.data(); other != &log; ++other) {
      if (disagree(other->reader->names_of(entry.machine), names)) return true;
    }
  }
  return false;
}

std::vector<Title> MergedLogReader::names_of(std::string_view machine) const {
  std::vector<Title> names;
  std::unordered_set<TitleIndex> known;
  for (const Log& log : logs_) {
    for (const Title& title : log.reader->names_of(machine)) {
      if (known.insert(title.index).second) names.push_back(title);
    }
  }
  return names;
}

std::expected<void, SourceFault> MergedLogReader::fill(Log& log) {
  if (log.has_record || log.is_at_end) return {};
  auto result = log.reader->read(log.record);
  if (!result.has_value()) return std::unexpected(std::move(result.error()));
  log.has_record = *result == ReadResult::reading;
  if (log.has_record) put_on_one_clock(log);
  log.is_at_end = !log.has_record;
  return {};
}

void MergedLogReader::put_on_one_clock(Log& log) {
  if (!log.reader->header().bias_minutes.has_value()) {
    log.record.sample.time_utc = header_.to_utc(log.record.time_local);
  }
  put_on_clock_of(header_, log.record);
}

MergedLogReader::Log* MergedLogReader::next_log() {
  Log* next = nullptr;
  for (Log& log : logs_) {
    if (!log.has_record) continue;
    if (next == nullptr || log.record.sample.time_utc < next->record.sample.time_utc) next = &log;
  }
  return next;
}

// A series that two logs have is one.
void MergedLogReader::rebuild_catalog() {
  const auto is_current = [](const Log& log) {
    return log.generation == log.reader->catalog().generation();
  };
  if (std::ranges::all_of(logs_, is_current)) return;
  SeriesUnion all;
  for (Log& log : logs_) {
    all.begin_log();
    log.generation = log.reader->catalog().generation();
    log.places.clear();
    for (const Series& series : log.reader->catalog().series()) {
      log.places.push_back(all.place_of(series));
    }
  }
  catalog_.clear();
  for (const Series& series : all.series()) catalog_.add(series);
  find_shared_series();
}

void MergedLogReader::find_shared_series() {
  for (Log& log : logs_) {
    log.shares_with.clear();
    for (const Log& other : logs_) {
      log.shares_with.push_back(
          have_a_place_in_common(log.places, other.places, catalog_.series().size()));
    }
  }
}

bool MergedLogReader::share_a_series(const Log& a, const Log& b) const {
  return a.shares_with[static_cast<std::size_t>(&b - logs_.data())];
}

bool MergedLogReader::is_of_the_same_moment(const Log& first, const Log& other) const {
  if (&first == &other || !other.has_record || share_a_series(first, other)) {
    return false;
  }
  if (first.last_time == 0 || other.last_time == 0) {
    return other.record.sample.time_utc - first.record.sample.time_utc < kTicksPerSecond / 2;
  }
  const FileTime interval = first.record.sample.time_utc - first.last_time;
  return (other.record.sample.time_utc - first.record.sample.time_utc) * 2 < interval;
}

// The log that gives the time of the record comes last: its comment is the one that is kept.
void MergedLogReader::give_out(Log& log, LogRecord& into) {
  if (!log.record.comment.empty()) into.comment = log.record.comment;
  for (std::size_t i = 0; i < log.places.size(); ++i) {
    const std::uint32_t place = log.places[i];
    if (i < log.record.sample.counters.size()) {
      into.sample.counters[place] = log.record.sample.counters[i];
    }
    if (i < log.record.row.values.size()) into.row.values[place] = log.record.row.values[i];
  }
  for (std::size_t i = 0; i < log.record.blocks.size() && i < log.entries.size(); ++i) {
    into.blocks[log.entries[i]] = log.record.blocks[i];
  }
  log.last_time = log.record.sample.time_utc;
  log.has_record = false;
}

std::expected<ReadResult, SourceFault> MergedLogReader::read(LogRecord& into) {
  for (Log& log : logs_) {
    auto filled = fill(log);
    if (!filled.has_value()) return std::unexpected(std::move(filled.error()));
  }
  note_anomalies();
  Log* const first = next_log();
  if (first == nullptr) return ReadResult::end;
  rebuild_catalog();
  into.time_local = first->record.time_local;
  into.is_on_another_clock = first->record.is_on_another_clock;
  into.offset = first->record.offset;
  into.comment = {};
  into.block = nullptr;
  into.objects = {};
  into.blocks.assign(header_.entries.size(), Bytes());
  into.sample.time_utc = first->record.sample.time_utc;
  into.row.time_utc = into.sample.time_utc;
  into.sample.starts_anew = last_ != nullptr && last_ != first && share_a_series(*last_, *first);
  const std::size_t count = catalog_.series().size();
  const bool has_readings = header_.content == LogContent::readings;
  into.sample.counters.assign(has_readings ? count : 0,
                              RawCounter{.status = CStatus::item_not_validated});
  into.row.values.assign(has_readings ? 0 : count, Value::unusable(CStatus::no_data));
  for (Log& log : logs_) {
    if (is_of_the_same_moment(*first, log)) give_out(log, into);
  }
  give_out(*first, into);
  last_ = first;
  return ReadResult::reading;
}

void MergedLogReader::note_anomalies() {
  anomalies_.clear();
  for (const Log& log : logs_) {
    for (const LogAnomaly& anomaly : log.reader->anomalies()) {
      if (anomalies_.size() < kMostAnomalies) anomalies_.push_back(anomaly);
    }
  }
}

std::span<const LogAnomaly> MergedLogReader::anomalies() const noexcept { return anomalies_; }

std::uint64_t MergedLogReader::anomaly_count() const noexcept {
  std::uint64_t count = 0;
  for (const Log& log : logs_) count += log.reader->anomaly_count();
  return count;
}

std::uint64_t MergedLogReader::position() const noexcept {
  std::uint64_t position = 0;
  for (const Log& log : logs_) position += log.reader->position();
  return position;
}

std::uint64_t MergedLogReader::size() const noexcept {
  std::uint64_t size = 0;
  for (const Log& log : logs_) size += log.reader->size();
  return size;
}

}  // namespace openperflib
