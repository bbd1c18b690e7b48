#include "openperflib/log/recording/joined_block.h"

#include <algorithm>
#include <array>
#include <utility>

#include "openperflib/snapshot/titles_object.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/wire/layout.h"

namespace openperflib {
namespace {

// In the order of a block.
constexpr std::array kBeside = {title::kCounterLinks, title::kTitles};

// The bytes before the first object.
Bytes header_of(const DataBlockView& view) {
  const Bytes bytes = view.bytes();
  for (const ObjectTypeView& object : view.objects()) {
    return bytes.first(static_cast<std::size_t>(object.bytes().data() - bytes.data()));
  }
  return bytes;
}

}  // namespace

void JoinedBlock::clear() noexcept {
  bytes_.clear();
  for (Beside& one : beside_) {
    one.object.clear();
    one.is_written = false;
  }
  machine_.reset();
  objects_ = 0;
  has_other_machines_ = false;
}

void JoinedBlock::begin(const DataBlockView& view) {
  const Bytes header = header_of(view);
  bytes_.assign(header.begin(), header.end());
  const Bytes machine = view.machine_name();
  machine_.emplace(machine.begin(), machine.end());
}

void JoinedBlock::add(const DataBlockView& view, const ObjectRequest& request) {
  if (machine_.has_value() && !std::ranges::equal(*machine_, view.machine_name())) {
    has_other_machines_ = true;
    return;
  }
  if (!machine_.has_value()) begin(view);
  bool is_first = true;
  for (const ObjectTypeView& object : view.objects()) {
    // In a recording, one of the blocks contains all of Collection Status, and each that may need
    // them all of Counter Links and Titles.
    const bool is_beside =
        !std::exchange(is_first, false) && describes_the_block(object.name_title_index());
    if (is_beside) keep_beside(object);
    if (is_beside || !request.wants_object(object.name_title_index())) continue;
    if (object.name_title_index() == title::kCollectionStatus) append_beside();
    append(object.bytes());
  }
}

void JoinedBlock::append(Bytes object) {
  append_bytes(bytes_, object);
  ++objects_;
}

void JoinedBlock::keep_beside(const ObjectTypeView& object) {
  const auto place = std::ranges::find(kBeside, object.name_title_index());
  if (place == kBeside.end()) return;
  Beside& kept = beside_[static_cast<std::size_t>(place - kBeside.begin())];
  if (kept.object.empty()) kept.object.assign(object.bytes().begin(), object.bytes().end());
}

// Each once, before Collection Status.
void JoinedBlock::append_beside() {
  for (Beside& one : beside_) {
    if (one.object.empty() || std::exchange(one.is_written, true)) continue;
    append(one.object);
  }
}

Bytes JoinedBlock::bytes() {
  append_beside();
  store(bytes_, layout::data_block::kTotalByteLength, static_cast<std::uint32_t>(bytes_.size()));
  store(bytes_, layout::data_block::kNumObjectTypes, objects_);
  return bytes_;
}

std::optional<DataBlockView> JoinedBlock::one_of(std::span<const Bytes> blocks) {
  const auto read = [](Bytes block) -> std::optional<DataBlockView> {
    const auto view = DataBlockView::parse(block);
    return view.has_value() ? std::optional(*view) : std::nullopt;
  };
  if (blocks.size() == 1) return read(blocks.front());
  clear();
  for (const Bytes block : blocks) {
    const auto view = block.empty() ? std::nullopt : read(block);
    if (view.has_value()) add(*view, ObjectRequest());
  }
  return has_objects() ? read(bytes()) : std::nullopt;
}

std::vector<DataBlockView> views_of(const LogRecord& record) {
  std::vector<DataBlockView> views;
  for (const Bytes block : record.blocks) {
    if (block.empty()) continue;
    const auto view = DataBlockView::parse(block);
    if (view.has_value()) views.push_back(*view);
  }
  return views;
}

}  // namespace openperflib
