// Writes a parsed block again.
#pragma once

#include <expected>

#include "openperflib/base/bytes.h"
#include "openperflib/base/error.h"
#include "openperflib/wire/data_block_builder.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {

// Builds the block that `view` reads: the same names, definitions, instances and values, in the
// byte order of Windows and as the builder lays it out. A block that Windows wrote comes out byte
// for byte, but for its padding, which becomes 0: what follows an instance's name, and what no
// definition covers in a counter block. The bytes live until the builder's next begin(). Errors:
// over_limit; truncated for an object of which the end is missing (its values are unknown, and
// would become 0); out_of_range for a value over its counter block's own length.
[[nodiscard]] std::expected<Bytes, Error> rebuild(const DataBlockView& view,
                                                  DataBlockBuilder& builder);

}  // namespace openperflib
