#include "openperflib/query/row_batches.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include "openperflib/base/try_internal.h"

namespace openperflib {

RowBatches::~RowBatches() {
  if (is_running_) workers_.finish();
}

// The numbers of a series stand in as many lines of a cache as the batch has rows: rows are an odd
// number of lines apart, so that these do not compete for the same places.
void RowBatch::add_numbers(std::span<const Value> values) {
  constexpr std::size_t kNumbersInLine = 8;
  const std::size_t lines = (values.size() / kNumbersInLine + 1) | 1;
  row_size_ = lines * kNumbersInLine;
  const std::size_t begin = count_++ * row_size_;
  if (numbers_.size() < begin + row_size_) numbers_.resize(begin + row_size_);
  std::ranges::transform(
      values, numbers_.begin() + static_cast<std::ptrdiff_t>(begin), [](const Value& value) {
        return value.usable() ? value.number : std::numeric_limits<double>::quiet_NaN();
      });
}

std::size_t RowBatch::copy_numbers(std::size_t series, std::size_t first_row,
                                   std::span<double> into) const noexcept {
  const std::size_t count = std::min(into.size(), count_ - first_row);
  const double* const first = numbers_.data() + first_row * row_size_ + series;
  for (std::size_t i = 0; i < count; ++i) into[i] = first[i * row_size_];
  return count;
}

std::expected<void, SourceFault> RowBatches::add(const Query& query) {
  RowBatch& batch = batches_[filled_];
  std::size_t size = 0;
  if (contents_ == Contents::numbers) {
    batch.add_numbers(query.row().values);
    size = batch.row_size_ * sizeof(double);
  } else {
    if (batch.count_ == batch.rows_.size()) batch.rows_.emplace_back();
    batch.rows_[batch.count_++] = query.row();
    size = sizeof(Row) + query.row().values.size() * sizeof(Value);
  }
  const bool is_full = batch.count_ == kMostRows || (batch.count_ + 1) * size > kMostBytes;
  return is_full ? hand_over() : std::expected<void, SourceFault>();
}

std::expected<void, SourceFault> RowBatches::flush() {
  if (batches_[filled_].count_ != 0) OPENPERFLIB_TRY(hand_over());
  return end_running();
}

// Workers have the next batch before the one before it ends, which may take time: it writes a text.
std::expected<void, SourceFault> RowBatches::hand_over() {
  if (is_running_) workers_.finish();
  const bool has_before = std::exchange(is_running_, true);
  const RowBatch& batch = batches_[filled_];
  workers_.start(user_.tasks_of(batch),
                 [user = &user_, &batch](std::size_t task) { user->run(batch, task); });
  filled_ = 1 - filled_;
  RowBatch& before = batches_[filled_];
  const auto ended = has_before ? user_.end(before) : std::expected<void, SourceFault>();
  before.count_ = 0;
  return ended;
}

std::expected<void, SourceFault> RowBatches::end_running() {
  if (!is_running_) return {};
  workers_.finish();
  is_running_ = false;
  return user_.end(batches_[1 - filled_]);
}

}  // namespace openperflib
