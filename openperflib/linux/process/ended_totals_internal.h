// EndedTotals: the counts of processes or threads when they were last seen, so that _Total includes
// them after they end. Source: docs/objects/process.md, "_Total".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "openperflib/base/checked.h"

namespace openperflib::linux_objects {

// Whether the machine has been restarted since the previous collection: then everything is cleared,
// because the new totals do not include it.
enum class Boot : std::uint8_t { same, another };

// Resource, reused: no more elements than before allocate nothing. In each collection, call
// begin(), see() for each element in ascending order of ids, and finish().
template <std::size_t kTotals>
class EndedTotals {
 public:
  static constexpr std::size_t kTotalCount = kTotals;  // running totals per element
  // The totals of one element; nullopt: could not be read this time, and keeps its previous value.
  using Totals = std::array<std::optional<std::uint64_t>, kTotals>;

  void begin(Boot boot) {
    if (boot == Boot::another) {
      before_.clear();
      sums_.fill(0);
    }
    now_.reserve(before_.capacity());
    now_.clear();
    next_ = 0;
  }
  // `start`: when the element began. nullopt: unknown; it is then assumed to be the one that had
  // the id before.
  void see(std::uint64_t id, std::optional<std::uint64_t> start, const Totals& totals) {
    Seen seen = seen_before(id, start).value_or(Seen{.id = id, .start = start});
    if (start.has_value()) seen.start = start;
    for (std::size_t i = 0; i < kTotals; ++i) seen.totals[i] = totals[i].value_or(seen.totals[i]);
    now_.push_back(seen);
  }
  void finish() {
    while (next_ < before_.size()) end(before_[next_++]);
    before_.swap(now_);
  }
  // The sum of a running total over all elements that have ended; at most 2^64-1.
  [[nodiscard]] std::uint64_t sum(std::size_t total) const noexcept { return sums_[total]; }

 private:
  struct Seen {
    std::uint64_t id = 0;
    std::optional<std::uint64_t> start;
    std::array<std::uint64_t, kTotals> totals{};
  };
  void end(const Seen& seen) noexcept {
    for (std::size_t i = 0; i < kTotals; ++i) sums_[i] = saturating_add(sums_[i], seen.totals[i]);
  }
  // The previous state of the element, if it is still the same one; earlier elements have ended.
  [[nodiscard]] std::optional<Seen> seen_before(std::uint64_t id,
                                                std::optional<std::uint64_t> start) noexcept {
    while (next_ < before_.size() && before_[next_].id < id) end(before_[next_++]);
    if (next_ == before_.size() || before_[next_].id != id) return std::nullopt;
    const Seen& seen = before_[next_++];
    const bool is_same = !start.has_value() || !seen.start.has_value() || start == seen.start;
    if (is_same) return seen;
    end(seen);
    return std::nullopt;
  }

  std::vector<Seen> before_;  // the previous collection, by id
  std::vector<Seen> now_;
  std::size_t next_ = 0;  // the next element of before_ to look at
  std::array<std::uint64_t, kTotals> sums_{};
};

using EndedProcesses = EndedTotals<10>;
using EndedThreads = EndedTotals<4>;

}  // namespace openperflib::linux_objects
