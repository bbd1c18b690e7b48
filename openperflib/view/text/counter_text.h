// The strings of PERF_COUNTER_TEXT counters, which readings do not contain: they are read from the
// block.
#pragma once

#include <optional>
#include <string>

#include "openperflib/counter/counter_type.h"
#include "openperflib/query/catalog/series.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/wire/instance_name.h"
#include "openperflib/wire/object_type_view.h"

namespace openperflib {

// A text counter's bytes as UTF-8, up to the first NUL: UTF-16, or the code page of the object.
// Where `decode` is null or does not know that code page, they are read as UTF-8.
[[nodiscard]] std::string decoded_text(const ObjectTypeView& object, CounterType type, Bytes data,
                                       CodePageDecoder decode = nullptr);

// The string of `series`, a text counter, in the last snapshot of its query. nullopt: none.
[[nodiscard]] std::optional<std::string> text_of(const Snapshot& snapshot, const Series& series,
                                                 CodePageDecoder decode = nullptr);

}  // namespace openperflib
