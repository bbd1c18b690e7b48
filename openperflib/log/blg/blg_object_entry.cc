// Entries of whole objects.
#include <fmt/core.h>

#include <algorithm>

#include "openperflib/base/bytes.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/blg_entry_internal.h"
#include "openperflib/os/portable/code_page.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/wire/layout.h"

namespace openperflib {
namespace {

// The header and the definitions of an object without what differs from sample to sample: its
// length, its clock and how many instances it has. Then the byte orders of its block.
void put_definitions(const ObjectTypeView& object, std::vector<std::byte>& into) {
  namespace at = layout::object_type;
  const std::size_t length =
      std::min<std::size_t>(object.definition_length(), object.bytes().size());
  const Bytes bytes = object.bytes().first(length);
  into.assign(bytes.begin(), bytes.end());
  const auto forget = [&](std::size_t offset, std::size_t size) {
    std::ranges::fill(std::span(into).subspan(offset, size), std::byte{0});
  };
  forget(at::kTotalByteLength, sizeof(std::uint32_t));
  forget(at::kPerfTime, sizeof(std::uint64_t));
  if (object.stored_instance_count() >= 0) forget(at::kNumInstances, sizeof(std::uint32_t));
  for (const ByteOrder order : {object.byte_order(), object.text_order()}) {
    into.push_back(order == ByteOrder::little ? std::byte{0} : std::byte{1});
  }
}

// Compares as texts, which compares memory: vectors of bytes are compared byte by byte.
bool are_equal(const std::vector<std::byte>& a, const std::vector<std::byte>& b) noexcept {
  return as_text(a) == as_text(b);
}

ObjectTypeView subject_of(const DataBlockView& view) { return *view.objects().begin(); }

// Calls `take` with the size of each counter block.
void each_size(const ObjectTypeView& object, const auto& take) {
  if (const auto single = object.single()) take(single->bytes().size());
  for (const InstanceView& one : object.instances()) take(one.counters.bytes().size());
}

bool has_status(const DataBlockView& view) {
  return view.find(title::kCollectionStatus).has_value();
}

// Returns whether nothing beside the object may change what its series are: names and clocks of
// others, or another object with its title.
bool stands_by_itself(const DataBlockView& view) {
  if (view.object_count() == 0) return false;
  const std::uint32_t subject = subject_of(view).name_title_index();
  std::size_t equal = 0;
  for (const ObjectTypeView& object : view.objects()) {
    const std::uint32_t title = object.name_title_index();
    if (title == title::kTitles || title == title::kCounterLinks) return false;
    if (title == subject) ++equal;
  }
  return equal == 1;
}

}  // namespace

void BlgObjectEntry::miss() noexcept {
  block_ = {};
  view_.reset();
  if (names_ != nullptr && !names_->definitions.empty()) shown_ = Shown::none;
}

void BlgObjectEntry::ask_for(std::uint32_t object_title_index) {
  if (query_.has_value() && object_title_index == object_title_index_) return;
  object_title_index_ = object_title_index;
  ++queries_;
  query_.emplace(titles_->table, QueryOptions{.policy = {},
                                              .machine = {},
                                              .decode = &decode_code_page,
                                              .rows = QueryOptions::Rows::left_out});
  // Both paths are valid, so add() cannot fail.
  (void)query_->add(fmt::format("\\{}(*)\\*", object_title_index));
  (void)query_->add(fmt::format("\\{}\\*", object_title_index));
  generation_ = 0;
}

std::expected<BlgTaken, Error> BlgObjectEntry::take(Bytes payload, BlgDepth depth) {
  if (payload.empty()) {  // as BlgObjectWriter writes a missing object
    miss();
    return BlgTaken{};
  }
  if (depth == BlgDepth::series) return take_series(payload);
  if (depth == BlgDepth::names) return take_names(payload);
  view_ = OPENPERFLIB_TRY(DataBlockView::parse(payload));
  block_ = payload;
  return BlgTaken{};
}

std::expected<BlgTaken, Error> BlgObjectEntry::take_series(Bytes payload) {
  OPENPERFLIB_TRY(snapshot_.assign(payload));
  const DataBlockView& view = snapshot_.view();
  if (view.object_count() != 0) ask_for(subject_of(view).name_title_index());
  BlgTaken taken;
  if (query_.has_value()) {
    query_->bind(snapshot_);
    taken.layout_changed = query_->binding().generation() != generation_;
    generation_ = query_->binding().generation();
  }
  block_ = payload;
  view_ = view;
  shown_ = Shown::all;
  return taken;
}

// The series of a sample are shown as a whole until they are known.
std::expected<BlgTaken, Error> BlgObjectEntry::take_names(Bytes payload) {
  if (names_ == nullptr) names_ = std::make_unique<Names>();
  const DataBlockView view = OPENPERFLIB_TRY(DataBlockView::parse(payload));
  const bool is_known = OPENPERFLIB_TRY(is_known_but_for_names(view));
  if (is_known) {
    names_->new_instances = names_->instances.note(view, subject_of(view));
    block_ = payload;
    view_ = view;
    shown_ = names_->new_instances.empty() ? Shown::none : Shown::new_instances;
    return BlgTaken{.layout_changed = shown_ != Shown::none};
  }
  BlgTaken taken = OPENPERFLIB_TRY(take_series(payload));
  taken.layout_changed = true;
  if (stands_by_itself(view) && !query_->binding().series().empty()) {
    note_series(subject_of(view));
  } else {
    names_->definitions.clear();
  }
  return taken;
}

void BlgObjectEntry::note_series(const ObjectTypeView& object) {
  const auto series = query_->binding().series();
  put_definitions(object, names_->next_definitions);
  if (!are_equal(names_->next_definitions, names_->definitions)) {
    names_->definitions = names_->next_definitions;
    names_->instances = {};  // their bytes may mean other names
    names_->has_data.assign(object.counter_count(), false);
    names_->sizes.clear();
  }
  (void)names_->instances.note(*view_, object);
  names_->readings.resize(series.size());
  query_->read(snapshot_, names_->readings);
  const auto has_data = [&](std::size_t i) { return names_->has_data[series[i].counter_ordinal]; };
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (usable(names_->readings[i].status)) has_data(i) = true;
  }
  names_->lacking.clear();
  for (std::size_t i = 0; i < series.size(); ++i) {
    const std::uint32_t ordinal = series[i].counter_ordinal;
    const bool is_noted = std::ranges::find(names_->lacking, ordinal) != names_->lacking.end();
    if (!has_data(i) && !is_noted) names_->lacking.push_back(ordinal);
  }
  if (has_status(*view_)) return;
  each_size(object, [&](std::size_t size) {
    if (std::ranges::find(names_->sizes, size) == names_->sizes.end())
      names_->sizes.push_back(size);
  });
}

// Collection Status, if the block has it, lists what is missing. Otherwise only the size of a
// counter block decides which of its values can be read.
std::expected<bool, Error> BlgObjectEntry::may_have_first_data(const DataBlockView& view,
                                                               const ObjectTypeView& object) {
  if (names_->lacking.empty()) return false;
  if (!has_status(view)) {
    bool has_new_size = false;
    each_size(object, [&](std::size_t size) {
      has_new_size = has_new_size || std::ranges::find(names_->sizes, size) == names_->sizes.end();
    });
    return has_new_size;
  }
  OPENPERFLIB_TRY(snapshot_.assign(view.bytes()));
  const std::uint32_t title = object.name_title_index();
  const std::uint32_t instances = object.instance_count().value_or(1);
  return std::ranges::any_of(names_->lacking, [&](std::uint32_t ordinal) {
    for (std::uint32_t i = 0; i < instances; ++i) {
      if (usable(snapshot_.status(title, ordinal, i))) return true;
    }
    return false;
  });
}

std::expected<bool, Error> BlgObjectEntry::is_known_but_for_names(const DataBlockView& view) {
  if (names_->definitions.empty() || !stands_by_itself(view)) return false;
  const ObjectTypeView object = subject_of(view);
  put_definitions(object, names_->next_definitions);
  if (!are_equal(names_->next_definitions, names_->definitions)) return false;
  return !OPENPERFLIB_TRY(may_have_first_data(view, object));
}

std::optional<BlgTimestamp> BlgObjectEntry::moment() const noexcept {
  if (!view_.has_value()) return std::nullopt;
  const auto time_local = file_time_from(view_->system_time());
  if (!time_local.has_value()) return std::nullopt;
  return BlgTimestamp{*time_local, view_->perf_time_100ns()};
}

std::uint32_t BlgObjectEntry::series_count() const noexcept {
  if (shown_ == Shown::none || !query_.has_value()) return 0;
  return static_cast<std::uint32_t>(shown_ == Shown::new_instances
                                        ? names_->new_instances.size()
                                        : query_->binding().series().size());
}

Series BlgObjectEntry::series_of(const LogEntry& entry, std::uint32_t number, Series series) const {
  // Queries give equal series equal identities (ADR 0016), but differences must not cross from one
  // entry or query to another: the number of both, spread over 64 bits, sets them apart.
  constexpr std::uint64_t kSpread = 0x9E37'79B9'7F4A'7C15;
  constexpr int kAboveNumbers = 32;
  const std::uint64_t origin = kSpread * ((queries_ << kAboveNumbers) + number);
  series.path = number;
  series.machine = entry.machine;
  series.original_object = titles_->original(series.object_title_index);
  series.original_counter = titles_->original(series.counter_title_index);
  series.identity += origin;
  return series;
}

void BlgObjectEntry::add_series(const LogEntry& entry, std::uint32_t number,
                                Catalog& catalog) const {
  if (!query_.has_value() || shown_ == Shown::none) return;
  const auto all = query_->binding().series();
  if (shown_ == Shown::all) {
    for (const Series& series : all) catalog.add(series_of(entry, number, series));
    return;
  }
  Series one = series_of(entry, number, all.front());
  for (const BlgInstanceNames::Instance& instance : names_->new_instances) {
    one.instance = instance.name;
    one.parent = instance.parent;
    one.instance_number = instance.number;
    catalog.add(one);
  }
}

void BlgObjectEntry::read(std::span<RawCounter> into) {
  if (block_.empty() || shown_ != Shown::all) {
    std::ranges::fill(into, RawCounter{.status = CStatus::invalid_data});
    return;
  }
  if (query_.has_value()) query_->read(snapshot_, into);
}

}  // namespace openperflib
