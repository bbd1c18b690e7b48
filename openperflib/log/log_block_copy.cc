#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/log_block_copy_internal.h"
#include "openperflib/wire/data_block_view.h"

namespace openperflib {
namespace {

// A block of a log is of its first object; others only describe that one.
bool is_of_object(Bytes block, const ObjectRequest& request) {
  if (block.empty()) return false;
  const auto view = DataBlockView::parse(block);
  return view.has_value() && view->object_count() != 0 &&
         request.wants_object((*view->objects().begin()).name_title_index());
}

}  // namespace

std::optional<std::span<const Bytes>> LogBlockCopy::chosen(const LogRecord& record) {
  if (!request_.has_value()) return record.blocks;
  chosen_.clear();
  for (const Bytes block : record.blocks) {
    if (is_of_object(block, *request_)) chosen_.push_back(block);
  }
  if (chosen_.empty()) return std::nullopt;
  return chosen_;
}

void LogBlockCopy::keep(const LogReader& /*reader*/, const LogRecord& record) {
  if (before_ == RecordBefore::left_out) return;
  const auto blocks = chosen(record);
  if (!blocks.has_value()) return;
  kept_time_ = record.time_local;
  kept_bytes_.clear();
  kept_lengths_.clear();
  for (const Bytes block : *blocks) {
    append_bytes(kept_bytes_, block);
    kept_lengths_.push_back(block.size());
  }
}

std::expected<void, SourceFault> LogBlockCopy::write_kept(LogExtent& written) {
  if (kept_lengths_.empty()) return {};
  std::vector<Bytes> blocks;
  Bytes rest(kept_bytes_);
  for (const std::size_t length : std::exchange(kept_lengths_, {})) {
    blocks.push_back(rest.first(length));
    rest = rest.subspan(length);
  }
  if (written.records != 0) return {};
  written.note(kept_time_);
  return sink_.write(kept_time_, blocks);
}

std::expected<void, SourceFault> LogBlockCopy::write(const LogReader& /*reader*/,
                                                     const LogRecord& record, LogExtent& written) {
  const auto blocks = chosen(record);
  if (!blocks.has_value()) return {};
  OPENPERFLIB_TRY(write_kept(written));
  written.note(record.time_local);
  return sink_.write(record.time_local, *blocks);
}

}  // namespace openperflib
