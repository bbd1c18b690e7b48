// The closed blocks of a recording: a minute of samples, counter by counter.
//
// Source: docs/formats/perfrec.md, "Block".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/log/recording/recording_choice_internal.h"
#include "openperflib/log/recording/recording_column_internal.h"
#include "openperflib/log/recording/recording_fragments_internal.h"
#include "openperflib/log/recording/recording_layout_edit_internal.h"
#include "openperflib/log/recording/recording_series_internal.h"
#include "openperflib/log/recording/recording_zstd_internal.h"

namespace openperflib::recording {

// Resource: the samples of one block.
class BlockEncoder {
 public:
  BlockEncoder();
  // Removes all samples.
  void clear() noexcept {
    count_ = 0;
    values_ = 0;
  }
  void add(const RecordedSample& sample);
  [[nodiscard]] std::size_t values() const noexcept { return values_; }

  // Appends the payload of the samples, whose pieces are those of `pieces`, to `into`: the
  // directory, then the chunks. Returns the length of the directory.
  [[nodiscard]] std::uint32_t put(const Fragments& pieces, std::vector<std::byte>& into);

 private:
  void gather(const Fragments& pieces);
  void put_layouts(std::vector<std::byte>& into);
  void put_columns(std::vector<std::byte>& into);
  void close_chunk();

  [[nodiscard]] std::span<const RecordedSample> added() const noexcept {
    return std::span(samples_).first(count_);
  }

  std::vector<RecordedSample> samples_;  // those after count_ are kept for their memory
  std::size_t count_ = 0;
  std::size_t values_ = 0;
  SeriesPlan plan_;
  LayoutEdit edit_;
  StreamCompressor compressor_;
  std::vector<std::vector<std::vector<std::uint64_t>>> columns_;  // by shape, then by slot
  std::vector<std::byte> chunk_;                                  // the one being filled
  std::vector<std::byte> chunks_;                                 // compressed
  std::vector<std::byte> chunk_list_;
  std::size_t chunk_count_ = 0;
};

// Resource: the samples of one block, of which only some columns may be read.
class BlockDecoder {
 public:
  // Takes the directory of a block with `samples` samples. False if it is damaged. Then call
  // choose().
  [[nodiscard]] bool open(Bytes directory, std::uint32_t samples);
  // The chunks, in their order; a chunk without chosen columns may be left out.
  struct Chunk {
    std::uint64_t offset = 0;  // in the payload, after the directory
    std::uint32_t length = 0;  // in the payload
    std::uint32_t raw_length = 0;
    bool is_wanted = false;
  };
  // Chooses the columns and, with them, the chunks and the pieces of a sample. False if the
  // directory is damaged there.
  [[nodiscard]] bool choose(const RecordingChoice& choice);
  [[nodiscard]] std::span<const Chunk> chunks() const noexcept { return chunks_; }
  // Takes the bytes of a chunk. False if they are damaged; its columns are then lost.
  [[nodiscard]] bool add(std::size_t chunk, Bytes bytes);

  // The next sample, by pieces(): those of the chosen objects. Values that were not chosen, or are
  // lost, are 0. Null: there are no more.
  [[nodiscard]] const RecordedSample* next();
  [[nodiscard]] const Fragments& pieces() const noexcept { return pieces_; }
  // Whether objects of the samples may have been left out.
  [[nodiscard]] bool leaves_out_objects() const noexcept { return leaves_out_objects_; }
  // Whether a column of the object was lost; object 0 is the header.
  [[nodiscard]] bool has_lost(std::uint32_t object) const noexcept;

 private:
  struct Column {
    std::uint32_t shape = 0;
    std::uint32_t slot = 0;
    std::optional<std::uint32_t> same_as;  // an earlier column
    ColumnCoding coding;
    std::uint32_t chunk = 0;
    std::uint64_t offset = 0;  // in the chunk
    std::uint64_t length = 0;
    bool is_wanted = false;
    std::vector<std::uint64_t> values;
  };
  // A piece of a sample in a chosen object.
  struct KeptPiece {
    std::uint32_t series;
    std::uint32_t shape;
  };
  void choose_columns(const RecordingChoice& choice);
  void plan_shapes(const RecordingChoice& choice);
  [[nodiscard]] bool plan_layouts();
  [[nodiscard]] bool have_columns_their_lengths() const;
  void take_columns(NumberReader& reader);
  void take_chunks(NumberReader& reader);
  void lose(const Column& column);
  [[nodiscard]] bool take(Column& column, Bytes raw);
  // Finds where the values of each column are, once all chunks were added.
  void find_sources();
  void keep_pieces(std::size_t sample);
  [[nodiscard]] std::span<const std::span<const std::uint64_t>> sources_of(
      std::uint32_t shape) const noexcept {
    const std::uint32_t first = first_column_[shape];
    return std::span(sources_).subspan(first, first_column_[shape + 1] - first);
  }

  StreamDecompressor decompressor_;
  Fragments pieces_;
  LayoutEdit edit_;
  SeriesPlan plan_;
  std::vector<Column> columns_;
  std::uint32_t last_chunk_ = 0;             // of the columns taken so far
  std::vector<std::uint32_t> first_column_;  // by shape, and the end; one column for each slot
  std::vector<Chunk> chunks_;
  std::vector<std::uint32_t> lost_objects_;
  std::vector<std::byte> raw_;
  std::vector<std::byte> directory_;
  Bytes layouts_;  // of directory_
  std::uint32_t samples_ = 0;
  std::vector<bool> is_planned_;        // by piece: it belongs to series
  std::vector<std::uint64_t> cursors_;  // by series
  std::vector<bool> leaves_out_;        // by shape: an object that was not chosen
  bool leaves_out_objects_ = false;
  std::span<const std::uint32_t> run_;  // the layout of the next two
  std::vector<KeptPiece> kept_;         // of it
  std::size_t next_sample_ = 0;
  std::vector<std::span<const std::uint64_t>> sources_;  // by column: its values; empty: none
  RecordedSample sample_;
};

}  // namespace openperflib::recording
