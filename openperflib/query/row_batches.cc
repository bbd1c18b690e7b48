#include "openperflib/query/row_batches.h"

#include <algorithm>

#include "openperflib/base/try_internal.h"

namespace openperflib {

RowBatches::~RowBatches() {
  if (is_running_) workers_.finish();
}

std::expected<void, SourceFault> RowBatches::add(const Query& query) {
  RowBatch& batch = batches_[filled_];
  if (batch.count_ == batch.rows_.size()) batch.rows_.emplace_back();
  RowBatch::KeptRow& kept = batch.rows_[batch.count_++];
  kept.row = query.row();
  std::size_t size = sizeof(Value);
  if (readings_ == Readings::kept) {
    size += sizeof(RawCounter) + sizeof(std::uint8_t);
    kept.readings = query.newer().counters;
    kept.has_older.resize(query.older().counters.size());
    std::ranges::transform(
        query.older().counters, kept.has_older.begin(),
        [](const RawCounter& one) { return static_cast<std::uint8_t>(usable(one.status)); });
  }
  size *= std::max<std::size_t>(1, kept.row.values.size());
  const bool is_full = batch.count_ == kMostRows || (batch.count_ + 1) * size > kMostBytes;
  return is_full ? hand_over() : std::expected<void, SourceFault>();
}

std::expected<void, SourceFault> RowBatches::flush() {
  if (batches_[filled_].count_ != 0) OPENPERFLIB_TRY(hand_over());
  return end_running();
}

std::expected<void, SourceFault> RowBatches::hand_over() {
  OPENPERFLIB_TRY(end_running());
  const RowBatch& batch = batches_[filled_];
  filled_ = 1 - filled_;
  batches_[filled_].count_ = 0;
  is_running_ = true;
  workers_.start(user_.tasks_of(batch),
                 [user = &user_, &batch](std::size_t task) { user->run(batch, task); });
  return {};
}

std::expected<void, SourceFault> RowBatches::end_running() {
  if (!is_running_) return {};
  workers_.finish();
  is_running_ = false;
  return user_.end(batches_[1 - filled_]);
}

}  // namespace openperflib
