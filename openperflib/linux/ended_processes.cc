#include "openperflib/linux/ended_processes_internal.h"

namespace openperflib::linux_objects {

void EndedProcesses::begin(Boot boot) {
  if (boot == Boot::another) {
    before_.clear();
    sums_.fill(0);
  }
  now_.reserve(before_.capacity());
  now_.clear();
  next_ = 0;
}

void EndedProcesses::end(const Seen& seen) noexcept {
  for (std::size_t i = 0; i < kTotals; ++i) sums_[i] += seen.totals[i];
}

std::optional<EndedProcesses::Seen> EndedProcesses::seen_before(
    std::uint32_t id, std::optional<std::uint64_t> start) noexcept {
  while (next_ < before_.size() && before_[next_].id < id) end(before_[next_++]);
  if (next_ == before_.size() || before_[next_].id != id) return std::nullopt;
  const Seen& seen = before_[next_++];
  const bool is_same = !start.has_value() || !seen.start.has_value() || start == seen.start;
  if (is_same) return seen;
  end(seen);
  return std::nullopt;
}

void EndedProcesses::see(std::uint32_t id, std::optional<std::uint64_t> start,
                         const Totals& totals) {
  Seen seen = seen_before(id, start).value_or(Seen{.id = id, .start = start});
  if (start.has_value()) seen.start = start;
  for (std::size_t i = 0; i < kTotals; ++i) seen.totals[i] = totals[i].value_or(seen.totals[i]);
  now_.push_back(seen);
}

void EndedProcesses::finish() {
  while (next_ < before_.size()) end(before_[next_++]);
  before_.swap(now_);
}

}  // namespace openperflib::linux_objects
