// RowTexts: rows that workers make into text, which a sink writes in their order.
#pragma once

#include <array>
#include <cstddef>
#include <expected>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/base/workers.h"
#include "openperflib/query/query.h"
#include "openperflib/query/row_batches.h"
#include "openperflib/query/row_sink.h"

namespace openperflib {

// Resource. The sink, its text and the workers must outlive it.
class RowTexts final : private RowBatches::User {
 public:
  RowTexts(RowSink& sink, const RowText& text, Workers& workers);
  RowTexts(const RowTexts&) = delete;
  RowTexts& operator=(const RowTexts&) = delete;

  // Adds the newest row of the query. Errors: those of the sink, also about earlier rows.
  [[nodiscard]] std::expected<void, SourceFault> add(const Query& query);
  // Returns when all rows that were added are in the sink, which may then be changed. Errors: those
  // of the sink.
  [[nodiscard]] std::expected<void, SourceFault> flush();

 private:
  // The text of some rows, and the fault of the first one after it.
  struct Piece {
    std::string text;
    std::expected<void, SourceFault> made;
  };
  [[nodiscard]] std::size_t tasks_of(const RowBatch& batch) override;
  void run(const RowBatch& batch, std::size_t task) override;
  [[nodiscard]] std::expected<void, SourceFault> end(const RowBatch& batch) override;

  // The pieces of one batch, which are written while those of the next one are made.
  struct Pieces {
    std::vector<Piece> all;  // the first `count` are in use, and the others keep their memory
    std::size_t count = 0;
  };

  RowSink& sink_;
  const RowText& text_;
  std::size_t most_tasks_;
  std::array<Pieces, 2> pieces_;  // by RowBatch::slot()
  RowBatches batches_;            // last, so that what runs ends first
};

}  // namespace openperflib
