#include "openperflib/log/recording/recording_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "openperflib/base/checked.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/reader/log_anomalies.h"
#include "openperflib/log/recording/recording_blocks_internal.h"
#include "openperflib/log/recording/recording_catalog.h"
#include "openperflib/log/recording/recording_samples_internal.h"
#include "openperflib/log/recording/recording_whole_internal.h"
#include "openperflib/os/portable/code_page.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/query/query.h"
#include "openperflib/query/query_series.h"
#include "openperflib/snapshot/titles_object.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/title_copies.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {
namespace {

using recording::BlockAssembler;
using recording::RecordingFile;
using recording::RecordingSamples;

// Wildcards do not mean the object that describes the others.
Query query_of_every_series(const TitleTable& titles) {
  QueryOptions options;
  options.rows = QueryOptions::Rows::left_out;
  Query query(titles, std::move(options));
  (void)query.add("\\*(*)\\*");  // all of them are valid
  (void)query.add("\\*\\*");
  (void)query.add(fmt::format("\\{}(*)\\*", title::kCollectionStatus));
  return query;
}

}  // namespace

class RecordingReader::State {
 public:
  State(RecordingFile file, LogAnomalies anomalies, const TitleTable& titles, LogReadings readings)
      : readings_(readings),
        fixed_(titles),
        anomalies_(std::move(anomalies)),
        samples_(std::move(file), anomalies_.file()),
        every_(query_of_every_series(titles)),
        catalog_(titles, readings) {}

  [[nodiscard]] std::expected<void, SourceFault> begin(const RecordingWindow& window,
                                                       const ObjectRequest& request);
  [[nodiscard]] std::expected<ReadResult, SourceFault> read(LogRecord& into);

  [[nodiscard]] const LogHeader& header() const noexcept { return header_; }
  [[nodiscard]] const Catalog& catalog();
  [[nodiscard]] const LogAnomalies& anomalies() const noexcept { return anomalies_; }
  [[nodiscard]] const RecordingFile& file() const noexcept { return samples_.file(); }
  // The fixed names and those of the recording, ascending by index.
  [[nodiscard]] std::vector<Title> names() const;

 private:
  [[nodiscard]] std::expected<void, SourceFault> advance();
  [[nodiscard]] bool take(const recording::FoundSample& found);
  [[nodiscard]] LogEntry entry_of(const ObjectTypeView& object, const DataBlockView& block) const;
  void add_entries();
  [[nodiscard]] std::string name_of(TitleIndex object) const;
  void take_titles();
  void take_series();
  void read_series(LogRecord& into);
  void make_blocks(LogRecord& into);

  LogReadings readings_;
  TitleTable fixed_;  // the fixed names
  LogAnomalies anomalies_;
  RecordingSamples samples_;
  BlockAssembler assembler_;
  recording::WholeBlock whole_;
  Query every_;               // by series: all of them, without their values
  QuerySeries series_;        // of that query
  RecordingCatalog catalog_;  // by block
  LogHeader header_;
  std::vector<std::uint32_t> entries_;          // their title indices
  std::vector<std::uint32_t> objects_;          // in the order of their series
  std::vector<std::vector<std::byte>> blocks_;  // by entry
  TitleCopies titles_;                          // that the recording brings along
  FileTime time_utc_ = 0;
  std::uint64_t offset_ = 0;
  bool has_sample_ = false;
};

// An object that no fixed table knows is named by the block itself.
std::string RecordingReader::State::name_of(TitleIndex object) const {
  const auto fixed = fixed_.name(object);
  if (fixed.has_value()) return std::string(*fixed);
  const auto name = find_title(titles_.titles(), object);
  return name.has_value() ? std::string(*name) : std::to_string(object);
}

// Keeps the names stored in the recording, needed when it is copied. A sample without names leaves
// those of the samples before it.
void RecordingReader::State::take_titles() {
  const std::span<const Title> titles = whole_.snapshot().titles();
  if (!titles.empty()) titles_.take(titles);
}

std::vector<Title> RecordingReader::State::names() const {
  std::vector<Title> all(fixed_.names().begin(), fixed_.names().end());
  for (const Title& title : titles_.titles()) {
    if (!fixed_.name(title.index).has_value()) all.push_back(title);
  }
  std::ranges::stable_sort(all, {}, &Title::index);
  return all;
}

LogEntry RecordingReader::State::entry_of(const ObjectTypeView& object,
                                          const DataBlockView& block) const {
  LogEntry entry;
  entry.kind = LogEntry::Kind::object;
  entry.machine = utf8_from_utf16(block.machine_name(), block.text_order()).text;
  entry.object = name_of(object.name_title_index());
  if (object.stored_instance_count() >= 0) entry.instance = "*";
  entry.counter = "*";
  entry.time_base = static_cast<std::uint64_t>(block.perf_freq());
  return entry;
}

// An object is an entry if the first sample has it.
void RecordingReader::State::add_entries() {
  if (whole_.snapshot().empty()) return;
  const DataBlockView& block = whole_.snapshot().view();
  for (const ObjectTypeView& object : block.objects()) {
    const std::uint32_t title = object.name_title_index();
    if (serves_other_objects(title) || !samples_.choice().wants(title)) continue;
    entries_.push_back(title);
    header_.entries.push_back(entry_of(object, block));
  }
  blocks_.resize(entries_.size());
}

const Catalog& RecordingReader::State::catalog() {
  if (readings_ == LogReadings::by_series) return series_.catalog();
  catalog_.take(whole_.snapshot());
  return catalog_.catalog();
}

// New objects have their series after those of the others.
void RecordingReader::State::take_series() {
  for (const ObjectTypeView& object : whole_.snapshot().view().objects()) {
    const std::uint32_t title = object.name_title_index();
    const bool is_known = std::ranges::find(objects_, title) != objects_.end();
    if (!is_known && samples_.choice().wants(title)) objects_.push_back(title);
  }
  every_.take({whole_.snapshot(), {.time_utc = time_utc_, .decode = &decode_code_page}});
  series_.take(every_, objects_);
}

// Returns whether the sample is complete enough to be returned.
bool RecordingReader::State::take(const recording::FoundSample& found) {
  offset_ = found.offset;
  if (found.pieces_are_new) assembler_.forget_pieces();
  const bool lacks_columns = found.block != nullptr && found.block->leaves_out_objects();
  const auto clocks = assembler_.take(*found.sample, *found.pieces, lacks_columns ? 0 : 1);
  if (!clocks.has_value()) {
    anomalies_.lose({Errc::wrong_value, 0, &recording::sample::kBlock, found.offset},
                    {.bytes = 0, .records = 1});
    return false;
  }
  time_utc_ = clocks->time_utc;
  const bool is_sound = whole_.take({.parts = assembler_,
                                     .choice = samples_.choice(),
                                     .block = found.block,
                                     .lacks_columns = lacks_columns,
                                     .offset = offset_},
                                    anomalies_);
  if (!is_sound) return false;
  take_titles();
  if (readings_ == LogReadings::by_series) take_series();
  return true;
}

std::expected<void, SourceFault> RecordingReader::State::advance() {
  while (!has_sample_) {
    const auto found = OPENPERFLIB_TRY(samples_.next(anomalies_));
    if (!found.has_value()) return {};
    has_sample_ = take(*found);
  }
  return {};
}

std::expected<void, SourceFault> RecordingReader::State::begin(const RecordingWindow& window,
                                                               const ObjectRequest& request) {
  header_.format = LogFormat::recording;
  header_.content = LogContent::readings;
  header_.zone_name = file().head().zone;
  header_.bias_minutes = file().head().bias_minutes;
  const FileTime bias =
      window.bias_minutes.value_or(file().head().bias_minutes) * 60 * kTicksPerSecond;
  samples_.want(checked_add(window.begin_local, bias).value_or(window.begin_local),
                checked_add(window.end_local, bias).value_or(window.end_local));
  samples_.choose(recording::RecordingChoice(request, fixed_));
  OPENPERFLIB_TRY(advance());
  add_entries();
  return {};
}

void RecordingReader::State::read_series(LogRecord& into) {
  into.sample = series_.sample();
  // A block that was built from only some of its columns must not be returned.
  if (samples_.choice().asks_for_all()) make_blocks(into);
}

void RecordingReader::State::make_blocks(LogRecord& into) {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const auto objects = assembler_.objects();
    const auto object = std::ranges::find(objects, entries_[i]);
    if (object == objects.end() || !whole_.has(entries_[i])) continue;
    const auto position = static_cast<std::size_t>(object - objects.begin());
    assembler_.make_block(position, into.time_local, blocks_[i]);
    into.blocks[i] = blocks_[i];
  }
}

std::expected<ReadResult, SourceFault> RecordingReader::State::read(LogRecord& into) {
  OPENPERFLIB_TRY(advance());
  if (!has_sample_) return ReadResult::end;
  has_sample_ = false;
  into.time_local = to_local(time_utc_, header_.bias_minutes.value_or(0));
  into.offset = offset_;
  into.sample.time_utc = time_utc_;
  into.sample.starts_anew = false;
  into.row.values.clear();
  into.blocks.assign(header_.entries.size(), Bytes());
  into.block = readings_ != LogReadings::by_series ? &whole_.snapshot() : nullptr;
  if (readings_ == LogReadings::by_series) {
    read_series(into);
  } else {
    into.sample.counters.clear();
  }
  return ReadResult::reading;
}

RecordingReader::RecordingReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
RecordingReader::~RecordingReader() = default;

std::expected<std::unique_ptr<RecordingReader>, SourceFault> RecordingReader::open(
    ByteSource file, std::string shown_name, const TitleTable& titles,
    const RecordingWindow& window, const ObjectRequest& request, LogReadings readings) {
  LogAnomalies anomalies(std::move(shown_name));
  RecordingFile opened = OPENPERFLIB_TRY(RecordingFile::open(std::move(file), anomalies));
  auto state = std::make_unique<State>(std::move(opened), std::move(anomalies), titles, readings);
  OPENPERFLIB_TRY(state->begin(window, request));
  return std::unique_ptr<RecordingReader>(new RecordingReader(std::move(state)));
}

const LogHeader& RecordingReader::header() const noexcept { return state_->header(); }

const Catalog& RecordingReader::catalog() const noexcept { return state_->catalog(); }

std::expected<ReadResult, SourceFault> RecordingReader::read(LogRecord& into) {
  return state_->read(into);
}

std::vector<Title> RecordingReader::names_of(std::string_view /*machine*/) const {
  return state_->names();
}

std::span<const LogAnomaly> RecordingReader::anomalies() const noexcept {
  return state_->anomalies().items();
}

std::uint64_t RecordingReader::anomaly_count() const noexcept {
  return state_->anomalies().count();
}

std::uint64_t RecordingReader::position() const noexcept { return state_->file().position(); }

std::uint64_t RecordingReader::size() const noexcept { return state_->file().size(); }

}  // namespace openperflib
