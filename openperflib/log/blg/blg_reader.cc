#include "openperflib/log/blg/blg_reader.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "openperflib/base/checked.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/blg_catalog_view.h"
#include "openperflib/log/blg/blg_entry_internal.h"
#include "openperflib/log/blg/blg_fault_internal.h"
#include "openperflib/log/blg/blg_messages.h"
#include "openperflib/log/blg/blg_titles_internal.h"
#include "openperflib/log/reader/log_anomalies.h"
#include "openperflib/log/time/local_clock.h"
#include "openperflib/log/time/zone_resource_names_internal.h"

namespace openperflib {
namespace {

// The record that holds all the others of a sample.
std::expected<BlgRecordView, Error> outer_record(Bytes body) noexcept {
  const BlgRecordView outer = OPENPERFLIB_TRY(BlgRecordView::parse(body));
  if (outer.form() == BlgForm::sample) return outer;
  return blg_fault(Errc::wrong_value, blg::record::kForm, 0,
                   static_cast<std::uint8_t>(outer.form()));
}

bool equal_bytes(Bytes a, const std::vector<std::byte>& b) noexcept {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

}  // namespace

class BlgReader::State {
 public:
  State(BlgBuffers buffers, LogAnomalies anomalies, const TitleTable& titles, LogReadings readings)
      : readings_(readings),
        depth_(readings == LogReadings::names ? BlgDepth::names : BlgDepth::series),
        anomalies_(std::move(anomalies)),
        messages_(std::move(buffers)),
        titles_(titles) {}

  // Finds the catalog and the first sample.
  [[nodiscard]] std::expected<void, SourceFault> begin();
  [[nodiscard]] std::expected<ReadResult, SourceFault> read(LogRecord& into);

  [[nodiscard]] const LogHeader& header() const noexcept { return header_; }
  [[nodiscard]] const Catalog& catalog() {
    if (names_late()) name_series();
    return catalog_;
  }
  [[nodiscard]] Bytes stored_record() const noexcept { return body_; }
  [[nodiscard]] const BlgTitles& titles() const noexcept { return titles_; }
  [[nodiscard]] const LogAnomalies& anomalies() const noexcept { return anomalies_; }
  [[nodiscard]] const BlgBuffers& buffers() const noexcept { return messages_.buffers(); }

 private:
  [[nodiscard]] std::expected<bool, SourceFault> find_catalog();
  [[nodiscard]] std::expected<void, SourceFault> advance();
  [[nodiscard]] bool take(const BlgMessage& message);
  void take_catalog(const BlgMessage& message);
  void take_entries(const BlgMessage& message, Bytes rest);
  [[nodiscard]] bool take_sample(const BlgMessage& message);
  void find_counter_runs();
  [[nodiscard]] Bytes take_records(Bytes rest, const BlgMessage& message);
  [[nodiscard]] std::size_t take_usual(std::size_t entry, Bytes records);
  [[nodiscard]] std::span<RawCounter> counters_from(std::size_t entry);
  void take_bias(std::size_t entry, std::size_t count, Bytes records);
  void take_record(BlgEntry& entry, const BlgRecordView& record, Bytes place,
                   const BlgMessage& message);
  void name_series();
  void read_entries(LogRecord& into);
  void read_objects(LogRecord& into);
  void describe_header();
  [[nodiscard]] std::optional<int> bias_now() const noexcept;
  [[nodiscard]] FileTime time_utc() noexcept;

  [[nodiscard]] bool has_readings() const noexcept {
    return readings_ != LogReadings::left_out && readings_ != LogReadings::times;
  }
  // Returns whether the records from here on have blocks in place of readings.
  [[nodiscard]] bool is_by_block() const noexcept {
    return readings_ == LogReadings::by_block && known_ != 0 && whole_objects_ == known_;
  }
  // Returns whether series are found only when catalog() is called: a caller that needs no readings
  // of them may not need their names.
  [[nodiscard]] bool names_late() const noexcept {
    return readings_ == LogReadings::left_out || is_by_block();
  }

  LogReadings readings_;
  BlgDepth depth_;
  LogAnomalies anomalies_;
  BlgMessages messages_;
  BlgTitles titles_;
  LogHeader header_;
  std::vector<std::byte> catalog_body_;  // to know another one by
  std::vector<BlgEntry> entries_;
  // Entries of form 1, which most logs have alone, are taken and read in one go where they stand
  // side by side: how many do so from an entry on (0: it is of another form), and which has their
  // readings.
  struct CounterRun {
    std::uint32_t count;
    std::uint32_t first;  // in counters_
  };
  std::vector<CounterRun> runs_;  // by entry
  std::vector<RawCounter> counters_;
  std::vector<std::uint32_t> utc_counters_;  // entries of them that hold the time of day in UTC
  std::uint32_t known_ = 0;                  // entries that could be read
  std::uint32_t whole_objects_ = 0;          // of these, entries of whole objects
  std::vector<LoggedObject> objects_;        // of the record that was read last
  std::uint32_t catalogs_ = 0;               // so far
  Catalog catalog_;
  std::optional<TimeZoneRules> zone_;
  LocalClock clock_;              // of samples whose readings do not tell the bias
  std::optional<int> last_bias_;  // that readings told

  // The sample that was found and not given yet.
  bool has_sample_ = false;
  FileTime time_local_ = 0;
  std::uint64_t offset_ = 0;
  Bytes body_;  // of its message; lives until the next one is read
  bool layout_changed_ = true;
  bool has_new_names_ = false;       // the catalog has series for one sample only (BlgDepth::names)
  std::optional<int> bias_minutes_;  // that its readings tell
};

// Whether there is a catalog; samples that stand before it are read again then.
std::expected<bool, SourceFault> BlgReader::State::find_catalog() {
  const LogAnomalies before = anomalies_;
  bool has_early_samples = false;
  for (;;) {
    const auto message = OPENPERFLIB_TRY(messages_.next(anomalies_));
    if (!message.has_value()) return false;
    has_early_samples = has_early_samples || message->kind == BlgKind::data;
    if (message->kind == BlgKind::name_table) titles_.add(*message, anomalies_);
    if (message->kind == BlgKind::catalog) take_catalog(*message);
    if (!entries_.empty()) break;
  }
  if (!has_early_samples) return true;
  anomalies_ = before;
  messages_.rewind();
  return true;
}

std::expected<void, SourceFault> BlgReader::State::begin() {
  const bool has_catalog = OPENPERFLIB_TRY(find_catalog());
  if (!has_catalog) {
    return std::unexpected(
        SourceFault{.errno_value = 0,
                    .file = anomalies_.file(),
                    .error = blg_error(Errc::missing, blg::catalog::kVersion, 0, 0)});
  }
  if (const auto file_header = buffers().header()) zone_ = file_header->time_zone();
  if (zone_.has_value()) clock_ = LocalClock(*zone_);
  for (const BlgEntry& entry : entries_) {
    if (entry.is_known()) header_.entries.push_back(entry.entry());
  }
  OPENPERFLIB_TRY(advance());
  describe_header();
  if (!names_late()) name_series();
  if (readings_ == LogReadings::times) depth_ = BlgDepth::checks;
  return {};
}

void BlgReader::State::describe_header() {
  header_.format = LogFormat::blg;
  header_.content = LogContent::readings;
  if (!has_sample_) return;
  header_.bias_minutes = bias_now();
  if (!zone_.has_value()) return;
  const std::string& name = zone_->at(time_local_).name;
  header_.zone_name = zone_name_of_resource(name).value_or(name);
}

// Goes on to the next sample.
std::expected<void, SourceFault> BlgReader::State::advance() {
  while (!has_sample_) {
    const auto message = OPENPERFLIB_TRY(messages_.next(anomalies_));
    if (!message.has_value()) return {};
    has_sample_ = take(*message);
  }
  return {};
}

// Whether it was a sample.
bool BlgReader::State::take(const BlgMessage& message) {
  const bool is_sample = outer_record(message.body).has_value();
  const bool is_passed_over =
      message.kind == BlgKind::name_table ||   // all that are needed stand before the catalog
      message.kind == BlgKind::closing_index;  // readings do without it
  if (message.kind == BlgKind::data) return take_sample(message);
  if (message.kind == BlgKind::catalog && !is_sample) {
    take_catalog(message);
  } else if (!is_passed_over || is_sample) {
    anomalies_.lose(blg_error(Errc::wrong_value, blg::event::kKind, message.offset,
                              static_cast<std::uint8_t>(message.kind)),
                    {.bytes = message.body.size(), .records = is_sample ? 1U : 0U});
  }
  return false;
}

// A catalog that is another one than before holds from here on.
void BlgReader::State::take_catalog(const BlgMessage& message) {
  if (!entries_.empty() && equal_bytes(message.body, catalog_body_)) return;
  const auto view = BlgCatalogView::parse(message.body);
  if (!view.has_value()) {
    anomalies_.lose(message.in_file(view.error(), message.body), {.bytes = message.body.size()});
    return;
  }
  if (const auto fault = view->fault()) anomalies_.note(message.in_file(*fault, message.body));
  if (!entries_.empty()) {
    anomalies_.note(message.in_file(
        blg_error(Errc::disagrees, blg::catalog::kVersion, 0, view->version()), message.body));
  }
  catalog_body_.assign(message.body.begin(), message.body.end());
  ++catalogs_;
  take_entries(message, view->entries());
  find_counter_runs();
  whole_objects_ =
      static_cast<std::uint32_t>(std::ranges::count_if(entries_, &BlgEntry::is_object));
  layout_changed_ = true;
}

// An entry without a valid size ends them: the meaning of later records is unknown.
void BlgReader::State::take_entries(const BlgMessage& message, Bytes rest) {
  entries_.clear();
  counters_.assign(rest.size() / blg::catalog_entry::kStrings, RawCounter{});  // they stay in place
  known_ = 0;
  while (!rest.empty()) {
    const auto length = BlgCatalogEntryView::length_of(rest);
    if (!length.has_value()) {
      anomalies_.lose(message.in_file(length.error(), rest), {.bytes = rest.size(), .records = 0});
      return;
    }
    const auto view = BlgCatalogEntryView::parse(rest);
    if (view.has_value()) {
      const std::uint32_t number = known_++;
      entries_.emplace_back(*view, number, titles_.of(blg_machine_name(view->machine())),
                            counters_[number]);
    } else {
      entries_.emplace_back();
      anomalies_.lose(message.in_file(view.error(), rest), {.bytes = *length, .records = 0});
    }
    rest = rest.subspan(*length);
  }
}

// From the last entry to the first: each run is one longer than that of the next entry.
void BlgReader::State::find_counter_runs() {
  runs_.assign(entries_.size(), {});
  utc_counters_.clear();
  std::uint32_t count = 0;
  for (std::size_t i = entries_.size(); i-- > 0;) {
    count = entries_[i].is_counter() ? count + 1 : 0;
    runs_[i] = {.count = count, .first = entries_[i].number()};
    const bool tells_utc = entries_[i].is_counter() && entries_[i].tells_utc();
    if (tells_utc) utc_counters_.push_back(static_cast<std::uint32_t>(i));
  }
  std::ranges::reverse(utc_counters_);
}

// The readings of the entries of form 1 that stand side by side from here on.
std::span<RawCounter> BlgReader::State::counters_from(std::size_t entry) {
  return std::span(counters_).subspan(runs_[entry].first, runs_[entry].count);
}

// How many entries have got a reading from the start of `records`.
std::size_t BlgReader::State::take_usual(std::size_t entry, Bytes records) {
  const std::size_t count = has_readings() ? take_usual_counters(records, counters_from(entry))
                                           : count_usual_counters(records, runs_[entry].count);
  if (!bias_minutes_.has_value() && !utc_counters_.empty()) take_bias(entry, count, records);
  return count;
}

void BlgReader::State::take_bias(std::size_t entry, std::size_t count, Bytes records) {
  auto teller = std::ranges::lower_bound(utc_counters_, entry);
  for (; teller != utc_counters_.end() && *teller - entry < count; ++teller) {
    const Bytes record = records.subspan((*teller - entry) * kUsualCounterSize, kUsualCounterSize);
    const auto view = BlgCounterView::parse(record.subspan(blg::record::kHeadSize));
    if (!view.has_value()) return;
    bias_minutes_ = bias_between(view->time_local(), static_cast<FileTime>(view->second()));
    if (bias_minutes_.has_value()) return;
  }
}

void BlgReader::State::take_record(BlgEntry& entry, const BlgRecordView& record, Bytes place,
                                   const BlgMessage& message) {
  const auto taken = entry.take(record, depth_);
  if (!taken.has_value()) {
    anomalies_.lose(message.in_file(taken.error(), place), {.bytes = record.size(), .records = 0});
    return;
  }
  layout_changed_ = layout_changed_ || taken->layout_changed;
  if (!bias_minutes_.has_value()) bias_minutes_ = entry.bias_minutes();
  if (!taken->has_unknown_status) return;
  const auto& status =
      record.form() == BlgForm::counter ? blg::single::kStatus : blg::multi::kStatus;
  const auto code = load<std::uint32_t>(record.payload(), status.offset);
  anomalies_.lose(
      message.in_file(blg_error(Errc::wrong_value, status, blg::record::kHeadSize, code), place),
      {});
}

bool BlgReader::State::take_sample(const BlgMessage& message) {
  const auto outer = outer_record(message.body);
  if (!outer.has_value()) {
    anomalies_.lose(message.in_file(outer.error(), message.body),
                    {.bytes = message.body.size(), .records = 1});
    return false;
  }
  time_local_ = message.time_local;
  offset_ = message.offset;
  body_ = message.body;
  bias_minutes_.reset();
  layout_changed_ = layout_changed_ || has_new_names_;  // which are new no longer
  const Bytes rest = take_records(outer->payload(), message);
  if (outer->size() != message.body.size() || !rest.empty()) {
    anomalies_.note(message.in_file(
        blg_error(Errc::disagrees, blg::record::kLength, 0, outer->size()), message.body));
  }
  return true;
}

// Takes one record per entry. Returns the rest after them; empty if they end too early.
Bytes BlgReader::State::take_records(Bytes rest, const BlgMessage& message) {
  bool is_sound = true;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (is_sound && runs_[i].count != 0) {
      const std::size_t usual = take_usual(i, rest);
      rest = rest.subspan(usual * kUsualCounterSize);
      i += usual;
      if (i == entries_.size()) break;
    }
    BlgEntry& entry = entries_[i];
    const auto record = is_sound ? BlgRecordView::parse(rest) : std::unexpected(Error{});
    if (record.has_value()) {
      take_record(entry, *record, rest, message);
      rest = rest.subspan(record->size());
      continue;
    }
    entry.miss();
    if (is_sound) {
      anomalies_.lose(message.in_file(record.error(), rest), {.bytes = rest.size(), .records = 0});
    }
    is_sound = false;
  }
  return is_sound ? rest : Bytes();
}

void BlgReader::State::name_series() {
  if (depth_ == BlgDepth::checks) return;
  for (std::size_t i = 0; whole_objects_ != 0 && i < entries_.size(); ++i) {
    layout_changed_ = entries_[i].find_series() || layout_changed_;
  }
  if (!layout_changed_) return;
  catalog_.clear();
  for (BlgEntry& entry : entries_) entry.add_series(catalog_);
  layout_changed_ = false;
  has_new_names_ =
      depth_ == BlgDepth::names && std::ranges::any_of(entries_, [](const BlgEntry& entry) {
        return entry.is_object() && entry.series_count() != 0;
      });
}

std::optional<int> BlgReader::State::bias_now() const noexcept {
  if (bias_minutes_.has_value()) return bias_minutes_;
  return zone_.has_value() ? zone_->bias_at(time_local_) : std::nullopt;
}

// Where nothing tells the zone, local time stands for it: header().bias_minutes says so.
FileTime BlgReader::State::time_utc() noexcept {
  constexpr std::int64_t kMinute = 60 * kTicksPerSecond;
  const FileTime by_rules = clock_.to_utc(time_local_);
  if (bias_minutes_.has_value()) last_bias_ = bias_minutes_;
  const auto bias = bias_minutes_.has_value() || !zone_.has_value() ? last_bias_ : std::nullopt;
  if (!bias.has_value()) return by_rules;
  return checked_add(time_local_, *bias * kMinute).value_or(time_local_);
}

void BlgReader::State::read_entries(LogRecord& into) {
  into.sample.counters.resize(catalog_.series().size());
  into.blocks.assign(known_, Bytes());
  std::span<RawCounter> left(into.sample.counters);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const auto counters = counters_from(i);
    std::ranges::copy(counters, left.begin());
    left = left.subspan(counters.size());
    i += counters.size();
    if (i == entries_.size()) break;
    BlgEntry& entry = entries_[i];
    entry.read(left.first(entry.series_count()));
    left = left.subspan(entry.series_count());
    if (entry.is_known()) into.blocks[entry.number()] = entry.block();
  }
}

void BlgReader::State::read_objects(LogRecord& into) {
  into.sample.counters.clear();
  into.blocks.assign(known_, Bytes());
  objects_.clear();
  for (const BlgEntry& entry : entries_) {
    if (!entry.is_known()) continue;
    objects_.push_back(entry.object());
    objects_.back().catalog = catalogs_;
  }
  into.objects = objects_;
}

std::expected<ReadResult, SourceFault> BlgReader::State::read(LogRecord& into) {
  OPENPERFLIB_TRY(advance());
  if (!has_sample_) return ReadResult::end;
  has_sample_ = false;
  into.time_local = time_local_;
  into.offset = offset_;
  into.sample.time_utc = time_utc();
  into.row.values.clear();
  into.objects = {};
  if (is_by_block()) {
    read_objects(into);
  } else if (has_readings()) {
    name_series();
    read_entries(into);
  } else {
    into.sample.counters.clear();
    into.blocks.clear();
  }
  return ReadResult::reading;
}

BlgReader::BlgReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
BlgReader::~BlgReader() = default;

std::expected<std::unique_ptr<BlgReader>, SourceFault> BlgReader::open(ByteSource file,
                                                                       std::string shown_name,
                                                                       const TitleTable& titles,
                                                                       LogReadings readings) {
  LogAnomalies anomalies(std::move(shown_name));
  BlgBuffers buffers = OPENPERFLIB_TRY(BlgBuffers::open(std::move(file), anomalies));
  auto state = std::make_unique<State>(std::move(buffers), std::move(anomalies), titles, readings);
  OPENPERFLIB_TRY(state->begin());
  return std::unique_ptr<BlgReader>(new BlgReader(std::move(state)));
}

const LogHeader& BlgReader::header() const noexcept { return state_->header(); }

const Catalog& BlgReader::catalog() const noexcept { return state_->catalog(); }

std::expected<ReadResult, SourceFault> BlgReader::read(LogRecord& into) {
  return state_->read(into);
}

std::vector<Title> BlgReader::names_of(std::string_view machine) const {
  return state_->titles().stored(machine);
}

Bytes BlgReader::stored_record() const noexcept { return state_->stored_record(); }
std::span<const LogAnomaly> BlgReader::anomalies() const noexcept {
  return state_->anomalies().items();
}

std::uint64_t BlgReader::anomaly_count() const noexcept { return state_->anomalies().count(); }

std::uint64_t BlgReader::position() const noexcept { return state_->buffers().position(); }

std::uint64_t BlgReader::size() const noexcept { return state_->buffers().file_size(); }

}  // namespace openperflib
