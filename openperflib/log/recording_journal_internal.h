// The journal of a recording: samples as they come, each by what differs from the one before.
//
// Source: docs/formats/perfrec.md, "Journal".
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/log/recording_layout_edit_internal.h"
#include "openperflib/log/recording_pieces_internal.h"
#include "openperflib/log/recording_zstd_internal.h"

namespace openperflib::recording {

// Resource.
class JournalEncoder {
 public:
  JournalEncoder();
  // Begins a journal whose pieces are counted from 0.
  void restart();
  // Adds a sample; its pieces are those of `pieces`, which has grown since.
  void add(const RecordedSample& sample, const Pieces& pieces);
  // Bytes that were added since the last flush(), before compression.
  [[nodiscard]] std::size_t pending() const noexcept { return raw_.size(); }
  // The payload of the next part. Valid until the next call.
  [[nodiscard]] Bytes flush();

 private:
  StreamCompressor compressor_;
  LayoutEdit edit_;
  RecordedSample previous_;
  std::size_t known_shapes_ = 0;
  std::size_t known_pieces_ = 0;
  std::vector<std::uint64_t> base_;
  std::vector<std::byte> entry_;
  std::vector<std::byte> raw_;
  std::vector<std::byte> part_;
};

// Resource.
class JournalDecoder {
 public:
  // Begins a journal.
  void restart();
  // Takes the payload of the next part. Whether it is sound; else nothing more comes.
  [[nodiscard]] bool add(Bytes part);
  // The next sample of the parts so far, by pieces(). Nothing: there is none, or is_sound() is
  // over.
  [[nodiscard]] const RecordedSample* next();
  [[nodiscard]] bool is_sound() const noexcept { return is_sound_; }
  [[nodiscard]] const Pieces& pieces() const noexcept { return pieces_; }

 private:
  [[nodiscard]] bool take(Bytes entry);
  StreamDecompressor decompressor_;
  Pieces pieces_;
  LayoutEdit edit_;
  RecordedSample sample_;
  RecordedSample previous_;
  std::vector<std::byte> raw_;
  std::size_t at_ = 0;  // in raw_
  bool is_sound_ = true;
};

// The values of `newer` by those they are compared with, and back.
void put_values(std::span<const std::uint64_t> newer, std::span<const std::uint64_t> base,
                std::vector<std::byte>& into);
void take_values(NumberReader& reader, std::vector<std::uint64_t>& base);

}  // namespace openperflib::recording
