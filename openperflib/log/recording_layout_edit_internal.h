// LayoutEdit: how the pieces of one sample come out of those of the sample before.
//
// Source: docs/formats/perfrec.md, "Samples".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "openperflib/log/recording_numbers_internal.h"
#include "openperflib/log/recording_pieces_internal.h"

namespace openperflib::recording {

// A step: pieces that stay, then such as go, then new ones.
struct LayoutStep {
  std::uint32_t kept = 0;
  std::uint32_t left_out = 0;
  std::uint32_t inserted = 0;
  bool operator==(const LayoutStep&) const = default;
};

// Resource: keeps its memory from sample to sample.
class LayoutEdit {
 public:
  // From `older` to `newer`. Nothing is looked for far away: what moved is new.
  void find(std::span<const std::uint32_t> older, std::span<const std::uint32_t> newer);
  // No step: the same pieces.
  [[nodiscard]] bool changes_nothing() const noexcept { return steps_.empty(); }
  [[nodiscard]] std::span<const LayoutStep> steps() const noexcept { return steps_; }

  // As it is stored; `newer` is that of find().
  void put(std::span<const std::uint32_t> newer, std::vector<std::byte>& into) const;
  // Reads one, and makes `newer` out of `older`; every piece is one of `pieces`.
  void take(NumberReader& reader, std::span<const std::uint32_t> older, const Pieces& pieces,
            std::vector<std::uint32_t>& newer);

  // Reads over one.
  static void skip(NumberReader& reader);
  // Whether a piece that is_planned says yes to went or came, from `older` to `newer`.
  [[nodiscard]] bool touches(std::span<const std::uint32_t> older,
                             std::span<const std::uint32_t> newer,
                             const std::vector<bool>& is_planned) const;

  // Of each value of the newer sample that of the piece that was kept, 0 where the piece is new.
  void align(const RecordedSample& older, std::span<const std::uint32_t> newer,
             const Pieces& pieces, std::vector<std::uint64_t>& values) const;

 private:
  std::vector<LayoutStep> steps_;
};

}  // namespace openperflib::recording
