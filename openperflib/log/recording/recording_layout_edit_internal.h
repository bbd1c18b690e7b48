// LayoutEdit: the changes from the pieces of one sample to those of the next.
//
// Source: docs/formats/perfrec.md, "Samples".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "openperflib/log/recording/recording_fragments_internal.h"
#include "openperflib/log/recording/recording_numbers_internal.h"

namespace openperflib::recording {

// A step: pieces that stay, then pieces that are removed, then new ones.
struct LayoutStep {
  std::uint32_t kept = 0;
  std::uint32_t left_out = 0;
  std::uint32_t inserted = 0;
  bool operator==(const LayoutStep&) const = default;
};

// Resource: keeps its memory from sample to sample.
class LayoutEdit {
 public:
  // Finds the changes from `older` to `newer`. The search is local: pieces that moved far are new.
  void find(std::span<const std::uint32_t> older, std::span<const std::uint32_t> newer);
  // Whether the pieces are the same.
  [[nodiscard]] bool changes_nothing() const noexcept { return steps_.empty(); }
  [[nodiscard]] std::span<const LayoutStep> steps() const noexcept { return steps_; }

  // Appends it as stored; `newer` is that of find().
  void put(std::span<const std::uint32_t> newer, std::vector<std::byte>& into) const;
  // Reads one, and creates `newer` from `older`; every piece must be in `pieces`.
  void take(NumberReader& reader, std::span<const std::uint32_t> older, const Fragments& pieces,
            std::vector<std::uint32_t>& newer);

  // Skips one.
  static void skip(NumberReader& reader);
  // Whether a piece with is_planned was added or removed from `older` to `newer`.
  [[nodiscard]] bool touches(std::span<const std::uint32_t> older,
                             std::span<const std::uint32_t> newer,
                             const std::vector<bool>& is_planned) const;

  // For each value of the newer sample that of the kept piece; 0 if the piece is new.
  void align(const RecordedSample& older, std::span<const std::uint32_t> newer,
             const Fragments& pieces, std::vector<std::uint64_t>& values) const;

 private:
  std::vector<LayoutStep> steps_;
};

}  // namespace openperflib::recording
