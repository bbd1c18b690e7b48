// RowBatches: rows of a query for workers, which take some of them while the next ones are read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
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
  [[nodiscard]] const Row& row(std::size_t number) const noexcept { return rows_[number].row; }
  // Returns the reading of a series in a row. Only where readings are kept, as is the next one.
  [[nodiscard]] const RawCounter& reading(std::size_t number, std::size_t series) const noexcept {
    return rows_[number].readings[series];
  }
  // Returns whether the series has a usable reading before that of the row.
  [[nodiscard]] bool has_older(std::size_t number, std::size_t series) const noexcept {
    return rows_[number].has_older[series] != 0;
  }

 private:
  friend class RowBatches;
  struct KeptRow {
    Row row;
    std::vector<RawCounter> readings;
    std::vector<std::uint8_t> has_older;
  };
  std::vector<KeptRow> rows_;  // the first `count_` are in use, and the others keep their memory
  std::size_t count_ = 0;
};

// Resource: two batches of at most kMostBytes each, whatever the number of rows; one row is always
// kept. Steady state allocates nothing. One thread calls it.
class RowBatches {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{4} << 20;
  static constexpr std::size_t kMostRows = 1024;
  // Whether the readings of rows are kept, too.
  enum class Readings : std::uint8_t { left_out, kept };

  // The code that uses the rows. Batches arrive in order; each one ends before the next one begins.
  class User {
   public:
    virtual ~User() = default;
    // Returns into how many tasks a batch is divided.
    [[nodiscard]] virtual std::size_t tasks_of(const RowBatch& batch) = 0;
    // Runs one of them, in any thread.
    virtual void run(const RowBatch& batch, std::size_t task) = 0;
    // Ends the batch after all of its tasks, in the thread of RowBatches. Errors: its own.
    [[nodiscard]] virtual std::expected<void, SourceFault> end(const RowBatch& /*batch*/) {
      return {};
    }
  };

  // Both must outlive it.
  RowBatches(Workers& workers, User& user, Readings readings) noexcept
      : workers_(workers), user_(user), readings_(readings) {}
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
  // Starts the tasks of the batch that was filled, after those of the one before it.
  [[nodiscard]] std::expected<void, SourceFault> hand_over();
  [[nodiscard]] std::expected<void, SourceFault> end_running();

  Workers& workers_;
  User& user_;
  Readings readings_;
  std::array<RowBatch, 2> batches_;
  std::size_t filled_ = 0;   // the one that rows are added to
  bool is_running_ = false;  // tasks of the other one
};

}  // namespace openperflib
