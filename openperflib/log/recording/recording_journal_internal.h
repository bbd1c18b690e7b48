// The journal of a recording: samples as they arrive, each as differences from the previous one.
//
// Source: docs/formats/perfrec.md, "Journal".
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/log/recording/recording_fragments_internal.h"
#include "openperflib/log/recording/recording_layout_edit_internal.h"
#include "openperflib/log/recording/recording_zstd_internal.h"

namespace openperflib::recording {

// Resource.
class JournalEncoder {
 public:
  JournalEncoder();
  // Begins a journal, with pieces numbered from 0.
  void restart();
  // Adds a sample; its pieces are in `pieces`, which may have grown since the last call.
  void add(const RecordedSample& sample, const Fragments& pieces);
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
  // Takes the payload of the next part. False if it is damaged; there are then no more samples.
  [[nodiscard]] bool add(Bytes part);
  // The next sample of the parts so far, by pieces(). Null: there are no more, or is_sound() is
  // false.
  [[nodiscard]] const RecordedSample* next();
  [[nodiscard]] bool is_sound() const noexcept { return is_sound_; }
  [[nodiscard]] const Fragments& pieces() const noexcept { return pieces_; }

 private:
  [[nodiscard]] bool take(Bytes entry);
  StreamDecompressor decompressor_;
  Fragments pieces_;
  LayoutEdit edit_;
  RecordedSample sample_;
  RecordedSample previous_;
  std::vector<std::byte> raw_;
  std::size_t at_ = 0;  // in raw_
  bool is_sound_ = true;
};

// The values of `newer` as differences from `base`, and the reverse.
void put_values(std::span<const std::uint64_t> newer, std::span<const std::uint64_t> base,
                std::vector<std::byte>& into);
void take_values(NumberReader& reader, std::vector<std::uint64_t>& base);

}  // namespace openperflib::recording
