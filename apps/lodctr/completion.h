// What lodctr --complete and unlodctr --complete print.
#pragma once

#include <span>

#include "apps/lodctr/options.h"
#include "openperflib/state/title_store.h"

namespace openperflib::lodctr {

// `words`: those of the command line after the name of the tool, up to the cursor.
[[nodiscard]] Outcome complete_lodctr(TitleStore& store, std::span<char* const> words);
[[nodiscard]] Outcome complete_unlodctr(TitleStore& store, std::span<char* const> words);

}  // namespace openperflib::lodctr
