#include "openperflib/analysis/rule_rows_internal.h"

namespace openperflib {

RuleRow& RuleRows::next() {
  Batch& batch = batches_[filled_];
  if (batch.count == batch.rows.size()) batch.rows.emplace_back();
  return batch.rows[batch.count];
}

void RuleRows::add() {
  Batch& batch = batches_[filled_];
  const RuleRow& row = batch.rows[batch.count++];
  const std::size_t size = sizeof(RuleRow) + row.numbers.size() * sizeof(double) +
                           row.moments.size() * sizeof(MachineMoment);
  const bool is_full =
      workers_ == nullptr || batch.count == kMostRows || (batch.count + 1) * size > kMostBytes;
  if (is_full) hand_over();
}

void RuleRows::flush() {
  if (batches_[filled_].count != 0) hand_over();
  end_running();
}

void RuleRows::hand_over() {
  end_running();
  Batch& batch = batches_[filled_];
  if (workers_ == nullptr) {
    for (std::size_t i = 0; i < takers_.count(); ++i) takers_.take_rows(i, batch.used());
    batch.count = 0;
    return;
  }
  filled_ = 1 - filled_;
  batches_[filled_].count = 0;
  is_running_ = true;
  workers_->start(takers_.count(), [takers = &takers_, full = &batch](std::size_t taker) {
    takers->take_rows(taker, full->used());
  });
}

void RuleRows::end_running() {
  if (!is_running_) return;
  workers_->finish();
  is_running_ = false;
}

}  // namespace openperflib
