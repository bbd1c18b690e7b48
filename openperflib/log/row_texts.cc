#include <algorithm>
#include <span>

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
      batches_(workers, *this, RowBatches::Contents::rows) {}

std::expected<void, SourceFault> RowTexts::add(const Query& query) { return batches_.add(query); }

std::expected<void, SourceFault> RowTexts::flush() { return batches_.flush(); }

std::size_t RowTexts::tasks_of(const RowBatch& batch) {
  Pieces& pieces = pieces_[batch.slot()];
  pieces.count = std::min(batch.size(), most_tasks_);
  if (pieces.all.size() < pieces.count) pieces.all.resize(pieces.count);
  return pieces.count;
}

void RowTexts::run(const RowBatch& batch, std::size_t task) {
  Pieces& pieces = pieces_[batch.slot()];
  Piece& piece = pieces.all[task];
  piece.text.clear();
  piece.made = {};
  const std::size_t end = batch.size() * (task + 1) / pieces.count;
  for (std::size_t row = batch.size() * task / pieces.count; row < end && piece.made.has_value();
       ++row) {
    piece.made = text_.append(batch.row(row), piece.text);
  }
}

std::expected<void, SourceFault> RowTexts::end(const RowBatch& batch) {
  const Pieces& pieces = pieces_[batch.slot()];
  for (const Piece& piece : std::span(pieces.all).first(pieces.count)) {
    OPENPERFLIB_TRY(sink_.write_text(piece.text));
    OPENPERFLIB_TRY(piece.made);
  }
  return {};
}

}  // namespace openperflib
