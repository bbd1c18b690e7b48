#include "apps/perflib/recording_copy.h"

#include <algorithm>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/log_object_copy.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib::apps {
namespace {

ObjectRequest with_status(ObjectRequest request) {
  if (request.kind() == ObjectRequest::Kind::ids) request.add_object(title::kCollectionStatus);
  return request;
}

}  // namespace

std::string not_to_be_recorded(const LogHeader& header) {
  if (header.format != LogFormat::recording || !holds_objects(header)) {
    return "is not a recording; only recordings can be written as a .perfrec";
  }
  const auto is_of_first = [&](const LogEntry& entry) {
    return entry.machine == header.entries.front().machine;
  };
  if (std::ranges::all_of(header.entries, is_of_first)) return {};
  return "has samples of several machines, and a .perfrec has those of one; write a .blg instead";
}

RecordingCopy::RecordingCopy(LogReader& reader, RecordingWriter writer, ObjectRequest request,
                             const LogWindow& window, LogConversion::RecordBefore before)
    : reader_(reader),
      writer_(std::move(writer)),
      request_(with_status(std::move(request))),
      wanted_(window),
      before_(before) {}

// Whether the sample has any of the objects.
bool RecordingCopy::join() {
  block_.clear();
  for (const DataBlockView& view : views_of(record_)) block_.add(view, request_);
  return block_.has_objects();
}

std::expected<void, SourceFault> RecordingCopy::write(Bytes block) {
  const auto view = DataBlockView::parse(block);
  if (!view.has_value()) return {};  // too large for one block: its parts were valid
  return writer_.write(*view);
}

std::expected<ReadResult, SourceFault> RecordingCopy::step() {
  if (OPENPERFLIB_TRY(reader_.read(record_)) == ReadResult::end) {
    OPENPERFLIB_TRY(writer_.end());
    return ReadResult::end;
  }
  const bool is_wanted = wanted_.take(record_.time_local);
  const bool is_before =
      before_ == LogConversion::RecordBefore::written && wanted_.is_before(record_.time_local);
  if ((!is_wanted && !is_before) || !join()) return ReadResult::reading;
  const Bytes block = block_.bytes();
  if (is_before) {
    kept_.assign(block.begin(), block.end());
    return ReadResult::reading;
  }
  if (!kept_.empty()) OPENPERFLIB_TRY(write(kept_));
  kept_.clear();
  OPENPERFLIB_TRY(write(block));
  return ReadResult::reading;
}

}  // namespace openperflib::apps
