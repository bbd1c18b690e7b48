#include <algorithm>

#include "openperflib/log/recording/recording_layout_internal.h"
#include "openperflib/log/recording/recording_series_internal.h"

namespace openperflib::recording {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

}  // namespace

void SeriesPlan::clear() noexcept {
  runs_.clear();
  run_of_sample_.clear();
  series_.clear();
  first_of_.clear();
  by_piece_.clear();
  occurrences_.clear();
  lengths_.clear();
  column_lengths_.clear();
  positions_ = 0;
}

std::uint32_t SeriesPlan::series_of(std::uint32_t piece, std::uint32_t occurrence,
                                    const Fragments& pieces) {
  constexpr int kAbovePiece = 32;
  const std::uint64_t key = std::uint64_t{occurrence} << kAbovePiece | piece;
  std::uint32_t& series =
      occurrence == 0 ? first_of_[piece] : by_piece_.try_emplace(key, kNone).first->second;
  if (series == kNone) {
    series = static_cast<std::uint32_t>(series_.size());
    series_.push_back({pieces.shape_of(piece), 0, 0});
  }
  return series;
}

bool SeriesPlan::add(std::span<const std::uint32_t> layout, const Fragments& pieces) {
  positions_ += layout.size();
  if (positions_ > kMostPositions) return false;
  if (runs_.empty() || !std::ranges::equal(runs_.back().pieces, layout)) {
    Run run;
    run.pieces.assign(layout.begin(), layout.end());
    run.series.reserve(layout.size());
    occurrences_.assign(pieces.size(), 0);
    first_of_.resize(pieces.size(), kNone);
    for (const std::uint32_t piece : layout) {
      run.series.push_back(series_of(piece, occurrences_[piece]++, pieces));
    }
    runs_.push_back(std::move(run));
  }
  for (const std::uint32_t series : runs_.back().series) ++series_[series].length;
  run_of_sample_.push_back(static_cast<std::uint32_t>(runs_.size() - 1));
  return true;
}

void SeriesPlan::finish(const Fragments& pieces) {
  lengths_.assign(pieces.shape_count(), {});
  column_lengths_.assign(pieces.shape_count(), 0);
  for (Series& series : series_) {
    series.start = column_lengths_[series.shape];
    column_lengths_[series.shape] += series.length;
    lengths_[series.shape].push_back(series.length);
  }
}

}  // namespace openperflib::recording
