#include <algorithm>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/row_texts_internal.h"

namespace openperflib {
namespace {

// Where pieces take different times, a worker that is done takes another one.
constexpr std::size_t kPiecesPerWorker = 8;

}  // namespace

RowTexts::RowTexts(RowSink& sink, const RowText& text, Workers& workers)
    : sink_(sink),
      text_(text),
      most_tasks_(kPiecesPerWorker * workers.count()),
      batches_(workers, *this, RowBatches::Readings::left_out) {}

std::expected<void, SourceFault> RowTexts::add(const Query& query) { return batches_.add(query); }

std::expected<void, SourceFault> RowTexts::flush() { return batches_.flush(); }

std::size_t RowTexts::tasks_of(const RowBatch& batch) {
  tasks_ = std::min(batch.size(), most_tasks_);
  if (pieces_.size() < tasks_) pieces_.resize(tasks_);
  return tasks_;
}

void RowTexts::run(const RowBatch& batch, std::size_t task) {
  Piece& piece = pieces_[task];
  piece.text.clear();
  piece.made = {};
  const std::size_t end = batch.size() * (task + 1) / tasks_;
  for (std::size_t row = batch.size() * task / tasks_; row < end && piece.made.has_value(); ++row) {
    piece.made = text_.append(batch.row(row), piece.text);
  }
}

std::expected<void, SourceFault> RowTexts::end(const RowBatch& /*batch*/) {
  for (std::size_t i = 0; i < tasks_; ++i) {
    OPENPERFLIB_TRY(sink_.write_text(pieces_[i].text));
    OPENPERFLIB_TRY(pieces_[i].made);
  }
  return {};
}

}  // namespace openperflib
