#include <algorithm>
#include <functional>
#include <iterator>
#include <unordered_map>

#include "openperflib/log/recording/recording_columns_internal.h"
#include "openperflib/log/recording/recording_layout_internal.h"

namespace openperflib::recording {
namespace {

constexpr int kBlockLevel = 12;           // of compression
constexpr int kBlockWindowLog = 20;       // few frames are larger, and gain nothing from more
constexpr std::size_t kChunk = 1U << 17;  // a chunk with this many bytes takes no more columns

// How a column is stored: its coding plus one, or 0 for one that is the same as an earlier one.
constexpr std::uint8_t kSame = 0;
constexpr std::uint8_t kLastCoding = 4;

std::uint8_t byte_of(ColumnCoding coding) noexcept {
  return static_cast<std::uint8_t>(1 + (coding.firsts_by_neighbour ? 1 : 0) +
                                   (coding.by_second_difference ? 2 : 0));
}

ColumnCoding coding_of(std::uint8_t byte) noexcept {
  return {.firsts_by_neighbour = ((byte - 1) & 1) != 0,
          .by_second_difference = ((byte - 1) & 2) != 0};
}

}  // namespace

BlockEncoder::BlockEncoder() : compressor_(kBlockLevel, kBlockWindowLog) {}

void BlockEncoder::add(const RecordedSample& sample) {
  if (count_ == samples_.size()) samples_.emplace_back();
  samples_[count_++] = sample;
  values_ += sample.values.size();
}

// The values of all samples, column by column.
void BlockEncoder::gather(const Fragments& pieces) {
  plan_.clear();
  for (const RecordedSample& sample : added()) (void)plan_.add(sample.pieces, pieces);
  plan_.finish(pieces);
  columns_.resize(pieces.shape_count());
  for (std::uint32_t shape = 0; shape < columns_.size(); ++shape) {
    columns_[shape].resize(pieces.shape(shape).slots.size());
    for (auto& column : columns_[shape]) column.resize(plan_.column_length(shape));
  }
  std::vector<std::uint64_t> cursors(plan_.series_count());
  for (std::size_t s = 0; s < count_; ++s) {
    const auto layout = plan_.layout(s);
    const auto series = plan_.series(s);
    auto value = samples_[s].values.begin();
    for (std::size_t i = 0; i < layout.size(); ++i) {
      const std::uint64_t at = plan_.start(series[i]) + cursors[series[i]]++;
      for (auto& column : columns_[pieces.shape_of(layout[i])]) column[at] = *value++;
    }
  }
}

void BlockEncoder::put_layouts(std::vector<std::byte>& into) {
  std::span<const std::uint32_t> older;
  for (const RecordedSample& sample : added()) {
    edit_.find(older, sample.pieces);
    edit_.put(sample.pieces, into);
    older = sample.pieces;
  }
}

void BlockEncoder::close_chunk() {
  if (chunk_.empty()) return;
  const std::size_t begin = chunks_.size();
  compressor_.frame(chunk_, chunks_);
  put_number(chunk_list_, chunk_.size());
  put_number(chunk_list_, chunks_.size() - begin);
  ++chunk_count_;
  chunk_.clear();
}

void BlockEncoder::put_columns(std::vector<std::byte>& into) {
  std::unordered_multimap<std::size_t, std::uint32_t> known;  // by hash of the values
  std::vector<const std::vector<std::uint64_t>*> columns;
  for (std::uint32_t shape = 0; shape < columns_.size(); ++shape) {
    for (const auto& column : columns_[shape]) {
      const auto number = static_cast<std::uint32_t>(columns.size());
      const std::size_t hash =
          std::hash<std::string_view>()(as_text(std::as_bytes(std::span(column))));
      const auto [begin, end] = known.equal_range(hash);
      const auto same =
          std::find_if(begin, end, [&](const auto& one) { return *columns[one.second] == column; });
      columns.push_back(&column);
      if (same != end && !column.empty()) {
        into.push_back(static_cast<std::byte>(kSame));
        put_number(into, number - same->second);
        continue;
      }
      known.emplace(hash, number);
      const std::size_t at = chunk_.size();
      const ColumnCoding coding = put_column(column, plan_.lengths(shape), chunk_);
      into.push_back(static_cast<std::byte>(byte_of(coding)));
      put_number(into, chunk_count_);
      put_number(into, chunk_.size() - at);
      if (chunk_.size() >= kChunk) close_chunk();
    }
  }
  close_chunk();
}

std::uint32_t BlockEncoder::put(const Fragments& pieces, std::vector<std::byte>& into) {
  gather(pieces);
  chunk_.clear();
  chunks_.clear();
  chunk_list_.clear();
  chunk_count_ = 0;
  std::vector<std::byte> directory;
  pieces.put(0, 0, directory);
  put_layouts(directory);
  put_columns(directory);
  put_number(directory, chunk_count_);
  put_bytes(directory, chunk_list_);
  const std::size_t begin = into.size();
  compressor_.frame(directory, into);
  const auto length = static_cast<std::uint32_t>(into.size() - begin);
  put_bytes(into, chunks_);
  columns_ = {};  // as large as the samples
  return length;
}

// For the pieces with chosen columns, in all samples. If none of them was added or removed, a
// sample is like the previous one, whatever else changed.
bool BlockDecoder::plan_layouts() {
  NumberReader reader(layouts_);
  std::vector<std::uint32_t> older;
  std::vector<std::uint32_t> newer;
  std::vector<std::uint32_t> planned;
  std::uint64_t positions = 0;
  plan_.clear();
  for (std::uint32_t i = 0; i < samples_; ++i) {
    edit_.take(reader, older, pieces_, newer);
    positions += newer.size();
    if (!reader.is_sound() || positions > kMostPositions) return false;
    if (edit_.touches(older, newer, is_planned_)) {
      planned.clear();
      std::ranges::copy_if(newer, std::back_inserter(planned),
                           [&](std::uint32_t piece) { return is_planned_[piece]; });
    }
    if (!plan_.add(planned, pieces_)) return false;
    std::swap(older, newer);
  }
  plan_.finish(pieces_);
  cursors_.assign(plan_.series_count(), 0);
  return true;
}

void BlockDecoder::take_columns(NumberReader& reader) {
  columns_.clear();
  first_column_.clear();
  std::uint64_t offset = 0;
  for (std::uint32_t shape = 0; shape < pieces_.shape_count(); ++shape) {
    const auto slots = static_cast<std::uint32_t>(pieces_.shape(shape).slots.size());
    first_column_.push_back(static_cast<std::uint32_t>(columns_.size()));
    for (std::uint32_t slot = 0; slot < slots && reader.is_sound(); ++slot) {
      Column column{.shape = shape, .slot = slot, .same_as = {}, .coding = {}, .values = {}};
      const Bytes coding = reader.bytes(1);
      if (coding.empty() || static_cast<std::uint8_t>(coding[0]) > kLastCoding) {
        return reader.fail();
      }
      const std::uint32_t number = reader.number32();
      if (static_cast<std::uint8_t>(coding[0]) == kSame) {
        if (number == 0 || number > columns_.size()) return reader.fail();
        column.same_as = static_cast<std::uint32_t>(columns_.size()) - number;
        if (columns_[*column.same_as].same_as.has_value()) return reader.fail();
      } else {
        column.coding = coding_of(static_cast<std::uint8_t>(coding[0]));
        column.chunk = number;
        column.length = reader.number32();
        const bool is_next_chunk = columns_.empty() || column.chunk != last_chunk_;
        if (is_next_chunk) offset = 0;
        last_chunk_ = column.chunk;
        column.offset = offset;
        offset += column.length;
      }
      columns_.push_back(std::move(column));
    }
  }
  first_column_.push_back(static_cast<std::uint32_t>(columns_.size()));
}

void BlockDecoder::take_chunks(NumberReader& reader) {
  chunks_.clear();
  std::uint64_t offset = 0;
  const std::uint64_t count = reader.count();
  for (std::uint64_t i = 0; i < count && reader.is_sound(); ++i) {
    Chunk chunk;
    chunk.raw_length = reader.number32();
    chunk.length = reader.number32();
    chunk.offset = offset;
    offset += chunk.length;
    if (chunk.raw_length > kMostRaw) return reader.fail();
    chunks_.push_back(chunk);
  }
  for (const Column& column : columns_) {
    if (column.same_as.has_value() || column.length == 0) continue;
    const bool is_inside = column.chunk < chunks_.size() &&
                           contains(chunks_[column.chunk].raw_length, column.offset, column.length);
    if (!is_inside) return reader.fail();
  }
}

bool BlockDecoder::open(Bytes directory, std::uint32_t samples) {
  next_sample_ = 0;
  run_ = {};
  lost_objects_.clear();
  pieces_.clear();
  last_chunk_ = 0;
  samples_ = samples;
  layouts_ = {};
  plan_.clear();
  if (!decompressor_.frame(directory, kMostRaw, directory_)) return false;
  NumberReader reader(directory_);
  pieces_.take(reader);
  const std::size_t begin = reader.position();
  for (std::uint32_t i = 0; i < samples && reader.is_sound(); ++i) LayoutEdit::skip(reader);
  if (!reader.is_sound()) return false;
  layouts_ = Bytes(directory_).subspan(begin, reader.position() - begin);
  take_columns(reader);
  if (reader.is_sound()) take_chunks(reader);
  return reader.is_sound() && reader.rest().empty();
}

void BlockDecoder::choose_columns(const RecordingChoice& choice) {
  for (Column& column : columns_) {
    const FragmentLayout& shape = pieces_.shape(column.shape);
    if (!choice.reads(shape, shape.slots[column.slot])) continue;
    Column& stored = column.same_as.has_value() ? columns_[*column.same_as] : column;
    column.is_wanted = stored.is_wanted = true;
    if (stored.length != 0) chunks_[stored.chunk].is_wanted = true;
  }
}

// The shapes of chosen columns, of the starts of objects, and of what may be inside them.
void BlockDecoder::plan_shapes(const RecordingChoice& choice) {
  std::vector<bool> is_needed(pieces_.shape_count());
  leaves_out_.assign(pieces_.shape_count(), false);
  for (std::uint32_t i = 0; i < pieces_.shape_count(); ++i) {
    const FragmentLayout& shape = pieces_.shape(i);
    const bool is_read = choice.reads(shape.object);
    leaves_out_[i] = shape.kind == PieceKind::object && !is_read;
    is_needed[i] = shape.kind != PieceKind::row || is_read;
  }
  for (const Column& column : columns_) {
    if (column.is_wanted) is_needed[column.shape] = true;
  }
  is_planned_.assign(pieces_.size(), false);
  for (std::uint32_t i = 0; i < pieces_.size(); ++i)
    is_planned_[i] = is_needed[pieces_.shape_of(i)];
}

// A value has at least one byte, and equal columns have the same number of values.
bool BlockDecoder::have_columns_their_lengths() const {
  std::uint64_t values = 0;
  for (const Column& column : columns_) {
    if (!column.is_wanted) continue;
    const std::uint64_t length = plan_.column_length(column.shape);
    values += length;
    const bool fits = column.same_as.has_value()
                          ? plan_.column_length(columns_[*column.same_as].shape) == length
                          : length <= column.length;
    if (!fits || values > kMostBlockValues) return false;
  }
  return true;
}

bool BlockDecoder::choose(const RecordingChoice& choice) {
  leaves_out_objects_ = !choice.is_all();
  choose_columns(choice);
  plan_shapes(choice);
  return plan_layouts() && have_columns_their_lengths();
}

void BlockDecoder::lose(const Column& column) {
  lost_objects_.push_back(pieces_.shape(column.shape).object);
}

bool BlockDecoder::has_lost(std::uint32_t object) const noexcept {
  return std::ranges::find(lost_objects_, object) != lost_objects_.end();
}

bool BlockDecoder::take(Column& column, Bytes raw) {
  NumberReader reader(raw.subspan(column.offset, column.length));
  column.values.resize(plan_.column_length(column.shape));
  take_column(reader, column.coding, plan_.lengths(column.shape), column.values);
  return reader.is_sound() && reader.rest().empty();
}

bool BlockDecoder::add(std::size_t chunk, Bytes bytes) {
  bool is_sound = decompressor_.frame(bytes, chunks_[chunk].raw_length, raw_) &&
                  raw_.size() == chunks_[chunk].raw_length;
  const bool is_frame = is_sound;
  for (std::uint32_t i = 0; i < columns_.size(); ++i) {
    Column& column = columns_[i];
    if (column.same_as.has_value() || column.chunk != chunk || !column.is_wanted) continue;
    if (is_frame && take(column, raw_)) continue;
    is_sound = false;
    column.values.clear();
    lose(column);
    for (const Column& other : columns_) {
      if (other.same_as == i) lose(other);
    }
  }
  return is_sound;
}

void BlockDecoder::find_sources() {
  sources_.clear();
  for (const Column& column : columns_) {
    sources_.emplace_back(column.same_as.has_value() ? columns_[*column.same_as].values
                                                     : column.values);
  }
}

// The pieces of a sample in chosen objects: those of an object extend to the next object.
void BlockDecoder::keep_pieces(std::size_t sample) {
  const auto layout = plan_.layout(sample);
  if (!run_.empty() && run_.data() == layout.data()) return;
  run_ = layout;
  kept_.clear();
  sample_.pieces.clear();
  bool is_left_out = false;
  std::size_t values = 0;
  for (std::size_t i = 0; i < layout.size(); ++i) {
    const std::uint32_t shape = pieces_.shape_of(layout[i]);
    if (pieces_.shape(shape).kind == PieceKind::object) is_left_out = leaves_out_[shape];
    if (is_left_out) continue;
    sample_.pieces.push_back(layout[i]);
    kept_.push_back({.series = plan_.series(sample)[i], .shape = shape});
    values += sources_of(shape).size();
  }
  sample_.values.resize(values);
}

const RecordedSample* BlockDecoder::next() {
  if (next_sample_ == plan_.samples()) return nullptr;
  if (next_sample_ == 0) find_sources();
  keep_pieces(next_sample_++);
  std::uint64_t* value = sample_.values.data();
  for (const KeptPiece& piece : kept_) {
    const std::uint64_t at = plan_.start(piece.series) + cursors_[piece.series]++;
    for (const std::span<const std::uint64_t> source : sources_of(piece.shape)) {
      *value++ = at < source.size() ? source[at] : 0;
    }
  }
  return &sample_;
}

}  // namespace openperflib::recording
