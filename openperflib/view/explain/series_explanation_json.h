// What values mean, as JSON (docs/perflib.md, section 3f).
#pragma once

#include <optional>
#include <span>
#include <string>

#include "openperflib/view/explain/series_explanation.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib {

// An explanation, as an object: an element of "explanations".
void write_explanation(JsonWriter& out, const SeriesExplanation& explanation);

// Members of an object: "time", that of the row as it is shown (nullopt: the source has none), and
// "explanations".
void write_explanations(JsonWriter& out, const std::optional<std::string>& time,
                        std::span<const SeriesExplanation> explanations);

}  // namespace openperflib
