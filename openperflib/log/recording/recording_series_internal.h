// SeriesPlan: the values of the samples of a block that follow each other in one column.
//
// Source: docs/formats/perfrec.md, "Block".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "openperflib/log/recording/recording_fragments_internal.h"

namespace openperflib::recording {

// A series is a piece, or the n-th of several equal ones, across the samples. Resource.
class SeriesPlan {
 public:
  void clear() noexcept;
  // Adds the layouts of the samples, in order. False if all of them together exceed the limits of a
  // block.
  [[nodiscard]] bool add(std::span<const std::uint32_t> layout, const Fragments& pieces);
  // After the last layout: calculates the position of each series in its columns.
  void finish(const Fragments& pieces);

  [[nodiscard]] std::size_t samples() const noexcept { return run_of_sample_.size(); }
  [[nodiscard]] std::span<const std::uint32_t> layout(std::size_t sample) const noexcept {
    return runs_[run_of_sample_[sample]].pieces;
  }
  // The series of each piece of a sample's layout.
  [[nodiscard]] std::span<const std::uint32_t> series(std::size_t sample) const noexcept {
    return runs_[run_of_sample_[sample]].series;
  }
  [[nodiscard]] std::size_t series_count() const noexcept { return series_.size(); }
  // The position of a series' values in the columns of its shape.
  [[nodiscard]] std::uint64_t start(std::uint32_t series) const noexcept {
    return series_[series].start;
  }
  // The number of values of each series of a shape, in order.
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
                                        const Fragments& pieces);
  std::vector<Run> runs_;
  std::vector<std::uint32_t> run_of_sample_;
  std::vector<Series> series_;
  std::vector<std::uint32_t> first_of_;                        // by piece: series of the first one
  std::unordered_map<std::uint64_t, std::uint32_t> by_piece_;  // of the others: piece, occurrence
  std::vector<std::uint32_t> occurrences_;                     // by piece, in one sample
  std::vector<std::vector<std::uint32_t>> lengths_;
  std::vector<std::uint64_t> column_lengths_;
  std::uint64_t positions_ = 0;
};

}  // namespace openperflib::recording
