// SeriesPlan: which values of the samples of a block stand in one column one behind the other.
//
// Source: docs/formats/perfrec.md, "Block".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "openperflib/log/recording_pieces_internal.h"

namespace openperflib::recording {

// A series is a piece, or the n-th of equal ones, through the samples. Resource.
class SeriesPlan {
 public:
  void clear() noexcept;
  // The layouts of the samples, in their order. Whether all of them together stay within what a
  // block may have.
  [[nodiscard]] bool add(std::span<const std::uint32_t> layout, const Pieces& pieces);
  // After the last one: where each series stands in its columns.
  void finish(const Pieces& pieces);

  [[nodiscard]] std::size_t samples() const noexcept { return run_of_sample_.size(); }
  [[nodiscard]] std::span<const std::uint32_t> layout(std::size_t sample) const noexcept {
    return runs_[run_of_sample_[sample]].pieces;
  }
  // Of each piece of its layout.
  [[nodiscard]] std::span<const std::uint32_t> series(std::size_t sample) const noexcept {
    return runs_[run_of_sample_[sample]].series;
  }
  [[nodiscard]] std::size_t series_count() const noexcept { return series_.size(); }
  // Where the values of a series begin in the columns of its shape.
  [[nodiscard]] std::uint64_t start(std::uint32_t series) const noexcept {
    return series_[series].start;
  }
  // How many values each series of a shape has, one behind the other, and how many that is.
  [[nodiscard]] std::span<const std::uint32_t> lengths(std::uint32_t shape) const noexcept {
    return lengths_[shape];
  }
  [[nodiscard]] std::uint64_t column_length(std::uint32_t shape) const noexcept {
    return column_lengths_[shape];
  }

 private:
  struct Run {
    std::vector<std::uint32_t> pieces;
    std::vector<std::uint32_t> series;
  };
  struct Series {
    std::uint32_t shape;
    std::uint32_t length;
    std::uint64_t start;
  };
  [[nodiscard]] std::uint32_t series_of(std::uint32_t piece, std::uint32_t occurrence,
                                        const Pieces& pieces);
  std::vector<Run> runs_;
  std::vector<std::uint32_t> run_of_sample_;
  std::vector<Series> series_;
  std::vector<std::uint32_t> first_of_;                        // by piece: series of the first one
  std::unordered_map<std::uint64_t, std::uint32_t> by_piece_;  // of the others: piece, occurrence
  std::vector<std::uint32_t> occurrences_;                     // by piece, of one sample
  std::vector<std::vector<std::uint32_t>> lengths_;
  std::vector<std::uint64_t> column_lengths_;
  std::uint64_t positions_ = 0;
};

}  // namespace openperflib::recording
