// Titles: our object that carries the names of a block's objects and counters that no fixed table
// has, so that a block is readable on every machine. Source: docs/perflib.md, section 6.
#pragma once

#include <span>
#include <vector>

#include "openperflib/snapshot/provider_report.h"
#include "openperflib/text/string_pool.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/wire/data_block_builder.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {

// No text of Titles is longer; longer ones are ignored.
inline constexpr std::size_t kLongestTitleText = 4096;  // characters, in UTF-8 bytes at most thrice

// Returns whether the object only serves other objects of its block and is meaningless without them
// (Titles, Counter Links).
[[nodiscard]] bool serves_other_objects(TitleIndex object) noexcept;

// Returns whether the object describes other objects of its block (Collection Status, Titles,
// Counter Links), so that it is neither listed nor matched by a wildcard.
[[nodiscard]] bool describes_the_block(TitleIndex object) noexcept;

// Writes the object, one instance per title. It precedes Collection Status. Titles without a text,
// or with one that is too long, are left out. Allocates nothing.
void write_titles(std::span<const Title> titles, DataBlockBuilder& builder);

// Reads the object of a block: ascending by index, the first row of an index. Impossible rows are
// ignored; `titles` is empty if the block has no such object. The texts are in `texts`.
void read_titles(const DataBlockView& block, StringPool& texts, std::vector<Title>& titles);

// Returns the text of an index; nullopt if `titles` (ascending by index) has none.
[[nodiscard]] std::optional<std::string_view> find_title(std::span<const Title> titles,
                                                         TitleIndex index) noexcept;

}  // namespace openperflib
