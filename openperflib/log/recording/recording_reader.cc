#include "openperflib/log/recording/recording_reader.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "openperflib/base/checked.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/blg_entry_internal.h"
#include "openperflib/log/reader/log_anomalies.h"
#include "openperflib/log/recording/recording_blocks_internal.h"
#include "openperflib/log/recording/recording_samples_internal.h"
#include "openperflib/os/time/time_zone.h"
#include "openperflib/snapshot/titles_object.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {
namespace {

using recording::BlockAssembler;
using recording::RecordingFile;
using recording::RecordingSamples;
using recording::SampleClocks;

// Whether nothing before `newer` is comparable with it: the machine was restarted, or its clock was
// set by more than a second.
bool starts_anew(const SampleClocks& older, const SampleClocks& newer) noexcept {
  if (newer.perf_time < older.perf_time || newer.perf_freq <= 0) return true;
  const double ticks = static_cast<double>(newer.perf_time) - static_cast<double>(older.perf_time);
  const double elapsed = ticks / static_cast<double>(newer.perf_freq);
  const double wall =
      (static_cast<double>(newer.time_utc) - static_cast<double>(older.time_utc)) / kTicksPerSecond;
  constexpr double kSlack = 1.0;
  constexpr double kDrift = 0.01;
  return std::abs(wall - elapsed) > kSlack + kDrift * std::abs(elapsed);
}

}  // namespace

class RecordingReader::State {
 public:
  State(RecordingFile file, LogAnomalies anomalies, const TitleTable& titles)
      : fixed_{.table = titles, .originals = {}},
        anomalies_(std::move(anomalies)),
        samples_(std::move(file), anomalies_.file()) {}

  [[nodiscard]] std::expected<void, SourceFault> begin(const RecordingWindow& window,
                                                       const ObjectRequest& request);
  [[nodiscard]] std::expected<ReadResult, SourceFault> read(LogRecord& into);

  [[nodiscard]] const LogHeader& header() const noexcept { return header_; }
  [[nodiscard]] const Catalog& catalog() const noexcept { return catalog_; }
  [[nodiscard]] const LogAnomalies& anomalies() const noexcept { return anomalies_; }
  [[nodiscard]] const RecordingFile& file() const noexcept { return samples_.file(); }
  // The fixed names and those of the recording, ascending by index.
  [[nodiscard]] std::vector<Title> names() const;

 private:
  // One object of the recording; it stays where it is once it was there.
  struct Object {
    Object(std::uint32_t title_index, const BlgMachineTitles& titles)
        : title(title_index), entry(titles) {}
    std::uint32_t title;
    BlgObjectEntry entry;
    LogEntry named;
    std::vector<std::byte> block;
    bool is_there = false;
  };
  [[nodiscard]] std::expected<void, SourceFault> advance();
  [[nodiscard]] bool take(const recording::FoundSample& found);
  void take_objects(const recording::BlockDecoder* block);
  void take_block(Object& object);
  [[nodiscard]] std::string name_of(TitleIndex object, const DataBlockView& block) const;
  void take_titles(std::size_t position);
  [[nodiscard]] Object& object_of(std::uint32_t title);
  void name_series();
  void find_unread();
  void read_objects(LogRecord& into);

  BlgMachineTitles fixed_;  // the fixed names
  LogAnomalies anomalies_;
  RecordingSamples samples_;
  BlockAssembler assembler_;
  LogHeader header_;
  std::string machine_;
  std::vector<std::unique_ptr<Object>> objects_;
  std::vector<Title> titles_;  // that the recording brings along
  StringPool title_texts_;
  std::vector<std::byte> titles_block_;  // that they were read from
  std::vector<std::byte> older_titles_block_;
  Catalog catalog_;
  std::optional<SampleClocks> clocks_;  // of the sample before
  SampleClocks newer_;
  std::uint64_t offset_ = 0;
  bool layout_changed_ = true;
  bool starts_anew_ = false;
  bool has_sample_ = false;
  bool lacks_columns_ = false;         // the sample: not all of it was read
  std::vector<std::uint32_t> unread_;  // series that are not chosen
  std::uint64_t unread_choice_ = 0;    // that unread_ is of
};

RecordingReader::State::Object& RecordingReader::State::object_of(std::uint32_t title) {
  const auto found = std::ranges::find(objects_, title, [](const auto& one) { return one->title; });
  if (found != objects_.end()) return **found;
  objects_.push_back(std::make_unique<Object>(title, fixed_));
  return *objects_.back();
}

// An object that no fixed table knows is named by the block itself.
std::string RecordingReader::State::name_of(TitleIndex object, const DataBlockView& block) const {
  const auto fixed = fixed_.table.name(object);
  if (fixed.has_value()) return std::string(*fixed);
  StringPool texts;
  std::vector<Title> titles;
  read_titles(block, texts, titles);
  const auto name = find_title(titles, object);
  return name.has_value() ? std::string(*name) : std::to_string(object);
}

// The names that the recording brings along, for who copies it. A sample without any keeps those of
// the samples before it.
void RecordingReader::State::take_titles(std::size_t position) {
  std::swap(titles_block_, older_titles_block_);
  assembler_.make_block(position, 0, titles_block_);
  if (std::ranges::equal(titles_block_, older_titles_block_)) return;
  const auto view = DataBlockView::parse(titles_block_);
  if (view.has_value()) read_titles(*view, title_texts_, titles_);
}

std::vector<Title> RecordingReader::State::names() const {
  std::vector<Title> all(fixed_.table.names().begin(), fixed_.table.names().end());
  for (const Title& title : titles_) {
    if (!fixed_.table.name(title.index).has_value()) all.push_back(title);
  }
  std::ranges::stable_sort(all, {}, &Title::index);
  return all;
}

// What a block that was put together is not: its place is that of its sample.
void RecordingReader::State::take_block(Object& object) {
  const auto view = DataBlockView::parse(object.block);
  if (view.has_value() && object.named.object.empty()) {
    const ObjectTypeView type = *view->objects().begin();
    machine_ = utf8_from_utf16(view->machine_name(), view->text_order()).text;
    object.named.kind = LogEntry::Kind::object;
    object.named.machine = machine_;
    object.named.object = name_of(object.title, *view);
    if (type.stored_instance_count() >= 0) object.named.instance = "*";
    object.named.counter = "*";
    object.named.time_base = static_cast<std::uint64_t>(view->perf_freq());
    layout_changed_ = true;
  }
  const auto taken = object.entry.take(object.block);
  if (taken.has_value()) {
    layout_changed_ = layout_changed_ || taken->layout_changed;
    object.is_there = true;
    return;
  }
  object.entry.miss();
  Error error = taken.error();
  error.offset += offset_;
  anomalies_.lose(error, {.bytes = object.block.size(), .records = 0});
}

void RecordingReader::State::take_objects(const recording::BlockDecoder* block) {
  for (const auto& object : objects_) object->is_there = false;
  const FileTime time_local = to_local(newer_.time_utc, header_.bias_minutes.value_or(0));
  for (std::size_t i = 0; i < assembler_.objects().size(); ++i) {
    if (assembler_.objects()[i] == title::kTitles) {
      take_titles(i);
      continue;
    }
    if (assembler_.objects()[i] == title::kCounterLinks) continue;  // in the blocks of the others
    if (!samples_.choice().wants(assembler_.objects()[i])) continue;
    Object& object = object_of(assembler_.objects()[i]);
    if (object.is_there) continue;  // two of one name: the first one counts
    if (block != nullptr && block->has_lost(object.title)) continue;
    assembler_.make_block(i, time_local, object.block);
    take_block(object);
  }
  for (const auto& object : objects_) {
    if (!object->is_there) object->entry.miss();
  }
}

// Whether it is a sample that can be given out.
bool RecordingReader::State::take(const recording::FoundSample& found) {
  offset_ = found.offset;
  if (found.pieces_are_new) assembler_.forget_pieces();
  lacks_columns_ = found.block != nullptr && found.block->leaves_out_objects();
  const auto clocks = assembler_.take(*found.sample, *found.pieces, lacks_columns_ ? 0 : 1);
  if (!clocks.has_value()) {
    anomalies_.lose({Errc::wrong_value, 0, &recording::sample::kBlock, found.offset},
                    {.bytes = 0, .records = 1});
    return false;
  }
  starts_anew_ = clocks_.has_value() && starts_anew(*clocks_, *clocks);
  clocks_ = newer_ = *clocks;
  take_objects(found.block);
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
  samples_.choose(recording::RecordingChoice(request, fixed_.table));
  OPENPERFLIB_TRY(advance());
  for (const auto& object : objects_) header_.entries.push_back(object->named);
  name_series();
  return {};
}

void RecordingReader::State::name_series() {
  if (!layout_changed_) return;
  catalog_.clear();
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    objects_[i]->entry.add_series(objects_[i]->named, static_cast<std::uint32_t>(i), catalog_);
  }
  layout_changed_ = false;
  unread_.clear();
  unread_choice_ = 0;
}

// A reading of zeros in place of what is on the disk is none.
void RecordingReader::State::find_unread() {
  const recording::RecordingChoice& choice = samples_.choice();
  if (!lacks_columns_ || unread_choice_ == choice.generation()) return;
  unread_choice_ = choice.generation();
  unread_.clear();
  const auto series = catalog_.series();
  for (std::uint32_t i = 0; i < series.size(); ++i) {
    if (choice.has(series[i].object_title_index, series[i].counter_title_index)) continue;
    unread_.push_back(i);
  }
}

// A block that was built from only some of its columns must not be returned.
void RecordingReader::State::read_objects(LogRecord& into) {
  std::span<RawCounter> left(into.sample.counters);
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    BlgObjectEntry& entry = objects_[i]->entry;
    entry.read(left.first(entry.series_count()));
    left = left.subspan(entry.series_count());
    if (i < into.blocks.size() && samples_.choice().asks_for_all()) into.blocks[i] = entry.block();
  }
  find_unread();
  if (!lacks_columns_) return;
  for (const std::uint32_t i : unread_) {
    into.sample.counters[i] = RawCounter{.status = CStatus::invalid_data};
  }
}

std::expected<ReadResult, SourceFault> RecordingReader::State::read(LogRecord& into) {
  OPENPERFLIB_TRY(advance());
  if (!has_sample_) return ReadResult::end;
  has_sample_ = false;
  name_series();
  into.time_local = to_local(newer_.time_utc, header_.bias_minutes.value_or(0));
  into.offset = offset_;
  into.sample.time_utc = newer_.time_utc;
  into.sample.starts_anew = starts_anew_;
  into.sample.counters.resize(catalog_.series().size());
  into.row.values.clear();
  into.blocks.assign(header_.entries.size(), Bytes());
  read_objects(into);
  return ReadResult::reading;
}

RecordingReader::RecordingReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
RecordingReader::~RecordingReader() = default;

std::expected<std::unique_ptr<RecordingReader>, SourceFault> RecordingReader::open(
    UniqueFd file, std::string shown_name, const TitleTable& titles, const RecordingWindow& window,
    const ObjectRequest& request) {
  LogAnomalies anomalies(std::move(shown_name));
  RecordingFile opened = OPENPERFLIB_TRY(RecordingFile::open(std::move(file), anomalies));
  auto state = std::make_unique<State>(std::move(opened), std::move(anomalies), titles);
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
