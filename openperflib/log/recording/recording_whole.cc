#include <algorithm>
#include <array>
#include <optional>

#include "openperflib/log/recording/recording_layout_internal.h"
#include "openperflib/log/recording/recording_whole_internal.h"
#include "openperflib/snapshot/titles_object.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/wire/layout.h"

namespace openperflib::recording {
namespace {

// The objects about the others, in the order of a block.
constexpr std::array kDescribing = {title::kCounterLinks, title::kTitles, title::kCollectionStatus};

bool is_among(std::span<const std::uint32_t> objects, std::uint32_t object) noexcept {
  return std::ranges::find(objects, object) != objects.end();
}

// The first part of the sample that has the object; nullopt: it has none, or a part of it is lost.
std::optional<std::size_t> position_of(const AssembledSample& sample, std::uint32_t object) {
  const auto objects = sample.parts.objects();
  const auto found = std::ranges::find(objects, object);
  const bool is_lost = sample.block != nullptr && sample.block->has_lost(object);
  if (found == objects.end() || is_lost) return std::nullopt;
  return static_cast<std::size_t>(found - objects.begin());
}

// Whether the reading of a counter is complete. What identifies processes and threads is read with
// every counter of them.
bool is_read(const RecordingChoice& choice, std::uint32_t object, std::uint32_t counter) noexcept {
  return counter == title::kIdProcess || counter == title::kProcessId ||
         counter == title::kIdThread || counter == title::kElapsedTime ||
         choice.has(object, counter);
}

}  // namespace

bool WholeBlock::has(std::uint32_t object) const noexcept {
  return !is_among(absent_, object) && !snapshot_.empty() &&
         snapshot_.view().find(object).has_value();
}

void WholeBlock::note_objects(const AssembledSample& sample) {
  for (const std::uint32_t object : sample.parts.objects()) {
    if (describes_the_block(object) || is_among(order_, object)) continue;
    if (sample.choice.wants(object)) order_.push_back(object);
  }
}

bool WholeBlock::append_previous(std::uint32_t object) {
  if (snapshot_.empty()) return false;
  const auto before = snapshot_.view().find(object);
  if (!before.has_value()) return false;
  // Samples that each have other objects must not add up.
  if (bytes_.size() + before->bytes().size() > kMostBlockBytes) return false;
  put_bytes(bytes_, before->bytes());
  absent_.push_back(object);
  return true;
}

bool WholeBlock::append(const AssembledSample& sample, std::uint32_t object) {
  const auto position = position_of(sample, object);
  if (!position.has_value() || is_among(damaged_, object)) return append_previous(object);
  sample.parts.append_object(*position, bytes_);
  return true;
}

void WholeBlock::build(const AssembledSample& sample) {
  bytes_.clear();
  absent_.clear();
  sample.parts.append_head(bytes_);
  std::uint32_t count = 0;
  for (const std::uint32_t object : order_) {
    if (sample.choice.wants(object) && append(sample, object)) ++count;
  }
  for (const std::uint32_t object : kDescribing) {
    const auto position = position_of(sample, object);
    if (!position.has_value() || !sample.choice.reads(object) || is_among(damaged_, object))
      continue;
    sample.parts.append_object(*position, bytes_);
    ++count;
  }
  store(bytes_, layout::data_block::kTotalByteLength, static_cast<std::uint32_t>(bytes_.size()));
  store(bytes_, layout::data_block::kNumObjectTypes, count);
}

void WholeBlock::find_damaged(const AssembledSample& sample, LogAnomalies& anomalies) {
  std::vector<std::byte> alone;
  for (std::size_t i = 0; i < sample.parts.objects().size(); ++i) {
    const std::uint32_t object = sample.parts.objects()[i];
    if (is_among(damaged_, object) || !sample.choice.reads(object)) continue;
    sample.parts.make_block(i, 0, alone);
    const auto view = DataBlockView::parse(alone);
    if (view.has_value()) continue;
    damaged_.push_back(object);
    Error error = view.error();
    error.offset += sample.offset;
    anomalies.lose(error, {.bytes = alone.size(), .records = 0});
  }
}

void WholeBlock::mark_missing(const AssembledSample& sample) {
  if (absent_.empty() && !sample.lacks_columns) return;
  missing_.clear();
  for (const ObjectTypeView& object : snapshot_.view().objects()) {
    const std::uint32_t index = object.name_title_index();
    const bool is_absent = is_among(absent_, index);
    if (describes_the_block(index) || (!is_absent && !sample.lacks_columns)) continue;
    std::uint32_t ordinal = 0;
    for (const CounterDefinitionView& counter : object.counters()) {
      if (is_absent || !is_read(sample.choice, index, counter.name_title_index())) {
        missing_.push_back({.object_title_index = index,
                            .counter_ordinal = ordinal,
                            .first_instance = 0,
                            .instance_count = MissingRun::kLeftOut,
                            .status = CStatus::invalid_data,
                            .code = MissingReason::other,
                            .reason = {}});
      }
      ++ordinal;
    }
  }
  snapshot_.add_missing(missing_);
}

bool WholeBlock::take(const AssembledSample& sample, LogAnomalies& anomalies) {
  damaged_.clear();
  note_objects(sample);
  build(sample);
  auto taken = snapshot_.adopt(bytes_);
  if (!taken.has_value()) {
    (void)snapshot_.adopt(bytes_);  // the block before, which has what is left out of this one
    find_damaged(sample, anomalies);
    build(sample);
    taken = snapshot_.adopt(bytes_);
  }
  if (!taken.has_value()) {
    Error error = taken.error();
    error.offset += sample.offset;
    anomalies.lose(error, {.bytes = bytes_.size(), .records = 1});
    return false;
  }
  mark_missing(sample);
  return true;
}

}  // namespace openperflib::recording
