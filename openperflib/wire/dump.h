// A block as text, for people and for tests: every member at its byte.
#pragma once

#include <string>
#include <string_view>

#include "openperflib/wire/data_block_view.h"

namespace openperflib {

// A line for each structure, member and value of the block, in reading order: its byte in the block
// (decimal), then, indented by depth, its name by winperf.h and what is stored there. Texts stand
// in quotes, control characters and quotes in them as \uXXXX; values of a code page the library
// does not know show U+FFFD; sizes above 8 that are no text are hexadecimal; "missing" is a value
// that a cut block lacks, "-" one of size 0. Work: bounded by Limits::values.
[[nodiscard]] std::string dump(const DataBlockView& view);

// The same, piece by piece: memory is bounded by one line, not by the block. `write` gets each
// piece; false from it ends the writing.
void dump(const DataBlockView& view, bool (*write)(std::string_view piece));

}  // namespace openperflib
