#include <algorithm>

#include "openperflib/log/recording/recording_layout_edit_internal.h"
#include "openperflib/log/recording/recording_layout_internal.h"

namespace openperflib::recording {
namespace {

constexpr std::size_t kFarthest = 256;  // how many removed pieces are searched

using PieceNumbers = std::span<const std::uint32_t>;

std::uint32_t equal_pieces(PieceNumbers a, PieceNumbers b) noexcept {
  return static_cast<std::uint32_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

// The number of pieces of `older` that were removed before `piece`; all of them if it is not near.
std::uint32_t distance_to(std::uint32_t piece, PieceNumbers older) noexcept {
  const PieceNumbers near = older.first(std::min(older.size(), kFarthest));
  const auto found = std::ranges::find(near, piece);
  return static_cast<std::uint32_t>(
      found == near.end() ? older.size() : static_cast<std::size_t>(found - near.begin()));
}

}  // namespace

void LayoutEdit::find(PieceNumbers older, PieceNumbers newer) {
  steps_.clear();
  if (std::ranges::equal(older, newer)) return;
  while (!newer.empty()) {
    LayoutStep step;
    step.kept = equal_pieces(older, newer);
    older = older.subspan(step.kept);
    newer = newer.subspan(step.kept);
    while (step.inserted < newer.size()) {
      const std::uint32_t gone = distance_to(newer[step.inserted], older);
      if (gone != older.size()) {
        step.left_out = gone;
        break;
      }
      ++step.inserted;
    }
    older = older.subspan(step.left_out);
    newer = newer.subspan(step.inserted);
    steps_.push_back(step);
  }
  if (steps_.empty()) steps_.push_back({});  // no piece is left
}

void LayoutEdit::put(PieceNumbers newer, std::vector<std::byte>& into) const {
  put_number(into, steps_.size());
  for (const LayoutStep& step : steps_) {
    put_number(into, step.kept);
    put_number(into, step.left_out);
    put_number(into, step.inserted);
    newer = newer.subspan(step.kept);
    for (const std::uint32_t piece : newer.first(step.inserted)) put_number(into, piece);
    newer = newer.subspan(step.inserted);
  }
}

void LayoutEdit::take(NumberReader& reader, PieceNumbers older, const Fragments& pieces,
                      std::vector<std::uint32_t>& newer) {
  steps_.clear();
  newer.clear();
  const std::uint64_t count = reader.count();
  if (count == 0 && reader.is_sound()) newer.assign(older.begin(), older.end());
  for (std::uint64_t i = 0; i < count && reader.is_sound(); ++i) {
    LayoutStep step;
    step.kept = reader.number32();
    step.left_out = reader.number32();
    step.inserted =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(reader.count(), kMostPieces));
    if (!contains(older.size(), step.kept, step.left_out)) return reader.fail();
    const PieceNumbers kept = older.first(step.kept);
    newer.insert(newer.end(), kept.begin(), kept.end());
    older = older.subspan(step.kept + step.left_out);
    for (std::uint32_t n = 0; n < step.inserted && reader.is_sound(); ++n) {
      newer.push_back(reader.number32());
      if (newer.back() >= pieces.size()) return reader.fail();
    }
    if (newer.size() > kMostPieces) return reader.fail();
    steps_.push_back(step);
  }
}

void LayoutEdit::skip(NumberReader& reader) {
  const std::uint64_t count = reader.count();
  for (std::uint64_t i = 0; i < count && reader.is_sound(); ++i) {
    (void)reader.number32();
    (void)reader.number32();
    const std::uint64_t inserted = std::min<std::uint64_t>(reader.count(), kMostPieces);
    for (std::uint64_t n = 0; n < inserted && reader.is_sound(); ++n) (void)reader.number32();
  }
}

bool LayoutEdit::touches(PieceNumbers older, PieceNumbers newer,
                         const std::vector<bool>& is_planned) const {
  if (steps_.empty()) return false;
  const auto any = [&](PieceNumbers of) {
    return std::ranges::any_of(of, [&](std::uint32_t piece) { return is_planned[piece]; });
  };
  for (const LayoutStep& step : steps_) {
    older = older.subspan(step.kept);
    newer = newer.subspan(step.kept);
    if (any(older.first(step.left_out)) || any(newer.first(step.inserted))) return true;
    older = older.subspan(step.left_out);
    newer = newer.subspan(step.inserted);
  }
  return any(older);  // its rest was removed
}

void LayoutEdit::align(const RecordedSample& older, PieceNumbers newer, const Fragments& pieces,
                       std::vector<std::uint64_t>& values) const {
  if (steps_.empty()) {
    values = older.values;
    return;
  }
  const auto count = [&](PieceNumbers of) {
    std::size_t sum = 0;
    for (const std::uint32_t piece : of) sum += pieces.slot_count(piece);
    return sum;
  };
  values.clear();
  PieceNumbers old_pieces(older.pieces);
  std::span<const std::uint64_t> old_values(older.values);
  for (const LayoutStep& step : steps_) {
    const auto kept = old_values.first(count(old_pieces.first(step.kept)));
    values.insert(values.end(), kept.begin(), kept.end());
    const std::size_t passed = count(old_pieces.first(step.kept + step.left_out));
    old_values = old_values.subspan(passed);
    old_pieces = old_pieces.subspan(step.kept + step.left_out);
    newer = newer.subspan(step.kept);
    values.resize(values.size() + count(newer.first(step.inserted)));
    newer = newer.subspan(step.inserted);
  }
}

}  // namespace openperflib::recording
