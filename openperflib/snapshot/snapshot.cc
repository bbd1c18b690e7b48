#include "openperflib/snapshot/snapshot.h"

#include <algorithm>
#include <array>
#include <span>
#include <tuple>
#include <utility>

#include "openperflib/snapshot/missing_runs.h"
#include "openperflib/snapshot/titles_object.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

// The numbers of a row of Collection Status, in the order of its counters. Blocks written before
// Reason Code existed lack the last one.
enum StatusNumber : std::size_t { kObject, kOrdinal, kFirst, kCount, kCode, kReason, kNumbers };
using StatusRow = std::array<std::uint32_t, kNumbers>;
using StatusDefinitions = std::array<std::optional<CounterDefinitionView>, kNumbers>;

// The definitions of the numbers; nullopt if one is missing that every block has.
std::optional<StatusDefinitions> status_definitions(const ObjectTypeView& object) {
  constexpr std::array<std::uint32_t, kNumbers> kTitles = {
      title::kObjectTitleIndex, title::kCounterOrdinal, title::kFirstInstance,
      title::kInstanceCount,    title::kCStatus,        title::kReasonCode};
  StatusDefinitions found;
  for (const CounterDefinitionView& counter : object.counters()) {
    const auto at = std::ranges::find(kTitles, counter.name_title_index());
    if (at == kTitles.end()) continue;
    auto& place = found[static_cast<std::size_t>(at - kTitles.begin())];
    if (!place.has_value()) place = counter;
  }
  const bool is_complete = std::ranges::all_of(std::span(found).first(kReason),
                                               [](const auto& one) { return one.has_value(); });
  return is_complete ? std::optional(found) : std::nullopt;
}

// The run of a row; nullopt if the row is impossible: such a row is ignored.
std::optional<MissingRun> run_of(const StatusRow& row, Bytes reason) {
  const auto status = cstatus_from_pdh_code(row[kCode]);
  if (!status.has_value() || usable(*status)) return std::nullopt;
  const bool left_out = row[kOrdinal] == MissingRun::kLeftOut;
  if (!left_out && row[kCount] == 0) return std::nullopt;
  return MissingRun{row[kObject], row[kOrdinal], row[kFirst],
                    row[kCount],  *status,       missing_reason_of(row[kReason]),
                    reason};
}

std::optional<StatusRow> row_of(const StatusDefinitions& definitions,
                                const CounterBlockView& counters) {
  StatusRow row{};
  for (std::size_t i = 0; i < kNumbers; ++i) {
    if (!definitions[i].has_value()) continue;
    const auto value = counters.value(*definitions[i]);
    if (!value.has_value()) return std::nullopt;
    row[i] = static_cast<std::uint32_t>(*value);
  }
  return row;
}

// Whether `run` adds nothing to the run before it: no correct writer writes such a row.
bool repeats(const MissingRun& before, const MissingRun& run) {
  if (before.object_title_index != run.object_title_index) return false;
  if (before.counter_ordinal != run.counter_ordinal) return false;
  const std::uint32_t distance = run.first_instance - before.first_instance;  // sorted: not below 0
  return distance == 0 || contains(before.instance_count, distance, run.instance_count);
}

// Sorts the runs so that the last one that starts at or before an instance is the one that applies.
void put_in_order(std::vector<MissingRun>& missing) {
  // The longer of two runs with the same start comes first and is kept.
  std::ranges::sort(missing, [](const MissingRun& a, const MissingRun& b) {
    return std::tuple(place_of(a), b.instance_count) < std::tuple(place_of(b), a.instance_count);
  });
  missing.erase(std::unique(missing.begin(), missing.end(), repeats), missing.end());
}

// Reads the rows of a Collection Status object; impossible rows are ignored.
void read_status(const ObjectTypeView& object, std::vector<MissingRun>& missing) {
  const auto definitions = status_definitions(object);
  if (!definitions.has_value()) return;
  for (const InstanceView& instance : object.instances()) {
    const auto row = row_of(*definitions, instance.counters);
    if (!row.has_value()) continue;
    const auto run = run_of(*row, instance.definition.name());
    if (run.has_value()) missing.push_back(*run);
  }
  put_in_order(missing);
}

// Empty: the block does not have the object.
Bytes object_bytes(const DataBlockView& view, TitleIndex index) {
  const auto object = view.find(index);
  return object.has_value() ? object->bytes() : Bytes();
}

}  // namespace

// A snapshot that was moved from is empty: its view must not refer to bytes that now belong to
// another one.
void Snapshot::swap(Snapshot& other) noexcept {
  std::swap(bytes_, other.bytes_);
  std::swap(view_, other.view_);
  std::swap(tolerated_, other.tolerated_);
  std::swap(missing_, other.missing_);
  std::swap(keys_, other.keys_);
  std::swap(titles_, other.titles_);
  std::swap(title_texts_, other.title_texts_);
  std::swap(titles_object_, other.titles_object_);
  std::swap(links_, other.links_);
  std::swap(links_object_, other.links_object_);
}

std::expected<void, Error> Snapshot::assign(Bytes block, const Limits& limits,
                                            Conformance conformance) {
  if (bytes_.capacity() < block.size()) {  // the next one may be slightly larger again
    bytes_.clear();
    bytes_.reserve(block.size() + block.size() / 8);
  }
  bytes_.assign(block.begin(), block.end());
  return parse(limits, conformance);
}

std::expected<void, Error> Snapshot::adopt(std::vector<std::byte>& block, const Limits& limits,
                                           Conformance conformance) {
  bytes_.swap(block);
  return parse(limits, conformance);
}

std::expected<void, Error> Snapshot::parse(const Limits& limits, Conformance conformance) {
  view_.reset();
  missing_.clear();
  keys_.clear();
  auto view = DataBlockView::parse(bytes_, limits, conformance, &tolerated_);
  if (!view.has_value()) return std::unexpected(view.error());
  view_ = *view;
  read_titles_of_block();
  read_links_of_block();
  const auto status = view_->find(title::kCollectionStatus);
  if (status.has_value()) read_status(*status, missing_);
  return {};
}

void Snapshot::read_titles_of_block() {
  const Bytes bytes = object_bytes(*view_, title::kTitles);
  if (std::ranges::equal(bytes, titles_object_)) return;
  read_titles(*view_, title_texts_, titles_);
  titles_object_.assign(bytes.begin(), bytes.end());
}

void Snapshot::read_links_of_block() {
  const Bytes bytes = object_bytes(*view_, title::kCounterLinks);
  if (std::ranges::equal(bytes, links_object_)) return;
  read_counter_links(*view_, links_);
  links_object_.assign(bytes.begin(), bytes.end());
}

void Snapshot::add_missing(std::span<const MissingRun> runs) {
  missing_.insert(missing_.end(), runs.begin(), runs.end());
  put_in_order(missing_);
}

void Snapshot::set_instance_keys(std::vector<InstanceKey>& keys) { std::swap(keys_, keys); }

CStatus Snapshot::status(std::uint32_t object_title_index, std::uint32_t counter_ordinal,
                         std::uint32_t instance, const MissingRun** why) const noexcept {
  const MissingRun* run = find_missing(missing_, object_title_index, counter_ordinal, instance);
  if (why != nullptr && run != nullptr) *why = run;
  return run != nullptr ? run->status : CStatus::valid_data;
}

const MissingRun* Snapshot::left_out(std::uint32_t object_title_index,
                                     std::uint32_t counter_title_index) const noexcept {
  return find_left_out(missing_, object_title_index, counter_title_index);
}

std::string Snapshot::reason(const MissingRun& run) const {
  return utf8_from_utf16(run.reason, view_->text_order()).text;
}

}  // namespace openperflib
