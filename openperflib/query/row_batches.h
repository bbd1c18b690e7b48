// RowBatches: rows of a query for workers, which take some of them while the next ones are read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/base/workers.h"
#include "openperflib/query/catalog/row.h"
#include "openperflib/query/query.h"

namespace openperflib {

// Copies of consecutive rows that have the same series. Value.
class RowBatch {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  // Returns which of the two batches of RowBatches this is, 0 or 1: users that keep something until
  // end() keep it for both.
  [[nodiscard]] std::size_t slot() const noexcept { return slot_; }
  // Returns a row. Only of batches of rows.
  [[nodiscard]] const Row& row(std::size_t number) const noexcept { return rows_[number]; }
  // Copies the numbers of a series, from a row on: as many as `into` has room for, or as there are
  // rows. NaN: the value is not usable. Returns how many. Only of batches of numbers.
  std::size_t copy_numbers(std::size_t series, std::size_t first_row,
                           std::span<double> into) const noexcept;
  [[nodiscard]] double number(std::size_t row, std::size_t series) const noexcept {
    return numbers_[row * row_size_ + series];
  }

 private:
  friend class RowBatches;
  // Adds the numbers of a row.
  void add_numbers(std::span<const Value> values);

  std::size_t slot_ = 0;
  std::size_t count_ = 0;
  std::vector<Row> rows_;        // the first `count_` are in use, and the others keep their memory
  std::vector<double> numbers_;  // row by row; also longer than what is in use
  std::size_t row_size_ = 0;     // numbers from one row to the next
};

// Resource: two batches of at most kMostBytes each, whatever the number of rows; one row is always
// kept. Steady state allocates nothing. One thread calls it.
class RowBatches {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{4} << 20;
  static constexpr std::size_t kMostRows = 1024;
  // What batches have: whole rows, or only the numbers of their values, so that a batch has twice
  // as many rows.
  enum class Contents : std::uint8_t { rows, numbers };

  // The code that uses the rows. Batches arrive in order; the tasks of one end before those of the
  // next one begin.
  class User {
   public:
    virtual ~User() = default;
    // Returns into how many tasks a batch is divided.
    [[nodiscard]] virtual std::size_t tasks_of(const RowBatch& batch) = 0;
    // Runs one of them, in any thread.
    virtual void run(const RowBatch& batch, std::size_t task) = 0;
    // Ends the batch after all of its tasks, in the thread of RowBatches; the tasks of the next one
    // may run meanwhile. Errors: its own.
    [[nodiscard]] virtual std::expected<void, SourceFault> end(const RowBatch& /*batch*/) {
      return {};
    }
  };

  // Both must outlive it.
  RowBatches(Workers& workers, User& user, Contents contents) noexcept
      : workers_(workers), user_(user), contents_(contents) {
    batches_.back().slot_ = 1;
  }
  // Waits for the tasks that run. Rows that were not handed over are dropped.
  ~RowBatches();
  RowBatches(const RowBatches&) = delete;
  RowBatches& operator=(const RowBatches&) = delete;

  // Copies the newest row of the query, which must have the series of the rows added since
  // flush(). Errors: those of User::end() of an earlier batch.
  [[nodiscard]] std::expected<void, SourceFault> add(const Query& query);
  // Returns when all rows are done, so that the series may change. Errors: those of User::end().
  [[nodiscard]] std::expected<void, SourceFault> flush();

 private:
  // Starts the tasks of the batch that was filled, after those of the one before it, which ends.
  [[nodiscard]] std::expected<void, SourceFault> hand_over();
  // Waits for the tasks that run, and ends their batch.
  [[nodiscard]] std::expected<void, SourceFault> end_running();

  Workers& workers_;
  User& user_;
  Contents contents_;
  std::array<RowBatch, 2> batches_;
  std::size_t filled_ = 0;   // the one that rows are added to
  bool is_running_ = false;  // tasks of the other one
};

}  // namespace openperflib
