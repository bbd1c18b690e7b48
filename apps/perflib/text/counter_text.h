// The strings of PERF_COUNTER_TEXT counters, which readings do not contain: they are read from the
// block.
#pragma once

#include <optional>
#include <string>

#include "openperflib/counter/counter_type.h"
#include "openperflib/query/query.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/wire/object_type_view.h"

namespace openperflib::apps {

// A text counter's bytes as UTF-8, up to the first NUL: UTF-16, or the code page of the object.
[[nodiscard]] std::string decoded_text(const ObjectTypeView& object, CounterType type, Bytes data);

// The string of `series`, a text counter, in the last snapshot of its query. nullopt: none.
[[nodiscard]] std::optional<std::string> text_of(const Snapshot& snapshot, const Series& series);

}  // namespace openperflib::apps
