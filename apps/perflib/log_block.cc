#include "apps/perflib/log_block.h"

#include "apps/perflib/exit_code.h"
#include "apps/perflib/log_source.h"
#include "apps/perflib/log_window.h"
#include "apps/perflib/messages.h"
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

std::expected<Block, int> join(const std::vector<DataBlockView>& views,
                               const ObjectRequest& request) {
  if (views.size() == 1 && is_all_of(views.front(), request)) {
    const Bytes bytes = views.front().bytes();
    return Block(bytes.begin(), bytes.end());
  }
  JoinedBlock joined;
  for (const DataBlockView& view : views) joined.add(view, request);
  if (!joined.has_objects()) {
    print_error("the log has none of these objects");
    return std::unexpected(kDoesNotExist);
  }
  if (joined.has_other_machines()) print_error("blocks of other machines are left out");
  const Bytes bytes = joined.bytes();
  return Block(bytes.begin(), bytes.end());
}

}  // namespace

std::expected<Block, int> first_block(const LogOptions& options, const ObjectRequest& request) {
  auto log = LogSource::open(options);
  if (!log.has_value()) return std::unexpected(log.error());
  do {
    const auto result = log->read();
    if (!result.has_value()) {
      print_error(result.error());
      return std::unexpected(kFailed);
    }
    if (*result == ReadResult::end) {
      report_anomalies(log->reader());
      report_no_samples(options);
      return std::unexpected(kFailed);
    }
  } while (!log->is_in_window());
  report_anomalies(log->reader());
  const std::vector<DataBlockView> views = views_of(log->record());
  if (!views.empty()) return join(views, request);
  print_error(options.files.front(),
              "contains counters, not blocks; use `perflib convert` to get text");
  return std::unexpected(kFailed);
}

}  // namespace openperflib::apps
