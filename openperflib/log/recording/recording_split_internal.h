// BlockSplitter: a PERF_DATA_BLOCK as pieces and values.
//
// Source: docs/formats/perfrec.md, "Pieces".
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "openperflib/log/recording/recording_fragments_internal.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib::recording {

// Resource: it remembers the last layout, so that a block with the same one is cheap.
class BlockSplitter {
 public:
  // Splits all bytes of the block, in order. New pieces are added to `pieces`, which must be the
  // same object, or empty, in every call. `into` may be the sample of the previous call.
  void split(const DataBlockView& view, Fragments& pieces, RecordedSample& into);

 private:
  // The shape of the rows of an object, by the piece of its definitions.
  struct RowShape {
    std::uint32_t definitions;
    std::size_t counter_bytes;
    bool has_instance;
    std::uint32_t shape;
  };
  // The shape of the definitions of an object, by its title index.
  struct KnownShape {
    std::uint32_t object;
    std::uint32_t shape;
  };
  [[nodiscard]] std::uint32_t shape_of(std::uint32_t object, Fragments& pieces);
  void split_object(const ObjectTypeView& object, Fragments& pieces);
  [[nodiscard]] std::uint32_t row_shape(const ObjectTypeView& object, std::uint32_t definitions,
                                        std::size_t counter_bytes, bool has_instance,
                                        Fragments& pieces);
  // Adds the next part of the block. Returns its number.
  std::uint32_t add(Bytes part, std::uint32_t shape, Fragments& pieces);
  void add_raw_up_to(const std::byte* end, Fragments& pieces);

  RecordedSample sample_;                // being built
  std::vector<std::uint32_t> previous_;  // pieces of the previous sample
  std::size_t expected_ = 0;             // in previous_: the next piece if nothing changed
  const std::byte* at_ = nullptr;        // the current position in the block
  std::optional<std::uint32_t> head_shape_;
  std::vector<KnownShape> shapes_;
  std::vector<RowShape> row_shapes_;
  std::vector<std::byte> scratch_;
};

}  // namespace openperflib::recording
