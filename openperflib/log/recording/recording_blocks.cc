#include <algorithm>
#include <cstring>

#include "openperflib/log/recording/recording_blocks_internal.h"
#include "openperflib/log/recording/recording_layout_internal.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/wire/layout.h"

namespace openperflib::recording {
namespace {

using PieceNumbers = std::span<const std::uint32_t>;

// Nearly all values have one of these widths; a copy of a known size is one instruction.
void store_number(std::vector<std::byte>& bytes, std::size_t at, std::uint64_t value,
                  std::size_t width) noexcept {
  std::byte* const place = bytes.data() + at;
  if (width == sizeof(std::uint64_t)) {
    std::memcpy(place, &value, sizeof(std::uint64_t));
  } else if (width == sizeof(std::uint32_t)) {
    std::memcpy(place, &value, sizeof(std::uint32_t));
  } else {
    std::memcpy(place, &value, width);
  }
}

void store_system_time(std::vector<std::byte>& block, FileTime time_local) noexcept {
  const SystemTime time = system_time_from(time_local);
  std::size_t at = layout::data_block::kSystemTime;
  for (const std::uint16_t word : {time.year, time.month, time.day_of_week, time.day, time.hour,
                                   time.minute, time.second, time.milliseconds}) {
    store(MutableBytes(block), at, word);
    at += sizeof(word);
  }
}

}  // namespace

void BlockAssembler::forget_pieces() noexcept {
  for (Part& part : parts_) part.is_stale = true;
}

void BlockAssembler::rebuild(Part& part, PieceNumbers piece_numbers, const Fragments& pieces) {
  part.pieces.assign(piece_numbers.begin(), piece_numbers.end());
  part.bytes.clear();
  part.places.clear();
  part.rows.clear();
  part.status_place = {};
  for (const std::uint32_t piece : piece_numbers) {
    const auto begin = static_cast<std::uint32_t>(part.bytes.size());
    const Bytes bytes = pieces.bytes(piece);
    const FragmentLayout& shape = pieces.shape(pieces.shape_of(piece));
    put_bytes(part.bytes, bytes);
    for (const ValueSlot& slot : shape.slots) {
      const auto offset = begin + static_cast<std::uint32_t>(slot.offset_in(bytes.size()));
      part.places.push_back({offset, slot.width});
    }
    if (shape.kind == PieceKind::row) part.rows.push_back(begin);
    const bool defines_status =
        shape.kind == PieceKind::object && shape.object == title::kCollectionStatus;
    if (defines_status) part.status_place = StatusPlace(bytes);
  }
  part.rows.push_back(static_cast<std::uint32_t>(part.bytes.size()));
  part.is_stale = false;
}

void BlockAssembler::fill(Part& part, PieceNumbers piece_numbers,
                          std::span<const std::uint64_t> values, const Fragments& pieces) {
  if (part.is_stale || !std::ranges::equal(part.pieces, piece_numbers)) {
    rebuild(part, piece_numbers, pieces);
  }
  for (std::size_t i = 0; i < part.places.size(); ++i) {
    store_number(part.bytes, part.places[i].offset, values[i], part.places[i].width);
  }
}

std::optional<SampleClocks> BlockAssembler::take(const RecordedSample& sample,
                                                 const Fragments& pieces,
                                                 std::size_t least_objects) {
  part_count_ = 0;
  titles_.clear();
  std::size_t total = 0;
  for (const std::uint32_t piece : sample.pieces) total += pieces.bytes(piece).size();
  if (total > kMostBlockBytes) return std::nullopt;
  std::span<const std::uint64_t> values(sample.values);
  for (PieceNumbers rest(sample.pieces); !rest.empty();) {
    const FragmentLayout& shape = pieces.shape(pieces.shape_of(rest.front()));
    const bool is_first = part_count_ == 0;
    if (is_first != (shape.kind == PieceKind::head)) return std::nullopt;
    std::size_t count = 0;
    std::size_t value_count = 0;
    do {
      value_count += pieces.slot_count(rest[count++]);
    } while (count < rest.size() &&
             pieces.shape(pieces.shape_of(rest[count])).kind != PieceKind::object);
    if (part_count_ == parts_.size()) parts_.emplace_back();
    fill(parts_[part_count_++], rest.first(count), values.first(value_count), pieces);
    if (!is_first) titles_.push_back(shape.object);
    rest = rest.subspan(count);
    values = values.subspan(value_count);
  }
  if (part_count_ < 1 + least_objects) return std::nullopt;
  if (parts_[0].bytes.size() < layout::data_block::kSize) return std::nullopt;
  const Bytes head(parts_[0].bytes);
  return SampleClocks{load<std::int64_t>(head, layout::data_block::kPerfTime),
                      load<std::int64_t>(head, layout::data_block::kPerfFreq),
                      load<std::int64_t>(head, layout::data_block::kPerfTime100nSec)};
}

void BlockAssembler::append_whole(std::vector<std::byte>& into) const {
  for (const Part& part : std::span(parts_).first(part_count_)) put_bytes(into, part.bytes);
}

// The first part with that title index; null: the sample has none.
const BlockAssembler::Part* BlockAssembler::part_of(std::uint32_t object) const {
  const auto found = std::ranges::find(titles_, object);
  if (found == titles_.end()) return nullptr;
  return &parts_[1 + static_cast<std::size_t>(found - titles_.begin())];
}

// All that such an object of the sample (Titles, Counter Links) says, if an object may need it;
// returns whether there is any.
bool BlockAssembler::append_beside(std::uint32_t describing, std::uint32_t object,
                                   std::vector<std::byte>& into) const {
  const Part* part = part_of(describing);
  if (part == nullptr || is_fixed_index(object)) return false;
  put_bytes(into, part->bytes);
  return true;
}

// The rows of Collection Status about one object, after its definitions; returns whether there are
// any.
bool BlockAssembler::append_status_of(std::uint32_t object, std::vector<std::byte>& into) const {
  const Part* status = part_of(title::kCollectionStatus);
  if (status == nullptr || object == title::kCollectionStatus) return false;
  const Bytes bytes(status->bytes);
  const std::size_t begin = into.size();
  std::uint32_t count = 0;
  for (std::size_t i = 0; i + 1 < status->rows.size(); ++i) {
    const Bytes row = bytes.subspan(status->rows[i], status->rows[i + 1] - status->rows[i]);
    if (status->status_place.object_of(row) != object) continue;
    if (count++ == 0) put_bytes(into, bytes.first(status->rows.front()));
    put_bytes(into, row);
  }
  if (count == 0) return false;
  store(MutableBytes(into), begin + layout::object_type::kTotalByteLength,
        static_cast<std::uint32_t>(into.size() - begin));
  store(MutableBytes(into), begin + layout::object_type::kNumInstances, count);
  return true;
}

void BlockAssembler::make_block(std::size_t object, FileTime time_local,
                                std::vector<std::byte>& into) const {
  const Bytes head(parts_[0].bytes);
  into.assign(head.begin(), head.end());
  put_bytes(into, parts_[1 + object].bytes);
  std::uint32_t objects = 1;
  if (append_beside(title::kCounterLinks, titles_[object], into)) ++objects;
  if (append_beside(title::kTitles, titles_[object], into)) ++objects;
  if (append_status_of(titles_[object], into)) ++objects;
  store(MutableBytes(into), layout::data_block::kTotalByteLength,
        static_cast<std::uint32_t>(into.size()));
  store(MutableBytes(into), layout::data_block::kNumObjectTypes, objects);
  store_system_time(into, time_local);
}

}  // namespace openperflib::recording
