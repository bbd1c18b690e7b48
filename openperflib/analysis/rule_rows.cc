#include <algorithm>
#include <cmath>

#include "openperflib/analysis/rule_rows_internal.h"

namespace openperflib {

double RuleRow::number_at(std::uint32_t position) const noexcept {
  if (first_rates.empty() || !std::isnan(numbers[position])) return numbers[position];
  const auto first = std::ranges::lower_bound(first_rates, position, {}, &FirstRate::first);
  const bool is_first = first != first_rates.end() && first->first == position;
  return is_first ? first->second : numbers[position];
}

RuleRow& RuleRows::next() {
  Batch& batch = batches_[filled_];
  if (batch.count == batch.rows.size()) batch.rows.emplace_back();
  return batch.rows[batch.count];
}

void RuleRows::add() {
  Batch& batch = batches_[filled_];
  const RuleRow& row = batch.rows[batch.count++];
  const std::size_t size = sizeof(RuleRow) + row.numbers.size() * sizeof(double) +
                           row.first_rates.size() * sizeof(RuleRow::FirstRate) +
                           row.moments.size() * sizeof(MachineMoment);
  batch.bytes = batch.count * size;
  const bool is_full =
      workers_ == nullptr || batch.count == kMostRows || (batch.count + 1) * size > kMostBytes;
  if (is_full) hand_over();
}

// Where layouts change with each record, as with many short processes, each batch has one row.
void RuleRows::flush() {
  end_running();
  Batch& batch = batches_[filled_];
  if (batch.count == 0) return;
  if (batch.bytes < kFewestBytes) return take_here(batch);
  hand_over();
  end_running();
}

void RuleRows::take_here(Batch& batch) {
  for (std::size_t i = 0; i < takers_.count(); ++i) takers_.take_rows(i, batch.used());
  batch.count = 0;
}

void RuleRows::hand_over() {
  end_running();
  Batch& batch = batches_[filled_];
  if (workers_ == nullptr) return take_here(batch);
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
