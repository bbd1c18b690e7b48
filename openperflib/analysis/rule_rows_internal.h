// RuleRows: the rows of a pass in batches, which workers take while the next ones are read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "openperflib/analysis/analysis_internal.h"
#include "openperflib/base/workers.h"

namespace openperflib {

// What rules take of one record. Value.
struct RuleRow {
  using FirstRate = std::pair<std::uint32_t, double>;
  FileTime time = 0;            // local
  std::uint64_t record = 0;     // its position in the log
  std::vector<double> numbers;  // of the series of the query, then sums; NaN: no value
  // The numbers of series whose processes began since the record before, which `numbers` lacks:
  // ascending by their positions there.
  std::vector<FirstRate> first_rates;
  std::vector<MachineMoment> moments;  // one for each machine

  // Returns the number at a position, also if it is a first rate.
  [[nodiscard]] double number_at(std::uint32_t position) const noexcept;
};

// Resource: two batches of at most kMostBytes each; one row is always kept. Without workers each
// row is taken at once. Steady state allocates nothing. One thread calls it.
class RuleRows {
 public:
  // Fits into the cache of a CPU, beside the state of a rule.
  static constexpr std::size_t kMostBytes = std::size_t{1} << 20U;
  static constexpr std::size_t kMostRows = 1024;
  // Fewer are taken by the thread of the caller sooner than others wake up.
  static constexpr std::size_t kFewestBytes = std::size_t{1} << 16U;

  // Takers of the rows: each one takes all rows, in their order.
  class Takers {
   public:
    virtual ~Takers() = default;
    // How many there are; the same from one flush() to the next.
    [[nodiscard]] virtual std::size_t count() const noexcept = 0;
    // One of them takes the rows of a batch, in any thread.
    virtual void take_rows(std::size_t taker, std::span<const RuleRow> rows) = 0;
  };

  // Both must outlive it. `workers`: null: there are none.
  RuleRows(Workers* workers, Takers& takers) noexcept
      : workers_(run_beside_caller(workers) ? workers : nullptr), takers_(takers) {}
  // Waits for the takers that run. Rows that were not handed over are dropped.
  ~RuleRows() { end_running(); }
  RuleRows(const RuleRows&) = delete;
  RuleRows& operator=(const RuleRows&) = delete;

  // The row to fill next; it has the memory of an earlier one.
  [[nodiscard]] RuleRow& next();
  // Adds it.
  void add();
  // Returns when all rows were taken, so that the series may change.
  void flush();

 private:
  struct Batch {
    std::vector<RuleRow> rows;  // the first `count` are in use, and the others keep their memory
    std::size_t count = 0;
    std::size_t bytes = 0;  // about so many are in use
    [[nodiscard]] std::span<const RuleRow> used() const noexcept {
      return std::span(rows).first(count);
    }
  };
  // Gives the batch that was filled to the takers, after the one before it.
  void hand_over();
  void end_running();
  // Gives it to the takers in the thread of the caller.
  void take_here(Batch& batch);

  Workers* workers_;
  Takers& takers_;
  std::array<Batch, 2> batches_;
  std::size_t filled_ = 0;   // the one that rows are added to
  bool is_running_ = false;  // takers of the other one
};

}  // namespace openperflib
