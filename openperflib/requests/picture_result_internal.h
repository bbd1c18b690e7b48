// The result of picture: rows of records, and of each series its columns, breaks and statistics.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "openperflib/log/log_window.h"
#include "openperflib/requests/history_cache.h"
#include "openperflib/requests/tool_parts_internal.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib {

// What is drawn of the paths. Value.
struct PictureLook {
  LogWindow window;  // the part of the time
  std::size_t pixels = 800;
  std::size_t most = 50;  // series
  bool has_statistics = true;
};

// Writes the members of the result. Returns its columns, one after the other. `held`: the columns
// of the paths, at least one, in the order of the request. Their records are the same; in an
// unfinished picture some may have only the first of them.
[[nodiscard]] std::vector<double> write_picture(JsonWriter& out, const PictureLook& look,
                                                const std::vector<HeldPath>& held,
                                                const std::optional<UnfinishedReading>& unfinished);

}  // namespace openperflib
