// Rebuilds a parsed block.
#pragma once

#include <expected>

#include "openperflib/base/bytes.h"
#include "openperflib/base/error.h"
#include "openperflib/wire/data_block_builder.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {

// Builds the block that `view` reads: the same names, definitions, instances and values, in
// little-endian order and in the builder's layout. A block that Windows wrote is reproduced byte
// for byte, except that padding (after instance names, and bytes of a counter block that no
// definition covers) becomes 0. The bytes live until the builder's next begin(). Errors:
// over_limit; truncated for an object whose end is missing (its unknown values would become 0);
// out_of_range for a value that overlaps the length of its counter block.
[[nodiscard]] std::expected<Bytes, Error> rebuild(const DataBlockView& view,
                                                  DataBlockBuilder& builder);

}  // namespace openperflib
