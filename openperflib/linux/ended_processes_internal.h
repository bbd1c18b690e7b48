// EndedProcesses: what processes had counted when they were last seen, so that Process(_Total)
// keeps it when they end. Source: docs/objects/process.md, "_Total".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace openperflib::linux_objects {

// Resource, reused: as many processes as before allocate nothing. A collection is begin(), see()
// for each process by ascending id, finish().
class EndedProcesses {
 public:
  static constexpr std::size_t kTotals = 10;  // running totals of a process
  // Of one process; nullopt: it could not be read this time, and what was known before stays.
  using Totals = std::array<std::optional<std::uint64_t>, kTotals>;

  // Whether the machine was started anew since the collection before: then all is forgotten, as
  // nothing of it is in the totals of this one.
  enum class Boot : std::uint8_t { same, another };
  void begin(Boot boot);
  // `start`: of the process; nullopt: nobody says whether it is the one that had the id before, and
  // it is taken for that.
  void see(std::uint32_t id, std::optional<std::uint64_t> start, const Totals& totals);
  void finish();
  // The sum of one running total over all that have ended; modulo 2^64.
  [[nodiscard]] std::uint64_t sum(std::size_t total) const noexcept { return sums_[total]; }

 private:
  struct Seen {
    std::uint32_t id = 0;
    std::optional<std::uint64_t> start;
    std::array<std::uint64_t, kTotals> totals{};
  };
  void end(const Seen& seen) noexcept;
  // Who had the id before, if that is still the same process; others before it have ended.
  [[nodiscard]] std::optional<Seen> seen_before(std::uint32_t id,
                                                std::optional<std::uint64_t> start) noexcept;

  std::vector<Seen> before_;  // by id
  std::vector<Seen> now_;
  std::size_t next_ = 0;  // in before_: who was not looked at yet
  std::array<std::uint64_t, kTotals> sums_{};
};

}  // namespace openperflib::linux_objects
