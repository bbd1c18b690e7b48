#include <utility>

#include "openperflib/log/recording/recording_journal_internal.h"
#include "openperflib/log/recording/recording_layout_internal.h"

namespace openperflib::recording {
namespace {

constexpr int kJournalLevel = 3;  // of compression

}  // namespace

void put_values(std::span<const std::uint64_t> newer, std::span<const std::uint64_t> base,
                std::vector<std::byte>& into) {
  for (std::size_t i = 0; i < newer.size(); ++i) put_number(into, zigzag(newer[i] - base[i]));
}

void take_values(NumberReader& reader, std::vector<std::uint64_t>& base) {
  for (std::uint64_t& value : base) value += unzigzag(reader.number());
}

JournalEncoder::JournalEncoder() : compressor_(kJournalLevel) {}

void JournalEncoder::restart() {
  compressor_.restart();
  previous_.pieces.clear();
  previous_.values.clear();
  known_shapes_ = 0;
  known_pieces_ = 0;
  raw_.clear();
}

void JournalEncoder::add(const RecordedSample& sample, const Fragments& pieces) {
  entry_.clear();
  pieces.put(known_shapes_, known_pieces_, entry_);
  known_shapes_ = pieces.shape_count();
  known_pieces_ = pieces.size();
  edit_.find(previous_.pieces, sample.pieces);
  edit_.put(sample.pieces, entry_);
  edit_.align(previous_, sample.pieces, pieces, base_);
  put_values(sample.values, base_, entry_);
  put_number(raw_, entry_.size());
  put_bytes(raw_, entry_);
  previous_ = sample;
}

Bytes JournalEncoder::flush() {
  part_.clear();
  compressor_.flush(raw_, part_);
  raw_.clear();
  return part_;
}

void JournalDecoder::restart() {
  decompressor_.restart();
  pieces_.clear();
  sample_ = {};
  raw_.clear();
  at_ = 0;
  is_sound_ = true;
}

bool JournalDecoder::add(Bytes part) {
  raw_.erase(raw_.begin(), raw_.begin() + static_cast<std::ptrdiff_t>(at_));
  at_ = 0;
  is_sound_ = is_sound_ && decompressor_.add(part, kMostRaw, raw_);
  return is_sound_;
}

bool JournalDecoder::take(Bytes entry) {
  NumberReader reader(entry);
  pieces_.take(reader);
  std::swap(previous_, sample_);
  edit_.take(reader, previous_.pieces, pieces_, sample_.pieces);
  if (!reader.is_sound()) return false;
  std::size_t values = 0;
  for (const std::uint32_t piece : sample_.pieces) values += pieces_.slot_count(piece);
  if (values > kMostValues || values > reader.rest().size())
    return false;  // a value is a byte at least
  edit_.align(previous_, sample_.pieces, pieces_, sample_.values);
  take_values(reader, sample_.values);
  return reader.is_sound() && reader.rest().empty();
}

const RecordedSample* JournalDecoder::next() {
  if (!is_sound_ || at_ == raw_.size()) return nullptr;
  NumberReader reader(Bytes(raw_).subspan(at_));
  const Bytes entry = reader.bytes(reader.number());
  is_sound_ = reader.is_sound() && take(entry);
  at_ += reader.position();
  return is_sound_ ? &sample_ : nullptr;
}

}  // namespace openperflib::recording
