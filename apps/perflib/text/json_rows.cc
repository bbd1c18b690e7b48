#include "apps/perflib/text/json_rows.h"

#include "apps/perflib/run/messages.h"
#include "apps/perflib/text/row_sinks.h"
#include "openperflib/jobs/explanation.h"
#include "openperflib/os/portable/code_page.h"
#include "openperflib/view/rows/row_json.h"

namespace openperflib::apps {

std::expected<void, SourceFault> JsonRows::begin(const Binding& /*binding*/,
                                                 std::span<const std::size_t> shown) {
  shown_.assign(shown.begin(), shown.end());
  return {};
}

std::expected<void, SourceFault> JsonRows::write(const Sample& /*sample*/, const Row& /*row*/) {
  JsonWriter out(JsonLayout::line);
  write_row(out, source_.query(), shown_,
            {.time = row_time(source_),
             .rows = source_.holds_values() ? RowsOf::values : RowsOf::readings,
             .snapshot = &source_.snapshot(),
             .decode = &decode_code_page,
             .remainder = remainder_.of(source_.query())});
  return write_out(out.take() + "\n");
}

}  // namespace openperflib::apps
