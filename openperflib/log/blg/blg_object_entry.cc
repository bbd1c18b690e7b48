// Entries of whole objects.
#include <algorithm>
#include <utility>

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

BlgObjectEntry::BlgObjectEntry(const BlgMachineTitles& titles)
    : titles_(&titles), series_(&decode_code_page) {}

void BlgObjectEntry::miss() noexcept {
  is_new_block_ = false;
  block_ = {};
  view_.reset();
  if (names_ != nullptr && !names_->definitions.empty()) shown_ = Shown::none;
}

std::expected<BlgTaken, Error> BlgObjectEntry::take(Bytes payload, BlgDepth depth) {
  if (payload.empty()) {  // as BlgObjectWriter writes a missing object
    miss();
    return BlgTaken{};
  }
  if (depth == BlgDepth::series) return take_block(payload);
  if (depth == BlgDepth::names) return take_names(payload);
  view_ = OPENPERFLIB_TRY(DataBlockView::parse(payload));
  block_ = payload;
  return BlgTaken{};
}

std::expected<BlgTaken, Error> BlgObjectEntry::take_block(Bytes payload) {
  OPENPERFLIB_TRY(snapshot_.assign(payload));
  is_new_block_ = true;
  block_ = payload;
  view_ = snapshot_.view();
  shown_ = Shown::all;
  return BlgTaken{};
}

bool BlgObjectEntry::find_series() {
  return std::exchange(is_new_block_, false) && series_.take(object({}));
}

LoggedObject BlgObjectEntry::object(std::string_view machine) const noexcept {
  return {.block = block_.empty() ? nullptr : &snapshot_,
          .machine = machine,
          .titles = &titles_->table,
          .originals = titles_->originals};
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
  (void)OPENPERFLIB_TRY(take_block(payload));
  (void)find_series();
  if (stands_by_itself(view) && series_.series_count() != 0) {
    note_series(subject_of(view));
  } else {
    names_->definitions.clear();
  }
  return BlgTaken{.layout_changed = true};
}

void BlgObjectEntry::note_series(const ObjectTypeView& object) {
  put_definitions(object, names_->next_definitions);
  if (!are_equal(names_->next_definitions, names_->definitions)) {
    names_->definitions = names_->next_definitions;
    names_->instances = {};  // their bytes may mean other names
    names_->has_data.assign(object.counter_count(), false);
    names_->sizes.clear();
  }
  (void)names_->instances.note(*view_, object);
  names_->readings.resize(series_.series_count());
  series_.read(snapshot_, names_->readings);
  const auto ordinal_of = [&](std::size_t i) { return series_.series_at(i).counter_ordinal; };
  for (std::size_t i = 0; i < names_->readings.size(); ++i) {
    if (usable(names_->readings[i].status)) names_->has_data[ordinal_of(i)] = true;
  }
  names_->lacking.clear();
  for (std::size_t i = 0; i < names_->readings.size(); ++i) {
    const std::uint32_t ordinal = ordinal_of(i);
    const bool is_noted = std::ranges::find(names_->lacking, ordinal) != names_->lacking.end();
    if (!names_->has_data[ordinal] && !is_noted) names_->lacking.push_back(ordinal);
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
  if (shown_ == Shown::none) return 0;
  return static_cast<std::uint32_t>(shown_ == Shown::new_instances ? names_->new_instances.size()
                                                                   : series_.series_count());
}

void BlgObjectEntry::add_series(const LogEntry& entry, std::uint32_t number,
                                Catalog& catalog) const {
  if (shown_ == Shown::all) series_.add_series(number, entry.machine, catalog);
  if (shown_ != Shown::new_instances) return;
  Series one = series_.series_at(0);
  one.path = number;
  one.machine = entry.machine;
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
  series_.read(snapshot_, into);
}

}  // namespace openperflib
