// A block as text, for people and tests, with the byte offset of every member.
#pragma once

#include <string>
#include <string_view>

#include "openperflib/wire/data_block_view.h"

namespace openperflib {

// One line for each structure, member and value of the block, in reading order: its offset in the
// block (decimal), then, indented by depth, its name in winperf.h and its contents. Texts are
// quoted, with control characters and quotes as \uXXXX; bytes of an unknown code page are shown as
// U+FFFD; values of more than 8 bytes that are not text are hexadecimal; a value that a truncated
// block lacks is "missing", one of size 0 is "-". Work: bounded by Limits::values.
[[nodiscard]] std::string dump(const DataBlockView& view);

// The same in pieces, so that memory is bounded by one line, not by the block. Stops when `write`
// returns false.
void dump(const DataBlockView& view, bool (*write)(std::string_view piece));

}  // namespace openperflib
