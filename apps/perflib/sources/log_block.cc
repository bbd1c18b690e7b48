#include "apps/perflib/sources/log_block.h"

#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/messages.h"
#include "apps/perflib/sources/log_reading.h"
#include "apps/perflib/sources/log_window.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/recording/joined_block.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib::apps {
namespace {

using Block = std::vector<std::byte>;

bool is_all_of(const DataBlockView& view, const ObjectRequest& request) {
  for (const ObjectTypeView& object : view.objects()) {
    if (!request.wants_object(object.name_title_index())) return false;
  }
  return true;
}

std::expected<Block, Failure> join(const std::vector<DataBlockView>& views,
                                   const ObjectRequest& request) {
  if (views.size() == 1 && is_all_of(views.front(), request)) {
    const Bytes bytes = views.front().bytes();
    return Block(bytes.begin(), bytes.end());
  }
  JoinedBlock joined;
  for (const DataBlockView& view : views) joined.add(view, request);
  if (!joined.has_objects()) {
    return does_not_exist("the log has none of these objects");
  }
  if (joined.has_other_machines()) print_error("blocks of other machines are left out");
  const Bytes bytes = joined.bytes();
  return Block(bytes.begin(), bytes.end());
}

}  // namespace

std::expected<Block, Failure> first_block(const LogOptions& options, const ObjectRequest& request) {
  auto log = OPENPERFLIB_TRY(open_cursor(options));
  do {
    const auto result = log.read();
    if (!result.has_value()) {
      return failed(result.error());
    }
    if (*result == ReadResult::end) {
      report_anomalies(log.reader());
      return std::unexpected(why_no_samples(options));
    }
  } while (!log.is_in_window());
  report_anomalies(log.reader());
  const std::vector<DataBlockView> views = views_of(log.record());
  if (!views.empty()) return join(views, request);
  return failed(options.files.front(),
                "contains counters, not blocks; use `perflib convert` to get text");
}

}  // namespace openperflib::apps
