// A row of a query, as JSON (docs/perflib.md, section 2).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "openperflib/analysis/cpu_remainder.h"
#include "openperflib/query/query.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/view/summary/rows_of.h"
#include "openperflib/view/text/json_writer.h"
#include "openperflib/wire/instance_name.h"

namespace openperflib {

// What is known of a row besides its query. View.
struct RowBackground {
  std::optional<std::string> time = {};        // as it is shown; nullopt: the source has none
  RowsOf rows = RowsOf::readings;              // values have no type
  const Snapshot* snapshot = nullptr;          // that the query took; null: it has taken none
  CodePageDecoder decode = nullptr;            // of the texts in the snapshot
  std::optional<CpuRemainder> remainder = {};  // nullopt: not known, and not written
};

// The newest row of a query, after its take(), as an object. `shown`: the series to write, in this
// order (positions in query.binding().series()).
void write_row(JsonWriter& out, const Query& query, std::span<const std::size_t> shown,
               const RowBackground& background);

}  // namespace openperflib
