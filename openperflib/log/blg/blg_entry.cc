#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "openperflib/base/checked.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/blg_entry_internal.h"
#include "openperflib/log/blg/blg_fault_internal.h"
#include "openperflib/os/portable/code_page.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::uint8_t kStoredSize = 8;  // of every reading of form 1 and 2

RawCounter pattern_of(const LogEntry& entry) noexcept {
  return {.time_base = entry.time_base, .size = kStoredSize, .status = CStatus::invalid_data};
}

// Whether the second number of a reading is the time of day in UTC.
bool has_utc_second(const LogEntry& entry) noexcept {
  return entry.type.companion() == Companion::perf_time_100ns;
}

constexpr std::uint32_t kValidData = 0;

// Whether this is an intact record of form 1 with valid data; it has the size of one.
bool is_usual_counter(Bytes record) noexcept {
  constexpr std::uint64_t kHead = std::uint64_t{kUsualCounterSize}
                                      << (8 * blg::record::kLength.offset) |
                                  std::uint64_t{static_cast<std::uint8_t>(BlgForm::counter)}
                                      << (8 * blg::record::kForm.offset) |
                                  blg::record::kMagicValue;
  constexpr std::size_t kStatusAt = blg::record::kHeadSize + blg::single::kStatus.offset;
  return load<std::uint64_t>(record, 0) == kHead &&
         load<std::uint32_t>(record, kStatusAt) == kValidData;
}

// The status of a code; an unknown code is invalid_data.
CStatus status_from(std::uint32_t code, BlgTaken& taken) noexcept {
  if (code == kValidData) [[likely]]
    return CStatus::valid_data;
  const auto status = cstatus_from_pdh_code(code);
  taken.has_unknown_status = !status.has_value();
  return status.value_or(CStatus::invalid_data);
}

Series series_of_entry(const LogEntry& entry, std::uint32_t number) noexcept {
  Series series;
  series.path = number;
  series.machine = entry.machine;
  series.object = entry.object;
  series.parent = entry.parent.has_value() ? std::string_view(*entry.parent) : std::string_view();
  if (entry.instance.has_value()) series.instance = *entry.instance;
  series.instance_number = entry.instance_number;
  series.counter = entry.counter;
  series.type = entry.type;
  series.default_scale = entry.default_scale;
  series.size = kStoredSize;
  return series;
}

}  // namespace

std::optional<int> bias_between(FileTime time_local, FileTime time_utc) noexcept {
  constexpr std::int64_t kMinute = 60 * kTicksPerSecond;
  constexpr std::int64_t kSlack = 2 * kTicksPerSecond;  // between the two readings of the clock
  constexpr std::int64_t kMostMinutes = 24 * 60;
  const auto difference = checked_sub(time_utc, time_local);
  if (!difference.has_value() || *difference < -kMostMinutes * kMinute ||
      *difference > kMostMinutes * kMinute) {
    return std::nullopt;
  }
  const std::int64_t half = *difference < 0 ? -kMinute / 2 : kMinute / 2;
  const std::int64_t minutes = (*difference + half) / kMinute;
  const std::int64_t error = *difference - minutes * kMinute;
  if (error < -kSlack || error > kSlack) return std::nullopt;
  return static_cast<int>(minutes);
}

LogEntry log_entry_from(const BlgCatalogEntryView& view) {
  LogEntry entry;
  entry.kind = view.is_whole_object() ? LogEntry::Kind::object
               : view.is_wildcard()   ? LogEntry::Kind::wildcard
                                      : LogEntry::Kind::single;
  entry.machine = blg_machine_name(view.machine());
  entry.object = utf8_from_utf16(view.object()).text;
  if (view.parent().has_value()) entry.parent = utf8_from_utf16(*view.parent()).text;
  if (view.instance().has_value()) entry.instance = utf8_from_utf16(*view.instance()).text;
  entry.instance_number = view.instance_index();
  entry.counter = utf8_from_utf16(view.counter()).text;
  entry.flags = view.flags();
  entry.type = view.type();
  entry.time_base = static_cast<std::uint64_t>(view.time_base());
  entry.default_scale = view.default_scale();
  return entry;
}

std::size_t take_usual_counters(Bytes records, std::span<RawCounter> into) noexcept {
  using namespace blg::single;
  const std::size_t most = std::min(into.size(), records.size() / kUsualCounterSize);
  for (std::size_t i = 0; i < most; ++i) {
    const Bytes record = records.subspan(i * kUsualCounterSize, kUsualCounterSize);
    const Bytes payload = record.subspan(blg::record::kHeadSize);
    if (!is_usual_counter(record)) return i;
    into[i].first = load<std::uint64_t>(payload, kFirst.offset);
    into[i].second = load<std::uint64_t>(payload, kSecond.offset);
    into[i].multi = load<std::uint32_t>(payload, kMulti.offset);
    into[i].status = CStatus::valid_data;
  }
  return most;
}

std::size_t count_usual_counters(Bytes records, std::size_t most) noexcept {
  const std::size_t last = std::min(most, records.size() / kUsualCounterSize);
  std::size_t count = 0;
  while (count < last &&
         is_usual_counter(records.subspan(count * kUsualCounterSize, kUsualCounterSize))) {
    ++count;
  }
  return count;
}

BlgCounterEntry::BlgCounterEntry(const LogEntry& entry, RawCounter& reading) : reading_(&reading) {
  reading = pattern_of(entry);
}

std::expected<BlgTaken, Error> BlgCounterEntry::take(Bytes payload, BlgDepth /*depth*/) {
  const BlgCounterView view = OPENPERFLIB_TRY(BlgCounterView::parse(payload));
  BlgTaken taken;
  time_local_ = view.time_local();
  reading_->first = view.first();
  reading_->second = view.second();
  reading_->multi = view.multi();
  reading_->status = status_from(view.status(), taken);
  return taken;
}

std::optional<BlgTimestamp> BlgCounterEntry::moment() const noexcept {
  if (!usable(reading_->status)) return std::nullopt;
  return BlgTimestamp{time_local_, static_cast<FileTime>(reading_->second)};
}

void BlgCounterEntry::add_series(const LogEntry& entry, std::uint32_t number,
                                 Catalog& catalog) const {
  catalog.add(series_of_entry(entry, number));
}

BlgInstancesEntry::BlgInstancesEntry(const LogEntry& entry) : pattern_(pattern_of(entry)) {}

bool BlgInstancesEntry::has_known_names(const BlgInstancesView& view) const noexcept {
  const Bytes names = view.names();
  if (view.count() != name_offsets_.size() || names.size() != name_bytes_.size()) return false;
  if (!names.empty() && std::memcmp(names.data(), name_bytes_.data(), names.size()) != 0) {
    return false;
  }
  for (std::uint32_t i = 0; i < view.count(); ++i) {
    if (view.name_offset(i) != name_offsets_[i]) return false;
  }
  return true;
}

void BlgInstancesEntry::number_twins() {
  std::unordered_map<std::string, std::uint32_t> seen;
  for (Instance& instance : next_instances_) instance.number = seen[folded(instance.name)]++;
}

// Names may overlap; this limits how many names a few bytes can claim.
std::expected<void, Error> BlgInstancesEntry::check_names(const BlgInstancesView& view) {
  std::size_t bytes_left = 2 * view.names().size();
  for (std::uint32_t i = 0; i < view.count(); ++i) {
    const std::size_t size = view.name(i).size();
    if (!contains(bytes_left, 0, size)) {
      return blg_fault(Errc::over_limit, blg::multi::kCount, 0, view.count());
    }
    bytes_left -= size;
  }
  return {};
}

void BlgInstancesEntry::keep_stored_names(const BlgInstancesView& view) {
  name_bytes_.assign(view.names().begin(), view.names().end());
  name_offsets_.clear();
  for (std::uint32_t i = 0; i < view.count(); ++i) name_offsets_.push_back(view.name_offset(i));
}

// Whether the instances differ from the previous ones.
bool BlgInstancesEntry::take_names(const BlgInstancesView& view) {
  next_instances_.clear();
  for (std::uint32_t i = 0; i < view.count(); ++i) {
    next_instances_.push_back({utf8_from_utf16(view.name(i)).text, 0});
  }
  number_twins();
  if (next_instances_ == instances_) return false;
  std::swap(instances_, next_instances_);
  return true;
}

// A caller that needs only checks gets no series later, so that the names need not follow.
std::expected<BlgTaken, Error> BlgInstancesEntry::take(Bytes payload, BlgDepth depth) {
  const BlgInstancesView view = OPENPERFLIB_TRY(BlgInstancesView::parse(payload));
  BlgTaken taken;
  if (!has_known_names(view)) {
    OPENPERFLIB_TRY(check_names(view));
    if (depth != BlgDepth::checks) taken.layout_changed = take_names(view);
    keep_stored_names(view);
  }
  view_ = view;
  pattern_.status = status_from(view.status(), taken);
  return taken;
}

std::optional<BlgTimestamp> BlgInstancesEntry::moment() const noexcept {
  if (!view_.has_value() || view_->count() == 0 || !usable(pattern_.status)) return std::nullopt;
  return BlgTimestamp{view_->time_local(), static_cast<FileTime>(view_->values(0).second)};
}

void BlgInstancesEntry::add_series(const LogEntry& entry, std::uint32_t number,
                                   Catalog& catalog) const {
  Series series = series_of_entry(entry, number);
  for (const Instance& instance : instances_) {
    series.instance = instance.name;
    series.instance_number = instance.number;
    catalog.add(series);
  }
}

void BlgInstancesEntry::read(std::span<RawCounter> into) const noexcept {
  if (!view_.has_value()) {
    std::ranges::fill(into, RawCounter{.status = CStatus::invalid_data});
    return;
  }
  RawCounter reading = pattern_;
  for (std::uint32_t i = 0; i < into.size(); ++i) {
    const BlgInstancesView::Item item = view_->values(i);
    reading.first = item.first;
    reading.second = item.second;
    reading.multi = item.multi;
    into[i] = reading;
  }
}

BlgEntry::BlgEntry(const BlgCatalogEntryView& view, std::uint32_t number,
                   const BlgMachineTitles& titles, RawCounter& reading)
    : entry_(log_entry_from(view)), number_(number) {
  tells_utc_ = entry_.kind == LogEntry::Kind::object || has_utc_second(entry_);
  switch (entry_.kind) {
    case LogEntry::Kind::single:
      form_ = BlgForm::counter;
      series_.emplace<BlgCounterEntry>(entry_, reading);
      break;
    case LogEntry::Kind::wildcard:
      form_ = BlgForm::instances;
      series_.emplace<BlgInstancesEntry>(entry_);
      break;
    case LogEntry::Kind::object:
      form_ = BlgForm::object;
      series_.emplace<BlgObjectEntry>(titles);
      break;
  }
}

std::expected<BlgTaken, Error> BlgEntry::take(const BlgRecordView& record, BlgDepth depth) {
  if (!form_.has_value()) return BlgTaken{};
  if (record.form() != *form_) {
    miss();
    return blg_fault(Errc::disagrees, blg::record::kForm, 0,
                     static_cast<std::uint8_t>(record.form()));
  }
  auto taken =
      std::visit([&](auto& series) { return series.take(record.payload(), depth); }, series_);
  if (taken.has_value()) return taken;
  miss();
  Error error = taken.error();
  error.offset += blg::record::kHeadSize;
  return std::unexpected(error);
}

void BlgEntry::miss() noexcept {
  std::visit([](auto& series) { series.miss(); }, series_);
}

void BlgEntry::add_series(Catalog& catalog) {
  std::visit(
      [&](const auto& series) {
        series.add_series(entry_, number_, catalog);
        series_count_ = series.series_count();
      },
      series_);
}

void BlgEntry::read(std::span<RawCounter> into) {
  std::visit([&](auto& series) { series.read(into); }, series_);
}

std::optional<int> BlgEntry::bias_of_moment() const noexcept {
  const auto moment = std::visit([](const auto& series) { return series.moment(); }, series_);
  if (!moment.has_value()) return std::nullopt;
  return bias_between(moment->local, moment->utc);
}

bool BlgEntry::find_series() {
  auto* object = std::get_if<BlgObjectEntry>(&series_);
  return object != nullptr && object->find_series();
}

LoggedObject BlgEntry::object() const noexcept {
  const auto* object = std::get_if<BlgObjectEntry>(&series_);
  return object != nullptr ? object->object(entry_.machine) : LoggedObject();
}

Bytes BlgEntry::block() const noexcept {
  const auto* object = std::get_if<BlgObjectEntry>(&series_);
  return object != nullptr ? object->block() : Bytes();
}

}  // namespace openperflib
